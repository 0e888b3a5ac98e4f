"""`padd office` and `padd audit`: offices at headquarters, and the audit log."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)


@click.group()
def audit() -> None:
    """Read the audit log of an installation, and check its chain of hashes."""


@audit.command("list")
@click.option("--subject", default="", help="Only entries about this, such as event:7kq2m9xw3p.")
@click.option(
    "--actor", default="", help="Only entries by this account, such as account:7kq2m9xw3p."
)
@click.option("--act", default="", help="Only this kind of entry, such as report.decide.")
@click.option("--before", type=int, help="Only entries below this number.")
@click.option("--size", default=50, show_default=True, help="The most entries to list.")
@data_option
@as_json
@exit_on_refusal
def list_entries(
    *,
    subject: str,
    actor: str,
    act: str,
    before: int | None,
    size: int,
    data: Path | None,
    as_json: bool,
) -> None:
    """List who did what, latest first."""
    open_installation(data)
    from padd.services.access.actors import SYSTEM
    from padd.services.access.audit import read_audit

    page = read_audit(by=SYSTEM, subject=subject, actor=actor, act=act, before=before, size=size)
    if as_json:
        print_json({"entries": page.entries, "more_before": page.more_before})
        return
    for row in page.entries:
        why = f" ({row.reason})" if row.reason else ""
        moment = f"{row.at:%Y-%m-%d %H:%M:%S}"
        click.echo(f"{row.number} {moment} {row.actor} {row.act} {row.subject}{why}")


@audit.command()
@data_option
@as_json
@exit_on_refusal
def check(data: Path | None, *, as_json: bool) -> None:
    """Check that no entry was altered; exit status 1 if one was."""
    open_installation(data)
    from padd.services.access.actors import SYSTEM
    from padd.services.access.audit import check_audit

    verdict = check_audit(by=SYSTEM)
    if as_json:
        print_json(verdict)
    elif verdict.intact:
        click.echo(f"Intact: {verdict.sealed} entries as sealed.")
        click.echo(f"Last seal {verdict.head}")
    else:
        click.echo(f"Altered: entry {verdict.broken_at} has changed since it was sealed.")
    if not verdict.intact:
        sys.exit(1)


@click.group()
def office() -> None:
    """List, assign and end offices at headquarters."""


@office.command("list")
@data_option
@as_json
@exit_on_refusal
def list_offices(data: Path | None, *, as_json: bool) -> None:
    """List every office ever assigned."""
    open_installation(data)
    from padd.store.queries.people.facts import office_holders

    held_offices = office_holders()
    if as_json:
        print_json({"offices": held_offices})
        return
    for held in held_offices:
        ended = held.ended_at.date() if held.ended_at else held.until
        name = " ".join(filter(None, (held.office, held.area)))
        until = f" until {ended}" if ended else ""
        click.echo(f"{held.grant_id}: {name}, {held.handle}, from {held.since}{until}")


@office.command()
@click.argument("email")
@click.argument("title")
@click.option("--area", default="", help="The area of a coordinator, such as europe.")
@data_option
@exit_on_refusal
def give(email: str, title: str, area: str, data: Path | None) -> None:
    """Give the account of EMAIL the office TITLE, starting today.

    The offices are league-director, coordinator, director-of-organized-play and
    administrator.
    """
    open_installation(data)
    from padd.services.access import offices
    from padd.services.access.actors import SYSTEM

    number = offices.grant_office(
        by=SYSTEM, now=current_time(), email=email, office=title, area=area
    )
    click.echo(f"Office given. Its number is {number}.")


@office.command()
@click.argument("number", type=int)
@data_option
@exit_on_refusal
def end(number: int, data: Path | None) -> None:
    """End the office with this NUMBER in the list, immediately."""
    open_installation(data)
    from padd.services.access import offices
    from padd.services.access.actors import SYSTEM

    offices.end_office(by=SYSTEM, now=current_time(), grant_id=number)
    click.echo("Office ended.")

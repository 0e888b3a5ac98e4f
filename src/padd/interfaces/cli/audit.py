"""`padd audit`: who did what, and whether the record was altered."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.installation import data_folder, open_up, refusing


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
@data_folder
@as_json
@refusing
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
    open_up(data)
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
@data_folder
@as_json
@refusing
def check(data: Path | None, *, as_json: bool) -> None:
    """Check that no entry was altered; exit status 1 if one was."""
    open_up(data)
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

"""`padd report`: report an event, here or to headquarters."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    BROKE_A_RULE,
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)
from padd.presentation.messages import refusal_text, text


@click.command()
@click.argument("event")
@click.option("--to", metavar="ADDRESS", help="The address of headquarters.")
@click.option("--token", help="An API token that may report (or set PADD_TOKEN).")
@click.option("--listing", default="", help="The event there: its id or address.")
@click.option("--create", is_flag=True, help="Add players who are not known yet.")
@click.option(
    "--corrects",
    metavar="ID",
    help="The imported event whose facts this file replaces; needs --reason.",
)
@click.option("--reason", default="", help="Why the facts are corrected.")
@data_option
@as_json
@exit_on_refusal
def report(
    event: str,
    *,
    to: str | None,
    token: str | None,
    listing: str,
    corrects: str | None,
    reason: str,
    data: Path | None,
    create: bool,
    as_json: bool,
) -> None:
    """Report the finished EVENT: the id of one run here, or an event file.

    With --to it goes to headquarters with its whole log; without, it is reported in
    this installation. Sending it twice changes nothing.
    """
    open_installation(data)
    if corrects is not None:
        _corrected(event, corrects, reason, as_json=as_json)
        return
    if to is None:
        _here(event, create=create, as_json=as_json)
        return
    secret = token or os.environ.get("PADD_TOKEN", "")
    if not secret:
        click.echo("Give a token of headquarters: --token, or PADD_TOKEN.", err=True)
        sys.exit(2)
    _there(event, to, secret, listing, create=create, as_json=as_json)


@contextmanager
def _exit_if_refused() -> Iterator[None]:
    """Print what the rules do not allow with the way out of it, and exit."""
    from padd.services.refusal import ActionRefused

    try:
        yield
    except ActionRefused as refused:
        click.echo(refusal_text(refused.refusal), err=True)
        sys.exit(BROKE_A_RULE)


def _here(event: str, *, create: bool, as_json: bool) -> None:
    from padd.presentation.reports.report_text import report_outcome_text
    from padd.services import reports
    from padd.services.access.actors import SYSTEM

    path = Path(event)
    with _exit_if_refused():
        if path.is_file():
            done = reports.import_report(
                data=path.read_bytes(), by=SYSTEM, now=current_time(), create=create
            )
        else:
            done = reports.submit_report(
                event_id=event, by=SYSTEM, now=current_time(), create=create
            )
    if as_json:
        print_json({"state": done.state, "event": done.event, "again": done.again})
        return
    click.echo(f"{done.event_name}: {report_outcome_text(done)}")
    for reason in done.reasons:
        click.echo(f"- {text(reason.message)} [{reason.rule}]")
    for question in done.asked:
        if not question.found:
            click.echo(f"- Not known: {question.name or question.handle or question.player}")


def _corrected(file: str, event: str, reason: str, *, as_json: bool) -> None:
    from padd.presentation.reports.report_text import report_outcome_text
    from padd.services.access.actors import SYSTEM
    from padd.services.reports.finished_event_import import correct_facts

    path = Path(file)
    if not path.is_file():
        raise click.UsageError(f"There is no file {file}.")
    done = correct_facts(
        event=event, data=path.read_bytes(), by=SYSTEM, now=current_time(), reason=reason
    )
    if as_json:
        print_json({"state": done.state, "event": done.event, "again": done.again})
        return
    click.echo(f"{done.event_name}: {report_outcome_text(done)}")


def _there(event: str, to: str, token: str, listing: str, *, create: bool, as_json: bool) -> None:
    from django.conf import settings

    from padd.services import eventlog, reports
    from padd.services.access.actors import SYSTEM
    from padd.services.reports.sender import NotSentError, answer_json, answer_lines, send_report

    path = Path(event)
    if path.is_file():
        file = path.read_bytes()
    else:
        with _exit_if_refused():
            reports.submit_report(event_id=event, by=SYSTEM, now=current_time(), create=True)
        file = eventlog.export_event_file(event_id=event)
    try:
        answer = send_report(
            file, to=to, token=token, event_id=listing, create=create, authority=settings.AUTHORITY
        )
    except NotSentError as error:
        click.echo(text(error.reason), err=True)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(answer_json(answer))
    else:
        click.echo("\n".join(answer_lines(answer)))
    if answer.code:
        sys.exit(BROKE_A_RULE)

"""`padd check`: whether an event is sanctioned and rated, and why."""

from __future__ import annotations

from typing import Final

import click
import msgspec

from padd.core.formats.registry import format_of
from padd.core.model import Event
from padd.core.pairing.verification import AuditedRound, RoundVerdict
from padd.core.validation.sanction import Sanction, check_sanction, unfinished_reason
from padd.interfaces.cli.files import answer_files, as_json, event_files
from padd.presentation.documents import check_document
from padd.presentation.messages import text
from padd.presentation.names import event_title
from padd.presentation.rulebooks import book_for
from padd.presentation.tables import TextTable

MARKS: Final = {"error": "✗", "warning": "!", "ok": "✓"}


class EventCheck(msgspec.Struct, frozen=True):
    """What the rulebook makes of an event and of each of its rounds."""

    event: Event
    sanction: Sanction
    rounds: tuple[RoundVerdict, ...]
    waits: bool
    """Whether it is rated once it is finished (AMB-147)."""


@click.command()
@event_files
@as_json
def check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Check whether an event is sanctioned and rated, with every reason."""
    answer_files(
        files,
        as_json=as_json,
        work=check_event,
        document=lambda checked: check_document(checked.sanction, checked.rounds),
        tables=lambda found: (check_table(found),),
    )


def check_event(event: Event) -> EventCheck:
    """Return the verdicts on an event."""
    book = book_for(event)
    rounds = format_of(event).verify(event, book)
    sanction = check_sanction(event, book)
    still_open = unfinished_reason(event, book)
    if still_open is None:
        return EventCheck(event, sanction, rounds, waits=False)
    findings = (*sanction.findings, still_open)
    waiting = msgspec.structs.replace(sanction, rated=False, findings=findings)
    return EventCheck(event, waiting, rounds, waits=sanction.rated)


def check_table(found: EventCheck) -> TextTable:
    """Return the verdict, then errors, warnings and what is fulfilled."""
    sanction = found.sanction
    verdict = "Sanctioned" if sanction.sanctioned else "Not sanctioned"
    unrated = "not rated yet" if found.waits else "not rated"
    rated = "rated" if sanction.rated else unrated
    fulfilled = (f for f in sanction.findings if f.severity == "ok")
    return TextTable(
        title=f"{event_title(found.event)}: {verdict}, {rated}",
        columns=("", "Finding", "Section"),
        rows=tuple(
            (MARKS[finding.severity], text(finding.message), finding.rule)
            for finding in (*sanction.problems, *fulfilled)
        ),
        lines=tuple(
            verdict_line(verdict) for verdict in found.rounds if isinstance(verdict, AuditedRound)
        ),
    )


def verdict_line(verdict: RoundVerdict) -> str:
    """Say in one line how a round was paired."""
    if not verdict.legal:
        problems = " ".join(map(text, verdict.problems))
        return f"Round {verdict.number}: breaks the rules. {problems}"
    if verdict.optimal is None:
        return f"Round {verdict.number}: paired by the rules."
    if verdict.optimal:
        return f"Round {verdict.number}: best possible pairings."
    return f"Round {verdict.number}: follows the rules, but better pairings existed."

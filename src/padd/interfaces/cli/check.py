"""`padd check`: whether an event is sanctioned and rated, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from padd.core.pairing.verification import (
    RoundVerdict,
    verify_rounds,
)
from padd.core.validation.sanction import (
    Sanction,
    check_sanction,
)
from padd.interfaces.cli.files import answer, as_json, event_files
from padd.presentation.documents import check_document
from padd.presentation.event_rulebook import book_for

if TYPE_CHECKING:
    from padd.core.model import Event


class Checked(msgspec.Struct, frozen=True):
    """What the rulebook makes of an event and of each of its rounds."""

    event: Event
    sanction: Sanction
    rounds: tuple[RoundVerdict, ...]


@click.command()
@event_files
@as_json
def check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Tell whether an event is sanctioned and rated, with every reason."""
    answer(
        files,
        as_json=as_json,
        work=checked,
        document=lambda found: check_document(found.sanction, found.rounds),
        table=show_checked,
    )


def checked(event: Event) -> Checked:
    """Return the verdicts on an event."""
    book = book_for(event)
    return Checked(event, check_sanction(event, book), verify_rounds(event, book))


def show_checked(found: Checked) -> None:
    """Print the verdict, then errors, warnings and what is fulfilled."""
    from padd.interfaces.cli.tables import show, table

    sanction = found.sanction
    verdict = "Sanctioned" if sanction.sanctioned else "Not sanctioned"
    rated = "rated" if sanction.rated else "not rated"
    made = table(
        f"{found.event.name or 'Event'}: {verdict}, {rated}", "", "Finding", "Section"
    )
    fulfilled = [f for f in sanction.findings if f.severity == "ok"]
    marks = {"error": "✗", "warning": "!", "ok": "✓"}
    for finding in (*sanction.problems, *fulfilled):
        made.add_row(marks[finding.severity], finding.message, finding.rule)
    show(made)
    for verdict_ in found.rounds:
        show(verdict_line(verdict_))


def verdict_line(verdict: RoundVerdict) -> str:
    """Say in one line how a round was paired."""
    if not verdict.legal:
        return f"Round {verdict.number}: not by the rules. {' '.join(verdict.problems)}"
    if verdict.optimal is None:
        return f"Round {verdict.number}: paired by the rules."
    if verdict.optimal:
        return f"Round {verdict.number}: the best pairings there were."
    return f"Round {verdict.number}: by the rules, though better pairings existed."

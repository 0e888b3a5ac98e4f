"""`padd verify`: every draw of an event, replayed from its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from padd.core.eventlog.file_log import (
    LogVerdict,
    log_verdict,
)
from padd.core.pairing.verification import (
    RoundVerdict,
    commitment_holds,
    verify_rounds,
)
from padd.interfaces.cli.files import answer, as_json, event_files
from padd.presentation.documents import (
    log_line,
    verify_document,
)
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.registry import way_of

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.presentation.formats.answer import FormatAnswer

WORDS = {True: "yes", False: "no", None: "–"}


class Verified(msgspec.Struct, frozen=True):
    """The verdicts on an event's draws."""

    event: Event
    rounds: tuple[RoundVerdict, ...]
    commitment: bool | None
    log: LogVerdict | None


@click.command()
@event_files
@as_json
def verify(files: tuple[str, ...], *, as_json: bool) -> None:
    """Replay every draw: legal, best possible, and the very one its seed gives.

    Where the file has a log, every entry of it is checked too.
    """
    answer(
        files,
        as_json=as_json,
        work=verified,
        document=lambda found: verify_document(
            found.rounds, commitment=found.commitment, log=found.log
        ),
        table=show_verified,
    )


def verified(event: Event) -> Verified | FormatAnswer:
    """Return the verdicts on an event's draws."""
    if way_of(event) is not None:
        from padd.presentation.formats.verification import verified_play

        return verified_play(event)
    book = book_for(event)
    return Verified(
        event,
        verify_rounds(event, book, prove=True),
        commitment_holds(event),
        log_verdict(event, book),
    )


def show_verified(found: Verified) -> None:
    """Print one line a round."""
    from padd.interfaces.cli.tables import show, table

    made = table(
        f"{found.event.name or 'Event'}: draws",
        *(
            "Round",
            "Legal",
            "Best",
            "Proof",
            "By its seed",
            "Changed by hand",
            "Problems",
        ),
        numbers=("Round",),
    )
    for verdict in found.rounds:
        made.add_row(
            str(verdict.number),
            WORDS[verdict.legal],
            WORDS[verdict.optimal],
            verdict.proof or "",
            WORDS[verdict.drawn_by_seed],
            "; ".join(verdict.changed_by_hand),
            " ".join(verdict.problems),
        )
    show(made)
    if found.commitment is not None:
        held = "is" if found.commitment else "is NOT"
        show(f"The revealed secret {held} the one the event committed to.")
    if found.log is not None:
        show(log_line(found.log))

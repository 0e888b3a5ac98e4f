"""`padd verify`: every draw of an event, replayed from its file."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from padd.core.eventlog.log.file_log import LogVerdict, limited_state_of, verify_file_log
from padd.core.formats.registry import format_of
from padd.core.limited.verification import DealVerdict, verify_deal
from padd.core.model import Event
from padd.core.pairing.verification import AuditedRound, RoundVerdict, commitment_holds
from padd.interfaces.cli.files import answer_files, as_json, event_files
from padd.presentation.documents import Document, log_line, verify_document
from padd.presentation.messages import text
from padd.presentation.names import event_title
from padd.presentation.rulebooks import book_for
from padd.presentation.tables import TextTable
from padd.rulebooks.schema import Rulebook

WORDS = {True: "yes", False: "no", None: "–"}


class Verification(msgspec.Struct, frozen=True):
    """The verdicts on an event's draws."""

    event: Event
    rounds: tuple[RoundVerdict, ...]
    commitment: bool | None
    log: LogVerdict | None
    deal: DealVerdict | None = None
    """On the packs of limited play, where the file has its log and the secret."""


@click.command()
@event_files
@as_json
def verify(files: tuple[str, ...], *, as_json: bool) -> None:
    """Replay every draw: legal, the best possible, and exactly what its seed gives.

    If the file has a log, every entry is checked too.
    """
    answer_files(
        files,
        as_json=as_json,
        work=verify_draws,
        document=lambda verified: (
            verify_document(verified.rounds, commitment=verified.commitment, log=verified.log)
            | _packs(verified.deal)
        ),
        tables=lambda found: (verification_table(found),),
    )


def verify_draws(event: Event) -> Verification:
    """Return the verdicts on an event's draws."""
    book = book_for(event)
    return Verification(
        event,
        format_of(event).verify(event, book, prove=True),
        commitment_holds(event),
        verify_file_log(event, book),
        deal_verdict(event, book),
    )


def deal_verdict(event: Event, book: Rulebook) -> DealVerdict | None:
    """Make every pack of an event again from its log, once the secret is out."""
    limited = limited_state_of(event, book)
    if limited is None or not limited.dealt or not isinstance(event.secret, str):
        return None
    return verify_deal(limited, event.secret, book)


def _packs(deal: DealVerdict | None) -> Document:
    if deal is None:
        return {}
    told = {"packs": deal.packs, "redeals": deal.redeals, "same": deal.same}
    notes = {"notes": [text(n) for n in deal.notes]} if deal.notes else {}
    return {"limited": told | {"problems": [text(p) for p in deal.problems]} | notes}


def verification_table(found: Verification) -> TextTable:
    """Return one line a round."""
    judged = all(isinstance(verdict, AuditedRound) for verdict in found.rounds)
    return TextTable(
        title=f"{event_title(found.event)}: draws",
        columns=(
            *("Round", "Legal", *(("Best", "Proof") if judged else ())),
            *("By its seed", "Changed by hand", "Problems"),
        ),
        numbers=("Round",),
        rows=tuple(
            (
                *(str(verdict.number), WORDS[verdict.legal]),
                *_judged(verdict),
                WORDS[verdict.drawn_by_seed],
                "; ".join(verdict.changed_by_hand),
                " ".join(map(text, verdict.problems)),
            )
            for verdict in found.rounds
        ),
        lines=tuple(_lines(found)),
    )


def _judged(verdict: RoundVerdict) -> tuple[str, ...]:
    if isinstance(verdict, AuditedRound):
        return WORDS[verdict.optimal], verdict.proof or ""
    return ()


def _lines(found: Verification) -> Iterator[str]:
    if found.commitment is not None:
        held = "is" if found.commitment else "is NOT"
        yield f"The revealed secret {held} the one the event committed to."
    if found.log is not None:
        yield log_line(found.log)
    if found.deal is not None and found.deal.same:
        yield f"All {found.deal.packs} packs were generated again and match."
    for said in (*found.deal.problems, *found.deal.notes) if found.deal else ():
        yield text(said)

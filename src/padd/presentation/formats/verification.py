"""The draws of brackets and Tribbles, replayed, for programs and people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.eventlog.file_log import log_verdict
from padd.core.formats.verification import verify_play
from padd.core.pairing.verification import commitment_holds
from padd.presentation.documents import (
    log_document,
    log_line,
)
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.answer import (
    FormatAnswer,
    TextTable,
    title_of,
)

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.presentation.documents import Document

WORDS: Final = {True: "yes", False: "no", None: "–"}


def verified_play(event: Event) -> FormatAnswer:
    """Return the verdicts on the rounds of a bracket or of Tribbles."""
    book = book_for(event)
    found, log = verify_play(event, book), log_verdict(event, book)
    document: Document = {
        "rounds": [
            {
                "round": verdict.number,
                "legal": verdict.legal,
                "optimal": None,
                "drawn_by_seed": verdict.drawn_by_seed,
                "changed_by_hand": list(verdict.changed_by_hand),
                "problems": list(verdict.problems),
            }
            for verdict in found
        ],
        **log_document(log),
    }
    held = commitment_holds(event)
    if held is not None:
        document["commitment_holds"] = held
    sheet = TextTable(
        title=f"{title_of(event)}: draws",
        columns=("Round", "Legal", "By its seed", "Changed by hand", "Problems"),
        numbers=("Round",),
        rows=tuple(
            (
                str(verdict.number),
                WORDS[verdict.legal],
                WORDS[verdict.drawn_by_seed],
                "; ".join(verdict.changed_by_hand),
                " ".join(verdict.problems),
            )
            for verdict in found
        ),
        lines=() if log is None else (log_line(log),),
    )
    return FormatAnswer(document, (sheet,))

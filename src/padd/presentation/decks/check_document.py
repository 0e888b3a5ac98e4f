"""A checked deck as programs read it: the same document by command line and API."""

from __future__ import annotations

from typing import Annotated

import msgspec

from padd.core.decks.verdicts import CheckedDeck, CheckedLine, Verdict, VerdictReason
from padd.presentation.messages import text


class CheckReason(msgspec.Struct, frozen=True, kw_only=True):
    """One objection, doubt or note."""

    code: Annotated[str, msgspec.Meta(description="The name of the reason; it stays the same.")]
    rule: Annotated[str, msgspec.Meta(description="The section of the rulebook.")]
    message: Annotated[str, msgspec.Meta(description="The reason in words.")]


class DeckCheckReason(CheckReason, frozen=True, kw_only=True):
    """A reason about the deck as a whole."""

    verdict: Annotated[Verdict, msgspec.Meta(description="What it makes of the deck.")]


class CheckPrinting(msgspec.Struct, frozen=True, kw_only=True):
    """A printing by its set and number."""

    set: Annotated[str, msgspec.Meta(description="The code of its set.")]
    number: Annotated[str, msgspec.Meta(description="Its number in the set.")]


class CheckLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list and its verdict."""

    line: Annotated[int, msgspec.Meta(description="Its number in the list.")]
    quantity: Annotated[int, msgspec.Meta(description="How many copies.")]
    title: Annotated[str, msgspec.Meta(description="The title as it was written.")]
    card: Annotated[
        CheckPrinting | None,
        msgspec.Meta(description="The printing that serves best; null if not found."),
    ]
    verdict: Annotated[Verdict, msgspec.Meta(description="The verdict on the line.")]
    reasons: Annotated[tuple[CheckReason, ...], msgspec.Meta(description="Every reason.")]


class CheckDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A deck list with its verdicts."""

    verdict: Annotated[Verdict, msgspec.Meta(description="The verdict on the deck.")]
    lines: Annotated[tuple[CheckLine, ...], msgspec.Meta(description="The lines, as written.")]
    deck: Annotated[
        tuple[DeckCheckReason, ...], msgspec.Meta(description="Reasons about the deck as a whole.")
    ]


def deck_check_document(checked: CheckedDeck) -> CheckDocument:
    """Return a checked deck as a document."""
    return CheckDocument(
        verdict=checked.verdict,
        lines=tuple(_line(line) for line in checked.lines),
        deck=tuple(
            DeckCheckReason(
                code=reason.code,
                rule=reason.rule,
                message=text(reason.message),
                verdict=reason.verdict,
            )
            for reason in checked.deck
        ),
    )


def _line(line: CheckedLine) -> CheckLine:
    printing = line.printing
    return CheckLine(
        line=line.written.line,
        quantity=line.written.quantity,
        title=line.written.title,
        card=CheckPrinting(set=printing.set, number=printing.number) if printing else None,
        verdict=line.verdict,
        reasons=tuple(_reason(reason) for reason in line.judgement.reasons),
    )


def _reason(reason: VerdictReason) -> CheckReason:
    return CheckReason(code=reason.code, rule=reason.rule, message=text(reason.message))

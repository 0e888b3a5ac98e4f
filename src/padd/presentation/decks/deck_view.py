"""A checked deck as it is shown: objections first, then its sections and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.decks.deck_list import HEADINGS

if TYPE_CHECKING:
    from padd.core.decks.deck_check import CheckedDeck, CheckedLine
    from padd.core.decks.deck_list import Section
    from padd.core.decks.verdicts import Verdict, VerdictReason

NO_SECTION: Final = "Cards"


class DeckObjection(msgspec.Struct, frozen=True, kw_only=True):
    """A line, or the deck, with what is to say of it."""

    quantity: int | None
    title: str
    code: str
    verdict: Verdict
    reasons: tuple[VerdictReason, ...]


class DeckSection(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of one section."""

    title: str
    cards: int
    lines: tuple[tuple[int, str, Verdict], ...]


class DeckView(msgspec.Struct, frozen=True, kw_only=True):
    """A deck with its verdict, for any way of showing it."""

    verdict: Verdict
    cards: int
    lines: int
    counted: dict[str, int]
    """Lines by verdict."""
    objections: tuple[DeckObjection, ...]
    sections: tuple[DeckSection, ...]
    types: tuple[tuple[str, int], ...]
    """Cards by type, the most first."""


def deck_view(checked: CheckedDeck) -> DeckView:
    """Return a checked deck as it is shown."""
    counted = dict.fromkeys(("not-legal", "not-checked", "legal"), 0)
    for line in checked.lines:
        counted[line.verdict] += 1
    return DeckView(
        verdict=checked.verdict,
        cards=sum(line.written.quantity for line in checked.lines),
        lines=len(checked.lines),
        counted=counted,
        objections=_objections(checked),
        sections=tuple(_sections(checked)),
        types=_types(checked),
    )


def _objections(checked: CheckedDeck) -> tuple[DeckObjection, ...]:
    whole = [
        DeckObjection(
            quantity=None,
            title="The deck",
            code="",
            verdict=reason.verdict,
            reasons=(reason,),
        )
        for reason in checked.deck
    ]
    lines = [
        DeckObjection(
            quantity=line.written.quantity,
            title=line.written.title,
            code=line.printing.code if line.printing else "",
            verdict=line.verdict,
            reasons=line.judgement.reasons,
        )
        for line in checked.lines
        if line.judgement.reasons and line.verdict != "legal"
    ]
    order: tuple[Verdict, ...] = ("not-legal", "not-checked", "note", "legal")
    return tuple(sorted([*whole, *lines], key=lambda each: order.index(each.verdict)))


def _sections(checked: CheckedDeck) -> list[DeckSection]:
    parted: dict[Section | None, list[CheckedLine]] = {}
    for line in checked.lines:
        parted.setdefault(line.written.section, []).append(line)
    return [
        DeckSection(
            title=HEADINGS[section] if section else NO_SECTION,
            cards=sum(line.written.quantity for line in lines),
            lines=tuple(
                (line.written.quantity, line.shown_title, line.verdict)
                for line in lines
            ),
        )
        for section, lines in parted.items()
    ]


def _types(checked: CheckedDeck) -> tuple[tuple[str, int], ...]:
    counted: dict[str, int] = {}
    for line in checked.lines:
        kind = line.printing.type if line.printing else ""
        counted[kind or "Not known"] = (
            counted.get(kind or "Not known", 0) + line.written.quantity
        )
    return tuple(sorted(counted.items(), key=lambda each: (-each[1], each[0])))

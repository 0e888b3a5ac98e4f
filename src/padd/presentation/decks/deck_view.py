"""A checked deck as it is shown: objections first, then its sections and figures."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.cards.printing import DILEMMA, MISSION
from padd.core.decks.deck_list import HEADINGS, SEEDED, Section
from padd.core.decks.verdicts import CheckedDeck, CheckedLine, Verdict, VerdictReason

NO_SECTION: Final = "Cards"
HIGHEST_COST: Final = 20
"""No card costs more; a slip in a card file must not draw a thousand columns."""


class NamedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A line that an objection names."""

    quantity: int
    title: str
    code: str


class DeckObjection(msgspec.Struct, frozen=True, kw_only=True):
    """What is to say of some lines, or of the whole deck if it names none."""

    cards: tuple[NamedCard, ...] = ()
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
    costs: tuple[tuple[int, int], ...]
    """Cards of the draw deck by cost, from 0 to the highest; empty without costs."""


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
        costs=_costs(checked),
    )


def _objections(checked: CheckedDeck) -> tuple[DeckObjection, ...]:
    """Return what is to say, the worst first; lines with the same reasons are one."""
    whole = [DeckObjection(verdict=reason.verdict, reasons=(reason,)) for reason in checked.deck]
    alike: dict[tuple[VerdictReason, ...], list[CheckedLine]] = {}
    for line in checked.lines:
        if line.judgement.reasons and line.verdict != "legal":
            alike.setdefault(line.judgement.reasons, []).append(line)
    lines = [
        DeckObjection(
            cards=tuple(_named(line) for line in each), verdict=each[0].verdict, reasons=reasons
        )
        for reasons, each in alike.items()
    ]
    order: tuple[Verdict, ...] = ("not-legal", "not-checked", "note", "legal")
    return tuple(sorted([*whole, *lines], key=lambda each: order.index(each.verdict)))


def _named(line: CheckedLine) -> NamedCard:
    return NamedCard(
        quantity=line.written.quantity,
        title=line.written.title,
        code=line.printing.code if line.printing else "",
    )


def _sections(checked: CheckedDeck) -> list[DeckSection]:
    parted: dict[Section | None, list[CheckedLine]] = {}
    for line in checked.lines:
        parted.setdefault(line.written.section, []).append(line)
    return [
        DeckSection(
            title=HEADINGS[section] if section else NO_SECTION,
            cards=sum(line.written.quantity for line in lines),
            lines=tuple((line.written.quantity, line.shown_title, line.verdict) for line in lines),
        )
        for section, lines in parted.items()
    ]


def _types(checked: CheckedDeck) -> tuple[tuple[str, int], ...]:
    counted: dict[str, int] = {}
    for line in checked.lines:
        kind = line.printing.type if line.printing else ""
        counted[kind or "Not known"] = counted.get(kind or "Not known", 0) + line.written.quantity
    return tuple(sorted(counted.items(), key=lambda each: (-each[1], each[0])))


def _costs(checked: CheckedDeck) -> tuple[tuple[int, int], ...]:
    counted: dict[int, int] = {}
    for line in checked.lines:
        card = line.printing
        if card is None or card.type in {MISSION, DILEMMA}:
            continue
        cost = int(card.cost) if card.cost.isdecimal() else HIGHEST_COST + 1
        if line.written.section not in SEEDED and cost <= HIGHEST_COST:
            counted[cost] = counted.get(cost, 0) + line.written.quantity
    highest = max(counted, default=-1)
    return tuple((cost, counted.get(cost, 0)) for cost in range(highest + 1))

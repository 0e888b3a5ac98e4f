"""Statistics of a field: what was played and how it did, without revealing who.

Anything that fewer than `LEAST` decks have in common is left out, so that no figure
reveals what one player has played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from padd.core.cards.printing import PERSONNEL
from padd.core.cards.titles import fold_title, title_parts
from padd.core.decks.verdicts import CheckedDeck

LEAST: Final = 3
MOST_SHOWN: Final = 12


class FieldDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck of the field, and the place it came to."""

    checked: CheckedDeck
    place: int | None = None


class FieldFigure(msgspec.Struct, frozen=True, kw_only=True):
    """What several decks had in common."""

    title: str
    decks: int
    copies: int
    place: Fraction | None
    """The place of these decks on average; null where none has one."""


class FieldFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of an event's decks."""

    decks: int
    cards: tuple[FieldFigure, ...] = ()
    """The cards that most decks hold."""
    affiliations: tuple[FieldFigure, ...] = ()
    """By the affiliation that most personnel of a deck have."""
    types: tuple[tuple[str, Fraction], ...] = ()
    """Cards of each type in a deck, on average."""


def field_figures(decks: Sequence[FieldDeck]) -> FieldFigures:
    """Return the figures of a field; a field of fewer than three has none."""
    if len(decks) < LEAST:
        return FieldFigures(decks=len(decks))
    cards: defaultdict[str, list[tuple[FieldDeck, int]]] = defaultdict(list)
    sides: defaultdict[str, list[tuple[FieldDeck, int]]] = defaultdict(list)
    named: dict[str, str] = {}
    types: Counter[str] = Counter()
    for deck in decks:
        for key, (title, copies) in _titles(deck.checked).items():
            cards[key].append((deck, copies))
            named.setdefault(key, title)
        if side := main_affiliation(deck.checked):
            sides[side].append((deck, 1))
        types.update(_types(deck.checked))
    return FieldFigures(
        decks=len(decks),
        cards=_figures((named[key], found) for key, found in cards.items()),
        affiliations=_figures(sides.items()),
        types=tuple((kind, Fraction(count, len(decks))) for kind, count in types.most_common()),
    )


def main_affiliation(checked: CheckedDeck) -> str:
    """Return the affiliation of most personnel; nothing where two have as many."""
    counted: Counter[str] = Counter()
    for line in checked.lines:
        if line.printing is not None and line.printing.type == PERSONNEL:
            counted[line.printing.affiliation.strip()] += line.written.quantity
    del counted[""]
    first = counted.most_common(2)
    if not first or (len(first) > 1 and first[0][1] == first[1][1]):
        return ""
    return first[0][0]


def _titles(checked: CheckedDeck) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for line in checked.lines:
        if line.printing is None:
            continue
        title = title_parts(line.printing.title).base
        key = fold_title(title)
        found[key] = (title, found.get(key, ("", 0))[1] + line.written.quantity)
    return found


def _types(checked: CheckedDeck) -> Counter[str]:
    counted: Counter[str] = Counter()
    for line in checked.lines:
        if line.printing is not None and line.printing.type:
            counted[line.printing.type] += line.written.quantity
    return counted


def _mean(places: Sequence[int]) -> Fraction | None:
    return Fraction(sum(places), len(places)) if places else None


def _figures(parts: Iterable[tuple[str, list[tuple[FieldDeck, int]]]]) -> tuple[FieldFigure, ...]:
    figures = [
        FieldFigure(
            title=title,
            decks=len(found),
            copies=sum(copies for _, copies in found),
            place=_mean([deck.place for deck, _ in found if deck.place is not None]),
        )
        for title, found in parts
        if len(found) >= LEAST
    ]
    figures.sort(key=lambda each: (-each.decks, -each.copies, each.title))
    return tuple(figures[:MOST_SHOWN])

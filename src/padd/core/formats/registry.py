"""The package for each kind of play: a new format is one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from padd.core.formats.format import Format
from padd.core.model import Event, Kind, PlayerId, StrictStruct
from padd.rulebooks.schema import Rulebook

MODULES: Final = {
    Kind.SWISS: "padd.core.formats.swiss.format",
    Kind.CUT: "padd.core.formats.cut.format",
    Kind.BRACKET: "padd.core.formats.bracket.format",
    Kind.TRIBBLES: "padd.core.formats.tribbles.format",
}
"""A format is loaded when an event needs it: most events need one."""
FORMATS: Final[dict[Kind, Format[Any, Any]]] = {}


def format_of(event: Event) -> Format[Any, Any]:
    """Return what answers for an event's kind of play."""
    return format_for(event.kind)


def format_for(kind: Kind) -> Format[Any, Any]:
    """Return what answers for a kind of play."""
    if kind not in FORMATS:
        FORMATS[kind] = import_module(MODULES[kind]).FORMAT
    return FORMATS[kind]


class Ranking(StrictStruct, frozen=True):
    """Every player from first to last, and whether it stays so."""

    order: tuple[PlayerId, ...]
    final: bool


def ranking_of(event: Event, book: Rulebook, *, seed: int = 0) -> Ranking:
    """Return the order of an event; the seed tosses, cuts and draws."""
    places = format_of(event).standings(event, book, seed=seed)
    return Ranking(tuple(row.player for row in places.rows), places.final)


def round_title_of(event: Event, number: int) -> str:
    """Return the name of a round as a title."""
    titles = format_of(event).round_titles(event, len(event.players))
    return titles[number - 1] if number <= len(titles) else f"Round {number}"


def round_name_in_sentence(title: str) -> str:
    """Return the name of a round within a sentence: "the quarter-finals"."""
    lower = f"{title[:1].lower()}{title[1:]}"
    numbered = title.removeprefix("Round ").isdecimal()
    return lower if numbered else f"the {lower}"

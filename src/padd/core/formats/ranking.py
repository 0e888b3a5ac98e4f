"""The final order of an event of any kind of play."""

from __future__ import annotations

from padd.core.formats.registry import format_of
from padd.core.model import Event, PlayerId, StrictStruct
from padd.rulebooks.schema import Rulebook


class Ranking(StrictStruct, frozen=True):
    """Every player from first to last, and whether it stays so."""

    order: tuple[PlayerId, ...]
    final: bool


def ranking_of(event: Event, book: Rulebook, *, seed: int = 0) -> Ranking:
    """Return the order of an event; the seed tosses, cuts and draws."""
    places = format_of(event).standings(event, book, seed=seed)
    return Ranking(tuple(row.player for row in places.rows), places.final)

"""The order of an event, whatever the kind of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.formats.bracket.event import played_event
from padd.core.formats.bracket.outcome import places
from padd.core.formats.tribbles.ranking import tribbles_standings
from padd.core.model import Fact, Kind, PlayerId
from padd.core.refusal import EventRefused, Refusal
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import (
    disqualified,
    rank,
)

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.rulebooks.schema import Rulebook
    from padd.rulebooks.sections.play import TribblesRules


class Ranking(Fact, frozen=True):
    """Everybody from first to last, and whether it stays so."""

    order: tuple[PlayerId, ...]
    final: bool


def ranking_of(event: Event, book: Rulebook, *, seed: int = 0) -> Ranking:
    """Return the order of an event; the seed tosses, cuts and draws."""
    match event.kind:
        case Kind.SWISS:
            table = rank(score_event(event, book), book, seed=seed)
            return Ranking(tuple(row.player for row in table.rows), table.final)
        case Kind.BRACKET:
            played = played_event(event, book, seed=seed)
            rows = places(played, expelled=disqualified(event))
            return Ranking(tuple(row.player for row in rows), played.final)
        case Kind.TRIBBLES:
            found = tribbles_standings(event, tribbles_rules(book), seed=seed)
            return Ranking(tuple(row.player for row in found.rows), found.final)


def tribbles_rules(book: Rulebook) -> TribblesRules:
    """Return the rules of Tribbles, or refuse a rulebook that has none."""
    if book.tribbles is None:
        raise EventRefused(
            Refusal(
                code="no-tribbles",
                message=f"{book.title} does not know Tribbles.",
                rule=book.document,
                place="rulebook",
            )
        )
    return book.tribbles

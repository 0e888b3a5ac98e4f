"""Which results of an event are rated: games, matches, and pairs in a pod."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.formats.registry import format_of

if TYPE_CHECKING:
    from padd.core.formats.rated_result import RatedResult
    from padd.core.model import Event
    from padd.rulebooks.schema import Rulebook
    from padd.rulebooks.sections.programme import RatingRules


def rated_results(
    event: Event, book: Rulebook, rules: RatingRules
) -> tuple[RatedResult, ...]:
    """Return everything in an event that moves ratings."""
    return tuple(format_of(event).rated_results(event, book, rules))

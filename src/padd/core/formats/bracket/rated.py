"""Which matches of a bracket were played, and which are rated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.meeting import WIN, Meeting
from padd.core.formats.rated_result import RatedResult, won_result
from padd.core.model import Event
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules

PLAYED_OUT: Final = frozenset({DecidedBy.GAMES, DecidedBy.RESULT, DecidedBy.HIGHER_SEED})
"""What decides a match that was played; the rest went by absence or a bye."""


def rated_matches(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    """Give one result a match, however many games it had (AMB-57)."""
    if rules.match_play is None:
        return
    if not rules.final_confrontation_rated:
        # A final that is only known by its winner's name is not rated (AMB-31).
        event = msgspec.structs.replace(event, final_confrontation=None)
    for met in played_matches(event, book):
        yield won_result(met.round, *met.players, rules)


def played_matches(event: Event, book: Rulebook) -> Iterator[Meeting]:
    """Give the matches that were played, the winner first."""
    if not event.rounds:
        return
    for match in bracket_of_event(event, book).matches.values():
        winner, loser = match.winner, match.loser
        if match.how in PLAYED_OUT and winner is not None and loser is not None:
            yield Meeting(match.round, (winner, loser), WIN)

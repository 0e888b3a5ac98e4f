"""An event in match play under its rulebook: the way in for everybody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.brackets.play import PlayedBracket, played
from padd.core.brackets.seeding import drawn_seeds, seeds_of
from padd.core.brackets.styles import bracket_of
from padd.core.model import PairingStyle
from padd.core.results import Terms, judgement, terms_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from padd.core.brackets.tree import Bracket
    from padd.core.model import Event, Match, PlayerId
    from padd.rulebooks.schema import Rulebook


def played_event(
    event: Event,
    book: Rulebook,
    *,
    bracket: Bracket | None = None,
    best_of: Mapping[int, int] | None = None,
    seed: int = 0,
) -> PlayedBracket:
    """Return an event's bracket as it stands.

    The seed draws the names of an unseeded elimination before its first round.
    """
    terms = terms_of(event, book)
    return played(
        event,
        bracket or bracket_of(event.pairing_style, len(event.players)),
        drawn_seeds(event, seed=seed) if awaits_draw(event) else seeds_of(event),
        book.brackets,
        judge=lambda match: match_winner(match, terms),
        best_of=best_of,
    )


def awaits_draw(event: Event) -> bool:
    """Tell whether the names of an unseeded elimination are still to be drawn."""
    return (
        event.pairing_style is PairingStyle.ELIMINATION
        and not event.rounds
        and all(player.seed is None for player in event.players)
    )


def match_winner(match: Match, terms: Terms) -> PlayerId | None:
    """Return who won a match of one game, adjudicated where time was called."""
    winner = judgement(match, terms).winner
    return None if winner is None else match.players[winner]

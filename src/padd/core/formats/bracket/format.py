"""Match play in a bracket: what core asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.formats.bracket.event import played_event
from padd.core.formats.bracket.outcome import (
    BracketStandings,
    next_round,
    places,
    round_of,
)
from padd.core.formats.verification import verify_draws
from padd.core.scoring.standings import disqualified

if TYPE_CHECKING:
    from padd.core.formats.bracket.outcome import BracketPlace
    from padd.core.model import Event, Round
    from padd.core.pairing.verification import RoundVerdict
    from padd.rulebooks.schema import Rulebook

PLACED_BY: Final = ("brackets.tied_game", "brackets.tied_match", "brackets.places")


class BracketFormat:
    """Whoever wins a match goes on; the bracket says against whom."""

    gives_victory_points = False
    has_bracket = True
    in_pods = False

    def standings(
        self, event: Event, book: Rulebook, *, seed: int = 0
    ) -> BracketStandings:
        """Rank by round of elimination, then by seed."""
        played = played_event(event, book, seed=seed)
        rows = places(played, expelled=disqualified(event))
        return BracketStandings(rows=rows, final=played.final, played=played)

    def rules_behind(
        self, was: BracketPlace, now: BracketPlace, event: Event, book: Rulebook
    ) -> tuple[str, ...]:
        """Return the rules that decide tied matches and rank the losers."""
        del was, now, event, book
        return PLACED_BY

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[RoundVerdict, ...]:
        """Replay the draw of an unseeded bracket; no impossible one is read."""
        del prove

        def redraw(before: Event, round_: Round, seed: int) -> Round | None:
            del round_
            ahead = next_round(played_event(before, book, seed=seed))
            return None if ahead is None else round_of(ahead, seed=seed)

        return tuple(verify_draws(event, redraw))


FORMAT: Final = BracketFormat()

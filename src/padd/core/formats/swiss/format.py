"""Swiss rounds: what core asks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.formats.swiss.rules_behind import rules_behind
from padd.core.pairing.verification import AuditedRound, verify_rounds
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import Standings, rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event
    from padd.core.scoring.standings import StandingsRow
    from padd.rulebooks.schema import Rulebook


class SwissFormat:
    """Everybody plays every round, and victory points rank."""

    gives_victory_points = True
    has_bracket = False
    in_pods = False

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> Standings:
        """Rank by victory points and the tiebreaks of the rulebook."""
        return rank(score_event(event, book), book, seed=seed)

    def rules_behind(
        self, was: StandingsRow, now: StandingsRow, event: Event, book: Rulebook
    ) -> Iterator[str]:
        """Return the rules that touched this player's results, and the tiebreaks."""
        return rules_behind(was, now, event, book)

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[AuditedRound, ...]:
        """Judge every round by its figures, against the best there was."""
        return verify_rounds(event, book, prove=prove)


FORMAT: Final = SwissFormat()

"""Swiss rounds: what core asks of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.formats.findings import Finding
from padd.core.formats.format import Format, Places
from padd.core.formats.meeting import Meeting
from padd.core.formats.rated_result import RatedResult
from padd.core.formats.swiss.findings import swiss_findings
from padd.core.formats.swiss.rated import played_games, rated_games
from padd.core.formats.swiss.rules_behind import swiss_rules_behind
from padd.core.model import Event, PlayerId, Round
from padd.core.pairing.verification import AuditedRound
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import (
    COIN_TOSS,
    TIE_BREAKER_GAME,
    Standings,
    StandingsRow,
    swiss_standings,
)
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules


class SwissFormat(Format[StandingsRow, Standings]):
    """Every player plays every round, and victory points rank."""

    gives_victory_points = True
    avoids_rematches = True

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> Standings:
        """Rank by victory points and the tiebreaks of the rulebook."""
        return swiss_standings(score_event(event, book), book, seed=seed)

    def rules_behind(
        self, was: StandingsRow, now: StandingsRow, event: Event, book: Rulebook
    ) -> Iterator[str]:
        """Return the rules that touched this player's results, and the tiebreaks."""
        return swiss_rules_behind(was, now, event, book)

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[AuditedRound, ...]:
        """Judge every round by its figures, against the best there was."""
        from padd.core.pairing.verification import verify_rounds

        return verify_rounds(event, book, prove=prove)

    def next_round(
        self, event: Event, book: Rulebook, *, seed: int, redraws: int = 0, pods: int | None = None
    ) -> Round:
        """Draw the best pairings, at random among equals."""
        from padd.core.pairing.next_round import pair_next, round_on_file

        del pods
        return round_on_file(pair_next(event, book, seed=seed), event, redraws=redraws)

    def bound_to(self, event: Event, book: Rulebook, number: int) -> str:
        """Return the fingerprint of the field with all that happened before."""
        from padd.core.pairing.next_round import pairing_field
        from padd.core.pairing.round_seed import fingerprint

        return fingerprint(pairing_field(event, book, number))

    def left_to_chance(
        self, event: Event, book: Rulebook, *, places: Places | None = None
    ) -> Iterator[tuple[PlayerId, str | None]]:
        """Return the order, with coin tosses and tie-breaker games for the win."""
        for row in (places or self.standings(event, book)).rows:
            step = row.decided_by
            open_tie = step == COIN_TOSS or (step == TIE_BREAKER_GAME and row.place == 1)
            yield row.player, step if open_tie else None

    def findings(self, event: Event, book: Rulebook) -> Iterator[Finding]:
        """Return what is odd about the end."""
        return swiss_findings(event, book)

    def meetings(self, event: Event, book: Rulebook) -> Iterator[Meeting]:
        """Return the games that were played."""
        return played_games(event, book)

    def rated_results(
        self, event: Event, book: Rulebook, rules: RatingRules
    ) -> Iterator[RatedResult]:
        """Return the games that count."""
        return rated_games(event, book, rules)


FORMAT: Final = SwissFormat()

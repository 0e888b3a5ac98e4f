"""Tribbles: what core asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.formats.tribbles.audit import pod_findings
from padd.core.formats.tribbles.pods import next_pods, round_of
from padd.core.formats.tribbles.ranking import (
    TribblesStandings,
    tribbles_standings,
)
from padd.core.formats.tribbles.rules import tribbles_rules
from padd.core.formats.verification import verify_draws

if TYPE_CHECKING:
    from padd.core.formats.tribbles.ranking import TribblesRow
    from padd.core.model import Event, Round
    from padd.core.pairing.verification import RoundVerdict
    from padd.rulebooks.schema import Rulebook

PLACED_BY: Final = (
    "tribbles.timed_round_winner",
    "tribbles.conceded_score",
    "tribbles.tiebreaks",
    "tribbles.finals.ranking",
)


class TribblesFormat:
    """Pods play rounds for points; the finals rank table by table."""

    gives_victory_points = False
    has_bracket = False
    in_pods = True

    def standings(
        self, event: Event, book: Rulebook, *, seed: int = 0
    ) -> TribblesStandings:
        """Rank by points, rounds won and the cut; in finals table by table first."""
        return tribbles_standings(event, tribbles_rules(book), seed=seed)

    def rules_behind(
        self, was: TribblesRow, now: TribblesRow, event: Event, book: Rulebook
    ) -> tuple[str, ...]:
        """Return the rules that count points and break ties."""
        del was, now, event, book
        return PLACED_BY

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[RoundVerdict, ...]:
        """Replay every draw of pods, and name what is odd about them."""
        del prove
        rules = tribbles_rules(book)

        def redraw(before: Event, round_: Round, seed: int) -> Round:
            # The director may have asked for more pods; how many is on record.
            return round_of(next_pods(before, rules, seed=seed, pods=len(round_.pods)))

        concerns = pod_findings(event, rules)
        problems = ((concern.place, concern.message) for concern in concerns)
        return tuple(verify_draws(event, redraw, problems))


FORMAT: Final = TribblesFormat()

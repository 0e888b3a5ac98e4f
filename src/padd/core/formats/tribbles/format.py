"""Tribbles: what core asks of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.formats.format import Finding, Format, Meeting, Places, RatedResult
from padd.core.formats.tribbles.findings import pod_findings, sanction_findings
from padd.core.formats.tribbles.pods import next_pods, pod_round_on_file
from padd.core.formats.tribbles.ranking import (
    TribblesRow,
    TribblesStandings,
    finals_rounds,
    finals_tables,
    orbit_standings,
    tribbles_standings,
)
from padd.core.formats.tribbles.rated import rated_pairs
from padd.core.formats.tribbles.scoring import tribbles_rules
from padd.core.formats.verification import verify_draws
from padd.core.messages import message
from padd.core.model import Event, PairingStyle, PlayerId, Pod, Round
from padd.core.pairing.verification import RoundVerdict
from padd.core.refusal import cite_refusals, refuse
from padd.core.scenarios.orbit import orbit_points
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules

CUT: Final = "cut"
PLACED_BY: Final = (
    "tribbles.timed_round_winner",
    "tribbles.conceded_score",
    "tribbles.tiebreaks",
    "tribbles.finals.ranking",
)


class TribblesFormat(Format[TribblesRow, TribblesStandings]):
    """Pods play rounds for points; the finals rank table by table."""

    in_pods = True

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> TribblesStandings:
        """Rank by points, rounds won and the cut; in finals table by table first."""
        rules, points = tribbles_rules(book), orbit_points(event, book)
        if points is not None:
            return orbit_standings(event, rules, points, seed=seed)
        return tribbles_standings(event, rules, seed=seed)

    def rules_behind(
        self, _was: TribblesRow, _now: TribblesRow, _event: Event, _book: Rulebook
    ) -> tuple[str, ...]:
        """Return the rules that count points and break ties."""
        return PLACED_BY

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[RoundVerdict, ...]:
        """Replay every draw of pods, and name what is odd about them."""
        del prove
        rules = tribbles_rules(book)

        def redraw(before: Event, round_: Round, seed: int) -> Round:
            # The director may have asked for more pods; how many is on record.
            return pod_round_on_file(next_pods(before, rules, seed=seed, pods=len(round_.pods)))

        findings = pod_findings(event, rules)
        problems = ((finding.place, finding.message) for finding in findings)
        return tuple(verify_draws(event, redraw, problems))

    def next_round(
        self, event: Event, book: Rulebook, *, seed: int, redraws: int = 0, pods: int | None = None
    ) -> Round:
        """Draw pods, or form them by points."""
        with cite_refusals(book):
            ahead = next_pods(event, tribbles_rules(book), seed=seed, pods=pods)
        return Round(
            number=ahead.number,
            pods=tuple(Pod(players=pod.players, table=pod.table) for pod in ahead.pods),
            missed=ahead.missed,
            draw={"seed": seed, "redraws": redraws},
        )

    def left_to_chance(
        self, event: Event, book: Rulebook, *, places: Places | None = None
    ) -> Iterator[tuple[PlayerId, str | None]]:
        """Return the order, with the cuts."""
        if not event.rounds:
            return
        for row in (places or self.standings(event, book)).rows:
            yield row.player, row.decided_by if row.decided_by == CUT else None

    def check(self, event: Event, book: Rulebook) -> None:
        """Refuse matches, and finals in which a table is not known."""
        for index, round_ in enumerate(event.rounds):
            if round_.matches:
                refuse(
                    "matches-in-tribbles",
                    message("Tribbles is played in pods, not in matches."),
                    f"rounds[{index}].matches",
                )
        if event.pairing_style is PairingStyle.TRIBBLES_FINALS and book.tribbles:
            finals = finals_rounds(event, book.tribbles)
            if finals:
                finals_tables(event, finals)

    def findings(self, event: Event, book: Rulebook) -> Iterator[Finding]:
        """Return what is odd about the pods."""
        return sanction_findings(event, book)

    def meetings(self, event: Event, book: Rulebook) -> Iterator[Meeting]:
        """Return every two players of a pod."""
        if book.ratings is not None:
            for pair in rated_pairs(event, book, book.ratings):
                yield Meeting(pair.round, pair.players, pair.scores[0])

    def rated_results(
        self, event: Event, book: Rulebook, rules: RatingRules
    ) -> Iterator[RatedResult]:
        """Return one result for each pair of a pod."""
        return rated_pairs(event, book, rules)


FORMAT: Final = TribblesFormat()

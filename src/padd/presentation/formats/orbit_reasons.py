"""Why this place in a Standard Orbit: the player's and the deck's points by round."""

from __future__ import annotations

from padd.core.model import PlayerId
from padd.core.scenarios.orbit import points_of_round
from padd.core.scoring.standings import OWN_POINTS, Standings
from padd.presentation.event_names import names_of
from padd.presentation.reasons import ChainLine, Sum, SumLine, Why
from padd.presentation.words import STEPS, ordinal
from padd.rulebooks.schema import Rulebook, cite


def orbit_why(places: Standings, player: PlayerId, book: Rulebook) -> Why:
    """Return the sums behind a place, and what parted it from the one above."""
    at = next(i for i, row in enumerate(places.rows) if row.player == player)
    row, name = places.rows[at], names_of(places.event)[player]
    rule = cite(book, "formats.scenarios")
    total = row.record.leading
    lead = f"Decided by own and deck points together: {total}"
    if row.decided_by is not None:
        lead = f"Decided by {STEPS[row.decided_by]}"
    tied = ""
    if row.decided_by == OWN_POINTS:
        above = names_of(places.event)[places.rows[at - 1].player]
        tied = f": {above} has the same sum and more own points"
    return Why(
        question=f"Why is {name} {ordinal(row.place)}?",
        answer=f"{name} and the deck scored {total} points together.",
        chain=(ChainLine("→", lead + tied, rule, lead),),
        sums=(
            _sum(places, player, rule, "Points scored by the player", own=True),
            _sum(places, player, rule, "Points of the deck", own=False),
        ),
    )


def _sum(places: Standings, player: PlayerId, rule: str, title: str, *, own: bool) -> Sum:
    lines = []
    for round_ in places.event.rounds:
        points = points_of_round(round_).get(player)
        made = 0 if points is None else points.own if own else points.deck
        label = "Sat out" if points is None else "Points"
        lines.append(SumLine(round_.number, label, str(made)))
    total = sum(int(line.value) for line in lines)
    working = " + ".join(line.value for line in lines)
    return Sum(title, tuple(lines), working, str(total), rule)

"""The sheet of a pod: five rounds, who went out, points and running totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.core.formats.tribbles.scoring import scores_of
from padd.interfaces.printing.event_view import table_of
from padd.interfaces.printing.pdf import (
    Paper,
    Printed,
    pressed,
)

if TYPE_CHECKING:
    from padd.core.model import PlayerId, Round
    from padd.interfaces.printing.event_view import PrintView
    from padd.rulebooks.sections.play import TribblesRules


def pod_sheets(day: PrintView, round_: Round, *, paper: Paper = Paper.A4) -> Printed:
    """Return a sheet for the score keeper of each table."""
    return pressed("pods", pods_content(day, round_), paper=paper)


def pods_content(day: PrintView, round_: Round) -> dict[str, Any]:
    """Return what stands on the sheets of a round's tables."""
    rules = day.book.tribbles
    numbers = _match_of(round_.number, rules)
    return {
        "title": "Tribbles pod",
        "lines": [day.place_and_day, day.game],
        "rounds": [str(number) for number in numbers],
        "pods": [
            {
                "table": str(table_of(pod, at)),
                "rows": [_row(day, player, numbers, rules) for player in pod.players],
                "check": day.check(round_.number, *pod.players),
            }
            for at, pod in enumerate(round_.pods)
        ],
        "rules": _rules(rules),
        "foot": day.foot,
    }


def _match_of(number: int, rules: TribblesRules | None) -> range:
    """Return the rounds of the match that a round belongs to."""
    length = rules.rounds_per_match if rules else 1
    first = (number - 1) // length * length + 1
    return range(first, first + length)


def _row(
    day: PrintView, player: PlayerId, numbers: range, rules: TribblesRules | None
) -> dict[str, Any]:
    before, points, total, outs = 0, dict[int, int](), None, set[int]()
    if rules is not None:
        found = scores_of(day.event, day.rounds, rules).get(player)
        if found is not None:
            points = {
                line.round: line.counted
                for line in found.rounds
                if _entered(day, line.round, player)
            }
            outs = {line.round for line in found.rounds if line.won}
            before = found.head_start + sum(
                counted for at, counted in points.items() if at < numbers[0]
            )
    known = [points.get(number) for number in numbers]
    if all(one is not None for one in known):
        total = before + sum(one or 0 for one in known)
    return {
        "name": day.names[player],
        "before": f"{before:,}" if before else "",
        "points": ["" if one is None else f"{one:,}" for one in known],
        "outs": [number in outs for number in numbers],
        "total": "" if total is None else f"{total:,}",
    }


def _entered(day: PrintView, number: int, player: PlayerId) -> bool:
    round_ = day.round(number)
    return round_ is not None and any(
        pod.scores is not None and player in pod.players for pod in round_.pods
    )


def _rules(rules: TribblesRules | None) -> list[str]:
    if rules is None:
        return []
    said = ["One player keeps the score for the table."]
    if rules.timed_round_winner == "nobody":
        said.append("When time ends a round, nobody has gone out.")
    else:
        said.append("When time ends a round, the highest score of it wins the round.")
    said.append(
        f"Whoever concedes scores {rules.conceded_score:,} in that round. "
        "Mark who went out with a tick."
    )
    return said

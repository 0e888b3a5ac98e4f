"""The sheet of a pod: five rounds, who went out, points and running totals."""

from __future__ import annotations

from typing import Any

from padd.core.formats.tribbles.scoring import scores_of
from padd.core.model import PlayerId, Round
from padd.interfaces.printing.event_view import PrintView, table_number
from padd.interfaces.printing.pdf import Paper, PrintedDocument, render_pdf
from padd.rulebooks.sections.play import TribblesRules


def pod_sheets(view: PrintView, round_: Round, *, paper: Paper = Paper.A4) -> PrintedDocument:
    """Return a sheet for the score keeper of each table."""
    return render_pdf("pods", pods_content(view, round_), paper=paper)


def pods_content(view: PrintView, round_: Round) -> dict[str, Any]:
    """Return what stands on the sheets of a round's tables."""
    rules = view.book.tribbles
    numbers = _match_of(round_.number, rules)
    return {
        "title": "Tribbles pod",
        "lines": [view.place_and_day, view.game],
        "rounds": [str(number) for number in numbers],
        "pods": [
            {
                "table": str(table_number(pod, at)),
                "rows": [_row(view, player, numbers, rules) for player in pod.players],
                "check": view.check(round_.number, *pod.players),
            }
            for at, pod in enumerate(round_.pods)
        ],
        "rules": _rules(rules),
        "foot": view.foot,
    }


def _match_of(number: int, rules: TribblesRules | None) -> range:
    """Return the rounds of the match that a round belongs to."""
    length = rules.rounds_per_match if rules else 1
    first = (number - 1) // length * length + 1
    return range(first, first + length)


def _row(
    view: PrintView, player: PlayerId, numbers: range, rules: TribblesRules | None
) -> dict[str, Any]:
    before, points, total, outs = 0, dict[int, int](), None, set[int]()
    if rules is not None:
        score = scores_of(view.event, view.rounds, rules).get(player)
        if score is not None:
            points = {
                line.round: line.counted
                for line in score.rounds
                if _entered(view, line.round, player)
            }
            outs = {line.round for line in score.rounds if line.won}
            before = score.head_start + sum(
                counted for at, counted in points.items() if at < numbers[0]
            )
    known = [points.get(number) for number in numbers]
    if all(points is not None for points in known):
        total = before + sum(points or 0 for points in known)
    return {
        "name": view.names[player],
        "before": f"{before:,}" if before else "",
        "points": ["" if points is None else f"{points:,}" for points in known],
        "outs": [number in outs for number in numbers],
        "total": "" if total is None else f"{total:,}",
    }


def _entered(view: PrintView, number: int, player: PlayerId) -> bool:
    round_ = view.round(number)
    return round_ is not None and any(
        pod.scores is not None and player in pod.players for pod in round_.pods
    )


def _rules(rules: TribblesRules | None) -> list[str]:
    if rules is None:
        return []
    sentences = ["One player keeps the score for the table."]
    if rules.timed_round_winner == "nobody":
        sentences.append("If time ends a round, no one has gone out.")
    else:
        sentences.append("If time ends a round, the highest score wins the round.")
    sentences.append(
        f"A player who concedes scores {rules.conceded_score:,} in that round. "
        "Mark the player who went out with a check."
    )
    return sentences

"""The lines of scorecards: what was played so far, in the wording of each form."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.formats.bracket.event import played_event
from padd.core.formats.registry import format_of
from padd.core.formats.tribbles.scoring import scores_of
from padd.core.model import PlayerId
from padd.core.scoring.results import Code, Result
from padd.interfaces.printing.event_view import PrintView, table_of
from padd.interfaces.printing.result_lists import score_of
from padd.presentation.words import signed


def lines_of(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    """Return the lines of every card: one for each round so far, by column."""
    if format_of(view.event).in_pods:
        return _pod_lines(view)
    if format_of(view.event).has_bracket and not view.event.stages:
        return _bracket_lines(view)
    lines = _swiss_lines(view)
    for player, played in _bracket_lines(view).items() if view.event.stages else ():
        marked = ({**line, "result": line.get("won", "")} for line in played)
        lines.setdefault(player, []).extend(marked)
    return lines


def _swiss_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    lines: dict[PlayerId, list[dict[str, str]]] = {}
    totals: dict[PlayerId, tuple[int, int]] = {}
    for at, round_ in enumerate(view.event.rounds):
        seats = dict(_seats_of(view, at))
        results = {result.player: result for result in view.scored.rounds[at].results}
        for player in view.names:
            line = {"round": str(round_.number), "game": str(round_.number)}
            line |= seats.get(player, {})
            result = results.get(player)
            if result is not None and result.code is not Code.PENDING:
                vp, margin = totals.get(player, (0, 0))
                totals[player] = vp + result.vp, margin + result.differential
                line |= _written(result, totals[player])
            elif player not in seats:
                line["opponent"] = "–"
            lines.setdefault(player, []).append(line)
    return lines


def _seats_of(view: PrintView, at: int) -> Iterator[tuple[PlayerId, dict[str, str]]]:
    round_ = view.rounds[at]
    for index, match in enumerate(round_.matches):
        table = str(table_of(match, index))
        for turned, player in enumerate(match.players):
            other = match.opponent_of(player)
            yield (
                player,
                {
                    "table": table,
                    "opponent": view.names[other],
                    "opponent-number": str(view.number_of.get(other, "")),
                    "score": score_of(match, turned=bool(turned)),
                },
            )
    for player in (*round_.byes, *round_.earned_byes):
        yield player, {"table": "–", "opponent": "Bye"}


def _written(result: Result, totals: tuple[int, int]) -> dict[str, str]:
    """Return a result in all the ways that forms write it."""
    vp, margin = totals
    words = {"opponent": "Missed game"} if result.code is Code.MISSED_GAME else {}
    return {
        **(words if result.opponent is None else {}),
        "result": str(result.code),
        "vp": str(result.vp),
        "vp-total": str(vp),
        "differential": signed(result.differential),
        "differential-total": signed(margin),
        "points": str(result.vp),
        "margin": signed(result.differential),
        "written-score": written(result.vp, result.differential),
        "written-total": written(vp, margin),
    }


def written(vp: int, differential: int) -> str:
    """Return a score as the Decipher guides write it: 2(+35)."""
    return f"{vp}({signed(differential) if differential else '+0'})"


def _bracket_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    """Return who was met and who won; whoever is out has no more lines."""
    lines: dict[PlayerId, list[dict[str, str]]] = {}
    before = len(view.event.rounds) if view.event.stages else 0
    for at, round_ in enumerate(view.rounds[before:], start=before):
        won = _won(view, round_.number - before)
        for player, seat in _seats_of(view, at):
            line = {"round": str(round_.number), **seat, "games": seat.get("score", "")}
            lines.setdefault(player, []).append(line | won.get(player, {}))
    return lines


def _won(view: PrintView, number: int) -> dict[PlayerId, dict[str, str]]:
    """Return how the matches of a round ended, from each side."""
    marks: dict[PlayerId, dict[str, str]] = {}
    for match in played_event(view.event, view.book).matches.values():
        if match.round != number or match.winner is None or match.record is None:
            continue
        for at, slot in enumerate(match.slots):
            if slot.player is None:
                continue
            mark = {"won": "won" if slot.player == match.winner else "lost"}
            if match.wins and sum(match.wins) > 1:
                mark["games"] = f"{match.wins[at]}–{match.wins[1 - at]}"
            marks[slot.player] = mark
    return marks


def _pod_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    rules = view.book.tribbles
    if rules is None:
        return {}
    lines: dict[PlayerId, list[dict[str, str]]] = {}
    scores = scores_of(view.event, view.rounds, rules)
    played = {
        (player, round_.number)
        for round_ in view.rounds
        for pod in round_.pods
        for player in pod.scores or ()
    }
    for round_ in view.rounds:
        for index, pod in enumerate(round_.pods):
            for player in pod.players:
                others = [view.names[p] for p in pod.players if p != player]
                line = {
                    "round": str(round_.number),
                    "table": str(table_of(pod, index)),
                    "opponent": ", ".join(others),
                }
                lines.setdefault(player, []).append(line)
    for player, score in scores.items():
        total = score.head_start
        by_round = {line["round"]: line for line in lines.get(player, ())}
        for counted in score.rounds:
            if (player, counted.round) not in played:
                continue  # the pod writes its points here
            total += counted.counted
            line = by_round.get(str(counted.round), {})
            line["tribbles"] = f"{counted.counted:,}"
            line["out"] = "yes" if counted.won else ""
            line["tribbles-total"] = f"{total:,}"
    return lines

"""From the points scored at the tables to every player's total and rounds won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from padd.core.messages import message
from padd.core.model import Event, PlayerId, Pod, Round, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.play import TribblesRules

ROUND_LOSS: Final = 3
"""The penalty level that counts as a concession in a pod (AMB-51)."""


class RoundPoints(StrictStruct, frozen=True):
    """What one round gave one player."""

    round: int
    table: int
    scored: int
    counted: int
    """The points that count: 0 where the match was conceded."""
    won: bool


class Score(StrictStruct, frozen=True):
    """One player's points, with what they are made of."""

    player: PlayerId
    head_start: int
    rounds: tuple[RoundPoints, ...]
    points: int
    rounds_won: int
    conceded: tuple[int, ...]
    """The five-round matches that count 0, numbered from 1."""


def match_number(number: int, rules: TribblesRules) -> int:
    """Return the five-round match a round belongs to, counted from 1."""
    return (number - 1) // rules.rounds_per_match + 1


def round_winners(
    pod: Pod, rules: TribblesRules, *, out: frozenset[PlayerId] = frozenset()
) -> tuple[PlayerId, ...]:
    """Return who won a pod's round: every player who went out (AMB-54).

    Who wins a round cut by time is the rulebook's to say. Where it is not known who
    went out, the highest score of those still playing wins; equal scores share it.
    """
    timed = pod.went_out == ()
    if pod.went_out or (timed and rules.timed_round_winner == "nobody"):
        return pod.went_out or ()
    scores = {p: points for p, points in (pod.scores or {}).items() if p not in out}
    best = max(scores.values(), default=0)
    return tuple(player for player in pod.players if scores.get(player) == best)


def scores_of(
    event: Event, rounds: Sequence[Round], rules: TribblesRules, *, head_starts: bool = True
) -> dict[PlayerId, Score]:
    """Return every player's score over some rounds of an event."""
    conceded = _concessions(rounds, rules)
    lines: dict[PlayerId, list[RoundPoints]] = {p.id: [] for p in event.players}
    for round_ in rounds:
        for index, pod in enumerate(round_.pods):
            table = pod.table or index + 1
            for player, line in _lines(round_, pod, table, conceded, rules):
                lines[player].append(line)
    return {
        player.id: _score(
            player.id,
            lines[player.id],
            head_start=player.head_start if head_starts else 0,
            conceded=tuple(m for who, m in conceded if who == player.id),
            match_of_start=match_number(rules.head_start.round, rules),
        )
        for player in event.players
    }


def _concessions(rounds: Sequence[Round], rules: TribblesRules) -> dict[tuple[PlayerId, int], int]:
    """Return from which round on a player is out of a five-round match."""
    last_rounds: dict[tuple[PlayerId, int], int] = {}
    for round_ in rounds:
        for pod in round_.pods:
            for player in conceding_players(pod):
                match = match_number(round_.number, rules)
                last_rounds.setdefault((player, match), round_.number)
    return last_rounds


def conceding_players(pod: Pod) -> Iterator[PlayerId]:
    """Yield who gave up, or lost the match by a penalty, in a pod's round."""
    yield from pod.conceded
    yield from (p.player for p in pod.penalties if p.level >= ROUND_LOSS)


def _lines(
    round_: Round,
    pod: Pod,
    table: int,
    conceded: dict[tuple[PlayerId, int], int],
    rules: TribblesRules,
) -> Iterator[tuple[PlayerId, RoundPoints]]:
    match = match_number(round_.number, rules)
    never = round_.number + 1
    out = frozenset(
        player for player in pod.players if conceded.get((player, match), never) <= round_.number
    )
    winners = round_winners(pod, rules, out=out)
    for player in pod.players:
        scored = (pod.scores or {}).get(player, 0)
        yield (
            player,
            RoundPoints(
                round=round_.number,
                table=table,
                scored=scored,
                counted=rules.conceded_score if (player, match) in conceded else scored,
                won=player in winners,
            ),
        )


def _score(
    player: PlayerId,
    lines: list[RoundPoints],
    *,
    head_start: int,
    conceded: tuple[int, ...],
    match_of_start: int,
) -> Score:
    # The head start belongs to a match and falls with it (AMB-51).
    counted_start = 0 if match_of_start in conceded else head_start
    return Score(
        player=player,
        head_start=counted_start,
        rounds=tuple(lines),
        points=counted_start + sum(line.counted for line in lines),
        rounds_won=sum(line.won for line in lines),
        conceded=conceded,
    )


def tribbles_rules(book: Rulebook) -> TribblesRules:
    """Return the rules of Tribbles, or refuse a rulebook that has none."""
    if book.tribbles is None:
        raise RefusalError(
            Refusal(
                code="no-tribbles",
                message=message("{title} does not cover Tribbles.", title=book.title),
                rule=book.document,
                place="rulebook",
            )
        )
    return book.tribbles

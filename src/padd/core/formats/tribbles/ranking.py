"""The places of a Tribbles event: totals, or table by table in the finals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from padd.core.formats.tribbles.scoring import Score, scores_of
from padd.core.messages import message
from padd.core.model import Event, PairingStyle, PlayerId, Round, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.core.rng import Rng
from padd.core.scenarios.orbit import OrbitPoints
from padd.core.scoring.standings import disqualified_players
from padd.rulebooks.sections.play import TribblesRules


class TribblesRow(StrictStruct, frozen=True):
    """One line of the standings, with the score it rests on."""

    place: int
    score: Score
    decided_by: Literal["rounds-won", "cut", "own-points"] | None
    table: int | None = None
    """The finals table, where tables rank above points."""
    disqualified: bool = False

    @property
    def player(self) -> PlayerId:
        """The player of this line."""
        return self.score.player


class TribblesStandings(StrictStruct, frozen=True):
    """The ranked table of a Tribbles event."""

    rows: tuple[TribblesRow, ...]
    final: bool
    seed: int


def tribbles_standings(event: Event, rules: TribblesRules, *, seed: int = 0) -> TribblesStandings:
    """Rank by points, rounds won and the cut; in finals table by table first.

    The cut is what the director entered; players not in it are drawn by the seed.
    """
    rounds = finals_rounds(event, rules)
    in_finals = event.pairing_style is PairingStyle.TRIBBLES_FINALS and bool(rounds)
    if in_finals:
        steps: Sequence[str] = rules.finals.ranking
        tables = finals_tables(event, rounds) if "seed" in steps else {}
        scores = scores_of(event, rounds, rules, head_starts=False)
    else:
        steps = ("points", *rules.tiebreaks)
        tables = {}
        scores = scores_of(event, event.rounds, rules)
    expelled = disqualified_players(event)
    last = max(tables.values(), default=0) + 1

    def group_of(score: Score) -> tuple[bool, int]:
        return score.player in expelled, tables.get(score.player, last)

    rows: list[TribblesRow] = []
    for (out, _), group in groupby(sorted(scores.values(), key=group_of), key=group_of):
        for score, decided_by in _in_order(list(group), steps, seed, event.cut):
            rows.append(
                TribblesRow(
                    place=len(rows) + 1,
                    score=score,
                    decided_by=decided_by,
                    table=tables.get(score.player),
                    disqualified=out,
                )
            )
    return TribblesStandings(rows=tuple(rows), final=_is_final(event), seed=seed)


def orbit_standings(
    event: Event, rules: TribblesRules, points: dict[PlayerId, OrbitPoints], *, seed: int = 0
) -> TribblesStandings:
    """Rank an orbit by the points of players and their decks, then by their own."""
    expelled = disqualified_players(event)
    scores = [
        msgspec.structs.replace(score, points=points[player].total)
        for player, score in scores_of(event, event.rounds, rules).items()
    ]
    drawn = _cut(scores, seed, event.cut)
    drawn.sort(key=lambda s: (s.player in expelled, -s.points, -points[s.player].own))
    rows: list[TribblesRow] = []
    for score in drawn:
        above = rows[-1].score if rows else None
        decided_by: Literal["cut", "own-points"] | None = None
        if above is not None and above.points == score.points:
            same = points[above.player] == points[score.player]
            decided_by = "cut" if same else "own-points"
        rows.append(
            TribblesRow(
                place=len(rows) + 1,
                score=score,
                decided_by=decided_by,
                disqualified=score.player in expelled,
            )
        )
    return TribblesStandings(rows=tuple(rows), final=_is_final(event), seed=seed)


def _in_order(
    scores: list[Score], steps: Sequence[str], seed: int, cut: Sequence[PlayerId]
) -> Iterator[tuple[Score, Literal["rounds-won", "cut"] | None]]:
    def figures(score: Score) -> tuple[int, ...]:
        by_step = {"points": -score.points, "rounds-won": -score.rounds_won}
        return tuple(by_step[step] for step in steps if step in by_step)

    above: Score | None = None
    for _, tied in groupby(sorted(scores, key=figures), key=figures):
        for index, score in enumerate(_cut(list(tied), seed, cut)):
            decided_by: Literal["rounds-won", "cut"] | None = None
            if index:
                decided_by = "cut"
            elif above is not None and above.points == score.points:
                decided_by = "rounds-won"
            yield score, decided_by
            above = score


def _cut(tied: list[Score], seed: int, cut: Sequence[PlayerId]) -> list[Score]:
    """Order tied players by the cut; the same seed cuts the same way again."""
    tied.sort(key=lambda score: score.player)
    names = ",".join(score.player for score in tied)
    drawn = Rng(seed, f"cut:{names}").shuffled(tied)
    entered = {player: at for at, player in enumerate(cut)}
    return sorted(drawn, key=lambda score: entered.get(score.player, len(entered)))


def finals_rounds(event: Event, rules: TribblesRules) -> tuple[Round, ...]:
    """Return the rounds of the finals; none while a whole day is in its heats.

    A finals event holds them alone, with seeds or numbered from 6 on, or after
    the five rounds of its heats when the whole day is one event.
    """
    rounds = event.rounds
    if not rounds or rounds[0].number > rules.rounds_per_match:
        return rounds
    if len(rounds) > rules.rounds_per_match:
        return rounds[rules.rounds_per_match :]
    seeded = any(player.seed is not None for player in event.players)
    return rounds if seeded else ()


def finals_tables(event: Event, rounds: Sequence[Round]) -> dict[PlayerId, int]:
    """Return each player's finals table: the seed, or the pod of the first round."""
    seeds = {p.id: p.seed for p in event.players if p.seed is not None}
    if not seeds:
        return {
            player: pod.table or index
            for index, pod in enumerate(rounds[0].pods, start=1)
            for player in pod.players
        }
    for index, player in enumerate(event.players):
        if player.id not in seeds:
            raise RefusalError(
                Refusal(
                    code="seed-missing",
                    message=message(
                        '"{id}" has no seed; in the finals the seed is the table '
                        "a player qualified for.",
                        id=player.id,
                    ),
                    rule="App. A",
                    place=f"players[{index}].seed",
                )
            )
    return seeds


def _is_final(event: Event) -> bool:
    """Tell whether no round is to come and every pod has its scores."""
    if not event.rounds:
        return False
    first, last = event.rounds[0].number, event.rounds[-1].number
    # Finals may count on from the heats, or count their own rounds.
    played = last if event.rounds_planned >= first else len(event.rounds)
    return (event.is_closed or played >= event.rounds_planned) and all(
        pod.scores is not None for round_ in event.rounds for pod in round_.pods
    )

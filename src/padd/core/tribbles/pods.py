"""Who sits in which pod: drawn at first, kept for five rounds, then re-formed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NoReturn

from padd.core.chance import Chance
from padd.core.model import Fact, PlayerId
from padd.core.refusal import EventRefused, Refusal
from padd.core.tribbles.scoring import Score, conceding, match_of, scores_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from padd.core.model import Event, Round
    from padd.rulebooks.sections.play import TribblesRules


class Seat(Fact, frozen=True):
    """One player of a pod and why the player sits there."""

    player: PlayerId
    because: Literal["drawn", "same-pod", "pod-winner", "score"]
    points: int = 0
    rounds_won: int = 0


class SeatedPod(Fact, frozen=True):
    """One table with its players in the order of their seats."""

    table: int
    seats: tuple[Seat, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players of the pod."""
        return tuple(seat.player for seat in self.seats)


class PodRound(Fact, frozen=True):
    """The pods of the next round, and who takes no part in it."""

    number: int
    pods: tuple[SeatedPod, ...]
    missed: tuple[PlayerId, ...]
    seed: int


def pod_sizes(
    players: int, rules: TribblesRules, *, pods: int | None = None
) -> tuple[int, ...]:
    """Return the sizes of the pods, larger ones first, within one of each other."""
    if players < rules.fewest_players:
        message = f"Tribbles needs {rules.fewest_players} players, here are {players}."
        _refuse("too-few-players", message, "players", rule="§2")
    fewest = -(-players // rules.largest_pod)
    count = fewest if pods is None else pods
    least = rules.smallest_pod if count > 1 else rules.fewest_players
    if count < fewest or players // count < least:
        most = max(1, players // rules.smallest_pod)
        message = f"{players} players make {fewest} to {most} pods, not {count}: "
        message += f"a pod has {rules.smallest_pod} to {rules.largest_pod} players."
        _refuse("pod-size", message, "pods", rule="§7.2")
    size, larger = divmod(players, count)
    return tuple(size + 1 if index < larger else size for index in range(count))


def next_pods(
    event: Event,
    rules: TribblesRules,
    *,
    seed: int,
    pods: int | None = None,
    readmitted: frozenset[PlayerId] = frozenset(),
) -> PodRound:
    """Return the pods of the round after the last one on record.

    Whoever conceded stays out of the rest of that match, and of later matches
    unless the director lets the player back in (AMB-51).
    """
    number = event.rounds[-1].number + 1 if event.rounds else 1
    gone = {p for r in event.rounds for pod in r.pods for p in conceding(pod)}
    active = [
        player.id
        for player in event.players
        if player.plays_in(number) and (player.id not in gone - readmitted)
    ]
    chance = Chance(seed, f"pods:{number}")
    same_match = bool(event.rounds) and match_of(number, rules) == match_of(
        number - 1, rules
    )
    if same_match:
        seated = tuple(_kept(event.rounds[-1], active))
    elif not event.rounds:
        seated = tuple(_drawn(active, rules, chance, pods))
    else:
        seated = tuple(_reformed(event, active, rules, chance, pods))
    sitting = {player for pod in seated for player in pod.players}
    return PodRound(
        number=number,
        pods=seated,
        missed=tuple(p.id for p in event.players if p.id not in sitting),
        seed=seed,
    )


def _kept(last: Round, active: Sequence[PlayerId]) -> Iterator[SeatedPod]:
    """Keep the pods; whoever comes late sits down when pods are formed again."""
    for index, pod in enumerate(last.pods):
        seats = tuple(
            Seat(player=player, because="same-pod")
            for player in pod.players
            if player in active
        )
        if seats:
            yield SeatedPod(table=pod.table or index + 1, seats=seats)


def _drawn(
    active: Sequence[PlayerId],
    rules: TribblesRules,
    chance: Chance,
    pods: int | None,
) -> Iterator[SeatedPod]:
    waiting = iter(chance.shuffled(sorted(active)))
    sizes = pod_sizes(len(active), rules, pods=pods)
    for table, size in enumerate(sizes, start=1):
        seats = [Seat(player=next(waiting), because="drawn") for _ in range(size)]
        yield SeatedPod(table=table, seats=tuple(seats))


def _reformed(
    event: Event,
    active: Sequence[PlayerId],
    rules: TribblesRules,
    chance: Chance,
    pods: int | None,
) -> Iterator[SeatedPod]:
    """Put the pod winners first, then fill pod after pod by score (AMB-53)."""
    scores = scores_of(event, event.rounds, rules)
    drawn = chance.shuffled(sorted(active))
    order = sorted(drawn, key=lambda p: (-scores[p].points, -scores[p].rounds_won))
    sizes = pod_sizes(len(active), rules, pods=pods)
    winners = _pod_winners(event.rounds[-1], order)[: sizes[0]]
    waiting = iter([*winners, *(p for p in order if p not in winners)])
    for table, size in enumerate(sizes, start=1):
        seats = [
            _seat(scores[player], winner=player in winners)
            for player in (next(waiting) for _ in range(size))
        ]
        yield SeatedPod(table=table, seats=tuple(chance.shuffled(seats)))


def _pod_winners(last: Round, order: Sequence[PlayerId]) -> list[PlayerId]:
    """Return the best of each pod, the best of them first."""
    best = {next((p for p in order if p in pod.players), None) for pod in last.pods}
    return [player for player in order if player in best]


def _seat(score: Score, *, winner: bool) -> Seat:
    return Seat(
        player=score.player,
        because="pod-winner" if winner else "score",
        points=score.points,
        rounds_won=score.rounds_won,
    )


def _refuse(code: str, message: str, place: str, *, rule: str) -> NoReturn:
    raise EventRefused(Refusal(code=code, message=message, rule=rule, place=place))

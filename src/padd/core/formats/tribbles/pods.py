"""Who sits in which pod: drawn at first, kept for five rounds, then re-formed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from padd.core.formats.tribbles.ranking import finals_tables
from padd.core.formats.tribbles.scoring import Score, conceding_players, match_number, scores_of
from padd.core.messages import message
from padd.core.model import Event, PairingStyle, PlayerId, Pod, Round, StrictStruct
from padd.core.refusal import refuse
from padd.core.rng import Rng
from padd.core.scoring.standings import disqualified_players
from padd.rulebooks.sections.play import TribblesRules


class PodSeat(StrictStruct, frozen=True):
    """One player of a pod and why the player sits there."""

    player: PlayerId
    because: Literal["drawn", "same-pod", "pod-winner", "score", "qualified"]
    points: int = 0
    rounds_won: int = 0


class SeatedPod(StrictStruct, frozen=True):
    """One table with its players in the order of their seats."""

    table: int
    seats: tuple[PodSeat, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players of the pod."""
        return tuple(seat.player for seat in self.seats)


class PodRound(StrictStruct, frozen=True):
    """The pods of the next round, and who takes no part in it."""

    number: int
    pods: tuple[SeatedPod, ...]
    missed: tuple[PlayerId, ...]
    seed: int


def pod_sizes(players: int, rules: TribblesRules, *, pods: int | None = None) -> tuple[int, ...]:
    """Return the sizes of the pods, larger ones first, within one of each other."""
    if players < rules.fewest_players:
        reason = message(
            "Tribbles needs {fewest_players} players; there are {players}.",
            fewest_players=rules.fewest_players,
            players=players,
        )
        refuse("too-few-players", reason, "players", rule="tribbles.fewest_players")
    fewest = -(-players // rules.largest_pod)
    count = fewest if pods is None else pods
    least = rules.smallest_pod if count > 1 else rules.fewest_players
    if count < fewest or players // count < least:
        most = max(1, players // rules.smallest_pod)
        reason = message(
            "{players} players make {fewest} to {most} pods, not {number}: "
            "a pod has {smallest} to {largest} players.",
            players=players,
            fewest=fewest,
            most=most,
            number=count,
            smallest=rules.smallest_pod,
            largest=rules.largest_pod,
        )
        refuse("pod-size", reason, "pods", rule="tribbles.first_pods")
    size, larger = divmod(players, count)
    return tuple(size + 1 if index < larger else size for index in range(count))


def next_pods(
    event: Event, rules: TribblesRules, *, seed: int, pods: int | None = None
) -> PodRound:
    """Return the pods of the round after the last one on record.

    Finals whose players come with seeds begin at the tables qualified for.
    """
    _wait_for_scores(event)
    at_tables = _begins_with_finals(event)
    first = rules.finals.final_rounds[0] if at_tables else 1
    number = event.rounds[-1].number + 1 if event.rounds else first
    same_match = bool(event.rounds) and match_number(number, rules) == match_number(
        number - 1, rules
    )
    active = _active_players(event, number)
    chance = Rng(seed, f"pods:{number}")
    if same_match:
        seated = tuple(_keep_pods(event.rounds[-1], active))
    elif at_tables:
        seated = tuple(_at_tables(event, active, rules, chance))
    elif not event.rounds:
        seated = tuple(_draw_pods(active, rules, chance, pods))
    else:
        seated = tuple(_reform_pods(event, active, rules, chance, pods))
    sitting = {player for pod in seated for player in pod.players}
    return PodRound(
        number=number,
        pods=seated,
        missed=tuple(p.id for p in event.players if p.id not in sitting),
        seed=seed,
    )


def pod_round_on_file(ahead: PodRound) -> Round:
    """Return a round as it stands in the event file, without scores."""
    return Round(
        number=ahead.number,
        pods=tuple(Pod(players=pod.players, table=pod.table) for pod in ahead.pods),
        missed=ahead.missed,
        draw={"seed": ahead.seed, "redraws": 0},
    )


def _active_players(event: Event, number: int) -> list[PlayerId]:
    """Return who sits down in a round.

    A player who conceded stays out of later rounds unless the director lets the player
    back in (AMB-51); a disqualified player is out for good.
    """
    conceded = {p for r in event.rounds for pod in r.pods for p in conceding_players(pod)}
    gone = conceded.difference(event.readmitted) | disqualified_players(event)
    return [p.id for p in event.players if p.plays_in(number) and p.id not in gone]


def _wait_for_scores(event: Event) -> None:
    """Refuse to form pods before the pods on record have their scores."""
    for index, round_ in enumerate(event.rounds):
        for at, pod in enumerate(round_.pods):
            if pod.scores is None:
                reason = message(
                    "Table {table} of round {number} has no scores yet. Enter them first.",
                    table=pod.table or at + 1,
                    number=round_.number,
                )
                place = f"rounds[{index}].pods[{at}].scores"
                refuse("result-missing", reason, place, rule="tribbles.going_out_first")


def _begins_with_finals(event: Event) -> bool:
    finals = event.pairing_style is PairingStyle.TRIBBLES_FINALS
    seeded = any(player.seed is not None for player in event.players)
    return finals and seeded and not event.rounds


def _at_tables(
    event: Event, active: Sequence[PlayerId], rules: TribblesRules, chance: Rng
) -> Iterator[SeatedPod]:
    """Seat every player at the table qualified for, which is the seed (App. A)."""
    tables = finals_tables(event, ())
    for table in sorted({tables[player] for player in active}):
        here = [player for player in active if tables[player] == table]
        pod_sizes(len(here), rules, pods=1)
        seats = [PodSeat(player=player, because="qualified") for player in sorted(here)]
        yield SeatedPod(table=table, seats=tuple(chance.shuffled(seats)))


def _keep_pods(last: Round, active: Sequence[PlayerId]) -> Iterator[SeatedPod]:
    """Keep the pods; latecomers sit down when pods are formed again."""
    here = set(active)
    for index, pod in enumerate(last.pods):
        seats = tuple(
            PodSeat(player=player, because="same-pod") for player in pod.players if player in here
        )
        if seats:
            yield SeatedPod(table=pod.table or index + 1, seats=seats)


def _draw_pods(
    active: Sequence[PlayerId], rules: TribblesRules, chance: Rng, pods: int | None
) -> Iterator[SeatedPod]:
    waiting = iter(chance.shuffled(sorted(active)))
    sizes = pod_sizes(len(active), rules, pods=pods)
    for table, size in enumerate(sizes, start=1):
        seats = [PodSeat(player=next(waiting), because="drawn") for _ in range(size)]
        yield SeatedPod(table=table, seats=tuple(seats))


def _reform_pods(
    event: Event, active: Sequence[PlayerId], rules: TribblesRules, chance: Rng, pods: int | None
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
    rank = {player: number for number, player in enumerate(order)}
    best = {
        min((p for p in pod.players if p in rank), key=rank.__getitem__, default=None)
        for pod in last.pods
    }
    return [player for player in order if player in best]


def _seat(score: Score, *, winner: bool) -> PodSeat:
    return PodSeat(
        player=score.player,
        because="pod-winner" if winner else "score",
        points=score.points,
        rounds_won=score.rounds_won,
    )


class Seated(StrictStruct, frozen=True):
    """A player's pod from a round on, and what put the player there."""

    round: int
    table: int
    company: tuple[PlayerId, ...]
    seat: PodSeat | None
    """The seat that the rules give; nothing where the record differs from them."""


def seat_reasons(event: Event, rules: TribblesRules, player: PlayerId) -> tuple[Seated, ...]:
    """Return a player's pods, one for each five-round match on record."""
    return tuple(_seatings(event, rules, player))


def _seatings(event: Event, rules: TribblesRules, player: PlayerId) -> Iterator[Seated]:
    before: list[Round] = []
    for round_ in event.rounds:
        new = not before or match_number(round_.number, rules) != match_number(
            before[-1].number, rules
        )
        pods = [pod for pod in round_.pods if player in pod.players]
        if new and pods:
            pod = pods[0]
            yield Seated(
                round=round_.number,
                table=pod.table or round_.pods.index(pod) + 1,
                company=tuple(p for p in pod.players if p != player),
                seat=_seat_by_rule(event, before, round_, rules, player),
            )
        before.append(round_)


def _seat_by_rule(
    event: Event, before: list[Round], round_: Round, rules: TribblesRules, player: PlayerId
) -> PodSeat | None:
    """Return the seat that the rules give, if it is in the pod on record."""
    then = msgspec.structs.replace(event, rounds=tuple(before))
    seed = (round_.draw or {}).get("seed")
    if not before and not isinstance(seed, int) and not _seeded(event):
        # Any first pod can have been drawn.
        return PodSeat(player=player, because="drawn")
    drawn = next_pods(
        then,
        rules,
        seed=seed if isinstance(seed, int) else 0,
        pods=len(round_.pods) if not _seeded(event) else None,
    )
    for at, pod in enumerate(round_.pods):
        if player in pod.players:
            for seat in drawn.pods[at].seats if at < len(drawn.pods) else ():
                if seat.player == player:
                    return seat
    return None


def _seeded(event: Event) -> bool:
    return any(player.seed is not None for player in event.players)

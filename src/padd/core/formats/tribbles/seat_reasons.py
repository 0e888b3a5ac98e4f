"""Why a player sat in each pod: drawn, qualified, or moved by the points."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from padd.core.formats.tribbles.pods import PodSeat, next_pods
from padd.core.formats.tribbles.scoring import match_number
from padd.core.model import Event, PlayerId, Round, StrictStruct
from padd.rulebooks.sections.play import TribblesRules


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

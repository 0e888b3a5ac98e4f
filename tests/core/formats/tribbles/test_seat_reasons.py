"""Why a player sat in each pod, from the record alone."""

from __future__ import annotations

import msgspec
import pytest

from padd.core.formats.tribbles.pods import next_pods, pod_round_on_file, seat_reasons
from padd.core.model import Edition, Event, PairingStyle, Player, PlayerId, Pod
from padd.rulebooks.loader import rulebook


def rules():
    found = rulebook("opg-5").tribbles
    assert found is not None
    return found


def scored(round_):
    """Give every player the number in the id as points."""
    pods = tuple(
        msgspec.structs.replace(
            pod,
            scores={player: int(player[1:]) for player in pod.players},
            went_out=pod.players[:1],
        )
        for pod in round_.pods
    )
    return msgspec.structs.replace(round_, pods=pods)


def day(players, rounds):
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=10,
        players=tuple(Player(id=PlayerId(f"p{n}")) for n in range(players)),
        rounds=(),
    )
    for seed in range(rounds):
        new = scored(pod_round_on_file(next_pods(event, rules(), seed=seed)))
        event = msgspec.structs.replace(event, rounds=(*event.rounds, new))
    return event


@pytest.mark.req("TRIB-16", "AMB-53")
def test_a_player_is_drawn_first_and_then_moved_by_points():
    event = day(12, 6)

    best, last = (seat_reasons(event, rules(), PlayerId(p)) for p in ("p11", "p0"))

    assert [seated.round for seated in best] == [1, 6]
    assert [seated.seat.because for seated in best if seated.seat] == ["drawn", "pod-winner"]
    assert [seated.seat.because for seated in last if seated.seat] == ["drawn", "score"]
    assert last[1].table == 2
    assert last[1].seat is not None
    assert last[1].seat.points == 0


@pytest.mark.req("TRIB-16")
def test_a_pod_that_was_formed_by_hand_has_no_reason_in_the_rules():
    event = day(12, 6)
    pods: tuple[Pod, ...] = event.rounds[5].pods
    turned = (
        msgspec.structs.replace(pods[0], players=pods[1].players, scores=None),
        msgspec.structs.replace(pods[1], players=pods[0].players, scores=None),
    )
    last = msgspec.structs.replace(event.rounds[5], pods=turned)
    changed = msgspec.structs.replace(event, rounds=(*event.rounds[:5], last))

    seated = seat_reasons(changed, rules(), PlayerId("p11"))

    assert seated[0].seat is not None
    assert seated[1].seat is None

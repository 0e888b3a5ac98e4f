"""The two parts of an event with a cut, each as a separate event."""

from __future__ import annotations

import msgspec

from padd.core.model import Cut, Event, Player, Round


def swiss_part(event: Event) -> Event:
    """Return the Swiss rounds alone."""
    return msgspec.structs.replace(event, stages=None) if event.stages else event


def cut_part(event: Event) -> Event:
    """Return the cut alone: its rounds from 1 on, its players with their seeds."""
    cut, before = _cut(event), len(event.rounds)
    by_id = {player.id: player for player in event.players}
    return msgspec.structs.replace(
        event,
        pairing_style=cut.pairing_style,
        players=tuple(
            _seeded(by_id[player], seed, before) for seed, player in enumerate(cut.players, start=1)
        ),
        rounds=tuple(
            msgspec.structs.replace(round_, number=round_.number - before) for round_ in cut.rounds
        ),
        final_confrontation=None,
        tossed=(),
        stages=None,
    )


def with_played_round(event: Event, round_: Round) -> Event:
    """Return the event with one more round: of its cut, once there is one."""
    if not event.stages:
        return msgspec.structs.replace(event, rounds=(*event.rounds, round_))
    cut = _cut(event)
    longer = msgspec.structs.replace(cut, rounds=(*cut.rounds, round_))
    return msgspec.structs.replace(event, stages=(longer,))


def _cut(event: Event) -> Cut:
    if not event.stages:
        raise ValueError("This event has no cut.")
    return event.stages[0]


def _seeded(player: Player, seed: int, before: int) -> Player:
    dropped = player.dropped_after
    return msgspec.structs.replace(
        player,
        seed=seed,
        earned_byes=(),
        joined_round=1,
        dropped_after=None if dropped is None else max(0, dropped - before),
    )

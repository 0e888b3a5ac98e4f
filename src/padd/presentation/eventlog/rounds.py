"""A round: its players by name, players without a table, and its progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import LogState, Phase, Presence, RoundState, Stage
from padd.core.eventlog.state.pods import open_pods
from padd.core.model import PlayerId
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.names import FamilyFirst, family_first
from padd.presentation.words import Chip

BYE: Final = Chip("Bye", "moon", "blue")
EARNED: Final = Chip("Earned bye", "moon", "blue")
MISSED: Final = Chip("Missed game", "log-out", "lavender")


class UnseatedPlayer(msgspec.Struct, frozen=True):
    """A player of the round without a table."""

    name: str
    chip: Chip
    player: PlayerId


class RoundPlayer(msgspec.Struct, frozen=True, order=True):
    """One player of a round, as a list by name has it."""

    name: FamilyFirst
    table: int | None
    against: str
    chip: Chip | None = None


def players_without_table(view: EventView, round_: RoundState) -> tuple[UnseatedPlayer, ...]:
    """Return who has no table in a round, and why."""
    groups = (
        (round_.byes, BYE),
        (round_.earned_byes, EARNED),
        (tuple(_absent(view, round_)), MISSED),
    )
    return tuple(
        UnseatedPlayer(view.name(player), chip, player)
        for players, chip in groups
        for player in players
    )


def players_by_name(view: EventView, round_: RoundState) -> tuple[RoundPlayer, ...]:
    """Return the players of a round by family name, with table and opponent."""
    return tuple(sorted(_lines(view, round_), key=lambda line: line.name))


def _lines(view: EventView, round_: RoundState) -> Iterator[RoundPlayer]:
    for player, at in round_.seats.items():
        others = [p for p in round_.tables[at].players if p != player]
        yield RoundPlayer(_parts(view, player), at, _against(view, others))
    for players, chip in (
        (round_.byes, BYE),
        (round_.earned_byes, EARNED),
        (tuple(_missed(view, round_)), MISSED),
    ):
        for player in players:
            yield RoundPlayer(_parts(view, player), None, chip.word, chip)


def _absent(view: EventView, round_: RoundState) -> tuple[PlayerId, ...]:
    """Return the players who missed a round; players out of a bracket missed nothing."""
    in_bracket = view.format_of_round(round_.number).has_bracket
    return () if in_bracket else round_.missed


def _missed(view: EventView, round_: RoundState) -> Iterator[PlayerId]:
    """Yield players who are expected and absent; players who left earlier are not."""
    for player in _absent(view, round_):
        left = view.state.players[player].dropped_after
        if left is None or left >= round_.number:
            yield player


def _parts(view: EventView, player: PlayerId) -> FamilyFirst:
    return family_first(view.state.name(player))


def _against(view: EventView, others: list[PlayerId]) -> str:
    if len(others) == 1:
        return view.name(others[0])
    return "pod of " + str(len(others) + 1)


def count_present(state: LogState) -> tuple[int, int]:
    """Return the number of players checked in, and of all players."""
    in_it = [e for e in state.players.values() if e.presence is not Presence.WITHDRAWN]
    return sum(e.presence is Presence.HERE for e in in_it), len(in_it)


def event_stage(view: EventView) -> str:
    """Return the stage of the event, which the wall follows."""
    if not view.opened or not view.state.played:
        return "before"
    if view.state.phase is not Phase.OPEN:
        return "finished"
    round_ = view.state.played[-1]
    if round_.stage is Stage.CLOSED or not open_pods(view.state, round_):
        return "between"
    return "playing" if round_.clock.started_at else "published"

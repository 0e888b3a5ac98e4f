"""Tribbles pods: the rounds a match has, and whether the field needs heats and finals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import LogState, Presence, RoundState, with_round
from padd.core.eventlog.state.rounds import open_tables, seats_of
from padd.core.eventlog.state.table import TableState
from padd.core.formats.registry import format_of
from padd.core.formats.tribbles.scoring import ROUND_LOSS, match_number
from padd.core.model import PairingStyle, PlayerId, Pod
from padd.rulebooks.schema import Rulebook


def players_for_finals(state: LogState) -> int:
    """Return how many players are here, of whom heats and finals may be asked."""
    return sum(e.presence is Presence.HERE for e in state.players.values())


def needs_finals(state: LogState, book: Rulebook) -> bool:
    """Tell whether the guide asks for heats and finals and none are planned."""
    rules = book.tribbles
    if rules is None or not format_of(state.settings).in_pods:
        return False
    planned = state.settings.pairing_style is PairingStyle.TRIBBLES_FINALS
    last = state.rounds[-1].number if state.rounds else 0
    return (
        not planned
        and last <= rules.finals.heat_rounds[1]
        and players_for_finals(state) > rules.finals.players_above
    )


SMALLEST: Final = 2
"""No player plays alone."""


def last_round_of_match(state: LogState, number: int, book: Rulebook) -> int | None:
    """Return the last round that is published with a round; None outside Tribbles."""
    rules = book.tribbles
    if not format_of(state.settings).in_pods or rules is None:
        return None
    last = match_number(number, rules) * rules.rounds_per_match
    return max(number, min(last, state.settings.rounds_planned))


def rounds_together(state: LogState, round_: RoundState) -> tuple[RoundState, ...]:
    """Return the rounds that were published with a round, itself among them."""
    if round_.match_rounds is None:
        return (round_,)
    first, last = round_.match_rounds
    return tuple(known for known in state.rounds if first <= known.number <= last)


def round_of_pod(
    state: LogState, round_: RoundState, table: int
) -> tuple[RoundState, TableState] | None:
    """Return the round of a match that a pod plays now; None once it has played all."""
    for known in rounds_together(state, round_):
        here = known.tables.get(table)
        if here is not None and not here.settled:
            return known, here
    return None


def open_pods(state: LogState, round_: RoundState) -> tuple[TableState, ...]:
    """Return the pods that miss points, each at the round that it plays."""
    first = rounds_together(state, round_)[0]
    pods = (round_of_pod(state, round_, number) for number in first.tables)
    if round_.match_rounds is None:
        return open_tables(round_)
    return tuple(pod[1] for pod in pods if pod is not None)


def with_later_rounds(published: RoundState, through: int) -> Iterator[RoundState]:
    """Yield a published round and those that the same pods play after it."""
    together = (published.number, through)
    yield msgspec.structs.replace(published, match_rounds=together)
    for number in range(published.number + 1, through + 1):
        tables = {at: _empty(table) for at, table in published.tables.items()}
        yield msgspec.structs.replace(
            published, number=number, tables=tables, draw=None, match_rounds=together
        )


def _empty(table: TableState) -> TableState:
    return TableState(
        number=table.number, pod=Pod(players=table.players, table=table.number), keeper=table.keeper
    )


def reseat_match(state: LogState, number: int) -> LogState:
    """Return the state in which who gave up a match sits in none of its later rounds.

    Rounds that count already stay as they are.
    """
    round_ = state.existing(number)
    if round_.match_rounds is None:
        return state
    first, *later = rounds_together(state, round_)
    for coming in later:
        gone = _conceded_before(state, coming)
        pods = [
            _with_players(coming.tables.get(at) or _empty(table), table, gone)
            for at, table in first.tables.items()
        ]
        tables = {pod.number: pod for pod in pods if len(pod.players) >= SMALLEST}
        seats = seats_of(tables)
        missed = tuple(player for player in first.seats if player not in seats)
        state = with_round(
            state,
            msgspec.structs.replace(
                coming, tables=tables, seats=seats, missed=(*first.missed, *missed)
            ),
        )
    return state


def _conceded_before(state: LogState, coming: RoundState) -> frozenset[PlayerId]:
    """Return who conceded, or lost by a penalty, before a round of a match."""
    before = [r for r in rounds_together(state, coming) if r.number < coming.number]
    numbers = {round_.number for round_ in before}
    pods = (table.pod for round_ in before for table in round_.tables.values())
    conceded = {player for pod in pods if pod is not None for player in pod.conceded}
    penalised = {
        sentence.player
        for sentence in state.penalties
        if sentence.level >= ROUND_LOSS and sentence.round in numbers
    }
    return frozenset(conceded | penalised)


def _with_players(table: TableState, first: TableState, gone: frozenset[PlayerId]) -> TableState:
    players = tuple(player for player in first.players if player not in gone)
    if table.pod is None or table.settled or players == table.players:
        return table
    return msgspec.structs.replace(
        table, pod=msgspec.structs.replace(table.pod, players=players), claims=()
    )

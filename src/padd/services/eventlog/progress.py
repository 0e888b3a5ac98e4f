"""The progress of running events: players, rounds, results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.eventlog.state.round_names import round_title, round_titles
from padd.core.eventlog.state.rounds import open_tables
from padd.services.database_errors import saving
from padd.services.eventlog.log_cache import cached_log, current_log_in_memory, event_row
from padd.store.writes.event_log import last_sequences


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What a list tells of an event under way, no more than the room knows."""

    players: int
    round: int
    """The round that is being played; 0 before the first one."""
    title: str
    """What that round is called; empty before the first one."""
    rounds: int
    tables: int
    settled: int
    """How many tables of that round have a result that counts."""


def at_a_glance(events: Iterable[str]) -> dict[str, Progress]:
    """Return how events stand; one query, if their logs are in memory."""
    with saving():
        known = {
            event_id: current_log_in_memory(event_id, sequence) or cached_log(event_row(event_id))
            for event_id, sequence in last_sequences(events).items()
        }
    return {event_id: _glance(log.state) for event_id, log in known.items() if log.state.event}


def _glance(state: LogState) -> Progress:
    latest = state.played[-1] if state.begun else None
    tables = len(latest.tables) if latest else 0
    return Progress(
        players=_players(state),
        round=latest.number if latest else 0,
        title=round_title(state, latest.number) if latest else "",
        rounds=max(state.settings.rounds_planned, len(round_titles(state))),
        tables=tables,
        settled=tables - len(open_tables(latest)) if latest else 0,
    )


def _players(state: LogState) -> int:
    """Count who plays or played; before the first round, who is expected to."""
    players = state.players.values()
    if state.begun:
        return sum(player.took_part for player in players)
    return sum(player.presence is not Presence.WITHDRAWN for player in players)

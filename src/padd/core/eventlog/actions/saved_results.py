"""Save a result from an entry of the log, with who saved it and why."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import LogState, RoundState, with_round, with_table
from padd.core.eventlog.state.pods import rounds_together
from padd.core.eventlog.state.table import ResultSource, SavedResult, TableState, save_to_table
from padd.core.messages import message
from padd.core.model import Match, Pod
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def own_game_objection(
    state: LogState, entry: LogEntry, table: TableState, book: Rulebook
) -> Refusal | None:
    """Refuse staff who would decide on their own game (§7.1)."""
    if entry.by.player is None or entry.by.player not in table.players:
        return None
    opponent = table.opponent_of(entry.by.player)
    other = state.name(opponent) if opponent else "another player of the pod"
    playing = {
        state.player_of_staff(person) for person in state.staff if person.role is Role.SECONDARY
    }
    deputy = "tertiary" if opponent in playing else "secondary"
    return Refusal(
        "own-game",
        message("Table {number} is your own game.", number=table.number),
        rule=cite(book, "roles.director_plays.deputies"),
        way_out=message(
            "{other} has to confirm it, or the {deputy} director decides.",
            other=other,
            deputy=deputy,
        ),
    )


def save_result(
    state: LogState,
    entry: LogEntry,
    place: tuple[RoundState, TableState],
    played: Match | Pod,
    how: ResultSource,
) -> LogState:
    """Return the state in which a result counts."""
    round_, table = place
    saved = SavedResult(
        sequence=entry.sequence, at=entry.at, by=entry.by, how=how, reason=entry.reason
    )
    return with_table(state, round_, save_to_table(table, played, saved))


def score_unplayed_rounds(
    state: LogState, round_: RoundState, entry: LogEntry, how: ResultSource
) -> LogState:
    """Return the state in which rounds that time left no room for count 0 (AMB-54)."""
    for known in rounds_together(state, round_):
        tables = {
            at: table if table.settled else _score_zero(table, entry, how)
            for at, table in known.tables.items()
        }
        state = with_round(state, msgspec.structs.replace(known, tables=tables))
    return state


def _score_zero(table: TableState, entry: LogEntry, how: ResultSource) -> TableState:
    pod = table.pod or Pod(players=table.players, table=table.number)
    playing = (player for player in pod.players if player not in pod.conceded)
    unplayed = msgspec.structs.replace(pod, scores=dict.fromkeys(playing, 0), went_out=())
    saved = SavedResult(
        sequence=entry.sequence, at=entry.at, by=entry.by, how=how, reason=entry.reason
    )
    return save_to_table(table, unplayed, saved)

"""Game losses that apply to a player's next game (App. B level 3, AMB-82)."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.state.event_state import (
    Effect,
    GivenPenalty,
    LogState,
    RoundState,
    with_table,
)
from padd.core.eventlog.state.table import (
    GameOutcome,
    ResultSource,
    SavedResult,
    TableState,
    ended,
    save,
)
from padd.core.model import Ending, Game, Match, PlayerId
from padd.rulebooks.schema import Rulebook


def pending(state: LogState) -> dict[PlayerId, GivenPenalty]:
    """Return the game losses that wait, one for each player."""
    return {
        sentence.player: sentence
        for sentence in state.penalties
        if sentence.effect is Effect.GAME_LOSS_PENDING
    }


def carried_out(state: LogState, entry: LogEntry, round_: RoundState, book: Rulebook) -> LogState:
    """Return the state with waiting game losses taken in the games of a round."""
    waiting = {p: s for p, s in pending(state).items() if p in round_.seats}
    for table in {round_.seats[player] for player in waiting}:
        current = state.existing(round_.number)
        losers = tuple(p for p in current.tables[table].players if p in waiting)
        state = lose_game(state, entry, current, current.tables[table], losers=losers, book=book)
    sequences = {sentence.sequence for sentence in waiting.values()}
    return _with_penalties(state, sequences, effect=Effect.GAME_LOSS, number=round_.number)


def given_back(state: LogState, number: int) -> LogState:
    """Return the state with the losses taken in a round waiting again."""
    again = {
        sentence.sequence
        for sentence in state.penalties
        if sentence.effect is Effect.GAME_LOSS and sentence.round == number
    }
    return _with_penalties(state, again, effect=Effect.GAME_LOSS_PENDING, number=None)


def _with_penalties(
    state: LogState, sequences: set[int], *, effect: Effect, number: int | None
) -> LogState:
    if not sequences:
        return state
    return msgspec.structs.replace(
        state,
        penalties=tuple(
            msgspec.structs.replace(sentence, effect=effect, round=number)
            if sentence.sequence in sequences
            else sentence
            for sentence in state.penalties
        ),
    )


def lose_game(
    state: LogState,
    entry: LogEntry,
    round_: RoundState,
    table: TableState,
    *,
    losers: tuple[PlayerId, ...],
    book: Rulebook,
    whole_match: bool = False,
) -> LogState:
    """Return the state with a game lost by penalty; two losers tie (§7.10)."""
    match = table.match
    if match is None or Ending.GAME_LOSS not in book.scoring.endings:
        return state
    longer = state.settings.best_of.get(round_.number, 1) > 1
    if longer and not whole_match and len(losers) == 1:
        lost = Game(winner=match.opponent_of(losers[0]))
        games = (*(match.games or ()), lost)
        shortened = msgspec.structs.replace(match, games=games)
        return with_table(state, round_, msgspec.structs.replace(table, match=shortened))
    saved = SavedResult(
        sequence=entry.sequence,
        at=entry.at,
        by=entry.by,
        how=ResultSource.PENALTY,
        reason=entry.reason,
    )
    outcome = _loss(match, losers)
    return with_table(state, round_, save(table, ended(match, outcome), saved))


def _loss(match: Match, losers: tuple[PlayerId, ...]) -> GameOutcome:
    if len(losers) > 1:
        return GameOutcome(ending=Ending.DOUBLE_AUTO_LOSS)
    winner = match.opponent_of(losers[0])
    return GameOutcome(ending=Ending.GAME_LOSS, winner=winner)

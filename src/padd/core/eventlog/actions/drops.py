"""Drops, their effect on the current game, and reinstated players (AMB-7)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import own_act_only_objection, unknown_player_objection
from padd.core.eventlog.state.event_state import (
    EventPlayer,
    LogState,
    Presence,
    RoundState,
    Stage,
    with_player,
    with_table,
)
from padd.core.eventlog.state.pods import reseat_match, rounds_together
from padd.core.eventlog.state.rounds import next_number, quitters_before
from padd.core.eventlog.state.table import (
    GameOutcome,
    ResultSource,
    SavedResult,
    TableState,
    match_with_outcome,
    save_to_table,
)
from padd.core.messages import message
from padd.core.model import Ending, Match, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


class Dropped(Action, frozen=True, kw_only=True, tag="player.dropped"):
    """A player leaves: after the round that is on, or at once."""

    by_players: ClassVar[bool] = True

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    at_once: Annotated[bool, Meta(description="Whether it takes effect at once.")] = False

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse players not in the event; leaving a game is for the director."""
        refusal = unknown_player_objection(state, (self.player,)) or own_act_only_objection(
            entry, (self.player,)
        )
        if refusal is not None:
            return refusal
        player = state.players[self.player]
        if player.presence not in {Presence.HERE, Presence.ENTERED}:
            return Refusal("not-in-event", message("{name} has already left.", name=player.name))
        if self.at_once and not entry.by.is_staff:
            return Refusal(
                "director-decides",
                message("Only the director can drop you during a round."),
                way_out=message("Tell the director, or leave after this round."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Take the player out of the rounds to come, and out of a game left."""
        player = state.players[self.player]
        if not state.begun or player.presence is Presence.ENTERED:
            gone = msgspec.structs.replace(player, presence=Presence.WITHDRAWN)
            return with_player(state, gone)
        left = with_player(state, player_after_drop(player, state, Presence.DROPPED))
        if not self.at_once:
            return left
        return leave_game(left, entry, self.player, book, how=ResultSource.DROP)


def player_after_drop(player: EventPlayer, state: LogState, presence: Presence) -> EventPlayer:
    """Return an entrant who takes no part after the rounds published so far."""
    last = state.played[-1].number if state.played else 0
    if presence is Presence.DROPPED and player.joined_round > last:
        return msgspec.structs.replace(player, presence=Presence.WITHDRAWN)
    return msgspec.structs.replace(player, presence=presence, dropped_after=last)


def open_game(state: LogState, player: PlayerId) -> tuple[RoundState, TableState] | None:
    """Return the table of the round that is on, if its result is missing."""
    if not state.played or state.played[-1].stage is not Stage.PUBLISHED:
        return None
    for round_ in rounds_together(state, state.played[-1]):
        seat = round_.seats.get(player)
        if seat is not None and round_.tables[seat].open:
            return round_, round_.tables[seat]
    return None


def leave_game(
    state: LogState, entry: LogEntry, player: PlayerId, book: Rulebook, *, how: ResultSource
) -> LogState:
    """Return the state with the open game of a leaving player decided."""
    game = open_game(state, player)
    if game is None:
        return state
    round_, table = game
    if table.pod is not None:
        conceded = (*table.pod.conceded, player)
        pod = msgspec.structs.replace(table.pod, conceded=conceded)
        left = with_table(state, round_, msgspec.structs.replace(table, pod=pod))
        return reseat_match(left, round_.number)
    outcome = _abandoned_match(table.game, player, book, begun=round_.begun(table))
    saved = SavedResult(
        sequence=entry.sequence, at=entry.at, by=entry.by, how=how, reason=entry.reason
    )
    return with_table(
        state, round_, save_to_table(table, match_with_outcome(table.game, outcome), saved)
    )


def _abandoned_match(match: Match, player: PlayerId, book: Rulebook, *, begun: bool) -> GameOutcome:
    """Return how a game counts that a player leaves, or does not begin."""
    known = book.scoring.endings
    opponent = match.opponent_of(player)
    if Ending.QUIT in known:
        # Decipher: quitting after the pairing is a full loss, begun or not.
        return GameOutcome(ending=Ending.QUIT, winner=opponent)
    if begun:
        return GameOutcome(ending=Ending.CONCESSION, winner=opponent)
    return GameOutcome(ending=Ending.MISSED, absent=(player,))


class Reinstated(Action, frozen=True, kw_only=True, tag="player.reinstated"):
    """A player who left comes back; rounds missed meanwhile stay missed."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse players who never left or were disqualified."""
        refusal = unknown_player_objection(state, (self.player,))
        if refusal is not None:
            return refusal
        player = state.players[self.player]
        if player.presence is Presence.DISQUALIFIED:
            return Refusal(
                "disqualified",
                message("{name} was disqualified.", name=player.name),
                rule=cite(book, "conduct.levels"),
                way_out=message("If the penalty was a mistake, undo it."),
            )
        if player.presence is Presence.WITHDRAWN and state.begun:
            return Refusal(
                "already-begun",
                message("{name} left before the start.", name=player.name),
                way_out=message("Add the player as a late arrival."),
            )
        gone = player.presence in {Presence.DROPPED, Presence.WITHDRAWN}
        if not gone and not self._quit(state, book):
            return Refusal("not-dropped", message("{name} has not left.", name=player.name))
        if book.conduct.quitter_excluded and not entry.reason.strip():
            return Refusal(
                "quitter",
                message("A player who quits should not play in the rest of the event."),
                rule=cite(book, "conduct.quitter_excluded"),
                way_out=message("The director may allow it and give a reason."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, book: Rulebook) -> LogState:
        """Put the player back into the rounds to come."""
        back = msgspec.structs.replace(
            state.players[self.player], presence=Presence.HERE, dropped_after=None
        )
        after = with_player(state, back)
        return _with_readmitted(after, self.player) if self._quit(state, book) else after

    def _quit(self, state: LogState, book: Rulebook) -> bool:
        """Tell whether the player is out because of a game quit (AMB-23)."""
        return self.player in quitters_before(state, next_number(state), book)


def _with_readmitted(state: LogState, player: PlayerId) -> LogState:
    event = state.settings
    back = (*event.readmitted, player)
    return msgspec.structs.replace(state, event=msgspec.structs.replace(event, readmitted=back))


class Readmitted(Action, frozen=True, kw_only=True, tag="player.readmitted"):
    """Who conceded a Tribbles match plays on in the next ones (AMB-51)."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it if the player conceded no match of pods."""
        refusal = unknown_player_objection(state, (self.player,))
        if refusal is not None:
            return refusal
        conceded = any(
            table.pod is not None and self.player in table.pod.conceded
            for round_ in state.played
            for table in round_.tables.values()
        )
        if not conceded or self.player in state.settings.readmitted:
            reason = message("{player} is still in a pod.", player=state.name(self.player))
            return Refusal("not-out", reason)
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the player back in from the next match on."""
        return _with_readmitted(state, self.player)

"""Players: entries, check-in, fixed tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.rounds import names, verb
from padd.core.eventlog.state import EventPlayer, LogState, Presence, with_player
from padd.core.messages import message
from padd.core.model import Player, PlayerId
from padd.core.refusal import Refusal, RefusalError, refused, refused_as
from padd.core.validation.consistency import check_facts
from padd.core.validation.earned_byes import bye_for_half_a_block, bye_out_of_place
from padd.rulebooks.schema import Rulebook

NOT_YET: frozenset[Presence] = frozenset({Presence.ENTERED, Presence.WITHDRAWN})


def unknown(state: LogState, players: Iterable[PlayerId]) -> Refusal | None:
    """Refuse players who are not in the event."""
    for player in players:
        if player not in state.players:
            reason = message("No player in this event has the id {player}.", player=player)
            return refused("unknown-player", reason)
    return None


def only_oneself(entry: LogEntry, players: tuple[PlayerId, ...]) -> Refusal | None:
    """Refuse a player who acts for somebody else."""
    if entry.by.is_staff or players == (entry.by.player,):
        return None
    return refused(
        "not-yours",
        message("You can do this for yourself only."),
        way_out=message("Ask the director."),
    )


class PlayerEntered(Action, frozen=True, kw_only=True, tag="player.entered"):
    """A player enters the event."""

    player: PlayerId
    name: str
    handle: str = ""
    seed: int | None = None
    earned_byes: tuple[int, ...] = ()
    head_start: int = 0
    table: int | None = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse who is there already, and entries after the start."""
        if state.begun:
            return refused(
                "already-begun",
                message(
                    "Round {number} is published, so {name} counts as late.",
                    number=state.played[-1].number,
                    name=self.name,
                ),
                way_out=message("Add the player as a late arrival."),
            )
        if self.player in state.players:
            reason = message("{player} has already entered.", player=state.name(self.player))
            return refused("already-entered", reason)
        return entry_objection(self._event_player(), state, book) or place_objection(
            self.earned_byes, state, entry, book
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Add the entrant."""
        del entry, book
        return with_player(state, self._event_player())

    def _event_player(self) -> EventPlayer:
        return EventPlayer(
            id=self.player,
            name=self.name,
            handle=self.handle,
            seed=self.seed,
            earned_byes=self.earned_byes,
            head_start=self.head_start,
            table=self.table,
        )


def place_objection(
    rounds: tuple[int, ...], state: LogState, entry: LogEntry, book: Rulebook
) -> Refusal | None:
    """Refuse earned byes of late rounds and low levels, without a reason (AMB-150)."""
    half = bye_for_half_a_block(state.settings, book, rounds)
    if half is not None:
        return refused(
            "earned-bye-alone",
            half[0],
            rule=half[1],
            way_out=message("Use byes for every round of the block, or none."),
        )
    found = bye_out_of_place(state.settings, book, rounds)
    if found is None or entry.reason.strip():
        return None
    text, rule = found
    return refused(
        "earned-bye-out-of-place",
        text,
        rule=rule,
        way_out=message("The director may allow it and give a reason."),
    )


def entry_objection(entrant: EventPlayer, state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse an entry that the event file could not hold."""
    player = Player(
        id=entrant.id,
        name=entrant.name,
        handle=entrant.handle,
        seed=entrant.seed,
        earned_byes=entrant.earned_byes,
        head_start=entrant.head_start,
        joined_round=entrant.joined_round,
    )
    try:
        check_facts(
            msgspec.structs.replace(
                state.settings,
                players=(player,),
                heats=(),
                league=None,
                stages=None,
                final_confrontation=None,
            ),
            book,
        )
    except RefusalError as error:
        return refused_as(error)
    if not entrant.handle:
        return None
    mine = entrant.handle.casefold()
    for other in state.players.values():
        if other.id != entrant.id and other.handle.casefold() == mine:
            reason = message(
                "The handle {handle} belongs to {name}.", handle=entrant.handle, name=other.name
            )
            return refused("double-handle", reason)
    return None


class PlayerAmended(Action, frozen=True, kw_only=True, tag="player.amended"):
    """Another name, handle, seed or head start; what is not given stays."""

    player: PlayerId
    name: str | None = None
    handle: str | None = None
    seed: int | None = None
    head_start: int | None = None
    right: str = ""
    """The right of the ledger behind a head start; empty if there is none."""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other seeds and head starts once play has begun."""
        del entry
        refusal = unknown(state, (self.player,))
        if refusal is not None:
            return refusal
        if state.begun and (self.seed is not None or self.head_start is not None):
            reason = message("Seeds and head starts can’t change once play has started.")
            return refused("already-begun", reason)
        return entry_objection(self._amended(state), state, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Change what is given."""
        del entry, book
        return with_player(state, self._amended(state))

    def _amended(self, state: LogState) -> EventPlayer:
        old = state.players[self.player]
        rights = old.rights
        if self.head_start is not None:
            rights = (self.right,) if self.right else ()
        return msgspec.structs.replace(
            old,
            rights=rights,
            name=old.name if self.name is None else self.name,
            handle=old.handle if self.handle is None else self.handle,
            seed=old.seed if self.seed is None else self.seed,
            head_start=old.head_start if self.head_start is None else self.head_start,
        )


class CheckedIn(Action, frozen=True, kw_only=True, tag="player.checked-in"):
    """These players are here."""

    by_players: ClassVar[bool] = True

    players: tuple[PlayerId, ...]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse who is here already, and check-in after the start."""
        del book
        refusal = unknown(state, self.players) or only_oneself(entry, self.players)
        if refusal is not None:
            return refusal
        there = [p for p in self.players if not _is(state, p, NOT_YET)]
        if there:
            reason = message("{state} already checked in.", state=names(state, there))
            return refused("already-here", reason)
        if state.begun:
            return refused(
                "already-begun",
                message(
                    "Round 1 is published, so {state} {verb} late.",
                    state=names(state, self.players),
                    verb=verb(self.players, "is", "are"),
                ),
                way_out=message("Add the player as a late arrival."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Mark them as here."""
        del entry, book
        return _with_presence(state, self.players, Presence.HERE)


class CheckInWithdrawn(Action, frozen=True, kw_only=True, tag="player.check-in-withdrawn"):
    """These players are not here after all."""

    players: tuple[PlayerId, ...]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it for whoever is not here, and after the start."""
        del entry, book
        refusal = unknown(state, self.players)
        if refusal is not None:
            return refusal
        away = [p for p in self.players if not _is(state, p, {Presence.HERE})]
        if away:
            reason = message(
                "{state} {verb} not checked in.",
                state=names(state, away),
                verb=verb(away, "is", "are"),
            )
            return refused("not-here", reason)
        if state.begun:
            return refused(
                "already-begun",
                message("The event has started."),
                way_out=message("Drop the player instead."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Take the mark away."""
        del entry, book
        return _with_presence(state, self.players, Presence.ENTERED)


def _is(state: LogState, player: PlayerId, among: Iterable[Presence]) -> bool:
    return state.players[player].presence in among


def _with_presence(state: LogState, players: Iterable[PlayerId], presence: Presence) -> LogState:
    changed = {
        player: msgspec.structs.replace(state.players[player], presence=presence)
        for player in players
    }
    return msgspec.structs.replace(state, players=state.players | changed)


class TableFixed(Action, frozen=True, kw_only=True, tag="player.table-fixed"):
    """A player always sits at this table, or no longer does."""

    player: PlayerId
    table: int | None = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a table that another player has for good."""
        del entry, book
        refusal = unknown(state, (self.player,))
        if refusal is not None or self.table is None:
            return refusal
        if self.table < 1:
            return refused("no-such-table", message("Tables are numbered from 1."))
        for other in state.players.values():
            if other.table == self.table and other.id != self.player:
                reason = message(
                    "Table {table} is reserved for {name}.", table=self.table, name=other.name
                )
                return refused("table-taken", reason)
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep the table from the next draw on."""
        del entry, book
        old = state.players[self.player]
        return with_player(state, msgspec.structs.replace(old, table=self.table))

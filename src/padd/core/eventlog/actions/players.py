"""Players: entries, check-in, late arrivals, earned byes, fixed tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.actor import minutes_between
from padd.core.eventlog.state.event_state import (
    EventPlayer,
    LogState,
    Presence,
    RoundState,
    Stage,
    with_player,
    with_round,
)
from padd.core.eventlog.state.rounds import joinable_round, next_number, player_names, verb_form
from padd.core.eventlog.state.table import TableState
from padd.core.eventlog.state.time_limits import play_started_at
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Match, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.core.validation.consistency import check_facts
from padd.core.validation.earned_byes import half_block_bye_reason, misplaced_bye_reason
from padd.rulebooks.schema import Rulebook, cite

NOT_YET: frozenset[Presence] = frozenset({Presence.ENTERED, Presence.WITHDRAWN})


def unknown_player_objection(state: LogState, players: Iterable[PlayerId]) -> Refusal | None:
    """Refuse players who are not in the event."""
    for player in players:
        if player not in state.players:
            reason = message("No player in this event has the id {player}.", player=player)
            return Refusal("unknown-player", reason)
    return None


def own_act_only_objection(entry: LogEntry, players: tuple[PlayerId, ...]) -> Refusal | None:
    """Refuse a player who acts for another one."""
    if entry.by.is_staff or players == (entry.by.player,):
        return None
    return Refusal(
        "not-yours",
        message("You can do this for yourself only."),
        way_out=message("Ask the director."),
    )


class PlayerEntered(Action, frozen=True, kw_only=True, tag="player.entered"):
    """A player enters the event."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    handle: Annotated[str, Meta(description="The player's handle.")] = ""
    seed: Annotated[int | None, Meta(description="The player's seed in a bracket.")] = None
    earned_byes: Annotated[
        tuple[int, ...], Meta(description="The rounds for which a bye was earned.")
    ] = ()
    head_start: Annotated[
        int, Meta(description="Points the player starts with, from a won head start.")
    ] = 0
    table: Annotated[int | None, Meta(description="The number of the table.")] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse who is there already, and entries after the start."""
        if state.begun:
            return Refusal(
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
            return Refusal("already-entered", reason)
        return entry_objection(self._event_player(), state, book) or bye_place_objection(
            self.earned_byes, state, entry, book
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Add the entrant."""
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


def bye_place_objection(
    rounds: tuple[int, ...], state: LogState, entry: LogEntry, book: Rulebook
) -> Refusal | None:
    """Refuse earned byes of late rounds and low levels, without a reason (AMB-150)."""
    half = half_block_bye_reason(state.settings, book, rounds)
    if half is not None:
        return Refusal(
            "earned-bye-alone",
            half[0],
            rule=half[1],
            way_out=message("Use byes for every round of the block, or none."),
        )
    found = misplaced_bye_reason(state.settings, book, rounds)
    if found is None or entry.reason.strip():
        return None
    text, rule = found
    return Refusal(
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
        return error.refusal
    if not entrant.handle:
        return None
    mine = entrant.handle.casefold()
    for other in state.players.values():
        if other.id != entrant.id and other.handle.casefold() == mine:
            reason = message(
                "The handle {handle} belongs to {name}.", handle=entrant.handle, name=other.name
            )
            return Refusal("double-handle", reason)
    return None


class PlayerAmended(Action, frozen=True, kw_only=True, tag="player.amended"):
    """Another name, handle, seed or head start; what is not given stays."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    name: Annotated[str | None, Meta(description="The name, for people.")] = None
    handle: Annotated[str | None, Meta(description="The player's handle.")] = None
    seed: Annotated[int | None, Meta(description="The player's seed in a bracket.")] = None
    head_start: Annotated[
        int | None, Meta(description="Points the player starts with, from a won head start.")
    ] = None
    right: Annotated[
        str,
        Meta(description="The right of the ledger behind a head start; empty if there is none."),
    ] = ""

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other seeds and head starts once play has begun."""
        refusal = unknown_player_objection(state, (self.player,))
        if refusal is not None:
            return refusal
        if state.begun and (self.seed is not None or self.head_start is not None):
            reason = message("Seeds and head starts can’t change once play has started.")
            return Refusal("already-begun", reason)
        return entry_objection(self._amended(state), state, book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Change what is given."""
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

    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse who is here already, and check-in after the start."""
        refusal = unknown_player_objection(state, self.players) or own_act_only_objection(
            entry, self.players
        )
        if refusal is not None:
            return refusal
        there = [p for p in self.players if not _presence_objection(state, p, NOT_YET)]
        if there:
            reason = message("{state} already checked in.", state=player_names(state, there))
            return Refusal("already-here", reason)
        if state.begun:
            return Refusal(
                "already-begun",
                message(
                    "Round 1 is published, so {state} {verb} late.",
                    state=player_names(state, self.players),
                    verb=verb_form(self.players, "is", "are"),
                ),
                way_out=message("Add the player as a late arrival."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Mark them as here."""
        return _with_presence(state, self.players, Presence.HERE)


class CheckInWithdrawn(Action, frozen=True, kw_only=True, tag="player.check-in-withdrawn"):
    """These players are not here after all."""

    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it for absent players, and after the start."""
        refusal = unknown_player_objection(state, self.players)
        if refusal is not None:
            return refusal
        away = [p for p in self.players if not _presence_objection(state, p, {Presence.HERE})]
        if away:
            reason = message(
                "{state} {verb} not checked in.",
                state=player_names(state, away),
                verb=verb_form(away, "is", "are"),
            )
            return Refusal("not-here", reason)
        if state.begun:
            return Refusal(
                "already-begun",
                message("The event has started."),
                way_out=message("Drop the player instead."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Take the mark away."""
        return _with_presence(state, self.players, Presence.ENTERED)


def _presence_objection(state: LogState, player: PlayerId, among: Iterable[Presence]) -> bool:
    return state.players[player].presence in among


def _with_presence(state: LogState, players: Iterable[PlayerId], presence: Presence) -> LogState:
    changed = {
        player: msgspec.structs.replace(state.players[player], presence=presence)
        for player in players
    }
    return msgspec.structs.replace(state, players=state.players | changed)


class TableFixed(Action, frozen=True, kw_only=True, tag="player.table-fixed"):
    """A player always sits at this table, or no longer does."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    table: Annotated[int | None, Meta(description="The number of the table.")] = None

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse a table that another player has for good."""
        refusal = unknown_player_objection(state, (self.player,))
        if refusal is not None or self.table is None:
            return refusal
        if self.table < 1:
            return Refusal("no-such-table", message("Tables are numbered from 1."))
        for other in state.players.values():
            if other.table == self.table and other.id != self.player:
                reason = message(
                    "Table {table} is reserved for {name}.", table=self.table, name=other.name
                )
                return Refusal("table-taken", reason)
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the table from the next draw on."""
        old = state.players[self.player]
        return with_player(state, msgspec.structs.replace(old, table=self.table))


class EarnedByeDeclared(Action, frozen=True, kw_only=True, tag="player.earned-bye-declared"):
    """A player uses earned byes in these rounds (§7.2, AMB-10)."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    rounds: Annotated[tuple[int, ...], Meta(description="The rounds in which byes are used.")]
    right: Annotated[
        str,
        Meta(description="The right of the ledger that is used; empty where the director said so."),
    ] = ""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are drawn, and a second bye for one round."""
        refusal = unknown_player_objection(state, (self.player,))
        if refusal is not None:
            return refusal
        byes = state.players[self.player].earned_byes
        double = [number for number in self.rounds if number in byes]
        if double:
            return Refusal(
                "bye-twice",
                message(
                    "{player} already has a bye for round {double}; byes for "
                    "the same round do not add up.",
                    player=state.name(self.player),
                    double=double[0],
                ),
                rule=cite(book, "scoring.points.earned_bye"),
            )
        player = self._event_player(state)
        return (
            bye_change_objection(self.rounds, state, entry, book)
            or bye_place_objection(player.earned_byes, state, entry, book)
            or entry_objection(player, state, book)
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note the byes."""
        return with_player(state, self._event_player(state))

    def _event_player(self, state: LogState) -> EventPlayer:
        old = state.players[self.player]
        byes = tuple(sorted({*old.earned_byes, *self.rounds}))
        rights = (*old.rights, self.right) if self.right else old.rights
        return msgspec.structs.replace(old, earned_byes=byes, rights=rights)


class EarnedByeForfeited(Action, frozen=True, kw_only=True, tag="player.earned-bye-forfeited"):
    """A player plays in these rounds instead of using an earned bye."""

    by_players: ClassVar[bool] = True

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    rounds: Annotated[tuple[int, ...], Meta(description="The rounds that are played after all.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse byes that were not declared, and rounds that are drawn."""
        refusal = unknown_player_objection(state, (self.player,)) or own_act_only_objection(
            entry, (self.player,)
        )
        if refusal is not None:
            return refusal
        byes = state.players[self.player].earned_byes
        missing = [number for number in self.rounds if number not in byes]
        if missing or not self.rounds:
            name = state.name(self.player)
            return Refusal("no-such-bye", message("{name} has no bye to forfeit there.", name=name))
        return bye_change_objection(self.rounds, state, entry, book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Take the byes away; a right is free again once none of its byes is left."""
        old = state.players[self.player]
        left = tuple(n for n in old.earned_byes if n not in self.rounds)
        rights = old.rights if left else ()
        new = msgspec.structs.replace(old, earned_byes=left, rights=rights)
        return with_player(state, new)


def bye_change_objection(
    rounds: tuple[int, ...], state: LogState, entry: LogEntry, book: Rulebook
) -> Refusal | None:
    """Refuse to touch byes of drawn rounds, or after the scorecards are in."""
    drawn = len(state.played)
    if any(number <= drawn for number in rounds):
        reason = message("Round {min} is published, so its byes can’t change.", min=min(rounds))
        return Refusal("round-drawn", reason)
    before, starts = book.time.scorecards_minutes, state.settings.starts
    if state.begun or before is None or starts is None or entry.reason.strip():
        return None
    last = datetime.fromisoformat(starts) - timedelta(minutes=before)
    if datetime.fromisoformat(entry.at) <= last:
        return None
    return Refusal(
        "scorecards-in",
        message(
            "Byes can be used or forfeited until {before} minutes before the start.", before=before
        ),
        rule=cite(book, "time.scorecards_minutes"),
        way_out=message("The director may allow it and give a reason."),
    )


class ArrivedLate(Action, frozen=True, kw_only=True, tag="player.arrived-late"):
    """A player arrives after the first round was published (AMB-6)."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    handle: Annotated[str, Meta(description="The player's handle.")] = ""
    head_start: Annotated[
        int, Meta(description="Points the player starts with, from a won head start.")
    ] = 0
    into_round: Annotated[int, Meta(description="The round the player joins.")]
    against: Annotated[
        PlayerId | None,
        msgspec.Meta(
            description="Who has the bye of the first round and plays the late arrival instead."
        ),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Check how late it is, and whether an opponent is free."""
        if not state.begun:
            return Refusal(
                "not-late",
                message("The event has not started."),
                way_out=message("Add the player and check them in."),
            )
        if format_of(state.settings_of(next_number(state))).has_bracket:
            return Refusal(
                "bracket-drawn",
                message("The bracket is drawn and can’t change."),
                rule=cite(book, "brackets.locked"),
            )
        known = state.players.get(self.player)
        if known is not None and known.presence not in NOT_YET:
            return Refusal(
                "already-here",
                message("{name} is already in the event.", name=known.name),
                way_out=message("Reinstate a player who dropped."),
            )
        refusal = entry_objection(self._event_player(state), state, book)
        if refusal is not None or self.into_round == joinable_round(state, book):
            return refusal
        return self._this_round_objection(state, entry, book)

    def _this_round_objection(
        self, state: LogState, entry: LogEntry, book: Rulebook
    ) -> Refusal | None:
        """Refuse to join a round that is on, unless it is the first and soon enough."""
        later = message(
            "Let {name} start in round {number}.",
            name=self.name,
            number=joinable_round(state, book),
        )
        rule = cite(book, "time.late.event_minutes")
        if self.into_round == next_number(state):
            return Refusal(
                "block-under-way",
                message(
                    "Round {number} repeats the pairings of the round before, "
                    "so no one can join it.",
                    number=self.into_round,
                ),
                rule=cite(book, "formats.scenarios"),
                way_out=later,
            )
        first = state.rounds[0]
        if self.into_round != first.number or first.stage is not Stage.PUBLISHED:
            reason = message(
                "It is too late to join round {into_round}.", into_round=self.into_round
            )
            return Refusal("round-under-way", reason, rule=rule, way_out=later)
        limit, began = book.time.late.event_minutes, play_started_at(state)
        if limit is not None and began is not None:
            late = minutes_between(began, entry.at)
            if late > limit:
                return Refusal(
                    "too-late",
                    message(
                        "{name} is {late} minutes late; after {limit} minutes the "
                        "first round counts as a missed game.",
                        name=self.name,
                        late=int(late),
                        limit=limit,
                    ),
                    rule=rule,
                    way_out=later,
                )
        if self.against not in first.byes:
            reason = message("Only a player with a bye is free to play right now.")
            return Refusal("nobody-free", reason, rule=rule, way_out=later)
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Add the player, and the new table if there is one."""
        joined = with_player(state, self._event_player(state))
        first = joined.round(self.into_round)
        if first is None or first.stage is Stage.DRAFT or self.against is None:
            return joined
        return with_round(joined, self._seated(first, self.against))

    def _seated(self, round_: RoundState, against: PlayerId) -> RoundState:
        number = max(round_.tables, default=0) + 1
        match = Match(players=(against, self.player), table=number)
        draw = dict(round_.draw or {})
        draw["changed"] = [
            *draw.get("changed", ()),
            f"table {number}: {against} – {self.player}, who came late",
        ]
        return msgspec.structs.replace(
            round_,
            tables={**round_.tables, number: TableState(number=number, match=match)},
            seats={**round_.seats, against: number, self.player: number},
            byes=tuple(p for p in round_.byes if p != against),
            draw=draw,
        )

    def _event_player(self, state: LogState) -> EventPlayer:
        known = state.players.get(self.player)
        last = state.played[-1].number if state.played else 0
        byes = known.earned_byes if known else ()
        return EventPlayer(
            id=self.player,
            name=self.name,
            handle=self.handle,
            head_start=self.head_start,
            earned_byes=tuple(number for number in byes if number > last),
            seed=known.seed if known else None,
            table=known.table if known else None,
            presence=Presence.HERE,
            joined_round=self.into_round,
        )

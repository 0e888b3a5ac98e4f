"""Late arrivals: when a player can still play in the first round (AMB-6)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from padd.core.eventlog.action import Action, LogEntry, minutes_between
from padd.core.eventlog.actions.players import NOT_YET, entry_objection
from padd.core.eventlog.rounds import joinable_round, next_number
from padd.core.eventlog.state import (
    EventPlayer,
    LogState,
    Presence,
    RoundState,
    Stage,
    with_player,
    with_round,
)
from padd.core.eventlog.table import TableState
from padd.core.eventlog.time_limits import started_at
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Match, PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class ArrivedLate(Action, frozen=True, kw_only=True, tag="player.arrived-late"):
    """A player arrives after the first round was published (AMB-6)."""

    player: PlayerId
    name: str
    handle: str = ""
    head_start: int = 0
    into_round: int
    against: Annotated[
        PlayerId | None,
        msgspec.Meta(
            description="Who has the bye of the first round and plays the late arrival instead."
        ),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Look at how late it is, and whether somebody is free."""
        if not state.begun:
            return refused(
                "not-late",
                message("The event has not started."),
                way_out=message("Add the player and check them in."),
            )
        if format_of(state.settings_of(next_number(state))).has_bracket:
            return refused(
                "bracket-drawn",
                message("The bracket is drawn and can’t change."),
                rule=cite(book, "brackets.locked"),
            )
        known = state.players.get(self.player)
        if known is not None and known.presence not in NOT_YET:
            return refused(
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
            return refused(
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
            return refused("round-under-way", reason, rule=rule, way_out=later)
        limit, began = book.time.late.event_minutes, started_at(state)
        if limit is not None and began is not None:
            late = minutes_between(began, entry.at)
            if late > limit:
                return refused(
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
            return refused("nobody-free", reason, rule=rule, way_out=later)
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Add the player, and the new table if there is one."""
        del entry, book
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

"""Rounds changed by hand, before or after they are published (§7.6)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.pod_match import rounds_together
from padd.core.eventlog.round_checks import Seats, seating_objection
from padd.core.eventlog.rounds import seats_of, tables_line
from padd.core.eventlog.state import LogState, RoundState, Stage, with_round
from padd.core.eventlog.table import TableState
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Fact, Match, PlayerId, Pod
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class Seating(Fact, frozen=True, kw_only=True):
    """Who sits at a table."""

    table: int
    players: tuple[PlayerId, ...]


class RoundChanged(Action, frozen=True, kw_only=True, tag="round.changed"):
    """The tables of a round as the director wants them; the rest follows."""

    needs_reason: ClassVar[str] = "Pairings changed by hand are public"

    number: int
    tables: tuple[Seating, ...]
    byes: tuple[PlayerId, ...] = ()
    even_begun: Annotated[
        bool, msgspec.Meta(description="Confirms that games that have begun may be broken up.")
    ] = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are over, and tables that are playing."""
        del entry
        round_ = state.current
        if round_ is None or round_.number != self.number:
            reason = message("Round {number} is not the current round.", number=self.number)
            return refused("not-current", reason)
        if round_.stage is Stage.CLOSED:
            wrong = message(
                "Round {number} is closed, so its tables can’t change.", number=self.number
            )
            return refused("round-closed", wrong)
        if format_of(state.settings_of(self.number)).has_bracket:
            wrong = message("The bracket says who meets whom.")
            return refused("bracket-drawn", wrong, rule=cite(book, "brackets.locked"))
        numbers = [seating.table for seating in self.tables]
        if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
            return refused("table-twice", message("Every table has its own number from 1 on."))
        sizes = {len(seating.players) for seating in self.tables}
        if not format_of(state.settings).in_pods and sizes - {2}:
            return refused("not-two", message("A table has two players."))
        may_stay = frozenset(
            e.id for e in state.players.values() if e.dropped_after == self.number
        ).intersection(round_.seats)
        refusal = seating_objection(
            state, self.number, self._seats(), self.byes, book, may_stay=may_stay
        )
        return refusal or self._begun_objection(state, round_)

    def _seats(self) -> Seats:
        return tuple(seating.players for seating in self.tables)

    def _begun_objection(self, state: LogState, round_: RoundState) -> Refusal | None:
        """Refuse to break up games that have begun without a second word."""
        others = (r for r in rounds_together(state, round_) if r is not round_)
        if any(table.saved for known in others for table in known.tables.values()):
            return refused(
                "match-begun",
                message("Pods stay together for the rounds of their match."),
                way_out=message("Withdraw the rounds of the match first."),
            )
        touched = broken_up(round_, self._seats())
        if not touched or self.even_begun:
            return None
        return refused(
            "game-begun",
            message(
                "{capitalize} of round {number} {which} already started.",
                capitalize=tables_line(touched).capitalize(),
                number=round_.number,
                which=(message("has") if len(touched) == 1 else message("have")),
            ),
            way_out=message("Leave these tables unchanged, or confirm that their games are lost."),
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Seat the round anew; whoever stays together keeps the game."""
        del book
        for round_ in rounds_together(state, state.existing(self.number)):
            state = with_round(state, self._changed(round_, entry))
        return state

    def _changed(self, round_: RoundState, entry: LogEntry) -> RoundState:
        known = {frozenset(t.players): t for t in round_.tables.values()}
        tables = {s.table: _reseated(s, known, round_) for s in self.tables}
        new = [s for s in self.tables if frozenset(s.players) not in known]
        seats = seats_of(tables)
        missed = [p for p in round_.seats if p not in seats and p not in self.byes]
        draw = dict(round_.draw or {})
        changes = [f"table {s.table}: {' – '.join(s.players)}" for s in new]
        gone = [p for p in self.byes if p not in round_.byes]
        changes += [f"bye: {player}" for player in gone]
        draw["changed"] = [
            *draw.get("changed", ()),
            *(f"{change} ({entry.reason})" for change in changes),
        ]
        here = {*seats, *self.byes}
        return msgspec.structs.replace(
            round_,
            tables=tables,
            seats=seats,
            byes=self.byes,
            missed=(*(p for p in round_.missed if p not in here), *missed),
            draw=draw,
        )


def broken_up(round_: RoundState, seats: Seats) -> list[TableState]:
    """Return the tables that have begun and would not go on."""
    new_pairs = {frozenset(players) for players in seats}
    return [
        table
        for table in round_.tables.values()
        if round_.begun(table) and frozenset(table.players) not in new_pairs
    ]


def _reseated(
    seating: Seating, known: dict[frozenset[PlayerId], TableState], round_: RoundState
) -> TableState:
    number = seating.table
    table = known.get(frozenset(seating.players))
    if table is not None:
        match, pod = table.match, table.pod
        if match is not None:
            match = msgspec.structs.replace(match, table=number)
        if pod is not None:
            pod = msgspec.structs.replace(pod, table=number)
        return msgspec.structs.replace(table, number=number, match=match, pod=pod)
    in_pods = any(table.pod is not None for table in round_.tables.values())
    if in_pods:
        return TableState(number=number, pod=Pod(players=seating.players, table=number))
    first, second = seating.players
    return TableState(number=number, match=Match(players=(first, second), table=number))

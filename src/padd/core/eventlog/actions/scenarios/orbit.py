"""Standard Orbit: everyone moves; totals at a move, or points from the director."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import unknown_player_objection
from padd.core.eventlog.actions.scenarios.lots import scenario_objection
from padd.core.eventlog.actions.scenarios.notes import with_scenario_record
from padd.core.eventlog.scenarios.orbit import moves_in_round, ring_of
from padd.core.eventlog.state.event_state import LogState, Stage
from padd.core.eventlog.state.scenario_state import NotedPoints, NotedTotals
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.core.scenarios.round_blocks import scenario_of
from padd.rulebooks.schema import Rulebook, cite

MOST_POINTS: Final = 1_000_000


class SeatsMoved(Action, frozen=True, kw_only=True, tag="scenario.seats-moved"):
    """Everyone moves one seat."""

    number: Annotated[int, Meta(description="The number of the round.")]
    move: Annotated[int, Meta(description="The number of the move in the round.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse moves twice, in other rounds, and in the last stretch."""
        refusal = scenario_objection(self, state, book)
        round_, rules = state.round(self.number), scenario_of(state.settings, book)
        if refusal is not None or round_ is None or rules is None:
            return refusal or Refusal("no-round", message("There is no such round."))
        if round_.stage is not Stage.PUBLISHED:
            return Refusal(
                "not-current", message("Round {number} is not being played.", number=self.number)
            )
        done = state.scenario.moves.get(self.number, 0)
        if self.move != done + 1:
            return Refusal(
                "move-done",
                message("Players have already moved {done} times in this round.", done=done),
                way_out=message("Reload the page before the next move."),
            )
        most = moves_in_round(round_.clock.minutes, rules.rotation_minutes or 1)
        if most is not None and self.move > most:
            return Refusal(
                "last-stretch",
                message("No one moves in the last stretch of a round."),
                rule=cite(book, "formats.scenarios"),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Count the move, and note when it was."""
        moves = {**state.scenario.moves, self.number: self.move}
        return with_scenario_record(state, moves=moves, moved_at=entry.at)


class TotalsNoted(Action, frozen=True, kw_only=True, tag="scenario.totals-noted"):
    """The totals of a table at a move, as those who leave it type them."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    stretch: Annotated[int, Meta(description="The stretch of play between two moves, from 0.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    totals: Annotated[tuple[int, ...], Meta(description="The totals.")]
    ended: Annotated[
        tuple[int, ...] | None, Meta(description="The totals of a game that ended before the move.")
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other tables than their own, and stretches that are to come."""
        refusal = scenario_objection(self, state, book)
        round_ = state.round(self.number)
        table = round_.tables.get(self.table) if round_ is not None else None
        if refusal is not None or round_ is None or table is None:
            return refusal or Refusal("no-table", message("There is no such table."))
        if not 0 <= self.stretch <= state.scenario.moves.get(self.number, 0):
            return Refusal("no-stretch", message("This stretch has not been played yet."))
        sizes = {len(self.totals), len(self.ended or self.totals)}
        figures = (*self.totals, *(self.ended or ()))
        if sizes != {len(table.players)} or any(abs(points) > MOST_POINTS for points in figures):
            return Refusal("totals-count", message("Enter one total for each deck."))
        here = ring_of(round_).seated(self.stretch)
        at_table = {player for seat, player in here.items() if seat[0] == self.table}
        if not entry.by.is_staff and entry.by.player not in at_table:
            return Refusal(
                "not-your-table",
                message("You were not at table {table} then.", table=self.table),
                way_out=message("Enter the totals of the table you left."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the totals; what is typed later replaces it."""
        key = (self.number, self.stretch, self.table)
        others = (
            noted
            for noted in state.scenario.totals
            if (noted.round, noted.stretch, noted.table) != key
        )
        new = NotedTotals(
            round=self.number,
            stretch=self.stretch,
            table=self.table,
            totals=self.totals,
            ended=self.ended,
        )
        return with_scenario_record(state, totals=(*others, new))


class PointsNoted(Action, frozen=True, kw_only=True, tag="scenario.points-noted"):
    """The director says what a player and the player's deck made in a round."""

    number: Annotated[int, Meta(description="The number of the round.")]
    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    own: Annotated[int, Meta(description="What the player made.")]
    deck: Annotated[int, Meta(description="What the player's deck made.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that the player was not in, and points that cannot be."""
        refusal = scenario_objection(self, state, book) or unknown_player_objection(
            state, (self.player,)
        )
        if refusal is not None:
            return refusal
        round_ = state.round(self.number)
        if round_ is None or self.player not in round_.seats:
            return Refusal(
                "not-playing",
                message(
                    "{name} has no seat in round {number}.",
                    name=state.name(self.player),
                    number=self.number,
                ),
            )
        if max(abs(self.own), abs(self.deck)) > MOST_POINTS:
            return Refusal("points-range", message("No one scores that many points."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the figures instead of what was noted at the moves."""
        key = (self.number, self.player)
        others = (p for p in state.scenario.points if (p.round, p.player) != key)
        new = NotedPoints(player=self.player, round=self.number, own=self.own, deck=self.deck)
        return with_scenario_record(state, points=(*others, new))

"""A player's report that arrives too late to count."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry, acting_player
from padd.core.eventlog.actions.result_claims import at_own_table, elsewhere_objection
from padd.core.eventlog.result_checks import located, must_be_at, outcome_objection, result_line
from padd.core.eventlog.state import LogNote, LogState
from padd.core.eventlog.table import GameOutcome, ended
from padd.core.messages import message
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook


class ResultCameLate(Action, frozen=True, kw_only=True, tag="result.came-late"):
    """What a player wanted to report, sent when it could not count any more.

    It changes no result: the director reads it and corrects the game if need be.
    """

    by_players: ClassVar[bool] = True

    number: int
    table: int
    outcome: GameOutcome

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it at other tables, while it can still be reported, and twice."""
        at_table = located(state, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if entry.by.player is None or entry.by.player not in table.players:
            return elsewhere_objection(round_, self.table, entry.by.player)
        if not isinstance(at_own_table(state, entry, *self._place), Refusal):
            return refused(
                "not-late",
                message("Table {table} is still open.", table=self.table),
                way_out=message("Report the result."),
            )
        wrong = outcome_objection(state, round_, table, self.outcome, book)
        if wrong is not None:
            return wrong
        note = self._note(state, entry)
        if any((earlier.text, earlier.by) == (note.text, note.by) for earlier in state.notes):
            return refused("already-told", message("The director has already been told."))
        return None

    @property
    def _place(self) -> tuple[int, int]:
        return self.number, self.table

    def _note(self, state: LogState, entry: LogEntry) -> LogNote:
        _, table = must_be_at(state, self.number, self.table)
        match = ended(table.game, self.outcome)
        seated = " and ".join(state.name(player) for player in match.players)
        who = state.name(acting_player(entry))
        return LogNote(
            at=entry.at,
            by=entry.by,
            text=f"Late from {who}: {seated}, {result_line(match)}.",
            player=entry.by.player,
            round=self.number,
            table=self.table,
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep it as a note for the director."""
        del book
        noted = (*state.notes, self._note(state, entry))
        return msgspec.structs.replace(state, notes=noted)

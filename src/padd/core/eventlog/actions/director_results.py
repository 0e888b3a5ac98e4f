"""Results from the director: entered, decided, corrected, delayed."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.clock import deadline_objection
from padd.core.eventlog.actions.saved_results import own_game_objection, save_result
from padd.core.eventlog.state.actor import minutes_between
from padd.core.eventlog.state.event_state import LogState, RoundState, with_table
from padd.core.eventlog.state.result_checks import (
    ends_match,
    existing_table,
    outcome_objection,
    published_table,
    result_line,
)
from padd.core.eventlog.state.table import (
    GameOutcome,
    ResponsibilityFinding,
    ResultSource,
    TableState,
    match_with_outcome,
    outcome_of_match,
)
from padd.core.messages import message
from padd.core.model import Ending, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def _table_for_staff(
    state: LogState, entry: LogEntry, number: int, table: int, book: Rulebook
) -> tuple[RoundState, TableState] | Refusal:
    """Return a table on which the acting person may decide."""
    at_table = published_table(state, number, table)
    if isinstance(at_table, Refusal):
        return at_table
    return own_game_objection(state, entry, at_table[1], book) or at_table


def _ending_objection(ending: Ending | None, book: Rulebook) -> Refusal | None:
    """Refuse endings that have an action of their own."""
    if ending is Ending.DELAYED:
        return Refusal("delayed", message("To postpone a game, mark it delayed."))
    if ending is Ending.UNPLAYED:
        return Refusal(
            "unplayed",
            message("For a game not played in time you decide who was responsible."),
            rule=cite(book, "online.unplayed.responsible"),
        )
    return None


def missed_game_objection(
    round_: RoundState, entry: LogEntry, outcome: GameOutcome, book: Rulebook
) -> Refusal | None:
    """Refuse a missed game before the minutes of grace are over (AMB-6)."""
    grace, began = book.time.late.round_minutes, round_.clock.started_at
    if outcome.ending is not Ending.MISSED or grace is None or entry.reason.strip():
        return None
    passed = 0.0 if began is None else minutes_between(began, entry.at)
    if began is not None and passed > grace:
        return None
    if began is None:
        told = message(
            "Round {round} has not started; a game is missed after {grace} minutes.",
            round=round_.number,
            grace=grace,
        )
    else:
        told = message(
            "Round {round} has run for {passed} minutes; a game is missed after {grace}.",
            round=round_.number,
            passed=int(passed),
            grace=grace,
        )
    return Refusal(
        "not-yet-missed",
        told,
        rule=cite(book, "time.late.round_minutes"),
        way_out=message("Wait, or say why you decide earlier."),
    )


class ResultEntered(Action, frozen=True, kw_only=True, tag="result.entered"):
    """Staff enters a result that was not known."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[GameOutcome, Meta(description="How the game ended.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse tables that have a result; that would be a correction."""
        at_table = _table_for_staff(state, entry, self.number, self.table, book)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if table.settled and table.match is not None:
            return Refusal(
                "already-saved",
                message(
                    "Table {table} is already saved: {result_line}.",
                    table=self.table,
                    result_line=result_line(table.match),
                ),
                way_out=message("If that is wrong, correct it."),
            )
        return (
            _ending_objection(self.outcome.ending, book)
            or missed_game_objection(round_, entry, self.outcome, book)
            or outcome_objection(state, round_, table, self.outcome, book)
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Let the result count; a match of several games may go on."""
        place = existing_table(state, self.number, self.table)
        round_, table = place
        match = match_with_outcome(table.game, self.outcome)
        if ends_match(state, round_, table, match, book):
            return save_result(state, entry, place, match, ResultSource.ENTERED)
        going_on = msgspec.structs.replace(table, match=match)
        return with_table(state, round_, going_on)


class ResultDecided(Action, frozen=True, kw_only=True, tag="result.decided"):
    """The director decides between two versions of a game."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[GameOutcome, Meta(description="How the game ended.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it if nothing is reported, or a result counts."""
        at_table = _table_for_staff(state, entry, self.number, self.table, book)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if table.settled:
            return Refusal(
                "already-saved",
                message("Table {table} is already saved.", table=self.table),
                way_out=message("If that is wrong, correct it."),
            )
        if not table.claims:
            return Refusal(
                "nothing-reported",
                message("Table {table} has no report yet.", table=self.table),
                way_out=message("Enter the result."),
            )
        return _ending_objection(self.outcome.ending, book) or outcome_objection(
            state, round_, table, self.outcome, book
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the decision count."""
        place = existing_table(state, self.number, self.table)
        match = place[1].game
        return save_result(
            state, entry, place, match_with_outcome(match, self.outcome), ResultSource.DECIDED
        )


class ResultCorrected(Action, frozen=True, kw_only=True, tag="result.corrected"):
    """A result that counts was wrong; pairings already made stay."""

    needs_reason: ClassVar[str] = "Both players see the reason for a changed result"

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[GameOutcome, Meta(description="How the game ended.")]
    instead_of: Annotated[
        GameOutcome | None,
        msgspec.Meta(
            description="What the person saw, so that no one overwrites a newer correction."
        ),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where no result counts, or another was saved meanwhile."""
        at_table = _table_for_staff(state, entry, self.number, self.table, book)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if not table.settled or table.match is None:
            return Refusal(
                "nothing-to-correct",
                message(
                    "Table {table} of round {number} has no result yet.",
                    table=self.table,
                    number=self.number,
                ),
                way_out=message("Enter the result."),
            )
        now = outcome_of_match(table.match)
        if self.instead_of is not None and self.instead_of != now:
            who = table.saved[-1].by.person
            return Refusal(
                "changed-meanwhile",
                message(
                    "{who} saved table {table} just before you: {result_line}.",
                    who=who,
                    table=self.table,
                    result_line=result_line(table.match),
                ),
                way_out=message("Check which result is right."),
            )
        if self.outcome == now:
            return Refusal("nothing-changes", message("That is the result already."))
        if self.outcome.ending is Ending.DELAYED:
            reason = message("This game has a result, so it can’t be postponed.")
            return Refusal("delayed", reason)
        return outcome_objection(state, round_, table, self.outcome, book)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the corrected result count."""
        place = existing_table(state, self.number, self.table)
        match = place[1].game
        return save_result(
            state, entry, place, match_with_outcome(match, self.outcome), ResultSource.CORRECTED
        )


class ResultDelayed(Action, frozen=True, kw_only=True, tag="result.delayed"):
    """A game is delayed; the event continues without it (§13.4)."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    deadline: Annotated[str | None, Meta(description="The deadline, in UTC.")] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it under rulebooks that know no delay, and for games that are over."""
        at_table = _table_for_staff(state, entry, self.number, self.table, book)
        if isinstance(at_table, Refusal):
            return at_table
        _, table = at_table
        if table.saved or table.match is None:
            words = "delayed" if table.delayed else "saved"
            return Refusal(
                "already-saved",
                message("Table {table} is already {words}.", table=self.table, words=words),
            )
        if Ending.DELAYED not in book.scoring.endings:
            return Refusal(
                "ending-unknown-to-rulebook",
                message("{title} has no delayed games.", title=book.title),
                rule=cite(book, "scoring.endings"),
                way_out=message("Score the game as it stands."),
            )
        if self.deadline is None:
            return None
        return deadline_objection(self.deadline, entry.at)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Mark the game."""
        round_, table = existing_table(state, self.number, self.table)
        until = self.deadline or table.deadline
        put_off = msgspec.structs.replace(table, deadline=until, claims=())
        match = match_with_outcome(table.game, GameOutcome(ending=Ending.DELAYED))
        return save_result(state, entry, (round_, put_off), match, ResultSource.ENTERED)


NAMED: Final = {
    ResponsibilityFinding.ONE: 1,
    ResponsibilityFinding.BOTH: 2,
    ResponsibilityFinding.NEITHER: 0,
    ResponsibilityFinding.UNCLEAR: 0,
}
"""How many players a finding names."""


class ResponsibilityDecided(Action, frozen=True, kw_only=True, tag="result.responsibility-decided"):
    """Who was responsible for a game that was not played in time (§13.5)."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    responsible: Annotated[
        tuple[PlayerId, ...],
        msgspec.Meta(description="One player, both, or none; also none if it is unclear."),
    ] = ()
    finding: Annotated[
        ResponsibilityFinding | None,
        msgspec.Meta(
            description="What was found: one, both, neither, or unclear. Neither, both "
            "and unclear come to the same result."
        ),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it away from online play, and for games that were played."""
        at_table = _table_for_staff(state, entry, self.number, self.table, book)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if table.settled:
            return Refusal(
                "already-saved",
                message("Table {table} is already saved.", table=self.table),
                way_out=message("If that is wrong, correct it."),
            )
        if not state.settings.online:
            return Refusal(
                "not-online",
                message("Responsibility is decided in online events only."),
                rule=cite(book, "online.unplayed.responsible"),
                way_out=message("Enter the score, or who was absent."),
            )
        if self.finding is not None and len(self.responsible) != NAMED[self.finding]:
            return Refusal(
                "finding-differs",
                message("Name one player, both, or neither, according to your finding."),
                rule=cite(book, "online.unplayed.otherwise"),
                way_out=message("Choose the finding again."),
            )
        return outcome_objection(state, round_, table, self._outcome(), book)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the decision count."""
        round_, table = existing_table(state, self.number, self.table)
        found = msgspec.structs.replace(table, finding=self.finding)
        match = match_with_outcome(table.game, self._outcome())
        return save_result(state, entry, (round_, found), match, ResultSource.DECIDED)

    def _outcome(self) -> GameOutcome:
        return GameOutcome(ending=Ending.UNPLAYED, responsible=self.responsible)

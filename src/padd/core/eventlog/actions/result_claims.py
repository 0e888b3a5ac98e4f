"""What players report about their games: reported, confirmed, disputed, late (§7.4)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry, acting_player
from padd.core.eventlog.actions.saved_results import own_game_objection, save_result
from padd.core.eventlog.state.event_state import LogNote, LogState, RoundState, Stage, with_table
from padd.core.eventlog.state.result_checks import (
    agreement_suffices,
    are_same_result,
    existing_table,
    outcome_objection,
    published_table,
    result_line,
)
from padd.core.eventlog.state.table import (
    GameOutcome,
    ResultClaim,
    ResultSource,
    TableState,
    match_with_outcome,
)
from padd.core.messages import message
from padd.core.model import Ending, Match, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite

DIRECTOR_SAYS: Final = frozenset({Ending.GAME_LOSS, Ending.MISSED, Ending.UNPLAYED, Ending.DELAYED})
"""Endings that no player can report."""


class Signature(StrEnum):
    """How a player signed: the digital form of initials (§7.4)."""

    CODE = "code"
    """By the code on the other player's phone."""
    PIN = "pin"
    """By their own PIN, typed on the other player's phone."""


def at_own_table(
    state: LogState, entry: LogEntry, number: int, table: int
) -> tuple[RoundState, TableState] | Refusal:
    """Return the acting player's own open table."""
    at_table = published_table(state, number, table)
    if isinstance(at_table, Refusal):
        return at_table
    round_, here = at_table
    player = entry.by.player
    if player is None or player not in here.players:
        return wrong_table_objection(round_, table, player)
    if here.settled:
        result = "" if here.match is None else f": {result_line(here.match)}"
        return Refusal(
            "already-saved",
            message("Table {table} is already saved{said}.", table=table, said=result),
            way_out=message("If that is wrong, tell the director."),
        )
    if round_.stage is Stage.CLOSED and not here.delayed:
        return Refusal("round-closed", message("Round {number} is over.", number=number))
    return at_table


def wrong_table_objection(round_: RoundState, table: int, player: PlayerId | None) -> Refusal:
    """Refuse a table that is not the player's, and say which one is."""
    seat = round_.seats.get(player) if player else None
    where = (
        message("You are at table {table} in round {number}.", table=seat, number=round_.number)
        if seat
        else message("You have no table in round {number}.", number=round_.number)
    )
    return Refusal(
        "not-your-table", message("Table {table} is not yours.", table=table), way_out=where
    )


class ResultReported(Action, frozen=True, kw_only=True, tag="result.reported"):
    """A player says how the game ended; it counts once the opponent agrees."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[GameOutcome, Meta(description="How the game ended.")]
    seen: Annotated[
        tuple[GameOutcome, ...] | None,
        Meta(
            description="What others had reported when this was typed; null skips the comparison."
        ),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other people's tables, what only a director may say, and surprises."""
        at_table = at_own_table(state, entry, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if self.outcome.ending in DIRECTOR_SAYS:
            return Refusal(
                "director-decides",
                message("Only the director can mark a game missed, delayed or lost by a penalty."),
                rule=cite(book, "scoring.endings"),
                way_out=message("Call the director to your table."),
            )
        return self._overtaken(state, entry, table, book) or outcome_objection(
            state, round_, table, self.outcome, book
        )

    def _overtaken(
        self, state: LogState, entry: LogEntry, table: TableState, book: Rulebook
    ) -> Refusal | None:
        """Say that another player reported something else, not seen yet."""
        if self.seen is None or table.match is None:
            return None
        known = (self.outcome, *self.seen)
        for claim in table.claims:
            if claim.match is None or claim.player == entry.by.player:
                continue
            if not any(
                are_same_result(match_with_outcome(table.match, outcome), claim.match, state, book)
                for outcome in known
            ):
                return Refusal(
                    "they-reported",
                    message(
                        "In the meantime {name} reported: {score}.",
                        name=state.name(claim.player),
                        score=result_line(claim.match),
                    ),
                    way_out=message(
                        "Confirm theirs, or send yours again and the director will decide."
                    ),
                )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep the claim; two that agree count, two that differ are a dispute."""
        place = existing_table(state, self.number, self.table)
        return add_claim(state, entry, place, self.outcome, book)


def add_claim(
    state: LogState,
    entry: LogEntry,
    place: tuple[RoundState, TableState],
    outcome: GameOutcome,
    book: Rulebook,
) -> LogState:
    """Return the state with one more claim on a table."""
    round_, table = place
    player = acting_player(entry)
    match = match_with_outcome(table.game, outcome)
    others = tuple(claim for claim in table.claims if claim.player != player)
    against = [claim.said for claim in others]
    differs = any(not are_same_result(match, version, state, book) for version in against)
    mine = ResultClaim(player=player, match=match, at=entry.at)
    heard = msgspec.structs.replace(table, claims=(*others, mine), disputed=differs)
    if against and not differs and agreement_suffices(book):
        fuller = max((*against, match), key=_facts_reported)
        return save_result(state, entry, (round_, heard), fuller, ResultSource.AGREED)
    return with_table(state, round_, heard)


def claim_if_unchanged(
    state: LogState, table: TableState, player: PlayerId, *, since: str
) -> ResultClaim | Refusal:
    """Return what a player claims; a claim changed after it was seen is not taken."""
    for claim in table.claims:
        if claim.player == player and claim.at == since:
            return claim
    known = player in state.players
    return Refusal(
        "changed-meanwhile",
        message(
            "{who} changed the report of table {number} just before you.",
            who=state.name(player) if known else message("The player"),
            number=table.number,
        ),
        way_out=message("Review it again, then decide."),
    )


def _facts_reported(match: Match) -> int:
    """Count what a report says, so that the fuller of two is kept."""
    facts = (match.winner, match.scores, match.missions, match.bonus, match.first_player)
    return sum(fact is not None for fact in facts)


class ResultConfirmed(Action, frozen=True, kw_only=True, tag="result.confirmed"):
    """The other player, or the staff, agrees with what was reported."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[
        GameOutcome,
        msgspec.Meta(
            description="What the person saw and agreed with, so that no one "
            "confirms something else."
        ),
    ]
    signed: Annotated[Signature | None, Meta(description="Who signed.")] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse one's own report, disputes, and what was changed meanwhile."""
        at_table = published_table(state, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        _, table = at_table
        if entry.by.is_staff:
            barred = own_game_objection(state, entry, table, book)
            if barred is not None and self._others(table, entry) == ():
                return barred
        else:
            mine = at_own_table(state, entry, self.number, self.table)
            if isinstance(mine, Refusal):
                return mine
        if table.settled:
            return Refusal(
                "already-saved", message("Table {table} is already saved.", table=self.table)
            )
        return self._claims_objection(state, entry, table, book)

    def _others(self, table: TableState, entry: LogEntry) -> tuple[ResultClaim, ...]:
        return tuple(c for c in table.claims if c.player != entry.by.player)

    def _claims_objection(
        self, state: LogState, entry: LogEntry, table: TableState, book: Rulebook
    ) -> Refusal | None:
        claims = self._others(table, entry)
        if not claims:
            return Refusal(
                "nothing-reported",
                message("Table {table} has no report for you to confirm.", table=self.table),
                way_out=message("Report the result yourself."),
            )
        if table.disputed:
            return Refusal(
                "disputed",
                message("The reports from table {table} differ.", table=self.table),
                way_out=message("The director will decide between them."),
            )
        if table.match is None:
            return Refusal("a-pod", message("Pods are scored, not won."))
        seen = match_with_outcome(table.match, self.outcome)
        match = claims[-1].said
        if not are_same_result(seen, match, state, book):
            name = state.name(claims[-1].player)
            return Refusal(
                "changed-meanwhile",
                message(
                    "{name} changed the report just before you: {result_line}.",
                    name=name,
                    result_line=result_line(match),
                ),
                way_out=message("Check it again, then confirm or dispute it."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Let the result count, where the players' word suffices."""
        place = existing_table(state, self.number, self.table)
        table = place[1]
        match = self._others(table, entry)[-1].said
        seated = entry.by.player in table.players
        if seated and not agreement_suffices(book):
            return add_claim(state, entry, place, self.outcome, book)
        return save_result(state, entry, place, match, ResultSource.AGREED)


class ResultDisputed(Action, frozen=True, kw_only=True, tag="result.disputed"):
    """A player does not agree with what was reported; the director decides."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[
        GameOutcome | None, msgspec.Meta(description="The player's own version, if there is one.")
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it at other tables, and where nothing was reported."""
        if entry.by.is_staff and entry.by.player is None:
            at_table = published_table(state, self.number, self.table)
        else:
            at_table = at_own_table(state, entry, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if not any(claim.player != entry.by.player for claim in table.claims):
            reason = message("Table {table} has no report to dispute.", table=self.table)
            return Refusal("nothing-reported", reason)
        if table.settled:
            return Refusal(
                "already-saved", message("Table {table} is already saved.", table=self.table)
            )
        if self.outcome is None:
            return None
        return outcome_objection(state, round_, table, self.outcome, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Put the table on the director's list, with both versions."""
        place = existing_table(state, self.number, self.table)
        if self.outcome is not None:
            state = add_claim(state, entry, place, self.outcome, book)
        round_, table = existing_table(state, self.number, self.table)
        if table.settled:
            return state
        return with_table(state, round_, msgspec.structs.replace(table, disputed=True))


class ResultCameLate(Action, frozen=True, kw_only=True, tag="result.came-late"):
    """What a player wanted to report, sent when it could not count any more.

    It changes no result: the director reads it and corrects the game if need be.
    """

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    outcome: Annotated[GameOutcome, Meta(description="How the game ended.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it at other tables, while it can still be reported, and twice."""
        at_table = published_table(state, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if entry.by.player is None or entry.by.player not in table.players:
            return wrong_table_objection(round_, self.table, entry.by.player)
        if not isinstance(at_own_table(state, entry, *self._place), Refusal):
            return Refusal(
                "not-late",
                message("Table {table} is still open.", table=self.table),
                way_out=message("Report the result."),
            )
        wrong = outcome_objection(state, round_, table, self.outcome, book)
        if wrong is not None:
            return wrong
        note = self._note(state, entry)
        if any((earlier.text, earlier.by) == (note.text, note.by) for earlier in state.notes):
            return Refusal("already-told", message("The director has already been told."))
        return None

    @property
    def _place(self) -> tuple[int, int]:
        return self.number, self.table

    def _note(self, state: LogState, entry: LogEntry) -> LogNote:
        _, table = existing_table(state, self.number, self.table)
        match = match_with_outcome(table.game, self.outcome)
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

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep it as a note for the director."""
        noted = (*state.notes, self._note(state, entry))
        return msgspec.structs.replace(state, notes=noted)

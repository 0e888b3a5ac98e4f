"""Rounds: drafted, repeated, redrawn, changed by hand, closed."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.limited import limited_objection
from padd.core.eventlog.actions.saved_results import score_unplayed_rounds
from padd.core.eventlog.state.director_plays import director_objection
from padd.core.eventlog.state.event_state import LogState, RoundState, Stage, with_round
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.eventlog.state.pods import open_pods, rounds_together
from padd.core.eventlog.state.round_checks import (
    Seats,
    draft_objection,
    rematches_in,
    seating_objection,
    with_planned_rounds,
)
from padd.core.eventlog.state.rounds import (
    next_number,
    player_names,
    repeated_round,
    round_state,
    seats_of,
    table_list,
)
from padd.core.eventlog.state.table import ResultSource, TableState
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Match, PlayerId, Pod, Round, StrictStruct
from padd.core.pairing.next_round import pair_next, round_on_file
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook, cite


def missing_results_objection(state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse to go on while results, or decks of limited play, are missing."""
    if not state.played:
        return limited_objection(state, book)
    missing = open_pods(state, state.played[-1])
    if not missing:
        return None
    single = len(missing) == 1
    return Refusal(
        "results-missing",
        message(
            "Round {number} is waiting for {tables_line}.",
            number=state.played[-1].number + 1,
            tables_line=table_list(missing),
        ),
        rule=cite(book, "pairing.provisional_points"),
        way_out=message(
            "Decide {which}, or mark {which} delayed.",
            which=(message("it") if single else message("them")),
        ),
    )


def _seats(round_: Round) -> Seats:
    pairs: Seats = tuple(match.players for match in round_.matches)
    return (*pairs, *(pod.players for pod in round_.pods))


def _seed(round_: Round) -> int | None:
    seed = (round_.draw or {}).get("seed")
    return seed if isinstance(seed, int) else None


def _repeat_objection(state: LogState, round_: Round, book: Rulebook) -> Refusal | None:
    """Refuse to draw a round that repeats the pairings of its block."""
    opening = repeated_round(state, round_.number, book)
    if opening is None:
        return None
    return Refusal(
        "round-repeats",
        message(
            "Round {number} repeats the pairings of round {opening}; there is nothing to pair.",
            number=round_.number,
            opening=opening.number,
        ),
        rule=cite(book, "formats.scenarios"),
        way_out=message("Use its tables and byes."),
    )


def draw_objection(state: LogState, round_: Round, book: Rulebook) -> Refusal | None:
    """Refuse a drawn round that is not one of this event now."""
    if _seed(round_) is None:
        return Refusal("seed-missing", message("A random draw needs its seed on record."))
    results = any(match.ending or match.games for match in round_.matches)
    if results or any(pod.scores is not None for pod in round_.pods):
        return Refusal("results-in-draft", message("A round is paired without results."))
    seats = _seats(round_)
    refusal = seating_objection(
        state, round_.number, seats, round_.byes, book, seed=_seed(round_) or 0
    )
    if refusal is not None:
        return refusal
    if len(seats) + len(round_.byes) == 0:
        return Refusal("no-players", message("No players are checked in."))
    again = next(rematches_in(state, round_.number, seats, book), None)
    if again is not None and book.pairing.rematches == "never":
        return Refusal(
            "rematch",
            message("{state} have met before.", state=player_names(state, again)),
            rule=cite(book, "pairing.rematches"),
            way_out=message("Re-pair, or pair by hand and give a reason."),
        )
    return None


class RoundDrafted(Action, frozen=True, kw_only=True, tag="round.drafted"):
    """A round as it was drawn; only the staff sees it."""

    round: Round

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse to draw too early, too late, or without every player."""
        number = self.round.number
        if state.draft is not None:
            return Refusal(
                "draft-exists",
                message("Round {number} is already paired.", number=state.draft.number),
                way_out=message("Publish it, change it by hand, or re-pair it."),
            )
        waiting = missing_results_objection(state, book)
        if waiting is not None:
            return waiting
        if number != next_number(state):
            reason = message(
                "Round {next_number} comes next, not round {number}.",
                next_number=next_number(state),
                number=number,
            )
            return Refusal("wrong-number", reason)
        planned = state.settings.rounds_planned
        if number > planned and not format_of(state.settings_of(number)).has_bracket:
            return Refusal(
                "rounds-all-played",
                message("All {planned} rounds have been played.", planned=planned),
                way_out=message("Finish the event, or change the number of rounds."),
            )
        return (
            director_plays_objection(state, number, book)
            or _repeat_objection(state, self.round, book)
            or draw_objection(state, self.round, book)
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Add the draft; the round before is closed by it."""
        state = with_planned_rounds(close_last_round(state, entry), self.round)
        return msgspec.structs.replace(state, rounds=(*state.rounds, round_state(self.round)))


class RoundRedrawn(Action, frozen=True, kw_only=True, tag="round.redrawn"):
    """The draft is thrown away and drawn again; the redraws are counted."""

    round: Round

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for a reason, unless the field has changed since the draw."""
        draft = state.draft
        if draft is None or draft.number != self.round.number:
            reason = message("There is no draft of round {number}.", number=self.round.number)
            return Refusal("no-draft", reason, way_out=message("Pair the round."))
        counted = (draft.draw or {}).get("redraws", 0) + 1
        if (self.round.draw or {}).get("redraws") != counted:
            return Refusal(
                "redraws-uncounted", message("This is redraw {counted}.", counted=counted)
            )
        if not entry.reason.strip() and draft_objection(state, book) is None:
            return Refusal(
                "reason-missing",
                message("The draft of round {number} is in order.", number=draft.number),
                way_out=message("Give a reason for re-pairing. It is public."),
            )
        return _repeat_objection(state, self.round, book) or draw_objection(state, self.round, book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Put the new draft instead of the old one."""
        redrawn = with_round(state, round_state(self.round))
        return with_planned_rounds(redrawn, self.round)


def director_plays_objection(state: LogState, number: int, book: Rulebook) -> Refusal | None:
    """Ask before the first round for what lets a director play."""
    director = state.director_playing()
    if number != 1 or director is None:
        return None
    approved = state.approval.approved_by if state.approval else ()
    return director_objection(state, director, approved, book)


class RoundClosed(Action, frozen=True, kw_only=True, tag="round.closed"):
    """The director has looked at every result of the round."""

    number: Annotated[int, Meta(description="The number of the round.")]
    not_started: Annotated[
        bool,
        msgspec.Meta(
            description="Tribbles, once time was called: the rounds of the match that "
            "pods did not start count 0."
        ),
    ] = False

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse while a result is missing."""
        round_ = state.current
        ready = round_ is not None and round_.stage is Stage.PUBLISHED
        if round_ is None or round_.number != self.number or not ready:
            reason = message("Round {number} is not being played.", number=self.number)
            return Refusal("not-current", reason)
        missing = open_pods(state, round_)
        timed = round_.match_rounds is not None and round_.clock.ended_at is not None
        if not missing or (timed and self.not_started):
            return None
        return Refusal(
            "results-missing",
            message(
                "Round {number} is waiting for {tables_line}.",
                number=self.number,
                tables_line=table_list(missing),
            ),
            rule=cite(book, "pairing.provisional_points"),
            way_out=message("Call time; rounds that were not started then count 0.")
            if round_.match_rounds is not None
            else message("Decide them, or mark them delayed."),
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Close it, and stop its clock."""
        round_ = state.round(self.number)
        if round_ is None:
            return state
        if self.not_started:
            state = score_unplayed_rounds(state, round_, entry, ResultSource.ENTERED)
        return _close_together(state, round_, entry)


def close_last_round(state: LogState, entry: LogEntry) -> LogState:
    """Return the state with the round that was on closed by the next one."""
    last = state.current
    if last is None or last.stage is Stage.CLOSED:
        return state
    return _close_together(state, last, entry)


def _close_together(state: LogState, round_: RoundState, entry: LogEntry) -> LogState:
    """Return the state with a round over, and those published with it."""
    for known in rounds_together(state, round_):
        state = with_round(state, close_round(known, entry))
    return state


def close_round(round_: RoundState, entry: LogEntry) -> RoundState:
    """Return a round that is over."""
    clock = round_.clock
    if clock.started_at is not None and clock.ended_at is None:
        clock = msgspec.structs.replace(clock, ended_at=entry.at, paused_at=None)
    return msgspec.structs.replace(round_, stage=Stage.CLOSED, clock=clock)


class RoundRepeated(Action, frozen=True, kw_only=True, tag="round.repeated"):
    """A round takes over tables and byes of the first round of its block."""

    round: Round

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are drawn, and other tables than those of the block."""
        number = self.round.number
        waiting = missing_results_objection(state, book) or self._order_objection(state, book)
        if waiting is not None:
            return waiting
        opening = repeated_round(state, number, book)
        if opening is None:
            return Refusal(
                "round-is-drawn",
                message("Round {number} has to be re-paired.", number=number),
                way_out=message("Pair the round."),
            )
        try:
            event, _ = facts_of_part(state, number)
            expected = round_on_file(pair_next(event, book, seed=0), event)
        except RefusalError as error:
            return error.refusal
        if _repeated_seats(self.round) == _repeated_seats(expected):
            return None
        return Refusal(
            "not-the-block",
            message(
                "Round {number} has the tables and byes of round {opening}.",
                number=number,
                opening=opening.number,
            ),
            rule=cite(book, "formats.scenarios"),
            way_out=message("Use them unchanged, or give a reason for changing them by hand."),
        )

    def _order_objection(self, state: LogState, book: Rulebook) -> Refusal | None:
        number, planned = self.round.number, state.settings.rounds_planned
        if number != next_number(state):
            return Refusal(
                "wrong-number",
                message(
                    "Round {next_number} comes next, not round {number}.",
                    next_number=next_number(state),
                    number=number,
                ),
            )
        if number > planned:
            return Refusal(
                "rounds-all-played",
                message("All {planned} rounds have been played.", planned=planned),
                way_out=message("Finish the event, or change the number of rounds."),
            )
        if state.draft is not None and draft_objection(state, book) is None:
            return Refusal(
                "draft-exists",
                message("Round {number} already exists.", number=number),
                way_out=message("Publish it, or change it by hand."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Add the draft; the round before is closed by it."""
        before = tuple(r for r in state.rounds if r.stage is not Stage.DRAFT)
        state = close_last_round(msgspec.structs.replace(state, rounds=before), entry)
        return msgspec.structs.replace(state, rounds=(*state.rounds, round_state(self.round)))


def _repeated_seats(round_: Round) -> tuple[object, ...]:
    pairs = {frozenset(match.players) for match in round_.matches if _without_result(match)}
    played = any(not _without_result(match) for match in round_.matches)
    return pairs, set(round_.byes), set(round_.earned_byes), played


def _without_result(match: Match) -> bool:
    return match.ending is None and not match.games


class Seating(StrictStruct, frozen=True, kw_only=True):
    """Who sits at a table."""

    table: Annotated[int, Meta(description="The number of the table.")]
    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]


class RoundChanged(Action, frozen=True, kw_only=True, tag="round.changed"):
    """The tables of a round as the director wants them; the rest follows."""

    needs_reason: ClassVar[str] = "Pairings changed by hand are public"

    number: Annotated[int, Meta(description="The number of the round.")]
    tables: Annotated[tuple[Seating, ...], Meta(description="The tables.")]
    byes: Annotated[
        tuple[PlayerId, ...], Meta(description="The players with a bye, by their ids.")
    ] = ()
    even_begun: Annotated[
        bool, msgspec.Meta(description="Confirms that games that have begun may be broken up.")
    ] = False

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are over, and tables that are playing."""
        round_ = state.current
        if round_ is None or round_.number != self.number:
            reason = message("Round {number} is not the current round.", number=self.number)
            return Refusal("not-current", reason)
        if round_.stage is Stage.CLOSED:
            wrong = message(
                "Round {number} is closed, so its tables can’t change.", number=self.number
            )
            return Refusal("round-closed", wrong)
        if format_of(state.settings_of(self.number)).has_bracket:
            wrong = message("The bracket says who meets whom.")
            return Refusal("bracket-drawn", wrong, rule=cite(book, "brackets.locked"))
        numbers = [seating.table for seating in self.tables]
        if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
            return Refusal("table-twice", message("Every table has its own number from 1 on."))
        sizes = {len(seating.players) for seating in self.tables}
        if not format_of(state.settings).in_pods and sizes - {2}:
            return Refusal("not-two", message("A table has two players."))
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
            return Refusal(
                "match-begun",
                message("Pods stay together for the rounds of their match."),
                way_out=message("Withdraw the rounds of the match first."),
            )
        touched = begun_tables_broken_up(round_, self._seats())
        if not touched or self.even_begun:
            return None
        return Refusal(
            "game-begun",
            message(
                "{capitalize} of round {number} {which} already started.",
                capitalize=table_list(touched).capitalize(),
                number=round_.number,
                which=(message("has") if len(touched) == 1 else message("have")),
            ),
            way_out=message("Leave these tables unchanged, or confirm that their games are lost."),
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Seat the round anew; pairs that stay together keep their game."""
        for round_ in rounds_together(state, state.existing(self.number)):
            state = with_round(state, self._changed(round_, entry))
        return state

    def _changed(self, round_: RoundState, entry: LogEntry) -> RoundState:
        known = {frozenset(t.players): t for t in round_.tables.values()}
        tables = {s.table: _reseat(s, known, round_) for s in self.tables}
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


def begun_tables_broken_up(round_: RoundState, seats: Seats) -> list[TableState]:
    """Return the tables that have begun and would not go on."""
    new_pairs = {frozenset(players) for players in seats}
    return [
        table
        for table in round_.tables.values()
        if round_.begun(table) and frozenset(table.players) not in new_pairs
    ]


def _reseat(
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

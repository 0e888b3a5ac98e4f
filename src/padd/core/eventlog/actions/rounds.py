"""Rounds: drafted, drawn again, closed."""

from __future__ import annotations

from typing import Annotated

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.limited import limited_waits
from padd.core.eventlog.actions.staff import director_objection
from padd.core.eventlog.pod_match import not_started, open_in_match, rounds_together
from padd.core.eventlog.round_checks import Seats, rematches, seating_objection
from padd.core.eventlog.round_robin import with_planned_rounds
from padd.core.eventlog.rounds import (
    names,
    next_number,
    repeated_round,
    round_state,
    tables_line,
    to_be_paired,
)
from padd.core.eventlog.state import LogState, RoundState, Stage, with_round
from padd.core.eventlog.table import ResultSource
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Round
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


def waits_for(state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse to go on while results, or decks of limited play, are missing."""
    if not state.played:
        return limited_waits(state, book)
    missing = open_in_match(state, state.played[-1])
    if not missing:
        return None
    single = len(missing) == 1
    return refused(
        "results-missing",
        message(
            "Round {number} is waiting for {tables_line}.",
            number=state.played[-1].number + 1,
            tables_line=tables_line(missing),
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
    return refused(
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
        return refused("seed-missing", message("A random draw needs its seed on record."))
    results = any(match.ending or match.games for match in round_.matches)
    if results or any(pod.scores is not None for pod in round_.pods):
        return refused("results-in-draft", message("A round is paired without results."))
    seats = _seats(round_)
    refusal = seating_objection(
        state, round_.number, seats, round_.byes, book, seed=_seed(round_) or 0
    )
    if refusal is not None:
        return refusal
    if len(seats) + len(round_.byes) == 0:
        return refused("no-players", message("No players are checked in."))
    again = next(rematches(state, round_.number, seats, book), None)
    if again is not None and book.pairing.rematches == "never":
        return refused(
            "rematch",
            message("{state} have met before.", state=names(state, again)),
            rule=cite(book, "pairing.rematches"),
            way_out=message("Re-pair, or pair by hand and give a reason."),
        )
    return None


class RoundDrafted(Action, frozen=True, kw_only=True, tag="round.drafted"):
    """A round as it was drawn; only the staff sees it."""

    round: Round

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse to draw too early, too late, or without everybody."""
        del entry
        number = self.round.number
        if state.draft is not None:
            return refused(
                "draft-exists",
                message("Round {number} is already paired.", number=state.draft.number),
                way_out=message("Publish it, change it by hand, or re-pair it."),
            )
        waiting = waits_for(state, book)
        if waiting is not None:
            return waiting
        if number != next_number(state):
            reason = message(
                "Round {next_number} comes next, not round {number}.",
                next_number=next_number(state),
                number=number,
            )
            return refused("wrong-number", reason)
        planned = state.settings.rounds_planned
        if number > planned and not format_of(state.settings_of(number)).has_bracket:
            return refused(
                "rounds-all-played",
                message("All {planned} rounds have been played.", planned=planned),
                way_out=message("Finish the event, or change the number of rounds."),
            )
        return (
            director_plays_objection(state, number, book)
            or _repeat_objection(state, self.round, book)
            or draw_objection(state, self.round, book)
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Add the draft; the round before is closed by it."""
        del book
        state = with_planned_rounds(last_round_closed(state, entry), self.round)
        return msgspec.structs.replace(state, rounds=(*state.rounds, round_state(self.round)))


class RoundRedrawn(Action, frozen=True, kw_only=True, tag="round.redrawn"):
    """The draft is thrown away and drawn again; the redraws are counted."""

    round: Round

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for a reason, unless the field has changed since the draw."""
        draft = state.draft
        if draft is None or draft.number != self.round.number:
            reason = message("There is no draft of round {number}.", number=self.round.number)
            return refused("no-draft", reason, way_out=message("Pair the round."))
        counted = (draft.draw or {}).get("redraws", 0) + 1
        if (self.round.draw or {}).get("redraws") != counted:
            return refused(
                "redraws-uncounted", message("This is redraw {counted}.", counted=counted)
            )
        if not entry.reason.strip() and draft_objection(state, book) is None:
            return refused(
                "reason-missing",
                message("The draft of round {number} is in order.", number=draft.number),
                way_out=message("Give a reason for re-pairing. It is public."),
            )
        return _repeat_objection(state, self.round, book) or draw_objection(state, self.round, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Put the new draft instead of the old one."""
        del entry, book
        redrawn = with_round(state, round_state(self.round))
        return with_planned_rounds(redrawn, self.round)


def draft_objection(state: LogState, book: Rulebook) -> Refusal | None:
    """Return what is wrong with the draft by now: who came or left since."""
    draft = state.draft
    if draft is None:
        return refused(
            "no-draft", message("No round is paired."), way_out=message("Pair the round.")
        )
    seats = tuple(table.players for table in draft.tables.values())
    refusal = seating_objection(
        state, draft.number, seats, draft.byes, book, seed=(draft.draw or {}).get("seed", 0)
    ) or _resting_objection(state, draft, book)
    if refusal is None:
        return None
    return msgspec.structs.replace(
        refusal,
        code="draft-stale",
        message=message(
            "Round {number} was paired before this: {reason}",
            number=draft.number,
            reason=refusal.message,
        ),
        way_out=message("Re-pair it, or change it by hand."),
    )


def _resting_objection(state: LogState, draft: RoundState, book: Rulebook) -> Refusal | None:
    """Refuse an earned bye for somebody who left or gave it up since the draw."""
    if not format_of(state.settings_of(draft.number)).gives_victory_points:
        return None
    _, resting = to_be_paired(state, draft.number, book)
    gone = sorted(set(draft.earned_byes) - resting)
    if not gone:
        return None
    reason = message(
        "No longer has an earned bye in this round: {state}.", state=names(state, gone)
    )
    return refused("earned-bye-gone", reason)


def director_plays_objection(state: LogState, number: int, book: Rulebook) -> Refusal | None:
    """Ask before the first round for what lets a director play."""
    director = state.director_playing()
    if number != 1 or director is None:
        return None
    approved = state.approval.approved_by if state.approval else ()
    return director_objection(state, director, approved, book)


class RoundClosed(Action, frozen=True, kw_only=True, tag="round.closed"):
    """The director has looked at every result of the round."""

    number: int
    not_started: Annotated[
        bool,
        msgspec.Meta(
            description="Tribbles, once time was called: the rounds of the match that "
            "pods did not start count 0."
        ),
    ] = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse while a result is missing."""
        del entry
        round_ = state.current
        ready = round_ is not None and round_.stage is Stage.PUBLISHED
        if round_ is None or round_.number != self.number or not ready:
            reason = message("Round {number} is not being played.", number=self.number)
            return refused("not-current", reason)
        missing = open_in_match(state, round_)
        timed = round_.match_rounds is not None and round_.clock.ended_at is not None
        if not missing or (timed and self.not_started):
            return None
        return refused(
            "results-missing",
            message(
                "Round {number} is waiting for {tables_line}.",
                number=self.number,
                tables_line=tables_line(missing),
            ),
            rule=cite(book, "pairing.provisional_points"),
            way_out=message("Call time; rounds that were not started then count 0.")
            if round_.match_rounds is not None
            else message("Decide them, or mark them delayed."),
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Close it, and stop its clock."""
        del book
        round_ = state.round(self.number)
        if round_ is None:
            return state
        if self.not_started:
            state = not_started(state, round_, entry, ResultSource.ENTERED)
        return _closed(state, round_, entry)


def last_round_closed(state: LogState, entry: LogEntry) -> LogState:
    """Return the state with the round that was on closed by the next one."""
    last = state.current
    if last is None or last.stage is Stage.CLOSED:
        return state
    return _closed(state, last, entry)


def _closed(state: LogState, round_: RoundState, entry: LogEntry) -> LogState:
    """Return the state with a round over, and those published with it."""
    for known in rounds_together(state, round_):
        state = with_round(state, closed_round(known, entry))
    return state


def closed_round(round_: RoundState, entry: LogEntry) -> RoundState:
    """Return a round that is over."""
    clock = round_.clock
    if clock.started_at is not None and clock.ended_at is None:
        clock = msgspec.structs.replace(clock, ended_at=entry.at, paused_at=None)
    return msgspec.structs.replace(round_, stage=Stage.CLOSED, clock=clock)

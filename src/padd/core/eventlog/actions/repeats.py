"""The later rounds of a block: the same tables and byes, without a draw (AMB-109)."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.rounds import draft_objection, last_round_closed, waits_for
from padd.core.eventlog.facts import facts_of_part
from padd.core.eventlog.rounds import next_number, repeated_round, round_state
from padd.core.eventlog.state import LogState, Stage
from padd.core.messages import message
from padd.core.model import Match, Round
from padd.core.pairing.next_round import pair_next, round_from
from padd.core.refusal import Refusal, RefusalError, refused, refused_as
from padd.rulebooks.schema import Rulebook, cite


class RoundRepeated(Action, frozen=True, kw_only=True, tag="round.repeated"):
    """A round takes over tables and byes of the first round of its block."""

    round: Round

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are drawn, and other tables than those of the block."""
        del entry
        number = self.round.number
        waiting = waits_for(state, book) or self._order_objection(state, book)
        if waiting is not None:
            return waiting
        opening = repeated_round(state, number, book)
        if opening is None:
            return refused(
                "round-is-drawn",
                message("Round {number} has to be re-paired.", number=number),
                way_out=message("Pair the round."),
            )
        try:
            event, _ = facts_of_part(state, number)
            expected = round_from(pair_next(event, book, seed=0), event)
        except RefusalError as error:
            return refused_as(error)
        if _seats(self.round) == _seats(expected):
            return None
        return refused(
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
            return refused(
                "wrong-number",
                message(
                    "Round {next_number} comes next, not round {number}.",
                    next_number=next_number(state),
                    number=number,
                ),
            )
        if number > planned:
            return refused(
                "rounds-all-played",
                message("All {planned} rounds have been played.", planned=planned),
                way_out=message("Finish the event, or change the number of rounds."),
            )
        if state.draft is not None and draft_objection(state, book) is None:
            return refused(
                "draft-exists",
                message("Round {number} already exists.", number=number),
                way_out=message("Publish it, or change it by hand."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Add the draft; the round before is closed by it."""
        del book
        before = tuple(r for r in state.rounds if r.stage is not Stage.DRAFT)
        state = last_round_closed(msgspec.structs.replace(state, rounds=before), entry)
        return msgspec.structs.replace(state, rounds=(*state.rounds, round_state(self.round)))


def _seats(round_: Round) -> tuple[object, ...]:
    pairs = {frozenset(match.players) for match in round_.matches if _open(match)}
    played = any(not _open(match) for match in round_.matches)
    return pairs, set(round_.byes), set(round_.earned_byes), played


def _open(match: Match) -> bool:
    return match.ending is None and not match.games

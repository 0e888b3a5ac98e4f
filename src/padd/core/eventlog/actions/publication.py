"""Publish a round, or withdraw it to a draft."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.clock import deadline_objection
from padd.core.eventlog.actions.penalties import apply_pending_losses, restore_pending_losses
from padd.core.eventlog.actions.rounds import director_plays_objection
from padd.core.eventlog.actions.scenarios.lots import lots_objection, round_with_lots
from padd.core.eventlog.state.event_state import Clock, LogState, RoundState, Stage, with_round
from padd.core.eventlog.state.pods import (
    last_round_of_match,
    reseat_match,
    rounds_together,
    with_later_rounds,
)
from padd.core.eventlog.state.round_checks import draft_objection
from padd.core.eventlog.state.rounds import table_list
from padd.core.eventlog.state.scenario_state import Lots
from padd.core.eventlog.state.table import TableState
from padd.core.messages import message
from padd.core.model import Match, Pod
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook


class RoundPublished(Action, frozen=True, kw_only=True, tag="round.published"):
    """The room sees the round: phones, wall and paper."""

    number: Annotated[int, Meta(description="The number of the round.")]
    deadline: Annotated[str | None, Meta(description="The deadline, in UTC.")] = None
    through: Annotated[
        int | None,
        msgspec.Meta(
            description="Tribbles: the last round of the match; its rounds are "
            "published as one, with one clock, and each pod plays through them."
        ),
    ] = None
    lots: Annotated[
        Lots | None,
        msgspec.Meta(description="What the scenario draws for everyone; publishing fills it in."),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a round that is out already, or drawn from another field."""
        known = state.round(self.number)
        if known is not None and known.stage is not Stage.DRAFT:
            return Refusal(
                "already-published",
                message("Round {number} is already published.", number=self.number),
                way_out=message("Nothing more to do."),
            )
        draft = state.draft
        if draft is None or draft.number != self.number:
            reason = message("Round {number} is not paired yet.", number=self.number)
            return Refusal("no-draft", reason, way_out=message("Pair the round first."))
        stale = (
            director_plays_objection(state, self.number, book)
            or draft_objection(state, book)
            or self._match_objection(state, book)
            or lots_objection(state, self.number, self.lots, book)
        )
        if stale is not None or self.deadline is None:
            return stale
        return deadline_objection(self.deadline, entry.at)

    def _match_objection(self, state: LogState, book: Rulebook) -> Refusal | None:
        """Refuse other rounds than those of the match."""
        if self.through is None:
            return None
        if self.through == last_round_of_match(state, self.number, book):
            return None
        return Refusal(
            "not-the-match",
            message(
                "Rounds {number} to {through} are not one match.",
                number=self.number,
                through=self.through,
            ),
            way_out=message("Publish the round alone, or the match to its end."),
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Publish it, and take the game losses that were waiting."""
        round_ = state.existing(self.number)
        published = msgspec.structs.replace(
            round_,
            stage=Stage.PUBLISHED,
            published_at=entry.at,
            deadline=self.deadline,
            clock=Clock(minutes=state.minutes),
        )
        if self.lots is not None:
            published = round_with_lots(published, self.lots)
        state = apply_pending_losses(with_round(state, published), entry, published, book)
        if self.through is None:
            return state
        match = with_later_rounds(state.existing(self.number), self.through)
        state = msgspec.structs.replace(state, rounds=(*state.rounds[:-1], *match))
        return reseat_match(state, self.number)


class RoundUnpublished(Action, frozen=True, kw_only=True, tag="round.unpublished"):
    """A round goes back to being a draft; what was reported in it is lost."""

    needs_reason: ClassVar[str] = "Players have seen the round"

    number: Annotated[int, Meta(description="The number of the round.")]
    even_begun: Annotated[bool, Meta(description="Even if games have started.")] = False

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse rounds that are over, and rounds that are being played."""
        round_ = state.current
        ready = round_ is not None and round_.stage is Stage.PUBLISHED
        if round_ is None or round_.number != self.number or not ready:
            reason = message("Round {number} is not being played.", number=self.number)
            return Refusal("not-current", reason)
        first = rounds_together(state, round_)[0]
        begun = [t for t in first.tables.values() if first.begun(t)]
        if begun and not self.even_begun:
            return Refusal(
                "game-begun",
                message(
                    "Round {number} has started: {tables_line}.",
                    number=self.number,
                    tables_line=table_list(begun),
                ),
                way_out=message("Confirm that these games are lost."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Withdraw the round, without its clock and its results."""
        together = rounds_together(state, state.existing(self.number))
        round_ = together[0]
        draft = RoundState(
            number=round_.number,
            tables={number: _without_results(t) for number, t in round_.tables.items()},
            seats=round_.seats,
            byes=round_.byes,
            earned_byes=round_.earned_byes,
            missed=round_.missed,
            draw=round_.draw,
        )
        for taken in together:
            state = restore_pending_losses(state, taken.number)
        before = tuple(known for known in state.rounds if known.number < draft.number)
        return msgspec.structs.replace(state, rounds=(*before, draft))


def _without_results(table: TableState) -> TableState:
    number = table.number
    if table.pod is not None:
        return TableState(number=number, pod=Pod(players=table.pod.players, table=number))
    first, second = table.players
    return TableState(number=number, match=Match(players=(first, second), table=number))

"""A changed number of rounds, with the reason."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.rounds import names
from padd.core.eventlog.state import LogState, Presence, RoundsChange
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite

MOST_ROUNDS: Final = 50
"""More rounds than any event has; a listing holds no more either."""


class RoundsChangeReason(StrEnum):
    """Why the number of rounds may change."""

    ALL_AGREE = "all-players-agree"
    EMERGENCY = "emergency"


class RoundsChanged(Action, frozen=True, kw_only=True, tag="event.rounds-changed"):
    """Another number of rounds, and the reason for it (§6, AMB-118)."""

    rounds: int
    ground: RoundsChangeReason
    agreed: tuple[PlayerId, ...] = ()

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for everybody's word, or for an emergency with its reason."""
        played = state.rounds[-1].number if state.rounds else 0
        refusal = self._nothing_to_change(state)
        if refusal is not None:
            return refusal
        if not max(1, played) <= self.rounds <= MOST_ROUNDS:
            few = message(
                "Round {played} is already paired, so there can’t be fewer rounds.", played=played
            )
            many = message(
                "An event can have at most {most} rounds, not {rounds}.",
                most=MOST_ROUNDS,
                rounds=self.rounds,
            )
            too_many = self.rounds > MOST_ROUNDS
            return refused(
                "rounds-too-many" if too_many else "rounds-played", many if too_many else few
            )
        rules = book.sanctioning.rounds_change
        if rules.running is None:
            return None
        rule = cite(book, "sanctioning.rounds_change.running")
        if self.ground is RoundsChangeReason.EMERGENCY:
            return self._emergency_objection(state, entry, rule)
        present = [e.id for e in state.players.values() if e.presence is Presence.HERE]
        silent = [player for player in present if player not in self.agreed]
        if not silent:
            return None
        return refused(
            "not-all-agree",
            message(
                "{state} did not agree to {rounds} rounds.",
                state=names(state, silent),
                rounds=self.rounds,
            ),
            rule=rule,
            way_out=message(
                "Ask everyone still in the event, or declare an emergency and describe it."
            ),
        )

    def _nothing_to_change(self, state: LogState) -> Refusal | None:
        if state.cut_after is not None:
            return refused(
                "cut-started",
                message("The cut has started; the Swiss rounds are over."),
                way_out=message("Undo the start of the cut first."),
            )
        if self.rounds == state.settings.rounds_planned:
            reason = message("The event has {rounds} rounds already.", rounds=self.rounds)
            return refused("nothing-changes", reason)
        return None

    def _emergency_objection(self, state: LogState, entry: LogEntry, rule: str) -> Refusal | None:
        if not state.begun:
            return refused(
                "emergency-before-start",
                message("Before the start, the players present decide together."),
                rule=rule,
                way_out=message("Ask all players who are present."),
            )
        if not entry.reason.strip():
            return refused(
                "reason-missing",
                message("Describe the emergency for the record."),
                rule=rule,
                way_out=message("Describe it in a few words."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Change the number and keep the record that the guide asks for."""
        del book
        event = state.settings
        record = RoundsChange(
            at=entry.at,
            by=entry.by,
            before=event.rounds_planned,
            after=self.rounds,
            ground=self.ground,
            agreed=self.agreed,
            reason=entry.reason,
        )
        return msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(event, rounds_planned=self.rounds),
            rounds_changes=(*state.rounds_changes, record),
        )

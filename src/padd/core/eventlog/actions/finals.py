"""Heats and finals of Tribbles: a field too large for one table (App. A)."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.finals_needed import asks_for_finals
from padd.core.eventlog.state import LogState
from padd.core.messages import message
from padd.core.model import PairingStyle
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class FinalsPlanned(Action, frozen=True, kw_only=True, tag="finals.planned"):
    """The first five rounds are heats; five rounds of finals follow (App. A)."""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse finals of a field that fits one table, and planned ones."""
        del entry
        if asks_for_finals(state, book):
            return None
        return refused(
            "no-finals",
            message("Heats and finals are not possible here, or are planned already."),
            rule=cite(book, "tribbles.finals.players_above")
            if book.tribbles is not None
            else book.document,
            way_out=message("With one table, Tribbles is played in five rounds."),
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Plan the rounds of the finals; tables rank above points in them."""
        del entry
        rules = book.tribbles
        if rules is None:
            return state
        event = msgspec.structs.replace(
            state.settings,
            pairing_style=PairingStyle.TRIBBLES_FINALS,
            rounds_planned=rules.finals.final_rounds[1],
        )
        return msgspec.structs.replace(state, event=event)

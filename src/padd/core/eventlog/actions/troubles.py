"""Tribbles... With Troubles: the card in effect on a pod's Trouble pile."""

from __future__ import annotations

from typing import ClassVar, Final

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.scenario import with_noted
from padd.core.eventlog.scenario_state import ActiveTrouble
from padd.core.eventlog.state import LogState, Stage
from padd.core.messages import message
from padd.core.model import RulesSet
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite

LONGEST: Final = 200


def has_troubles(state: LogState, book: Rulebook) -> bool:
    """Tell whether pods of the event have a Trouble pile."""
    if state.event is None or book.tribbles is None:
        return False
    piles = book.tribbles.trouble_piles_per_pod or 0
    return piles > 0 and state.settings.rules is RulesSet.TROUBLES


def active_trouble(state: LogState, table: int) -> str:
    """Return the Trouble that holds at a pod now."""
    active = state.scenario.troubles.get(table)
    return "" if active is None else active.title


class TroubleTurned(Action, frozen=True, kw_only=True, tag="trouble.turned"):
    """Another card of a pod's Trouble pile becomes the active one."""

    by_players: ClassVar[bool] = True

    number: int
    table: int
    title: str

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other rules sets, other pods, and cards without a title."""
        if not has_troubles(state, book):
            return refused(
                "no-troubles",
                message("This event’s rules set has no Trouble pile."),
                rule=cite(book, "tribbles.trouble_piles_per_pod"),
            )
        if not 0 < len(self.title.strip()) <= LONGEST:
            return refused("title-missing", message("Enter the Trouble’s title."))
        round_ = state.round(self.number)
        table = round_.tables.get(self.table) if round_ is not None else None
        if round_ is None or table is None or round_.stage is not Stage.PUBLISHED:
            return refused("no-table", message("No such pod is playing."))
        if entry.by.is_staff or entry.by.player in table.players:
            return None
        return refused(
            "not-your-table",
            message("You are not in pod {table}.", table=self.table),
            way_out=message("Ask the director."),
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Put it instead of the one before; a pod has one pile."""
        del book
        before = state.scenario.troubles.get(self.table)
        turned = 0 if before is None else before.turned
        new = ActiveTrouble(title=self.title.strip(), turned=turned + 1, at=entry.at)
        return with_noted(state, troubles={**state.scenario.troubles, self.table: new})

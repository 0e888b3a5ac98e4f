"""Heats and the final day: what is announced, and who qualified (§9)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.state import EventPlayer, LogState
from padd.core.formats.heats import HeatPlan, checked_plan, seeds_from
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Heat, Player
from padd.core.refusal import Refusal, RefusalError, citing, refused, refused_as
from padd.rulebooks.schema import Rulebook, cite


def _final_day_objection(state: LogState) -> Refusal | None:
    """Refuse what is no final day, and one that has begun."""
    if not format_of(state.settings).has_bracket:
        return refused(
            "not-a-bracket",
            message("Heats lead to a bracket; this event is played without seeds."),
            way_out=message("Open the final day as single elimination."),
        )
    if state.begun:
        reason = message("The final day has started, so its seeds can’t change.")
        return refused("already-begun", reason)
    return None


def seed_group(book: Rulebook, heats: int) -> int | None:
    """Return in groups of how many the seeds go round; None without heats."""
    group = book.brackets.heats.seed_group
    return group or (1 if heats == 1 else None)


class HeatsPlanned(Action, frozen=True, kw_only=True, tag="heats.planned"):
    """The heats of a final day and how many advance from each, as announced."""

    heats: tuple[Heat, ...]
    begun: Annotated[
        bool, msgspec.Meta(description="Whether the first heat was under way when this was said.")
    ] = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse another plan once the first heat has begun (BRKT-21)."""
        refusal = _final_day_objection(state)
        if refusal is not None:
            return refusal
        rule = cite(book, "brackets.heats.announced")
        group = seed_group(book, len(self.heats))
        if group is None:
            reason = message(
                "{title} has no heats; seed the bracket from one event.", title=book.title
            )
            return refused("no-heats", reason, rule=rule)
        try:
            with citing(book):
                checked_plan(HeatPlan(heats=self.heats, in_groups_of=group))
        except RefusalError as wrong:
            return refused_as(wrong)
        return self._late_objection(state, entry, rule) if self.begun else None

    def _late_objection(self, state: LogState, entry: LogEntry, rule: str) -> Refusal | None:
        if state.settings.heats:
            return refused(
                "plan-locked",
                message("The first heat has started, so heats and qualifiers can’t change."),
                rule=rule,
            )
        if not entry.reason.strip():
            return refused(
                "reason-missing",
                message("Heats must be announced before the first one starts."),
                rule=rule,
                way_out=message("Say where it was announced."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep the plan; nobody has qualified yet."""
        del entry, book
        heats = tuple(msgspec.structs.replace(h, qualified=()) for h in self.heats)
        event = msgspec.structs.replace(state.settings, heats=heats)
        return msgspec.structs.replace(state, event=event)


class HeatsSeeded(Action, frozen=True, kw_only=True, tag="heats.seeded"):
    """Everyone who qualified, entered with the seed they won."""

    heats: tuple[Heat, ...]
    players: tuple[Player, ...]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse seeds that do not follow from the announced heats."""
        del entry
        refusal = _final_day_objection(state)
        if refusal is not None:
            return refusal
        rule = cite(book, "brackets.heats.announced")
        if _plan(self.heats) != _plan(state.settings.heats):
            return refused(
                "plan-missing",
                message("These heats are not the ones announced for this final day."),
                rule=rule,
                way_out=message("Announce the heats first."),
            )
        group = seed_group(book, len(self.heats)) or 1
        won = {row.player: row.seed for row in seeds_from(self.heats, group)}
        if won != {player.id: player.seed for player in self.players}:
            reason = message("The seeds do not follow from the places in the heats.")
            return refused("seeds-differ", reason, rule=rule)
        strangers = [e.name for e in state.players.values() if e.id not in won]
        if strangers:
            return refused(
                "not-qualified",
                message("{strangers} did not come from a heat.", strangers=", ".join(strangers)),
                rule=rule,
                way_out=message("Undo their entry first."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Enter the qualifiers; who is here already stays here, with the new seed."""
        del entry, book
        entrants = dict(state.players)
        for player in self.players:
            known = entrants.get(player.id)
            entrants[player.id] = (
                EventPlayer(id=player.id, name=player.name, handle=player.handle, seed=player.seed)
                if known is None
                else msgspec.structs.replace(known, seed=player.seed)
            )
        event = msgspec.structs.replace(state.settings, heats=self.heats)
        return msgspec.structs.replace(state, event=event, players=entrants)


def _plan(heats: tuple[Heat, ...]) -> list[tuple[str, int, str | None]]:
    return [(heat.name, heat.qualifiers, heat.event) for heat in heats]

"""Plan and seed a final day from heats that are run here (§9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from padd.core.eventlog.actions.stages import HeatsPlanned, HeatsSeeded
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.final_day import final_day
from padd.core.formats.registry import ranking_of
from padd.core.messages import message
from padd.core.model import Heat, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog.commands import record_action
from padd.services.eventlog.log_cache import CachedLog, cached_log, stored_event
from padd.services.refusal import ActionRefused
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.store.models.events import Event

if TYPE_CHECKING:  # breaks a cycle of imports
    from padd.services.eventlog.command_handler import Recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatState:
    """How far a heat of a final day is."""

    event_id: str
    name: str
    qualifiers: int
    finished: bool
    players: int


def plan_heats(
    *,
    event_id: str,
    heats: Sequence[tuple[str, int]],
    by: Actor,
    now: datetime,
    key: str = "",
    reason: str = "",
) -> Recorded:
    """Announce from which events, and how many of each, the final day is seeded."""
    _log_for_director(event_id, by)
    planned = []
    begun = False
    for heat_id, qualifiers in heats:
        known = _local_log(heat_id)
        if known is None or heat_id == event_id:
            raise ActionRefused(
                Refusal("unknown-heat", message("A heat must be an event that is run here."))
            )
        begun = begun or known.state.begun
        name = known.state.settings.name or heat_id
        planned.append(Heat(name=name, qualifiers=qualifiers, event=heat_id))
    action = HeatsPlanned(heats=tuple(planned), begun=begun)
    return record_action(event_id=event_id, action=action, by=by, now=now, key=key, reason=reason)


def seed_from_heats(*, event_id: str, by: Actor, now: datetime, key: str = "") -> Recorded:
    """Enter the qualifiers of the announced heats, each on the seed won there."""
    known = _log_for_director(event_id, by)
    heats = known.state.settings.heats if known.book else ()
    runs = [_local_log(heat.event or "") for heat in heats]
    for heat, run in zip(heats, runs, strict=True):
        if run is None or run.state.phase not in {Phase.FINISHED, Phase.REPORTED}:
            raise ActionRefused(
                Refusal(
                    "heat-open",
                    message("“{name}” is not finished.", name=heat.name),
                    way_out=message("Finish it in its own console first."),
                )
            )
    try:
        final = final_day(
            event_facts(known.state),
            [event_facts(run.state) for run in runs if run],
            event_rulebook,
        )
    except RefusalError as wrong:
        raise ActionRefused(wrong.refusal) from wrong
    action = HeatsSeeded(heats=final.event.heats, players=final.event.players)
    return record_action(event_id=event_id, action=action, by=by, now=now, key=key)


def _log_for_director(event_id: str, by: Actor) -> CachedLog:
    """Return the log of the final day for its director."""
    with refuse_database_errors():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        return cached_log(row)


def heat_states(state: LogState) -> tuple[HeatState, ...]:
    """Return how far the announced heats of a final day are."""
    states = []
    for heat in state.settings.heats:
        known = _local_log(heat.event or "")
        states.append(
            HeatState(
                event_id=heat.event or "",
                name=heat.name,
                qualifiers=heat.qualifiers,
                finished=known is not None
                and known.state.phase in {Phase.FINISHED, Phase.REPORTED},
                players=0 if known is None else len(known.state.players),
            )
        )
    return tuple(states)


def possible_heats(event_id: str) -> tuple[tuple[str, str], ...]:
    """Return the events run here that could be heats of this one: id and name."""
    with refuse_database_errors():
        row = stored_event(event_id)
        rows = (
            Event.objects.filter(edition=row.edition, actions__sequence=1)
            .exclude(pk=row.pk)
            .order_by("-starts_at")[:20]
        )
        return tuple((row.public_id, row.name) for row in rows)


def qualified_in_earlier_heats(event_id: str, state: LogState) -> dict[PlayerId, str]:
    """Return who may not play in this heat: qualified in an earlier one (BRKT-19).

    People are known by their handle in all heats, else by their id.
    """
    barred: dict[PlayerId, str] = {}
    for final_day_log in _final_days(event_id):
        earlier = [heat.event for heat in final_day_log.state.settings.heats]
        for heat in final_day_log.state.settings.heats[: earlier.index(event_id)]:
            run = _local_log(heat.event or "")
            if run is None or run.state.phase not in {Phase.FINISHED, Phase.REPORTED}:
                continue
            through = _qualified_handles(run, heat.qualifiers)
            for player in state.players.values():
                if (player.handle.casefold() or player.id) in through:
                    barred[player.id] = heat.name
    return barred


def _final_days(event_id: str) -> list[CachedLog]:
    """Return the final days that are run here and name this event as a heat."""
    rows = Event.objects.filter(
        actions__kind="heats.planned", actions__payload__icontains=event_id
    ).distinct()
    logs = [cached_log(stored_event(row.public_id)) for row in rows]
    return [
        log
        for log in logs
        if log.book and event_id in {heat.event for heat in log.state.settings.heats}
    ]


def _qualified_handles(run: CachedLog, qualifiers: int) -> set[str]:
    if run.book is None:
        return set()
    people: dict[PlayerId, Player] = {p.id: p for p in event_facts(run.state).players}
    order = ranking_of(event_facts(run.state), run.book).order[:qualifiers]
    return {people[player].handle.casefold() or player for player in order}


def _local_log(event_id: str) -> CachedLog | None:
    """Return the log of an event that is run here."""
    with refuse_database_errors():
        row = Event.objects.filter(public_id=event_id, actions__sequence=1).first()
        return None if row is None else cached_log(stored_event(row.public_id))

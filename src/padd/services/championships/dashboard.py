"""The director's dashboard of a championship: its stages and the one next step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.core.championships.awards import ChampionshipResult
from padd.core.championships.stage_steps import (
    StagePhase,
    StageProgress,
    StageStep,
    next_stage_step,
)
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.model import ChampionshipStage
from padd.core.refusal import Refusal
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.championships.awarded_rights import championship_result
from padd.services.championships.stages import HeatDraft, next_heat
from padd.services.eventlog import Recorded, cached_log, open_event, plan_heats, seed_from_heats
from padd.services.refusal import ActionRefused, NotAllowed, NotFound
from padd.store.models.championships import Championship, StageEvent
from padd.store.models.eventlog import Placing
from padd.store.models.events import Event, EventState

PHASES: Final = {
    EventState.RUNNING: StagePhase.OPEN,
    EventState.RESULTS_ENTERED: StagePhase.FINISHED,
    EventState.HELD: StagePhase.REPORTED,
    EventState.AWAITING_PROCESSING: StagePhase.REPORTED,
    EventState.PROCESSED: StagePhase.PROCESSED,
}
CLOSED: Final = (EventState.CANCELLED, EventState.VOIDED)
MOST_EVENTS: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCandidate:
    """An event that could become a stage."""

    event: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    """A championship as its directors see it while it is under way."""

    championship: str
    stages: tuple[StageProgress, ...]
    step: StageStep
    preview: ChampionshipResult | None
    """What would be awarded; people are named by their rows."""
    candidates: tuple[StageCandidate, ...]
    heat: HeatDraft | None
    """The next heat as it is proposed; none before the final is in the calendar."""


def championship_dashboard(*, by: Actor, championship: str) -> Dashboard:
    """Return the dashboard for a director of a stage, or the desk."""
    title = _championship_for_director(championship, by)
    stages = tuple(_progress(row) for row in _stages(title))
    return Dashboard(
        championship=title.public_id,
        stages=stages,
        step=next_stage_step(stages),
        preview=championship_result(title, processed_only=False),
        candidates=_candidates(title, by),
        heat=next_heat(title),
    )


def announce_heats(
    *, by: Actor, now: datetime, championship: str, qualifiers: Mapping[str, int]
) -> Recorded:
    """Open every stage, and announce the heats and how many of each go on."""
    rows = _stages(_championship_for_director(championship, by))
    final = next((row for row in rows if row.stage == ChampionshipStage.FINAL), None)
    heats = [row for row in rows if row.stage == ChampionshipStage.HEAT]
    if final is None or not heats:
        raise ActionRefused(
            Refusal("no-heats", message("Name the heats and the final of the championship."))
        )
    for row in (*heats, final):
        if row.event.state == EventState.LISTED:
            open_event(listing_id=row.event.public_id, by=by, now=now)
    return plan_heats(
        event_id=final.event.public_id,
        heats=[(row.event.public_id, qualifiers.get(row.event.public_id, 0)) for row in heats],
        by=by,
        now=now,
    )


def seed_final(*, by: Actor, now: datetime, championship: str) -> Recorded:
    """Enter the qualifiers of the heats into the final, each on the seed won."""
    rows = _stages(_championship_for_director(championship, by))
    final = next((row for row in rows if row.stage == ChampionshipStage.FINAL), None)
    if final is None:
        raise ActionRefused(Refusal("no-final", message("The championship has no final.")))
    return seed_from_heats(event_id=final.event.public_id, by=by, now=now)


def directs_championship(*, by: Actor, championship: str) -> bool:
    """Tell whether an actor directs a stage, or has the desk of one."""
    title = Championship.objects.filter(public_id=championship).first()
    if title is None or not by.signed_in:
        return False
    needed = (Permission.EVENT_RUN, Permission.CHAMPIONSHIP_STAGE)
    return any(
        allowed(one, roles_of(by, event=row.event)) for row in _stages(title) for one in needed
    )


def _championship_for_director(championship: str, by: Actor) -> Championship:
    title = Championship.objects.filter(public_id=championship).first()
    if title is None:
        raise NotFound("championship")
    if not directs_championship(by=by, championship=championship):
        raise NotAllowed(Permission.CHAMPIONSHIP_STAGE)
    return title


def _stages(title: Championship) -> list[StageEvent]:
    rows = title.stages.select_related("event__region", "event__venue")
    rows = rows.exclude(event__state__in=CLOSED).filter(event__deleted_at=None)
    rows = rows.prefetch_related("event__directorships")
    return list(rows.order_by("event__starts_at", "pk"))


def _progress(row: StageEvent) -> StageProgress:
    state = _state(row.event)
    heats = state.settings.heats if state and state.event else ()
    return StageProgress(
        event=row.event.public_id,
        name=row.event.name,
        stage=ChampionshipStage(row.stage),
        phase=PHASES.get(EventState(row.event.state), StagePhase.LISTED),
        players=len(state.players) if state else _placing_count(row.event),
        announced=bool(heats),
        seeded=any(heat.qualified for heat in heats),
    )


def _placing_count(event: Event) -> int:
    """Return how many have a place in an event that was not run here."""
    return Placing.objects.filter(finished__event=event).count()


def _state(event: Event) -> LogState | None:
    run_here = event.actions.filter(sequence=1).exists()
    return cached_log(event).state if run_here else None


def _candidates(title: Championship, by: Actor) -> tuple[StageCandidate, ...]:
    """Return events of the game around the days that the actor may make a stage."""
    rows = Event.objects.filter(edition=title.edition, deleted_at=None)
    rows = rows.exclude(state__in=CLOSED).exclude(stage__championship=title)
    rows = rows.filter(starts_at__year=title.year).select_related("region")
    found = [
        StageCandidate(event=row.public_id, name=row.name)
        for row in rows.prefetch_related("directorships").order_by("starts_at")
        if allowed(Permission.CHAMPIONSHIP_STAGE, roles_of(by, event=row))
    ]
    return tuple(found[:MOST_EVENTS])

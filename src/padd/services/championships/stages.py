"""Make events the stages of a championship, and add heats like its final."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.model import ChampionshipStage, Edition, PairingStyle
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.championships.awarded_rights import book_championship_rights
from padd.services.events import EventForm, publish_event, register_event
from padd.services.refusal import NotFound, refusal_error
from padd.store.columns.event_rows import event_form_values
from padd.store.models.championships import Championship, StageEvent
from padd.store.models.events import Event, EventState
from padd.store.writes.championship_stages import DECIDING
from padd.store.writes.event_log import add_audit_entry


def set_stage(*, by: Actor, now: datetime, event: str, championship: str, stage: str) -> None:
    """Make an event a stage of a championship: the whole, a heat, the final, beside."""
    with transaction.atomic():
        row = Event.objects.select_related("region").filter(public_id=event).first()
        title = Championship.objects.filter(public_id=championship).first()
        if row is None or title is None:
            raise NotFound("championship")
        require(Permission.CHAMPIONSHIP_STAGE, by, event=row)
        _refuse_stage(row, title, stage)
        old = StageEvent.objects.select_related("championship").filter(event=row)
        before = [one.championship for one in old]
        StageEvent.objects.update_or_create(
            event=row, defaults={"championship": title, "stage": stage}
        )
        add_audit_entry(
            Permission.CHAMPIONSHIP_STAGE,
            by=by.label,
            subject=f"event:{row.public_id}",
            at=now,
            after={"championship": title.public_id, "stage": stage},
        )
        for one in {*before, title}:
            book_championship_rights(one, now=now)
            if not one.stages.exists() and not one.rights.exists():
                one.delete()


def _refuse_stage(event: Event, title: Championship, stage: str) -> None:
    if stage not in set(ChampionshipStage):
        raise refusal_error("stage-unknown", message("Choose a stage."), place="stage")
    beside = stage == ChampionshipStage.SIDE
    if not beside and (event.kind, event.edition) != (title.kind, title.edition):
        raise refusal_error(
            "other-championship",
            message("A stage must have the same kind and game as its championship."),
            place="championship",
        )
    others = title.stages.exclude(event=event)
    if stage in DECIDING and others.filter(stage__in=DECIDING).exists():
        raise refusal_error(
            "two-finals", message("This championship already has its final."), place="stage"
        )


USUAL_ROUNDS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatDraft:
    """The next heat as it is proposed, at the time of its place."""

    name: str
    starts: datetime | None


def next_heat(championship: Championship) -> HeatDraft | None:
    """Propose the next heat; nothing while the final is not in the calendar."""
    final = _final(championship)
    if final is None or final.event.state != EventState.LISTED:
        return None
    form = EventForm(**event_form_values(final.event))
    heats = championship.stages.filter(stage=ChampionshipStage.HEAT).count()
    return HeatDraft(name=f"{form.name}, heat {heats + 1}", starts=form.starts)


def add_heat(
    *, by: Actor, now: datetime, championship: str, name: str, starts: datetime | None
) -> str:
    """List a heat with the place, rules and directors of the final; return its event.

    The desk has agreed to the championship and is not asked about its heats. An event
    that was the whole championship becomes its final.
    """
    with transaction.atomic():
        title = Championship.objects.filter(public_id=championship).first()
        final = _final(title) if title else None
        if title is None or final is None:
            raise NotFound("championship")
        require(Permission.CHAMPIONSHIP_STAGE, by, event=final.event)
        _refuse_heat(title, final, name)
        form = _form_of_heat(final.event, name, starts)
        drafted = register_event(by=by, now=now, form=form, publish=False)
        heat = Event.objects.get(public_id=drafted.public_id)
        StageEvent.objects.create(event=heat, championship=title, stage=ChampionshipStage.HEAT)
        publish_event(by=by, now=now, event=heat.public_id, version=drafted.version)
        title.stages.filter(pk=final.pk).update(stage=ChampionshipStage.FINAL)
        add_audit_entry(
            Permission.CHAMPIONSHIP_STAGE,
            by=by.label,
            subject=f"event:{heat.public_id}",
            at=now,
            after={"championship": championship, "stage": ChampionshipStage.HEAT},
        )
    return heat.public_id


def _final(championship: Championship) -> StageEvent | None:
    """Return the stage that decides."""
    stages = championship.stages.filter(stage__in=DECIDING)
    return stages.select_related("event__region", "event__venue").first()


def _refuse_heat(title: Championship, final: StageEvent, name: str) -> None:
    if final.event.state != EventState.LISTED:
        raise refusal_error(
            "final-not-listed",
            message("Heats can be added only while the final is listed and not yet open."),
        )
    # Pressing twice sends the same name.
    if title.stages.filter(event__name=name).exists():
        raise refusal_error("heat-there", message("A stage already has this name."), place="name")


def _form_of_heat(final: Event, name: str, starts: datetime | None) -> EventForm:
    form = EventForm(**event_form_values(final))
    tribbles = form.edition == Edition.TRIBBLES
    return replace(
        form,
        name=name,
        starts=starts,
        second_time=False,
        ends_on=None,
        deck_deadline=None,
        pairing_style=PairingStyle.TRIBBLES if tribbles else PairingStyle.SWISS,
        rounds_planned=form.rounds_planned if tribbles else USUAL_ROUNDS,
        copied_from=final.public_id,
    )

"""Make events the stages of a championship: whole, heat, final, or side event."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from padd.core.messages import message
from padd.core.model import ChampionshipStage
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.championships.awarded_rights import book_championship
from padd.services.refusal import NotFound, no
from padd.store.models.championships import Championship, StageEvent
from padd.store.models.events import Event
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
            book_championship(one, now=now)
            if not one.stages.exists() and not one.rights.exists():
                one.delete()


def _refuse_stage(event: Event, title: Championship, stage: str) -> None:
    if stage not in set(ChampionshipStage):
        raise RefusalError(no("stage-unknown", message("Choose a stage."), place="stage"))
    beside = stage == ChampionshipStage.SIDE
    if not beside and (event.kind, event.edition) != (title.kind, title.edition):
        raise RefusalError(
            no(
                "other-championship",
                message("A stage must have the same kind and game as its championship."),
                place="championship",
            )
        )
    others = title.stages.exclude(event=event)
    if stage in DECIDING and others.filter(stage__in=DECIDING).exists():
        raise RefusalError(
            no("two-finals", message("This championship already has its final."), place="stage")
        )

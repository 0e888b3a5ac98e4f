"""Which championship an event belongs to and as which part, by its listing or file."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.text import slugify

from padd.core.model import ChampionshipKind, ChampionshipStage, EventChampionship
from padd.store.models.championships import Championship, StageEvent
from padd.store.models.events import Event, EventKind, EventState
from padd.store.models.people import Area, Region

DECIDING: Final = (ChampionshipStage.WHOLE, ChampionshipStage.FINAL)
OF_THE_WORLD: Final = (ChampionshipKind.WORLD,)
OF_A_CONTINENT: Final = (ChampionshipKind.CONTINENTAL,)


def stage_of(
    event: Event, *, now: datetime, label: EventChampionship | None = None
) -> StageEvent | None:
    """Return the stage that an event is, noted down where nobody has said so yet.

    `label` is what the file of the event says about it.
    """
    known = StageEvent.objects.select_related("championship").filter(event=event)
    found = known.first()
    if found is not None and not stage_still_matches(event, found):
        found.delete()
        found = None
    if found is not None or event.kind == EventKind.OTHER:
        return found
    stage = label.stage if label else ChampionshipStage.WHOLE
    with transaction.atomic():
        championship = _championship(event, stage, now=now, label=label)
        return StageEvent.objects.create(event=event, championship=championship, stage=stage)


def stage_still_matches(event: Event, stage: StageEvent) -> bool:
    """Tell whether an event is still of the championship that it was noted for."""
    if stage.stage == ChampionshipStage.SIDE:
        return True
    title = stage.championship
    return (title.kind, title.edition) == (event.kind, event.edition)


def nationals_held(region: Region, *, year: int, edition: str) -> int:
    """Return how many Nationals the country of a region has in a year and game."""
    events = StageEvent.objects.filter(
        championship__kind=ChampionshipKind.NATIONAL,
        championship__edition=edition,
        championship__year=year,
        stage__in=DECIDING,
    ).exclude(event__state__in=(EventState.CANCELLED, EventState.VOIDED))
    rows = events.select_related("event__region__parent")
    return sum(country_of(row.event.region) == country_of(region) for row in rows)


def _championship(
    event: Event, stage: ChampionshipStage, *, now: datetime, label: EventChampionship | None
) -> Championship:
    place = slugify(label.id)[:60] if label else place_of(event)
    found = _found(event, place, now=now, label=label)
    decided = found.stages.filter(stage__in=DECIDING).exists()
    if stage in DECIDING and decided:
        # A second one of its kind there is a championship of its own.
        place = f"{place}-{event.public_id}"[:60].strip("-")
        found = _found(event, place, now=now, label=label)
    return found


def _found(
    event: Event, place: str, *, now: datetime, label: EventChampionship | None
) -> Championship:
    row, _ = Championship.objects.get_or_create(
        year=label.year if label else year_of(event),
        kind=event.kind,
        edition=event.edition,
        place=place,
        defaults={"area": continent_of(event, label), "name": event.name, "created_at": now},
    )
    return row


def year_of(event: Event) -> int:
    """Return the year in which an event starts, at its own place."""
    return event.starts_at.astimezone(ZoneInfo(event.time_zone)).year


def place_of(event: Event) -> str:
    """Return where a championship belongs: region, country, continent or the world."""
    if event.online and event.kind in OF_A_CONTINENT:
        return str(Area.ONLINE)
    return place_of_title(event.kind, event.region)


def place_of_title(kind: str, region: Region) -> str:
    """Return where a title belongs; who bids for the same one is a rival."""
    if kind in OF_THE_WORLD:
        return ""
    if kind in OF_A_CONTINENT:
        return region.area
    return country_of(region) if kind == ChampionshipKind.NATIONAL else region.slug


def country_of(region: Region) -> str:
    """Return the country of a region, whatever part of it the region is."""
    return region.parent.slug if region.parent else region.slug


def continent_of(event: Event, label: EventChampionship | None = None) -> str:
    """Return the continent that counts; online events have none by themselves."""
    if label and label.area in Area.values:
        return label.area
    area = _area(event)
    return "" if area in {Area.ONLINE, Area.ELSEWHERE} else area


def _area(event: Event) -> str:
    return str(Area.ONLINE) if event.online else event.region.area

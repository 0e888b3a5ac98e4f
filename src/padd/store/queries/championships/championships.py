"""Queries of championships and of the road to Worlds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, QuerySet

from padd.core.championships.ledger import TargetEvent
from padd.core.championships.season import OtherChampionship
from padd.core.model import Edition
from padd.store.models.championships import Championship, Right, StageEvent
from padd.store.models.eventlog import Placing
from padd.store.models.events import Event, EventState
from padd.store.models.people import Person

HIDDEN = (EventState.DRAFT, EventState.AWAITING_APPROVAL, EventState.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRow:
    """One stage of a championship as pages show it."""

    event: str
    name: str
    stage: str
    state: str
    starts_at: datetime
    first_day: date
    last_day: date
    town: str
    players: int
    rulebook: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipRow:
    """A championship with its stages."""

    public_id: str
    name: str
    year: int
    kind: str
    edition: str
    place: str
    area: str
    stages: tuple[StageRow, ...]

    @property
    def first_day(self) -> date | None:
        """The day of the first stage."""
        return min((stage.first_day for stage in self.stages), default=None)

    @property
    def last_day(self) -> date | None:
        """The day of the last stage."""
        return max((stage.last_day for stage in self.stages), default=None)

    @property
    def state(self) -> str:
        """Planned, playing or played: as far as all stages are."""
        counted = [stage.state for stage in self.stages if stage.stage != "side"]
        if counted and all(state == EventState.PROCESSED for state in counted):
            return "played"
        begun = {EventState.LISTED, EventState.DRAFT, EventState.AWAITING_APPROVAL}
        return "playing" if any(state not in begun for state in counted) else "planned"

    @property
    def rulebook(self) -> str:
        """The rulebook of the stage that decides, or of the first one."""
        main = [stage for stage in self.stages if stage.stage in {"whole", "final"}]
        return (main or list(self.stages))[0].rulebook

    @property
    def town(self) -> str:
        """Where it is held."""
        return next((stage.town for stage in self.stages if stage.town), "")


def list_championships(
    *, years: Iterable[int] = (), edition: str = "", kinds: Iterable[str] = ()
) -> tuple[ChampionshipRow, ...]:
    """Return the championships of some years and a game, the earliest first."""
    stages = _stages()
    if years:
        stages = stages.filter(championship__year__in=list(years))
    if edition:
        stages = stages.filter(championship__edition=edition)
    if kinds:
        stages = stages.filter(championship__kind__in=list(kinds))
    return _rows(stages.values_list(*STAGE))


def championship(public_id: str) -> ChampionshipRow | None:
    """Return one championship, or nothing."""
    stages = _stages().filter(championship__public_id=public_id)
    found = _rows(stages.values_list(*STAGE))
    return found[0] if found else None


def championship_of_event(event: str) -> tuple[str, str] | None:
    """Return id and name of the championship that an event is a stage of."""
    rows = _visible().filter(event__public_id=event)
    return rows.values_list("championship__public_id", "championship__name").first()


def has_won_title(person: str) -> bool:
    """Tell whether somebody has rights, titles or badges, as most people have none."""
    rights = Right.objects.filter(person__public_id=person)
    titles = Championship.objects.filter(champion__public_id=person)
    firsts = Placing.objects.filter(
        person__public_id=person, place=1, finished__event__stage__isnull=False
    )
    rows = (one.order_by().values_list("pk") for one in (rights, titles, firsts))
    return bool(next(rows).union(*rows))


def championships_won(person: str) -> tuple[ChampionshipRow, ...]:
    """Return the championships that somebody has won, the latest first."""
    stages = _stages().filter(championship__champion__public_id=person)
    return tuple(reversed(_rows(stages.values_list(*STAGE))))


def person_public_id(person: int | None) -> str | None:
    """Return the public id of a person's row."""
    rows = Person.objects.filter(pk=person or 0)
    return rows.values_list("public_id", flat=True).first()


def years_of_championships() -> tuple[int, ...]:
    """Return the years that have championships, the latest first."""
    years = Championship.objects.order_by("-year").values_list("year", flat=True)
    return tuple(years.distinct())


def target_events() -> tuple[TargetEvent, ...]:
    """Return the championships at which rights can be used, the earliest first."""
    found: dict[tuple[Any, ...], list[Sequence[Any]]] = {}
    for *title, starts_at, ends_on, time_zone in _stages_to_aim_at():
        days = (starts_at, ends_on or _day_at(starts_at, time_zone))
        found.setdefault(tuple(title), []).append(days)
    return tuple(
        TargetEvent(
            id=id_,
            name=name,
            kind=kind,
            edition=Edition(edition),
            year=year,
            area=area,
            starts_at=days[0][0],
            last_day=max(last_day for _, last_day in days),
        )
        for (id_, name, kind, edition, year, area), days in found.items()
    )


def _stages_to_aim_at() -> QuerySet[Any, Any]:
    rows = _visible().filter(championship__kind__in=("continental", "world"))
    title = ("public_id", "name", "kind", "edition", "year", "area")
    return rows.values_list(
        *(f"championship__{name}" for name in title),
        *("event__starts_at", "event__ends_on", "event__time_zone"),
    )


def other_championships(*, years: Iterable[int], edition: str) -> tuple[OtherChampionship, ...]:
    """Return what is in the calendar of some years and a game, for bids to look at."""
    return tuple(
        OtherChampionship(
            id=row.public_id,
            name=row.name,
            kind=row.kind,
            first_day=row.stages[0].first_day,
            last_day=row.last_day or row.stages[0].last_day,
            area=row.area,
        )
        for row in list_championships(years=years, edition=edition)
    )


TITLE: Final = ("public_id", "name", "year", "kind", "edition", "place", "area")
STAGE: Final = (
    *(f"championship__{name}" for name in TITLE),
    *("event__public_id", "event__name", "stage", "event__state", "event__rulebook"),
    *("event__starts_at", "event__ends_on", "event__time_zone", "event__online"),
    *("event__venue__town", "players"),
)
"""What is asked of each stage: its championship, and what a line of it shows."""


def _stages() -> QuerySet[StageEvent]:
    """Return the stages that anybody may see, with how many played."""
    return _visible().annotate(players=Count("event__finished__placings"))


def _visible() -> QuerySet[StageEvent]:
    """Return the stages that anybody may see, in the order of play."""
    rows = StageEvent.objects.select_related("championship", "event")
    return (
        rows.exclude(event__state__in=HIDDEN)
        .filter(event__deleted_at=None)
        .order_by("event__starts_at", "pk")
    )


def _rows(stages: Iterable[Sequence[Any]]) -> tuple[ChampionshipRow, ...]:
    """Return championships from the columns of their stages."""
    found: dict[tuple[Any, ...], list[StageRow]] = {}
    for columns in stages:
        title = tuple(columns[: len(TITLE)])
        found.setdefault(title, []).append(_stage(*columns[len(TITLE) :]))
    return tuple(
        ChampionshipRow(**dict(zip(TITLE, title, strict=True)), stages=tuple(shown))
        for title, shown in found.items()
    )


def _stage(  # noqa: PLR0917 -- the columns of a stage
    event: str,
    name: str,
    stage: str,
    state: str,
    rulebook: str,
    starts_at: datetime,
    ends_on: date | None,
    time_zone: str,
    online: bool,  # noqa: FBT001 -- a column
    town: str | None,
    players: int,
) -> StageRow:
    first = _day_at(starts_at, time_zone)
    return StageRow(
        event=event,
        name=name,
        stage=stage,
        state=state,
        starts_at=starts_at,
        first_day=first,
        last_day=ends_on or first,
        town="Online" if online else town or "",
        players=players,
        rulebook=rulebook,
    )


def local_day(event: Event, at: datetime) -> date:
    """Return a day at the place of an event."""
    return _day_at(at, event.time_zone)


def _day_at(at: datetime, time_zone: str) -> date:
    return at.astimezone(ZoneInfo(time_zone)).date()

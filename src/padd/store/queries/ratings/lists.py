"""Queries of ratings, each with a fixed number of queries.

- `rating_list` gives one page of a list: the place in it, the rating, the movement.
- `ratings_of_person` gives what somebody's ratings are now, with the place of each.
- `ratings_of` gives one rating of many people at once.

Ratings are unrounded here; pages round. People are named by their public id. All
rows of one answer are of one generation, also while a new one is being written; a
page that asks several questions asks them within `one_generation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, Final

from django.db.models import Exists, Func, IntegerField, OuterRef, Q, QuerySet, Subquery

from padd.store.columns.packed_ratings import SeriesName, decode_changes
from padd.store.models.people import Erasure, Person, Region
from padd.store.models.ratings import (
    FOREVER,
    RatedEvent,
    Rating,
    RatingRun,
    RatingSeries,
    RatingsNow,
)
from padd.store.queries.ratings.generation import generation_read, in_generation
from padd.store.writes.rating_generations import worker_is_gone


def row_count(rows: QuerySet[Any, Any]) -> Subquery:
    """Return the number of rows as a column; Django's `Count` would group them first."""
    number = Func(template="COUNT(*)", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(row_count=number).values("row_count"))


PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingLine:
    """One line of a rating list."""

    place: int
    """By rating among all that the list shows; equal ratings share it."""
    person: str
    handle: str
    name: str
    birth_year: int | None
    """For `services.ratings`, which hides the names of minors; pages get None."""
    hides_name: bool
    region: str
    region_slug: str
    rating: float
    games: int
    events: int
    last_at: datetime
    last_change: float
    movement: float | None
    """The change since a day that was asked for; None without a rated game since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPage:
    """One page of a rating list."""

    series: SeriesName
    lines: tuple[RatingLine, ...]
    page: int
    pages: int
    total: int
    generation: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRating:
    """One rating of a person as it stands."""

    series: SeriesName
    rating: float
    games: int
    events: int
    last_at: datetime
    last_change: float
    place: int
    """Among all who have this rating."""


def all_series() -> tuple[SeriesName, ...]:
    """Return every series in which somebody has a rating."""
    ratings = Rating.objects.filter(series=OuterRef("pk"), died=FOREVER)
    rows = RatingSeries.objects.filter(Exists(ratings))
    return tuple(sorted(SeriesName(*row) for row in rows.values_list("keeper", "edition", "list")))


def rating_list(
    series: SeriesName,
    *,
    region: str = "",
    area: str = "",
    active_since: datetime | None = None,
    moved_since: datetime | None = None,
    page: int = 1,
    size: int = PAGE,
) -> RatingPage:
    """Return one page of a rating list, the best first; at most nine queries.

    Only keys are counted and sorted; the wide rows are read for one page alone.
    """
    generation = generation_read()
    listed = Rating.objects.filter(in_generation(generation), series=_series_row(series))
    listed = listed.exclude(person__in=_hidden())
    if area:
        listed = listed.filter(person__in=Person.objects.filter(region__area=area))
    if region:
        listed = listed.filter(person__in=Person.objects.filter(region__in=_within(region)))
    if active_since:
        listed = listed.filter(last_at__gte=active_since)
    total = listed.count()
    pages = max(1, ceil(total / size))
    page = min(max(1, page), pages)
    start = (page - 1) * size
    best_first = listed.order_by(*BEST_FIRST)
    keys = list(best_first.values_list("pk", flat=True)[start : start + size])
    wide_rows = [
        row
        for row in Rating.objects.filter(pk__in=keys).order_by(*BEST_FIRST).values(*WIDE)
        if row["person__merged_into"] is None and row["person__anonymised_at"] is None
    ]
    moved = _moved([row["person_id"] for row in wide_rows], series, generation, moved_since)
    place = 1
    if wide_rows and start:
        place += listed.filter(rating__gt=wide_rows[0]["rating"]).count()
    lines: list[RatingLine] = []
    for at, row in enumerate(wide_rows, start=start + 1):
        if lines and row["rating"] != lines[-1].rating:
            place = at
        lines.append(_line(row, place, moved.get(row["person_id"])))
    return RatingPage(
        series=series,
        lines=tuple(lines),
        page=page,
        pages=pages,
        total=total,
        generation=generation,
    )


WIDE: Final = (
    *("person_id", "rating", "games", "events", "last_at", "last_change"),
    *("person__public_id", "person__handle", "person__name"),
    *("person__birth_year", "person__hides_name"),
    *("person__region__name", "person__region__slug"),
    *("person__merged_into", "person__anonymised_at"),
)
BEST_FIRST: Final = ("-rating", "person_id")


def _line(row: dict[str, Any], place: int, then: float | None) -> RatingLine:
    rating: float = row["rating"]
    return RatingLine(
        place=place,
        person=str(row["person__public_id"]),
        handle=str(row["person__handle"]),
        name=str(row["person__name"]),
        birth_year=row["person__birth_year"],
        hides_name=bool(row["person__hides_name"]),
        region=str(row["person__region__name"] or ""),
        region_slug=str(row["person__region__slug"] or ""),
        rating=rating,
        movement=None if then is None else rating - then,
        games=row["games"],
        events=row["events"],
        last_at=row["last_at"],
        last_change=row["last_change"],
    )


def _series_row(series: SeriesName) -> int:
    rows = RatingSeries.objects.filter(**series._asdict())
    return rows.values_list("pk", flat=True).first() or 0


def _hidden() -> list[int]:
    """Return whom no list shows: erased people, and merged duplicates.

    They are few, and found in small tables; a join with all people would cost more
    than the list itself.
    """
    merged = Person.objects.filter(merged_into__isnull=False)
    erased = Person.objects.filter(public_id__in=Erasure.objects.values("person_public_id"))
    return list(merged.values_list("pk", flat=True).union(erased.values_list("pk", flat=True)))


def _within(region: str) -> list[int]:
    """Return a region with the parts of it, down to the third step."""
    rows = Region.objects.filter(
        Q(slug=region) | Q(parent__slug=region) | Q(parent__parent__slug=region)
    )
    return list(rows.values_list("pk", flat=True))


def _moved(
    people: Sequence[int], series: SeriesName, generation: int, since: datetime | None
) -> dict[int, float]:
    """Return what the ratings of people were before their first event since a day."""
    if since is None or not people:
        return {}
    left = set(people)
    moves: dict[int, float] = {}
    rows = RatedEvent.objects.filter(
        in_generation(generation),
        starts_at__gte=since,
        record__played__person__in=people,
        record__event__edition=series.edition,
    ).order_by("starts_at", "record")
    seen: set[int] = set()
    for record, data in rows.values_list("record", "changes"):
        if record in seen:
            continue
        seen.add(record)
        changes = decode_changes(data)
        if series not in changes.series:
            continue
        before = changes.before[changes.series.index(series)]
        for person, rating in zip(changes.players, before, strict=True):
            if person in left:
                moves.setdefault(person, rating)
    return moves


def ratings_of_person(person: str) -> tuple[PersonRating, ...]:
    """Return what somebody's ratings are now; three queries."""
    rows = _own_ratings(person)
    ratings = (
        PersonRating(
            series=SeriesName(keeper, edition, list_),
            **dict(zip(FIGURES, figures, strict=True)),
            place=ahead + 1,
        )
        for keeper, edition, list_, *figures, ahead in rows
    )
    return tuple(sorted(ratings, key=lambda rating: rating.series))


FIGURES: Final = ("rating", "games", "events", "last_at", "last_change")


def _own_ratings(person: str) -> QuerySet[Any, Any]:
    generation = generation_read()
    # One range of the index for each list; asked for as one of many things, everybody
    # on every list is read.
    ahead = Rating.objects.filter(
        in_generation(generation), series=OuterRef("series"), rating__gt=OuterRef("rating")
    ).exclude(person__in=_hidden())
    rows = Rating.objects.filter(in_generation(generation), person__public_id=person)
    return rows.values_list(
        *("series__keeper", "series__edition", "series__list"), *FIGURES, row_count(ahead)
    )


def _name(series: RatingSeries) -> SeriesName:
    return SeriesName(series.keeper, series.edition, series.list)


def ratings_of(people: Iterable[str], series: SeriesName) -> dict[str, float]:
    """Return one rating of many people, by public id; four queries.

    Whoever has no rated game in the series is left out; they start at 1500.
    """
    persons = Person.objects.filter(public_id__in=list(people))
    names = dict(persons.values_list("pk", "public_id"))
    rows = Rating.objects.filter(
        in_generation(generation_read()), series=_series_row(series), person__in=list(names)
    )
    return {names[row]: rating for row, rating in rows.values_list("person", "rating")}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """A run of the rating system."""

    generation: int
    cause: str
    by: str
    started_at: datetime
    ended_at: datetime | None
    ended_well: bool
    events: int
    done: int
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsStatus:
    """How new the ratings are, and whether somebody works on the next."""

    generation: int
    changed_at: datetime | None
    behind: int
    """How many changes of the record the ratings do not show yet."""
    working: bool


def ratings_status(*, now: datetime) -> RatingsStatus:
    """Return how new the ratings are; one query."""
    row = RatingsNow.objects.filter(pk=1).first() or RatingsNow()
    return RatingsStatus(
        generation=row.generation,
        changed_at=row.changed_at,
        behind=row.wanted - row.covered,
        working=bool(row.holder) and not worker_is_gone(row, now=now),
    )


def rating_runs(limit: int = 20) -> tuple[RunLine, ...]:
    """Return the last runs of the rating system, the latest first."""
    fields = RunLine.__slots__
    rows = RatingRun.objects.order_by("-id").values_list(*fields)[:limit]
    return tuple(RunLine(**dict(zip(fields, row, strict=True))) for row in rows)

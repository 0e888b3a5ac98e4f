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

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value

from padd.store.columns.packed_ratings import SeriesName, decode_changes
from padd.store.models.people import Erasure, Person, Region
from padd.store.models.ratings import FOREVER, RatedEvent, Rating, RatingSeries
from padd.store.prepared_query import GivenValue, how_many, prepared
from padd.store.queries.ratings.generation import generation_read, in_generation

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
    return tuple(sorted(SeriesName(*row) for row in _used_series()))


@prepared
def _used_series() -> QuerySet[Any, Any]:
    ratings = Rating.objects.filter(series=OuterRef("pk"), died=FOREVER)
    rows = RatingSeries.objects.filter(Exists(ratings))
    return rows.values_list("keeper", "edition", "list")


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
    given = {
        "generation": generation,
        "series": _series_row(series),
        "hidden": _hidden(),
        "area": area,
        "regions": _within(region) if region else [],
        "since": active_since,
    }
    asked = {"area": area, "regions": region, "since": active_since}
    cut = frozenset(name for name, value in asked.items() if value)
    ((total,),) = _shown(cut, None, **given)
    pages = max(1, ceil(total / size))
    page = min(max(1, page), pages)
    start = (page - 1) * size
    keys = [key for (key,) in _shown(cut, (start, start + size), **given)]
    wide_rows = [
        row
        for row in (dict(zip(WIDE, row, strict=True)) for row in _wide(keys=keys))
        if row["person__merged_into"] is None and row["person__anonymised_at"] is None
    ]
    moved = _moved([row["person_id"] for row in wide_rows], series, generation, moved_since)
    place = 1
    if wide_rows and start:
        best = wide_rows[0]["rating"]
        ((ahead,),) = _shown(cut | {"better"}, None, **given, better=best)
        place += ahead
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


@prepared
def _wide(*, keys: GivenValue) -> QuerySet[Any, Any]:
    rows = Rating.objects.filter(pk__in=[keys])
    return rows.order_by(*BEST_FIRST).values_list(*WIDE)


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
    rows = _series_key(keeper=series.keeper, edition=series.edition, name=series.list)
    return next((key for (key,) in rows), 0)


@prepared
def _series_key(*, keeper: GivenValue, edition: GivenValue, name: GivenValue) -> QuerySet[Any, Any]:
    rows = RatingSeries.objects.filter(keeper=keeper, edition=edition, list=name)
    return rows.values_list("pk")


@prepared
def _shown(
    cut: frozenset[str],
    part: tuple[int, int] | None,
    *,
    generation: GivenValue,
    series: GivenValue,
    hidden: GivenValue,
    area: GivenValue,
    regions: GivenValue,
    since: GivenValue,
    better: GivenValue,
) -> QuerySet[Any, Any]:
    """Return keys of a part of a list, the best first, or how many it has."""
    rows = Rating.objects.filter(in_generation(generation), series__pk=series)
    rows = rows.exclude(person__pk__in=[hidden])
    if "area" in cut:
        rows = rows.filter(person__in=Person.objects.filter(region__area=area))
    if "regions" in cut:
        own = Person.objects.filter(region__pk__in=[regions])
        rows = rows.filter(person__in=own)
    if "since" in cut:
        rows = rows.filter(last_at__gte=since)
    if "better" in cut:
        rows = rows.filter(rating__gt=better)
    if part is not None:
        return rows.order_by(*BEST_FIRST).values_list("pk")[slice(*part)]
    whole = rows.order_by().values(whole=Value(1))
    return whole.annotate(total=Count("*")).values_list("total")


def _hidden() -> list[int]:
    """Return whom no list shows: erased people, and merged duplicates.

    They are few, and found in small tables; a join with everybody would cost more
    than the list itself. No key is 0, and a list of none would leave out everybody.
    """
    return [0, *(row for (row,) in _merged_and_erased())]


@prepared
def _merged_and_erased() -> QuerySet[Any, Any]:
    merged = Person.objects.filter(merged_into__isnull=False).values_list("pk")
    erased = Person.objects.filter(
        public_id__in=Erasure.objects.values("person_public_id")
    ).values_list("pk")
    return merged.union(erased)


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
    rows = _rated_since(
        generation=generation, since=since, people=list(people), edition=series.edition
    )
    seen: set[int] = set()
    for record, data in rows:
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


@prepared
def _rated_since(
    *, generation: GivenValue, since: GivenValue, people: GivenValue, edition: GivenValue
) -> QuerySet[Any, Any]:
    rows = RatedEvent.objects.filter(
        in_generation(generation),
        starts_at__gte=since,
        record__played__person__pk__in=[people],
        record__event__edition=edition,
    )
    return rows.order_by("starts_at", "record").values_list("record", "changes")


def ratings_of_person(person: str) -> tuple[PersonRating, ...]:
    """Return what somebody's ratings are now; three queries."""
    rows = _own_ratings(person=person, generation=generation_read(), hidden=_hidden())
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


@prepared
def _own_ratings(
    *, person: GivenValue, generation: GivenValue, hidden: GivenValue
) -> QuerySet[Any, Any]:
    # One range of the index for each list; asked for as one of many things, everybody
    # on every list is read.
    ahead = Rating.objects.filter(
        in_generation(generation), series=OuterRef("series"), rating__gt=OuterRef("rating")
    ).exclude(person__pk__in=[hidden])
    rows = Rating.objects.filter(in_generation(generation), person__public_id=person)
    return rows.values_list(
        *("series__keeper", "series__edition", "series__list"), *FIGURES, how_many(ahead)
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

"""Queries of a season: what was played in a year, where, and who played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db.models import Count, Q, Sum

from padd.store.columns.packed_ratings import PackedChanges, decode_changes
from padd.store.models.ratings import EventRecord, Played, RatedEvent
from padd.store.queries.ratings.career_results import PlayedEvent
from padd.store.queries.ratings.generation import generation_read, in_generation, person_rows

UNKNOWN: Final = "not-named"
"""The region of events whose place nobody named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upset:
    """A game that the lower rated player won, by rows of people."""

    event: str
    event_name: str
    winner: int
    loser: int
    winner_rating: float
    loser_rating: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFacts:
    """A year of the community in figures; people are rows."""

    events: int
    players: int
    games: int
    regions: tuple[tuple[str, int], ...]
    """Events by region, the most first."""
    formats: tuple[tuple[str, str, int], ...]
    """Events by game and format, the most first."""
    busiest: tuple[tuple[int, int], ...]
    """People by events, the most first."""
    winners: tuple[tuple[int, int], ...]
    """People by events won, the most first."""
    months: tuple[int, ...]
    """Events in each of the twelve months."""
    upset: Upset | None


def years_played() -> tuple[int, ...]:
    """Return the years in which something is on record, the latest first."""
    starts = EventRecord.objects.filter(counts=True).datetimes("starts_at", "year", tzinfo=UTC)
    return tuple(sorted((start.year for start in starts), reverse=True))


def _span(year: int) -> tuple[datetime, datetime]:
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def season_facts(year: int, *, most: int = 8) -> SeasonFacts:
    """Return a year in figures; eight queries."""
    first, after = _span(year)
    records = EventRecord.objects.filter(counts=True, starts_at__gte=first, starts_at__lt=after)
    played = Played.objects.filter(record__in=records, person__anonymised_at=None)
    sums = Played.objects.filter(record__in=records).aggregate(
        Count("person", distinct=True), Sum("won"), Sum("lost"), Sum("tied")
    )
    games = sum(sums[f"{name}__sum"] or 0 for name in ("won", "lost", "tied"))
    whole = records.filter(part=0)
    months = [0] * 12
    for at in whole.values_list("starts_at", flat=True):
        months[at.month - 1] += 1
    by_person = played.values_list("person").order_by()
    return SeasonFacts(
        events=sum(months),
        players=sums["person__count"] or 0,
        games=games // 2,
        regions=tuple(
            whole.exclude(event__region__slug=UNKNOWN)
            .values_list("event__region__name")
            .annotate(n=Count("id"))
            .order_by("-n", "event__region__name")
        ),
        formats=tuple(
            whole.values_list("event__edition", "event__format")
            .annotate(n=Count("id"))
            .order_by("-n", "event__edition", "event__format")
        ),
        busiest=tuple(by_person.annotate(n=Count("id")).order_by("-n", "person")[:most]),
        winners=tuple(
            by_person.annotate(n=Count("id", filter=Q(place=1)))
            .filter(n__gt=0)
            .order_by("-n", "person")[:most]
        ),
        months=tuple(months),
        upset=_upset(first, after),
    )


def _upset(first: datetime, after: datetime) -> Upset | None:
    """Return the win over the greatest difference of ratings; one query."""
    rows = RatedEvent.objects.filter(
        in_generation(generation_read()), starts_at__gte=first, starts_at__lt=after
    ).values_list("record__event__public_id", "record__name", "changes")
    best: Upset | None = None
    for event, name, data in rows.iterator():
        upset = _upset_in(decode_changes(data), event, name)
        if upset and (best is None or _gap(upset) > _gap(best)):
            best = upset
    return best


def _gap(upset: Upset) -> float:
    return upset.loser_rating - upset.winner_rating


def _upset_in(changes: PackedChanges, event: str, name: str) -> Upset | None:
    if not changes.series:
        return None
    before = changes.before[0]
    best: Upset | None = None
    for game in changes.games:
        if game.score not in {0.0, 1.0}:
            continue
        won, lost = game.first, game.second
        if game.score == 0.0:
            won, lost = lost, won
        upset = Upset(
            event=event,
            event_name=name,
            winner=changes.players[won],
            loser=changes.players[lost],
            winner_rating=before[won],
            loser_rating=before[lost],
        )
        if _gap(upset) > 0 and (best is None or _gap(upset) > _gap(best)):
            best = upset
    return best


def events_played_in(person: str, year: int) -> tuple[PlayedEvent, ...]:
    """Return the events that somebody played in a year, the first one first."""
    first, after = _span(year)
    fields = {
        "event": "record__event__public_id",
        "event_name": "record__name",
        "edition": "record__event__edition",
        "format": "record__event__format",
        "level": "record__event__level",
        "starts_at": "record__starts_at",
        **{name: name for name in ("place", "players", "won", "tied", "lost", "byes")},
    }
    rows = (
        Played.objects.filter(
            person__in=person_rows(person),
            record__counts=True,
            record__starts_at__gte=first,
            record__starts_at__lt=after,
        )
        .order_by("record__starts_at", "record")
        .values_list(*fields.values())
    )
    return tuple(PlayedEvent(**dict(zip(fields, row, strict=True))) for row in rows)


def regions_played_in(person: str, year: int) -> tuple[tuple[str, int], ...]:
    """Return where somebody played in a year, the most first."""
    first, after = _span(year)
    rows = Played.objects.filter(
        person__in=person_rows(person),
        record__counts=True,
        record__starts_at__gte=first,
        record__starts_at__lt=after,
    )
    return tuple(
        rows.exclude(record__event__region__slug=UNKNOWN)
        .values_list("record__event__region__name")
        .annotate(n=Count("id"))
        .order_by("-n", "record__event__region__name")
    )

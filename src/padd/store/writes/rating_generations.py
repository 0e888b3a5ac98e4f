"""Write the next generation of ratings: one worker at a time, shown all at once."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from django.db import connection, transaction
from django.db.models import DateTimeField, F, Model, Q, QuerySet
from msgspec.structs import astuple

from padd.store.columns.packed_ratings import SeriesName
from padd.store.models.people import Person
from padd.store.models.ratings import (
    FOREVER,
    EventRecord,
    RatedEvent,
    Rating,
    RatingRun,
    RatingSeries,
    RatingsNow,
)

Row = tuple[object, ...]


def write_rows(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
    """Add rows with the values of these fields; all other fields have defaults.

    PostgreSQL copies them in, SQLite runs one prepared statement. Both check every
    constraint; nothing else happens that saving an object would bring with it.
    """
    known = {field.name: field for field in model._meta.concrete_fields}  # noqa: SLF001 -- documented by Django
    chosen = [known[name] for name in fields]
    quoted = connection.ops.quote_name
    table = quoted(model._meta.db_table)  # noqa: SLF001
    columns = ", ".join(quoted(str(field.column)) for field in chosen)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            copied = f"COPY {table} ({columns}) FROM STDIN"
            with connection.wrap_database_errors, cursor.copy(copied) as copy:
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join(["%s"] * len(chosen))
        insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 -- names of our own tables
        moments = [at for at, field in enumerate(chosen) if isinstance(field, DateTimeField)]
        cursor.executemany(insert, _adapted(moments, rows))  # type: ignore[arg-type] # an iterator will do


def _adapted(moments: Sequence[int], rows: Iterable[Row]) -> Iterator[Row]:
    """Write the values that are moments as this database has them."""
    known: dict[object, object] = {}
    adapt = connection.ops.adapt_datetimefield_value
    for row in rows:
        values = list(row)
        for at in moments:
            moment = values[at]
            if moment not in known:
                known[moment] = adapt(moment)  # type: ignore[arg-type]
            values[at] = known[moment]
        yield tuple(values)


LEASE: Final = timedelta(seconds=60)
"""How long a worker that says nothing is believed to be at work."""
MOST_AT_ONCE: Final = 500
"""How many rows one statement names."""
MOST_READ: Final = 2000
"""How many rows are fetched at once."""
MOST_WRITTEN: Final = 10_000
"""How many rows one transaction writes; others write in between."""


class LeaseLost(Exception):  # noqa: N818 -- what happened, not an error of ours
    """Somebody else has taken the work over; nothing of ours is published."""


class RecordKey(NamedTuple):
    """The place of a part of an event among all others (AMB-60)."""

    starts_at: datetime
    event: str
    part: int


class RatingRow(msgspec.Struct, frozen=True, gc=False):
    """A rating as it is written: everything that a row holds."""

    rating: float
    games: int
    events: int
    last_at: datetime
    last_change: float


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write the next generation."""

    token: str
    generation: int
    """The generation that is read; the next one is written."""
    wanted: int
    """What the next generation is to cover."""
    covered: int
    fingerprint: str
    """What the last full run left, if nothing was written since."""

    @property
    def next(self) -> int:
        """The generation that is written."""
        return self.generation + 1


def take_lease(*, token: str, now: datetime) -> Lease | None:
    """Take the work, or return None while somebody else is at it.

    A worker whose process is gone, or who has said nothing for a minute, has lost it.
    """
    row, _ = RatingsNow.objects.get_or_create(pk=1)
    if row.holder and not worker_is_gone(row, now=now):
        return None
    updated = RatingsNow.objects.filter(pk=1, holder=row.holder).update(
        holder=token,
        holder_host=socket.gethostname(),
        holder_process=os.getpid(),
        held_until=now + LEASE,
    )
    if not updated:
        return None
    row.refresh_from_db()
    return Lease(
        token=token,
        generation=row.generation,
        wanted=row.wanted,
        covered=row.covered,
        fingerprint=row.fingerprint,
    )


def worker_is_gone(row: RatingsNow, *, now: datetime) -> bool:
    """Tell whether the worker named there works no more."""
    if row.held_until is None or row.held_until < now:
        return True
    return row.holder_host == socket.gethostname() and not _runs(row.holder_process)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def renew_lease(work: Lease, *, now: datetime) -> None:
    """Say that we are at work; raise `LeaseLost` if somebody has taken it over."""
    leases = RatingsNow.objects.filter(pk=1, holder=work.token)
    if not leases.update(held_until=now + LEASE):
        raise LeaseLost


def publish_generation(work: Lease, *, now: datetime, fingerprint: str) -> None:
    """Let everybody read the next generation, in one step, and give up the work."""
    done = RatingsNow.objects.filter(pk=1, holder=work.token).update(
        generation=work.next,
        covered=work.wanted,
        fingerprint=fingerprint,
        changed_at=now,
        holder="",
        held_until=None,
    )
    if not done:
        raise LeaseLost


def release_lease(work: Lease) -> None:
    """Give up the work; what was written is never seen."""
    RatingsNow.objects.filter(pk=1, holder=work.token).update(holder="", held_until=None)


def delete_old_generations(work: Lease) -> None:
    """Clear away what a killed worker left, and what nobody reads any more.

    The generation before the one that is read is kept: a page may be half made.
    """
    for table in (Rating, RatedEvent):
        table.objects.filter(born__gt=work.generation).delete()
        wrongly_dead = table.objects.filter(died__gt=work.generation, died__lt=FOREVER)
        wrongly_dead.update(died=FOREVER)
        table.objects.filter(died__lt=work.generation).delete()


def record_keys(rows: Q) -> dict[int, tuple[RecordKey, bool, int]]:
    """Return records with their place, whether they are rated, and their stamp."""
    records = EventRecord.objects.filter(rows).values_list(
        "pk", "starts_at", "event__public_id", "part", "counts", "stamp"
    )
    rated = set(
        EventRecord.objects.filter(rows, counts=True, sheet__isnull=False).values_list(
            "pk", flat=True
        )
    )
    return {
        pk: (RecordKey(starts, event, part), counts and pk in rated, stamp)
        for pk, starts, event, part, counts, stamp in records
    }


def packed_sheets(records: Sequence[int]) -> dict[int, bytes]:
    """Return the packed sheets of records."""
    sheets: dict[int, bytes] = {}
    for some in _portions(records):
        rows = EventRecord.objects.filter(pk__in=some)
        for pk, sheet in rows.values_list("pk", "sheet"):
            if sheet is not None:
                sheets[pk] = bytes(sheet)
    return sheets


class RatedRow(NamedTuple):
    """What a record does to ratings now: the row, and what it holds."""

    pk: int
    starts_at: datetime
    changes: bytes


def rated_rows(records: Sequence[int]) -> dict[int, RatedRow]:
    """Return what records do to ratings now."""
    rated_events: dict[int, RatedRow] = {}
    for some in _portions(records):
        rows = RatedEvent.objects.filter(record__in=some, died=FOREVER)
        for record, pk, starts_at, changes in rows.values_list(
            "record", "pk", "starts_at", "changes"
        ):
            rated_events[record] = RatedRow(pk, starts_at, bytes(changes))
    return rated_events


RatingTuple = tuple[int, int, float, int, int, "datetime", float]
"""A rating as the driver gives it: series, person, and the fields of `RatingRow`."""


def stored_moment(moment: datetime) -> datetime:
    """Return a moment as the driver gives it when it is read."""
    if connection.features.supports_timezones:
        return moment
    return moment.astimezone(UTC).replace(tzinfo=None)


def rated_records() -> Iterator[tuple[int, datetime, str, int, bytes]]:
    """Yield all records that are rated, each with its place and its packed sheet."""
    rows = EventRecord.objects.filter(counts=True, sheet__isnull=False)
    return _as_stored(rows.values_list("pk", "starts_at", "event__public_id", "part", "sheet"))


def rated_changes() -> Iterator[tuple[int, datetime, bytes]]:
    """Yield what all events do to ratings now, each with its record and start."""
    rows = RatedEvent.objects.filter(died=FOREVER)
    return _as_stored(rows.values_list("record", "starts_at", "changes"))


def rating_tuples() -> Iterator[RatingTuple]:
    """Yield every rating."""
    fields = ("series", "person", *RatingRow.__struct_fields__)
    return _as_stored(Rating.objects.filter(died=FOREVER).values_list(*fields))


def _as_stored(rows: QuerySet[Any, Any]) -> Iterator[Any]:
    """Yield rows as the driver gives them, without a conversion of each."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(*rows.query.sql_with_params())
        while some := cursor.fetchmany(MOST_READ):
            yield from some


def series_names() -> dict[int, SeriesName]:
    """Return the series by their rows."""
    rows = RatingSeries.objects.values_list("pk", "keeper", "edition", "list")
    return {pk: SeriesName(*name) for pk, *name in rows}


def merged_person_rows() -> dict[int, int]:
    """Return which people were merged into which others."""
    rows = Person.objects.exclude(merged_into=None)
    merges = rows.values_list("pk", "merged_into")
    return {pk: into for pk, into in merges if into is not None}


_Part = TypeVar("_Part")


def _portions(rows: Sequence[_Part], size: int = MOST_AT_ONCE) -> Iterator[Sequence[_Part]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def write_events(
    work: Lease, *, now: datetime, new: Mapping[int, tuple[datetime, bytes]], dead: Sequence[int]
) -> None:
    """Write what events do in the next generation, where it is not what it was."""
    with transaction.atomic():
        renew_lease(work, now=now)
        for some in _portions(dead):
            RatedEvent.objects.filter(pk__in=some).update(died=work.next)
        write_rows(
            RatedEvent,
            ("record", "starts_at", "born", "died", "changes"),
            (
                (record, starts_at, work.next, FOREVER, changes)
                for record, (starts_at, changes) in new.items()
            ),
        )


def series_rows(names: Iterable[SeriesName]) -> dict[SeriesName, int]:
    """Return the rows of series; new ones are added."""
    rows: dict[SeriesName, int] = {}
    for name in names:
        row, _ = RatingSeries.objects.get_or_create(**name._asdict())
        rows[name] = row.pk
    return rows


def current_ratings(people: Sequence[int] | None) -> dict[tuple[int, int], tuple[int, RatingRow]]:
    """Return ratings by series and person: the row, and what it holds."""
    fields = ("series", "person", "pk", *RatingRow.__struct_fields__)
    rows = Rating.objects.filter(died=FOREVER)
    batches = (
        [rows] if people is None else [rows.filter(person__in=some) for some in _portions(people)]
    )
    return {
        (series, person): (pk, RatingRow(*values))
        for batch in batches
        for series, person, pk, *values in batch.values_list(*fields).iterator(5000)
    }


def write_ratings(
    work: Lease, *, now: datetime, new: Mapping[tuple[int, int], RatingRow], dead: Sequence[int]
) -> None:
    """Write ratings of the next generation, where they are not what they were."""
    rows = list(new.items())
    fields = ("series", "person", *RatingRow.__struct_fields__, "born", "died")
    for some in _portions(dead, MOST_WRITTEN):
        with transaction.atomic():
            renew_lease(work, now=now)
            for few in _portions(some):
                Rating.objects.filter(pk__in=few).update(died=work.next)
    for part in _portions(rows, MOST_WRITTEN):
        with transaction.atomic():
            renew_lease(work, now=now)
            write_rows(
                Rating,
                fields,
                ((*key, *astuple(rating), work.next, FOREVER) for key, rating in part),
            )


def count_rated_events(run: int, by: int) -> None:
    """Count the events of a run that are done."""
    RatingRun.objects.filter(pk=run).update(done=F("done") + by)

"""Rows written in bulk are the rows that objects would have been."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import IntegrityError, transaction

from padd.store.models.events import Event
from padd.store.models.ratings import FOREVER, EventRecord, RatedEvent
from padd.store.writes.rating_generations import write_rows

FIELDS = ("record", "starts_at", "born", "died", "changes")
MOMENTS = (
    datetime(2026, 5, 16, 10, tzinfo=UTC),
    datetime(2026, 5, 16, 10, 0, 0, 123456, tzinfo=UTC),
    datetime(2026, 5, 16, 23, 30, tzinfo=timezone(timedelta(hours=-7))),
)
DATA = bytes(range(256)) + b"\\.\n\t\\N"


def record(world):
    event = Event.objects.get(public_id=world.event())
    return EventRecord.objects.create(
        event=event, name="Open", starts_at=MOMENTS[0], games=b"\x90", made_from=""
    )


def test_rows_in_bulk_are_those_of_objects(world):
    one = record(world)
    for number, moment in enumerate(MOMENTS):
        RatedEvent.objects.create(record=one, starts_at=moment, born=1, died=number, changes=DATA)
    values = "starts_at", "born", "changes"
    saved = list(RatedEvent.objects.order_by("died").values_list(*values))
    RatedEvent.objects.all().delete()

    write_rows(
        RatedEvent,
        FIELDS,
        ((one.pk, moment, 1, number, DATA) for number, moment in enumerate(MOMENTS)),
    )

    written = list(RatedEvent.objects.order_by("died").values_list(*values))
    assert [(*row[:2], bytes(row[2])) for row in written] == [
        (*row[:2], bytes(row[2])) for row in saved
    ]
    assert [row[0] for row in written] == list(MOMENTS)
    assert [bytes(row[2]) for row in written] == [DATA] * len(MOMENTS)


def test_nothing_is_written_in_bulk_against_a_constraint(world):
    row = (record(world).pk, MOMENTS[0], 1, FOREVER, b"")

    with pytest.raises(IntegrityError), transaction.atomic():
        write_rows(RatedEvent, FIELDS, [row, row])

    assert not RatedEvent.objects.exists()


def test_no_rows_are_nothing_to_write(world):
    write_rows(RatedEvent, FIELDS, [])

    assert not RatedEvent.objects.exists()

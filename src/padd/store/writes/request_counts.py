"""Requests of callers, added up over all processes in windows of time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from django.db import connection, transaction

from padd.store.models.access import RequestCount

PATIENCE_MS: Final = 100
"""How long a count waits for a SQLite file that somebody else writes to."""


class RequestTotals(NamedTuple):
    """The requests of one caller, in this window and in the one before."""

    previous: int
    current: int


def add_requests(caller: str, *, starts: int, seconds: int, requests: int) -> RequestTotals:
    """Add requests to those of the other processes; return what it comes to."""
    with _soon(), transaction.atomic():
        row, new = RequestCount.objects.select_for_update().get_or_create(
            caller=caller, defaults={"starts": starts, "current": requests}
        )
        if not new:
            if row.starts < starts:
                row.previous = row.current if row.starts == starts - seconds else 0
                row.starts, row.current = starts, 0
            row.current += requests
            row.save()
    return RequestTotals(row.previous, row.current)


def delete_windows_before(moment: int) -> int:
    """Remove the windows that began before a moment; return how many there were."""
    return RequestCount.objects.filter(starts__lt=moment).delete()[0]


@contextmanager
def _soon() -> Iterator[None]:
    """Give up quickly on a SQLite file that is held: whoever reads must not wait."""
    if connection.vendor != "sqlite":
        yield
        return
    usual = int(connection.settings_dict["OPTIONS"]["timeout"] * 1000)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")

"""Booking the ledger of byes, and the road to Worlds, in the made-up community.

Goals: booking every championship again at most 0.25 times a full refresh of the
ratings of the same events; the road at most 12 queries, whether a year has a dozen
championships or six hundred. The peer of the same run is the refresh.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime

from benchmarks.event_store import median, set_up

REPEATS = 3
MANY = 600
MOST_QUERIES = 12
SHARE = 0.25


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        measure()


def measure() -> None:
    from padd.services.access.actors import SYSTEM
    from padd.services.championships.awarded_rights import book_everything
    from padd.services.installation import demo
    from padd.services.ratings.recalculation import catch_up

    now = datetime.now(UTC)
    demo.fill(by=SYSTEM, now=now)
    booked = median(lambda: book_everything(now=now), REPEATS)
    refreshed = median(
        lambda: catch_up(by=SYSTEM, clock=lambda: now, full=True), REPEATS
    )
    share = booked / refreshed
    print(f"book everything again  {booked * 1000:8.0f} ms")
    print(f"full refresh           {refreshed * 1000:8.0f} ms")
    missed = " missed" if share > SHARE else ""
    print(f"share (<= {SHARE})        {share:8.2f}{missed}")
    few = queries_of_the_road(now.year)
    add_championships(now)
    many = queries_of_the_road(now.year)
    print(f"queries of the road    {few:8} with a year of the demo")
    print(f"queries of the road    {many:8} with {MANY} more (<= {MOST_QUERIES})")
    if max(few, many) > MOST_QUERIES:
        raise SystemExit(1)


def queries_of_the_road(year: int) -> int:
    """Return how many queries the page of a year asks."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "localhost"})
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(f"/road/{year}/2e/?fresh={MANY}")
    assert answer.status_code == 200, answer.status_code
    return len(asked)


def add_championships(now: datetime) -> None:
    """Add as many Regionals, each an event of its own."""
    from padd.store.models import Championship, Event, StageEvent

    event = Event.objects.filter(kind="regional").first()
    assert event is not None
    titles = Championship.objects.bulk_create(
        Championship(
            year=now.year,
            kind="regional",
            edition="2E",
            place=f"place-{number}",
            area="europe",
            name=f"Regional {number}",
            created_at=now,
        )
        for number in range(MANY)
    )
    for number, title in enumerate(titles):
        event.pk, event.public_id = None, f"copy{number}"
        event.save()
        StageEvent.objects.create(event_id=event.pk, championship=title)

"""Booking the ledger of byes, and the road to Worlds, in the made-up community.

Goals: booking every championship again at most 0.25 times a full refresh of the
ratings of the same events; the road at most 12 queries, whether a year has a dozen
championships or six hundred. The peer of the same run is the refresh.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime

from benchmarks._goals import fail_if_missed, hold
from benchmarks._turns import by_turns, hold_turns
from benchmarks.event_store import set_up

REPEATS = 3
MANY = 600
MOST_QUERIES = 12
SHARE = 0.25


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        measure()
    fail_if_missed()


def measure() -> None:
    from padd.services.access.actors import SYSTEM
    from padd.services.championships.awarded_rights import book_all_rights
    from padd.services.installation import demo
    from padd.services.ratings.recalculation import refresh_ratings
    from padd.store.models.ratings import RatingsNow

    now = datetime.now(UTC)
    demo.fill_demo(by=SYSTEM, now=now)

    def rate_everything() -> None:
        RatingsNow.objects.update(fingerprint="")
        refresh_ratings(by=SYSTEM, clock=lambda: now, full=True)

    took = by_turns(lambda: book_all_rights(now=now), rate_everything, turns=REPEATS)
    hold_turns("book everything again / a full refresh", took, most=SHARE)
    few = queries_of_the_road(now.year)
    hold("queries of the road, a year of the demo", few, most=MOST_QUERIES)
    add_championships(now)
    many = queries_of_the_road(now.year)
    hold(f"queries of the road, {MANY} more", many, most=MOST_QUERIES)


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
    from padd.store.models.championships import Championship, StageEvent
    from padd.store.models.events import Event

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

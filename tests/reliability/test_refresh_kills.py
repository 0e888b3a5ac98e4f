"""A refresh that is killed, two at once, and a report that comes twice at once."""

from __future__ import annotations

import json
import os
import signal
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from tests.core.ratings.rating_worlds import read
from tests.reliability.child_process import in_a_child
from tests.services.ratings.rating_histories import bring, digest, everybody, ten_years

from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.ratings import recalculation
from padd.services.reports import finished_event_import
from padd.services.reports.finished_event_import import EventUpload
from padd.store.models.events import Event
from padd.store.models.ratings import Rating, RatingsNow
from padd.store.models.reports import Report
from padd.store.writes import rating_generations

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
PLACES = (
    "take_lease",
    "delete_old_generations",
    "write_events",
    "write_ratings",
    "publish_generation",
)


@pytest.mark.django_db
def test_every_place_of_a_kill_is_a_step_of_the_refresh():
    assert all(callable(getattr(rating_generations, place)) for place in PLACES)


def killed_at(place, *, after):
    """Return a refresh that is killed before or after one of its steps."""

    def work():
        known = getattr(rating_generations, place)

        def dies(*args, **kwargs):
            if after:
                known(*args, **kwargs)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(rating_generations, place, dies)
        recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW, full=True)

    return work


@pytest.mark.req("R4")
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("place", PLACES)
def test_a_killed_refresh_leaves_the_old_ratings_and_the_next_completes(real_world, place, after):
    everybody()
    events = ten_years(6)
    bring(*events[:3])
    recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW)
    old = digest()
    assert old
    bring_quietly(events[3:])

    ended = in_a_child(killed_at(place, after=after))

    assert ended == -signal.SIGKILL
    published = place == "publish_generation" and after
    seen = digest()
    assert (seen == old) is not published
    done = recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW, full=True)
    assert done is not None
    new = digest()
    assert new != old
    assert seen in (old, new)
    assert not RatingsNow.objects.get(pk=1).holder
    generation = RatingsNow.objects.get(pk=1).generation
    assert not Rating.objects.filter(born__gt=generation).exists()


@pytest.mark.req("R4")
def test_of_two_refreshes_at_once_one_does_the_work(real_world):
    everybody()
    bring(*ten_years(4))
    first = rating_generations.take_lease(token="first", now=NOW)
    assert first is not None

    assert recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW) is None
    assert digest() == {}

    later = NOW + rating_generations.LEASE + timedelta(seconds=1)
    assert recalculation.refresh_ratings(by=SYSTEM, clock=lambda: later) is not None
    whole = digest()
    assert whole
    with pytest.raises(rating_generations.LeaseLost):
        rating_generations.publish_generation(first, now=later, fingerprint="")
    with pytest.raises(rating_generations.LeaseLost):
        rating_generations.write_events(first, now=later, new={}, dead=[])
    assert digest() == whole


@pytest.mark.req("R6")
def test_a_report_that_comes_many_times_at_once_counts_once(real_world):
    everybody()
    (facts,) = ten_years(1)
    data = json.dumps(facts).encode()
    said: list[finished_event_import.ImportedFile] = []
    wrong: list[BaseException] = []
    ready = threading.Barrier(4)

    def send():
        try:
            ready.wait()
            said.extend(
                finished_event_import.import_events(
                    files=[EventUpload(name="x", data=data)], by=SYSTEM, now=NOW
                )
            )
        except BaseException as error:  # noqa: BLE001 -- told below
            wrong.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not wrong
    assert sorted(one.fate for one in said) == ["known", "known", "known", "taken"]
    assert len({one.event for one in said}) == 1
    assert Event.objects.count() == Report.objects.count() == 1


def test_readers_see_one_generation_while_the_next_is_written(real_world, monkeypatch):
    everybody()
    events = ten_years(5)
    bring(*events[:2])
    recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW)
    old = digest()
    bring_quietly(events[2:])
    seen: list[bool] = []
    known = rating_generations.publish_generation

    def looked(*args, **kwargs):
        seen.append(digest() == old)
        known(*args, **kwargs)

    monkeypatch.setattr(rating_generations, "publish_generation", looked)
    recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW)

    assert seen == [True]
    assert digest() != old


def bring_quietly(events):
    """Take events into the record without letting the ratings follow."""
    for facts in events:
        finished_event_import.take_facts(
            read(facts), source=reports.ReportSource.FILE, by=SYSTEM, now=NOW, create=True
        )
    reports.decisions.process_waiting(by=SYSTEM, now=NOW)

"""Rate limits hold for all processes together, and cost hardly anything."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Final

import pytest
from django.core.cache import cache
from django.db import OperationalError
from limits import RateLimitItemPerSecond
from tests.databases import installation

from padd.services.access import rate_limit
from padd.services.access.rate_limit import PORTIONS, Meter, address_network
from padd.store.models.access import RequestCount
from padd.store.writes import request_counts

LIMIT: Final = 100
SMALL: Final = PORTIONS
"""A limit of which each request is added up."""
PROCESSES: Final = 2
ASKING: Final = """
import sys, time, django
time.time = lambda: 1_000_000.0
django.setup()
from limits import RateLimitItemPerSecond
from padd.services.access.rate_limit import Meter
from padd.store.writes import request_counts
request_counts.PATIENCE_MS = 60_000  # on a busy machine, too
print("ready", flush=True)
sys.stdin.readline()
for limit in map(int, sys.argv[1:]):
    meter = Meter("shared", RateLimitItemPerSecond(limit, 60))
    print(sum(meter.wait("one") == 0 for _ in range(2 * limit)))
"""


@pytest.mark.postgresql
def test_several_processes_let_one_caller_through_no_oftener_than_one(tmp_path):
    environment = {
        **installation(tmp_path),
        "DJANGO_SETTINGS_MODULE": "padd.config.settings",
        "PADD_SECRET_KEY": "one for all processes",
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ASKING, str(LIMIT), str(SMALL)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    let_through = [process.communicate()[0].split() for process in processes]

    large, small = (sum(map(int, one)) for one in zip(*let_through, strict=True))
    assert LIMIT <= large <= LIMIT + (PROCESSES - 1) * (LIMIT // PORTIONS)
    assert small == SMALL


@pytest.mark.django_db
def test_what_another_process_has_let_through_weighs_on_the_next_window_too(monkeypatch):
    one, other = (Meter("same", RateLimitItemPerSecond(20, 10)) for _ in range(2))
    waits_at([109.0] * 20, one, monkeypatch)

    # Nine tenths of the window before still count.
    assert waits_at([111.0] * 3, other, monkeypatch) == [0, 0, 1]


@pytest.mark.django_db
def test_a_caller_who_asks_now_and_then_costs_no_query(django_assert_num_queries):
    meter = Meter("seldom", RateLimitItemPerSecond(1500, 25))

    with django_assert_num_queries(0):
        waits = {meter.wait("one") for _ in range(1500 // PORTIONS - 1)}

    assert waits == {0}


@pytest.mark.django_db
def test_while_the_database_cannot_count_each_process_goes_on_by_itself(monkeypatch):
    def held(*_, **__):
        raise OperationalError("database is locked")

    meter = Meter("held", RateLimitItemPerSecond(LIMIT, 60))
    monkeypatch.setattr("time.time", partial(float, 1_000_000.0))
    monkeypatch.setattr(request_counts, "add_requests", held)

    alone = [meter.wait("one") for _ in range(LIMIT + 1)]
    monkeypatch.undo()
    monkeypatch.setattr("time.time", partial(float, 1_000_060.0))
    meter.wait("one")

    assert alone[:LIMIT] == [0] * LIMIT
    assert alone[LIMIT] > 0


@pytest.mark.django_db
def test_no_address_is_kept_and_old_counts_go(monkeypatch):
    meter = Meter("kept", RateLimitItemPerSecond(1, 60))
    waits_at([1_000_000.0], meter, monkeypatch, "192.0.2.7")

    [row] = RequestCount.objects.all()
    monkeypatch.setattr("time.time", partial(float, 1_000_000.0 + rate_limit.OLD + 60))

    assert "192.0.2.7" not in str(vars(row))
    assert rate_limit.delete_old_counts()
    assert not RequestCount.objects.exists()


@pytest.mark.django_db
def test_counters_of_sign_up_and_second_factor_lie_in_the_database(django_assert_num_queries):
    cache.set("somebody", [1.0], 60)

    with django_assert_num_queries(1):
        assert cache.get("somebody") == [1.0]


def waits_at(moments, meter, patch, who="one"):
    """Return how long somebody has to wait who asks at these moments."""
    waits = []
    for moment in moments:
        patch.setattr("time.time", partial(float, moment))
        waits.append(meter.wait(who))
    return waits


@pytest.mark.req("R9")
@pytest.mark.django_db
def test_a_hall_of_phones_behind_one_address_is_not_slowed_down(monkeypatch):
    readers = Meter("hall", rate_limit.READING)

    # Two hundred phones open three pages in ten seconds, then look every five.
    at_first = [1000 + at / 60 for at in range(600)]
    later = [1010 + at / 40 for at in range(40 * 60)]

    assert set(waits_at([*at_first, *later], readers, monkeypatch)) == {0}


@pytest.mark.django_db
def test_whoever_asks_without_end_waits_and_nobody_else_does(monkeypatch):
    meter = Meter("endless", RateLimitItemPerSecond(3, 3))

    assert waits_at([301] * 5, meter, monkeypatch) == [0, 0, 0, 2, 2]
    assert waits_at([301], meter, monkeypatch, "other") == [0]
    assert waits_at([304] * 2, meter, monkeypatch) == [0, 1]


def test_a_network_of_version_six_counts_as_one_caller():
    assert address_network("2001:db8:1:2:3:4:5:6") == address_network("2001:db8:1:2::9")
    assert address_network("2001:db8:1:2::9") != address_network("2001:db8:1:3::9")
    assert address_network("192.0.2.1") != address_network("192.0.2.2")

"""Everything acknowledged was synced to the disk before it was acknowledged."""

import json
import re
import shutil

import pytest
from django.db import connection
from tests.reliability.crew import Crew
from tests.services.eventlog.table_driver import FOUR, AtTheTable, entered

SYNC = re.compile(r"\b(fsync|fdatasync)\(")
SAID = re.compile(r'write\(1, "(.*)\\n"')
STRACE = shutil.which("strace")


@pytest.mark.django_db
def test_the_connection_waits_for_the_disk():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone() == (3,)
        else:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)


@pytest.mark.req("R5")
def test_the_disk_is_synced_between_every_wish_and_its_answer(real_database, tmp_path):
    day = AtTheTable(FOUR, players=entered(*FOUR), rounds_planned=3)
    connection.close()
    traced = tmp_path / "calls"
    before = (
        [STRACE, "-f", "-qq", "-s", "200", "-e", "trace=fsync,fdatasync,write"] if STRACE else []
    )
    crew = Crew(tmp_path / "data", *before, *(["-o", str(traced)] if STRACE else []))

    said = list(crew.send({"event": day.id, "prefix": "s", "acts": 20}))
    crew.leave()

    done = [line["done"] for line in said if "done" in line]
    assert len(done) == 20
    # The syncs of a server are its own; they are its settings, checked at the start.
    if STRACE and connection.vendor == "sqlite":
        assert synced_before(traced.read_text(encoding="utf-8")) == done


def synced_before(calls):
    """Return the wishes between whose sending and answer the disk was synced."""
    found, syncs = [], 0
    for call in calls.splitlines():
        if SYNC.search(call):
            syncs += 1
        told = SAID.search(call)
        if told is None:
            continue
        line = json.loads(told.group(1).replace('\\"', '"'))
        if "sent" in line:
            syncs = 0
        if "done" in line and syncs:
            found.append(line["done"])
    return found

"""A backup made while people act holds everything acknowledged before it began."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta

import pytest
from django.db import connection
from tests.services.eventlog.table_driver import FOUR, AtTheTable, entered
from tests.world import NOW

from padd.services.eventlog.log_cache import clear_logs
from padd.services.installation import backups
from padd.store.installation import sqlite_copies, upgrade


@pytest.mark.django_db
def test_a_copy_does_not_wait_for_good(monkeypatch):
    monkeypatch.setattr(upgrade, "MOST_WAITS", 0)
    look = upgrade._patience()

    look(0, 1, 2)

    with pytest.raises(sqlite3.OperationalError):
        look(5, 1, 2)


def keys_in(file):
    """Return the keys of the wishes that a backup or an event file holds."""
    if file.suffix == ".json":
        rows = json.loads(file.read_bytes())["log"]["rows"]
        return {row["key"] for row in rows}
    if connection.vendor == "postgresql":
        rows = ["--data-only", "--table=store_eventaction", "--file=-"]
        command = ["pg_restore", *rows, str(file)]
        said = subprocess.run(command, capture_output=True, text=True, check=True)
        return set(said.stdout.split())
    with closing(sqlite3.connect(file)) as copy:
        return {key for (key,) in copy.execute("SELECT key FROM store_eventaction")}


@pytest.mark.req("R14")
def test_backups_under_load_hold_all_that_was_acknowledged(crew):
    day = AtTheTable(FOUR, players=entered(*FOUR), rounds_planned=3)
    connection.close()
    acknowledged: set[str] = set()
    made = 0
    for line in crew.send({"event": day.id, "prefix": "b", "acts": 24}):
        assert "error" not in line, line
        if "done" not in line:
            continue
        acknowledged.add(line["done"])
        if len(acknowledged) % 4 == 0:
            clear_logs()
            made += 1
            for file in backups.create_backups(now=NOW + timedelta(seconds=made)):
                assert acknowledged <= keys_in(file)
                if file.suffix != ".json" and connection.vendor == "sqlite":
                    assert list(sqlite_copies.copy_faults(file)) == []

    assert len(acknowledged) == 24

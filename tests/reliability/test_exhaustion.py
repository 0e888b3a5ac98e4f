"""Disk full, read-only, locked: said clearly, nothing half done, and it goes on."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from typing import Any

import pytest
from django.db import connection, connections
from tests.reliability.crew import database_url
from tests.services.eventlog.table_driver import AtTheTable, entered, settings
from tests.world import NOW

from padd.core.eventlog.actions.finish import NoteAdded
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog.log_cache import clear_logs
from padd.store.models.events import Event

LONG = NoteAdded(text="x" * 50_000)


def ask(command):
    with connection.cursor() as cursor:
        cursor.execute(command)


class Trouble(ABC):
    """Something that keeps the database from writing, until it is over."""

    @abstractmethod
    def begin(self):
        """Let it begin."""

    def end(self):
        connection.close()


class ReadOnly(Trouble):
    def begin(self):
        if connection.vendor == "sqlite":
            ask("PRAGMA query_only=ON")
        else:
            ask("SET default_transaction_read_only = on")


class Full(Trouble):
    def begin(self):
        if connection.vendor == "sqlite":
            ask("PRAGMA max_page_count=1")
        else:
            ask("SET default_transaction_read_only = on")


class Locked(Trouble):
    other: Any

    def begin(self):
        if connection.vendor == "sqlite":
            ask("PRAGMA busy_timeout=50")
            name = str(connection.settings_dict["NAME"])
            self.other = sqlite3.connect(name, isolation_level=None)
            self.other.execute("BEGIN IMMEDIATE")
        else:
            import psycopg

            self.other = psycopg.connect(database_url())
            self.other.execute("LOCK TABLE store_eventaction")
            ask("SET lock_timeout = '50ms'")

    def end(self):
        self.other.rollback()
        self.other.close()
        connection.close()


TROUBLES: dict[str, tuple[type[ReadOnly | Full | Locked], str]] = {
    "read-only": (ReadOnly, "can’t be written"),
    "disk full": (Full, "the disk is full|can’t be written"),
    "locked": (Locked, "another program is using"),
}


@pytest.fixture
def _closed():
    yield
    connections.close_all()


@pytest.mark.django_db
def test_every_trouble_has_words_of_its_own():
    for cause in ("database or disk is full", "attempt to write a readonly database"):
        said = eventlog.NotSaved(sqlite3.OperationalError(cause))

        assert said.codes == ("not-saved",)
        assert "nothing has changed" in str(said)
        assert "Try again" in str(said)


@pytest.mark.req("R18")
@pytest.mark.usefixtures("_closed")
@pytest.mark.parametrize("name", TROUBLES)
def test_what_cannot_be_saved_is_said_and_done_later(real_database, name):
    kind, words = TROUBLES[name]
    day = AtTheTable()
    before = day.state
    large = settings(players=entered(*(f"player {n}" for n in range(1000))))
    trouble = kind()
    trouble.begin()

    with pytest.raises(eventlog.NotSaved, match=words):
        day.say(LONG, key="wish")
    with pytest.raises(eventlog.NotSaved):
        eventlog.open_event(facts=large, by=SYSTEM, now=NOW)
    trouble.end()

    clear_logs()
    assert day.state == before
    assert Event.objects.count() == 1
    done = day.do(LONG, key="wish")
    assert (done.again, len(done.state.notes)) == (False, 1)
    assert day.publish().state.begun


@pytest.mark.req("R18")
@pytest.mark.usefixtures("_closed")
def test_a_commit_that_fails_leaves_nothing_behind(real_database, monkeypatch):
    from django.db import OperationalError

    day = AtTheTable()
    before = day.sequence

    def fail():
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(connection, "_commit", fail)
        with pytest.raises(eventlog.NotSaved, match="disk I/O error"):
            day.say(NoteAdded(text="Lost?"), key="wish")

    clear_logs()
    assert day.sequence == before
    assert day.do(NoteAdded(text="Lost?"), key="wish").sequence == before + 1

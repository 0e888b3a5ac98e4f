"""What is read from a replica: visitors' pages, and nothing else."""

from __future__ import annotations

import os

import pytest
from django.db import InternalError, connections, router
from django.http import HttpResponse
from django.test import Client, RequestFactory
from tests.databases import FILE, SERVER, copy_model
from tests.interfaces.web.world import make_world

from padd.config.databases import databases
from padd.interfaces.web import cached_pages
from padd.interfaces.web.cached_pages import visitor_pages_from_replica
from padd.platform.page_cache import EVERYTHING
from padd.services.database_errors import is_unavailable
from padd.store.installation import read_replica
from padd.store.installation.read_replica import REPLICA, replica_reads
from padd.store.models.events import Event
from padd.store.writes import event_log

pytestmark = pytest.mark.skipif(SERVER in os.environ, reason="its replica is a file of SQLite")
NOWHERE = "postgresql://padd@127.0.0.1:1/padd"


@pytest.fixture
def _replica(db, settings, tmp_path, monkeypatch):
    """Have a replica that is so far behind that it knows nobody and nothing."""
    copy_model(tmp_path / FILE)
    found = databases("", f"sqlite://{tmp_path / FILE}", tmp_path)[REPLICA]
    settings.DATABASE_ROUTERS = ["padd.store.installation.read_replica.ReplicaRouter"]
    monkeypatch.setattr(read_replica, "_back_at", 0.0)
    usual = connections.settings["default"]
    connections.settings[REPLICA] = {**usual, "PASSWORD": "", **found}
    connections[REPLICA].connect()
    yield
    connections[REPLICA].close()
    del connections[REPLICA]
    del connections.settings[REPLICA]


@pytest.mark.usefixtures("_replica")
def test_visitors_read_the_replica_and_whoever_is_known_the_primary():
    world = make_world()
    event = Event.objects.get(public_id=world.ids["event"])
    path = "/calendar/"

    visitor = Client().get(path).content.decode()
    member = world.ask("member", "GET", path).content.decode()

    assert event.name not in visitor
    assert event.name in member


@pytest.mark.usefixtures("_replica")
def test_nothing_is_written_to_a_replica_and_nothing_read_unless_asked_for():
    assert router.db_for_read(Event) == "default"
    with replica_reads():
        assert router.db_for_read(Event) == REPLICA
        assert router.db_for_write(Event) == "default"
        row = Event(name="Lantern Open")
        assert router.db_for_write(Event, instance=row) == "default"
    assert router.db_for_read(Event) == "default"
    assert not router.allow_migrate(REPLICA, "store")


@pytest.mark.usefixtures("_replica")
def test_the_replica_itself_refuses_to_be_written():
    with connections[REPLICA].cursor() as cursor, pytest.raises(Exception, match="read"):
        cursor.execute("DELETE FROM store_event")


class Page:
    """A page that tells where it would be read from."""

    def __init__(self, *statuses):
        self.statuses = list(statuses)
        self.read: list[str] = []

    def __call__(self, _):
        self.read.append(router.db_for_read(Event))
        return HttpResponse(status=self.statuses.pop(0) if self.statuses else 200)

    def ask(self, path="/", method="GET", **more):
        request = RequestFactory().generic(method, path, **more)
        request.COOKIES.update(more.get("cookies", {}))
        answer = visitor_pages_from_replica(self)(request)
        assert isinstance(answer, HttpResponse)
        return answer


@pytest.mark.usefixtures("_replica")
@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/", {"cookies": {"sessionid": "abc"}}),
        ("/", {"cookies": {"csrftoken": "abc"}}),
        ("/", {"method": "POST"}),
        ("/", {"headers": {"Authorization": "Bearer abc"}}),
        ("/events/abc/standings/", {}),
        ("/events/abc/run/", {}),
        ("/accounts/login/", {}),
        ("/play/", {}),
    ],
)
def test_whoever_may_look_for_what_they_wrote_has_the_primary(path, more):
    page = Page()

    page.ask(path, **more)

    assert page.read == ["default"]


@pytest.mark.usefixtures("_replica")
def test_a_replica_that_is_away_is_left_alone_and_the_primary_answers():
    page = Page(503)

    first = page.ask("/calendar/")
    second = page.ask("/calendar/")

    assert (first.status_code, second.status_code) == (200, 200)
    assert page.read == [REPLICA, "default", "default"]


@pytest.mark.usefixtures("_replica")
def test_a_kept_page_is_as_new_as_the_database_it_was_read_from(monkeypatch):
    monkeypatch.setattr(cached_pages.connections, "close_all", lambda: None)
    primary = event_log.data_generation()
    make_world()

    assert cached_pages.current_version(EVERYTHING) == primary
    assert event_log.data_generation() != primary


def test_a_replica_of_postgresql_is_asked_for_reads_alone(tmp_path):
    found = databases(NOWHERE, "postgresql://padd@db2,db3/padd", tmp_path)
    named = databases(NOWHERE, f"{NOWHERE}?target_session_attrs=any", tmp_path)

    options = found[REPLICA]["OPTIONS"]
    assert options["target_session_attrs"] == "prefer-standby"
    assert "default_transaction_read_only=on" in options["options"]
    assert named[REPLICA]["OPTIONS"]["target_session_attrs"] == "any"
    assert list(databases(NOWHERE, "", tmp_path)) == ["default"]


def test_a_server_that_has_become_a_standby_counts_as_away():
    class ReadOnlyError(Exception):
        sqlstate = "25006"

    told = InternalError("cannot execute INSERT in a read-only transaction")
    told.__cause__ = ReadOnlyError()

    assert is_unavailable(told)
    assert not is_unavailable(InternalError("something else"))

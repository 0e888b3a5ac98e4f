"""kill -9 of one of two real servers: the other goes on, nothing acknowledged is lost.

A browser sends results to two servers that share only the database. One of them is
killed, at some moment or at a named place of the write. What has no answer is sent
again to the other, as a person does.
"""

from __future__ import annotations

import http.client
import os
import statistics
import threading
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.test import Client
from tests.reliability.child_process import FAILPOINTS
from tests.reliability.crew import counted, kill
from tests.reliability.marks import tell
from tests.services.eventlog.table_driver import FOUR, AtTheTable
from tests.wait_limits import PATIENCE

from padd.core.eventlog.log.chain import check_chain
from padd.services.access import laptop_sign_in
from padd.services.eventlog.log_cache import clear_logs
from padd.store.models.events import Event
from padd.store.writes.event_log import log_rows

BACKEND: Final = "allauth.account.auth_backends.AuthenticationBackend"
TOKEN: Final = "t" * 32
READY_WITHIN: Final = 5.0
"""Seconds from the start of both servers to their first answers, in a long run."""
SLOWER: Final = 2.0
"""On a computer so busy that a start before any kill takes longer than that, a start
after a kill may take so many times as long as the one before."""
ACTS: Final = 14
PLACES: Final = (*("before the row", "after the row", "before commit", "after commit", "telling"),)


class Browser:
    """The director's browser, at two servers."""

    def __init__(self, event_id, ports, session):
        self.event_id = event_id
        self.ports = ports
        self.cookie = f"sessionid={session}; csrftoken={TOKEN}"
        self.acknowledged: dict[str, int] = {}
        self.sent: set[str] = set()
        self.resent = 0

    def note(self, port, key):
        """Send a note; tell whether there was an answer."""
        fields = {"csrfmiddlewaretoken": TOKEN, "key": key, "text": f"Note {key}"}
        self.sent.add(key)
        try:
            status, where = self._ask(port, "POST", "act/note.added/", urlencode(fields))
        except (OSError, http.client.HTTPException):
            return False
        assert status == 302, status
        query = parse_qs(urlsplit(where).query)
        self.acknowledged[key] = int(query["done"][0])
        return True

    def ready(self, port):
        """Tell whether a server shows the console."""
        try:
            return self._ask(port, "GET", "sequence/", "")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def go_on(self, prefix):
        """Act at both in turns; what has no answer goes to the other."""
        for number in range(ACTS):
            key = f"{prefix}-{number}"
            if self.note(self.ports[number % 2], key):
                continue
            self.resent += 1
            assert self.note(self.ports[(number + 1) % 2], key), "both are gone"

    def _ask(self, port, how, place, body):
        """Ask a server; return its status and where it leads."""
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {
            "Cookie": self.cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://127.0.0.1:{port}",
        }
        with closing(link):
            link.request(how, f"/events/{self.event_id}/run/{place}", body, headers)
            answer = link.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Location", "")


def signed_in(settings):
    """Return the session of the director, as the servers of the crew know it."""
    settings.SECRET_KEY = "of the tests"  # noqa: S105 -- no secret
    token = laptop_sign_in.create_sign_in_link(now=datetime.now(UTC))
    account = laptop_sign_in.redeem_sign_in_link(now=datetime.now(UTC), token=token)
    client = Client()
    client.force_login(account, backend=BACKEND)
    return str(client.cookies["sessionid"].value)


def end(server):
    """Kill a server that may be gone already."""
    with suppress(ProcessLookupError):
        kill(server["pid"])


def started(crew, *tasks):
    """Start servers; return what they say and who they are."""
    lines = crew.send(*tasks)
    return lines, [next(lines) for _ in tasks]


def awaited(browser):
    """Wait until both servers answer; return how long that took."""
    begun = time.perf_counter()
    waiting = set(browser.ports)
    while waiting:
        assert time.perf_counter() - begun < PATIENCE, "no server came up"
        waiting = {port for port in waiting if not browser.ready(port)}
        if waiting:
            threading.Event().wait(0.05)
    return time.perf_counter() - begun


def clean_start(crew, event_id, session):
    """Start two servers that nobody has killed; return how long that took."""
    connection.close()
    lines, servers = started(crew, {"serve": True}, {"serve": True})
    took = awaited(Browser(event_id, [one["port"] for one in servers], session))
    for server in servers:
        end(server)
    assert list(lines) == []
    return took


def check(browser, event_id):
    """Compare what was acknowledged with what is in the log."""
    clear_logs()
    rows = log_rows(Event.objects.get(public_id=event_id).pk)
    kept = {row.key: row.sequence for row in rows}
    lost = {k: at for k, at in browser.acknowledged.items() if kept.get(k) != at}
    assert not lost
    assert browser.sent == set(browser.acknowledged)
    assert len(kept) == len(rows)
    assert check_chain(rows) is None


@pytest.mark.django_db
def test_every_place_is_a_failpoint():
    assert set(PLACES) <= set(FAILPOINTS)


@pytest.mark.req("R4", "R5")
@pytest.mark.parametrize("trials", [4], indirect=True)
def test_a_killed_server_loses_nothing_and_the_other_goes_on(
    crew, trials, chance, settings, record_property
):
    day = AtTheTable(FOUR)
    session = signed_in(settings)
    before = clean_start(crew, day.id, session)
    took: list[float] = []
    resent = 0
    for trial in counted(trials, "one of two servers killed"):
        connection.close()
        named = trial % 2 == 1
        doomed: dict[str, Any] = {"serve": True}
        if named:
            at, passes = chance.choice(PLACES), chance.randrange(4)
            doomed |= {"failpoint": at, "passes": passes}
        lines, servers = started(crew, doomed, {"serve": True})
        browser = Browser(day.id, [one["port"] for one in servers], session)
        try:
            took.append(awaited(browser))
            if not named:
                after = chance.random() * 0.3
                threading.Timer(after, end, args=(servers[0],)).start()

            browser.go_on(f"t{trial}")
        finally:
            for server in servers:
                end(server)
        assert list(lines) == []
        assert crew.killed == 2
        check(browser, day.id)
        assert browser.resent or not named, doomed
        resent += browser.resent

    usual = statistics.median(took)
    tell(
        record_property,
        kills=trials,
        sent_again=resent,
        ready_after_s=round(usual, 1),
        at_most_s=round(max(took), 1),
        before_any_kill_s=round(before, 1),
    )
    assert resent
    if os.environ.get("PADD_TRIALS"):
        assert usual <= max(READY_WITHIN, SLOWER * before)

"""The primary dies in mid-round; the standby takes over, and nobody loses a result.

Two PostgreSQL servers with synchronous replication, three processes of PADD that are
asked in turns, both phones of every match, and visitors who look at the pages.
"""

from __future__ import annotations

import http.client
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final
from urllib.parse import urlsplit

import pytest
from tests.databases import PREPARED, SERVER, installation
from tests.interfaces.web.served_pages import Served
from tests.reliability.marks import tell
from tests.reliability.phones import Director, Phone, Proxy, Tally
from tests.reliability.replicated import Replicated
from tests.wait_limits import PATIENCE

PROCESSES: Final = 3
MATCHES_PER_TRIAL: Final = 6
PHONES_AT_ONCE: Final = 6
UNSEEN: Final = 6
"""Answers that must have failed before the standby is promoted."""
BACK_WITHIN: Final = 10.0
"""Seconds from the promotion to the first result that each process takes. A long run
has the machine to itself and measures; a short one does not."""


@dataclass
class Seen:
    """What came back from the processes."""

    wrong: list[tuple[str, int]] = field(default_factory=list)
    """Answers that are neither good nor 503 with Retry-After."""
    away: int = 0
    taken: dict[str, list[float]] = field(default_factory=dict)
    """When each process took a report."""


class InTurns(Proxy):
    """A proxy in front of several processes, which asks one after the other."""

    def __init__(self, addresses):
        self.hosts = cycle(urlsplit(one).netloc for one in addresses)
        self.lock = threading.Lock()
        self.seen = Seen()
        super().__init__(addresses[0])

    def answer(self, asked, body):
        with self.lock:
            host = next(self.hosts)
        line = http.client.HTTPConnection(host, timeout=PATIENCE)
        headers = {
            name: value
            for name, value in asked.headers.items()
            if name.lower() not in {"host", "connection", "content-length"}
        }
        line.request(asked.command, asked.path, body, headers)
        answer = line.getresponse()
        content = answer.read()
        line.close()
        with self.lock:
            self._note(host, asked, answer)
        return answer.status, answer.getheaders(), content

    def _note(self, host, asked, answer):
        if answer.status >= 500:
            if answer.status == 503 and answer.headers.get("Retry-After"):
                self.seen.away += 1
            else:
                self.seen.wrong.append((asked.path, answer.status))
        elif asked.command == "POST" and asked.path.endswith("/report/"):
            self.seen.taken.setdefault(host, []).append(time.monotonic())


class Stream:
    """A page that listens to one process for news of an event."""

    def __init__(self, address, event):
        self.number = 0
        self.address, self.event = urlsplit(address).netloc, event
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def _follow(self):
        line = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        line.request("GET", f"/events/{self.event}/live")
        with closing(line), line.getresponse() as answer:
            for said in answer:
                if said.startswith(b"data: "):
                    self.number = int(said.split()[1])

    def end(self):
        """Wait until the process has ended its stream."""
        self.thread.join(PATIENCE)


def wait_for(what, why):
    """Look again and again until something holds."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, why
        threading.Event().wait(0.02)


@pytest.fixture
def pair(tmp_path, monkeypatch):
    """Return two servers that every program of this test finds by one address."""
    servers = Replicated()
    prepared = tmp_path / "prepared"
    prepared.mkdir()
    monkeypatch.setenv(SERVER, servers.url)
    monkeypatch.setenv(PREPARED, str(prepared))
    yield servers
    servers.stop()


def play(match, at, address, tally):
    """Let both phones of a match report the same result, until it is answered."""
    for side, (_, secret) in zip("ab", match["players"], strict=True):
        phone = Phone(address, match["event"], secret, tally)
        said = phone.report(f"{side}-{at}", (60 + at % 7, 40), table=match["table"])
        assert said.get("done") or said.get("message"), said


def look_around(address, event, over):
    """Load pages as visitors do until it is over; return how many were had."""
    had = 0
    for path in cycle(("/", f"/events/{event}/standings/", "/calendar/")):
        if over.is_set():
            return had
        line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        line.request("GET", path)
        with closing(line), line.getresponse() as answer:
            had += answer.status == 200
    return had


@pytest.mark.req("R4", "R6", "R18")
@pytest.mark.parametrize("trials", [5], indirect=True)
def test_a_failover_in_mid_round_loses_no_result_and_shows_no_error(
    pair, trials, tmp_path, monkeypatch, record_property
):
    data = tmp_path / "data"
    both = installation(data)["DATABASE_URL"]
    monkeypatch.setenv("PADD_READ_URL", both.replace("read-write", "prefer-standby"))
    processes = [Served(data, "--port", "0") for _ in range(PROCESSES)]
    addresses = [one.address.rstrip("/") for one in processes]
    director = Director(data)
    matches = director.ask("open", trials * MATCHES_PER_TRIAL + 1, 20)
    director.rest()
    *under_load, last = matches
    proxy, tally = InTurns(addresses), Tally()
    stream = Stream(addresses[-1], last["event"])
    over = threading.Event()

    with ThreadPoolExecutor(PHONES_AT_ONCE + 2) as hands:
        viewers = [hands.submit(look_around, proxy.address, last["event"], over) for _ in range(2)]
        played = [
            hands.submit(play, match, at, proxy.address, tally)
            for at, match in enumerate(under_load)
        ]
        third = len(under_load) // 3
        wait_for(lambda: sum(map(len, tally.done.values())) >= third, "no load")
        acknowledged = sum(map(len, tally.done.values()))
        pair.kill_primary()
        wait_for(lambda: proxy.seen.away >= UNSEEN, "nobody saw the outage")
        pair.standby.promote()
        promoted = time.monotonic()
        for one in played:
            one.result()
        play(last, len(under_load), addresses[0], tally)
        over.set()
        had = sum(one.result() for one in viewers)

    after = Director(data)
    found = after.ask("look", sorted({match["event"] for match in matches}))
    after.rest()
    head = max(found[last["event"]]["sequence"], 1)
    wait_for(lambda: stream.number >= head, "the stream of another process slept")
    back = max(
        next(at for at in taken if at > promoted) - promoted for taken in proxy.seen.taken.values()
    )
    tell(
        record_property,
        mark="failover",
        matches=len(matches),
        acknowledged_before=acknowledged,
        results=sum(len(one["keys"]) for one in found.values()),
        answers_503=proxy.seen.away,
        answers_wrong=len(proxy.seen.wrong),
        pages_had=had,
        back_after_s=round(back, 2),
    )
    proxy.stop()
    for one in processes:
        one.stop()
    stream.end()

    assert proxy.seen.wrong == []
    assert len(proxy.seen.taken) == PROCESSES
    for event, seen in found.items():
        keys = seen["keys"]
        assert seen["sound"]
        assert len(keys) == len(set(keys)), "applied twice"
        assert set(keys) <= tally.sent[event], "applied twice"
        assert tally.done[event] <= set(keys), "lost"
        assert all(table["settled"] for table in seen["tables"].values()), "lost"
    assert back <= (BACK_WITHIN if os.environ.get("PADD_TRIALS") else PATIENCE)

"""Phones without browsers: many at once, over a good network or a bad one."""

from __future__ import annotations

import http.client
import json
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.other_process import OtherProcess
from tests.wait_limits import PATIENCE

Answer = tuple[int, list[tuple[str, str]], bytes]

TABLES: Final = 20
"""Tables of one event; more matches make more events."""

DIRECTING: Final = """
from datetime import UTC, datetime
from tests.played_event import settings, timed
from padd.services.refusal import ActionRefused
from padd.core.model import Player, PlayerId
from padd.core.eventlog.actions.director_results import (
    ResultCorrected, ResultDecided, ResultEntered)
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.log.chain import check_chain
from padd.core.eventlog.state.table import outcome_of_match as outcome_of
from padd.services import eventlog
from padd.services.eventlog import player_passes
from padd.services.access.actors import SYSTEM
from padd.services.eventlog.log_cache import stored_event as event_row
from padd.store.writes.event_log import log_rows

def act(event, action, **more):
    return eventlog.record_action(
        event_id=event, action=action, by=SYSTEM, now=datetime.now(UTC), **more)

def opened(matches, most):
    found = []
    while matches > 0:
        tables = min(matches, most)
        ids = [PlayerId(f"p{at}") for at in range(2 * tables)]
        players = tuple(Player(id=p, name=p) for p in ids)
        facts = settings(name="Hall", players=players)
        now = datetime.now(UTC)
        event = eventlog.open_event(facts=facts, by=SYSTEM, now=now)
        act(event, CheckedIn(players=tuple(ids)))
        eventlog.draw_round(event_id=event, by=SYSTEM, now=now)
        act(event, RoundPublished(number=1))
        held = {p.player: p.url_path.split("#")[1] for p in player_passes.issue_passes(
            by=SYSTEM, now=now, event_id=event)}
        for table in eventlog.event_state(event_id=event).current.tables.values():
            found.append({"event": event, "table": table.number, "players": [
                [player, held[player]] for player in table.players]})
        matches -= tables
    return found

def corrected(event, table, key, scores):
    place = {"number": 1, "table": table}
    outcome = timed(*scores)
    for at in range(50):
        now = eventlog.event_state(event_id=event).current.tables[table]
        if now.settled:
            action = ResultCorrected(
                **place, outcome=outcome, instead_of=outcome_of(now.match))
        elif now.claims:
            action = ResultDecided(**place, outcome=outcome)
        else:
            action = ResultEntered(**place, outcome=outcome)
        try:
            act(event, action, reason="Asked both", key=f"{key}-{at}")
        except ActionRefused:
            continue
        return {"key": f"{key}-{at}", "kind": type(action).__name__}
    return {"key": "", "kind": "refused"}

def looked(events):
    found = {}
    for event in events:
        rows = log_rows(event_row(event).pk)
        state = eventlog.event_state(event_id=event)
        found[event] = {
            "sound": check_chain(rows) is None, "sequence": len(rows),
            "keys": [row.key for row in rows if row.kind.startswith("result.")],
            "tables": {table.number: {
                "settled": table.settled, "disputed": table.disputed,
                "scores": table.match.scores, "claims": len(table.claims),
            } for table in state.current.tables.values()},
        }
    return found

def answer(do, *said):
    return {"open": opened, "correct": corrected, "look": looked}[do](*said)
"""
"""A director who opens events, has the last word at a table, and looks at logs."""


class Director(OtherProcess):
    """The director at the laptop, asked by many at once."""

    def __init__(self, data):
        super().__init__(data, DIRECTING)
        self.lock = Lock()

    def ask(self, *arguments, **more):
        """Take one question after the other."""
        with self.lock:
            return super().ask(*arguments, **more)


@dataclass
class Tally:
    """What all phones saw."""

    statuses: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    done: dict[str, set[str]] = field(default_factory=dict)
    """The keys that were acknowledged, by event."""
    sent: dict[str, set[str]] = field(default_factory=dict)
    """The keys that anybody sent, by event."""
    lost: int = 0
    lock: Any = field(default_factory=Lock)

    def note(self, status, seconds):
        with self.lock:
            self.statuses.append(status)
            self.seconds.append(seconds)

    def send(self, event, key):
        with self.lock:
            self.sent.setdefault(event, set()).add(key)

    def acknowledge(self, event, key):
        with self.lock:
            self.done.setdefault(event, set()).add(key)

    def slowest(self, share):
        """Return the time within which a share of all answers came."""
        found = sorted(self.seconds)
        return found[min(len(found) - 1, int(len(found) * share))]


class Phone:
    """One phone, that sends the same wish again until it is answered."""

    def __init__(self, address, event, secret, tally):
        self.host, self.event, self.tally = urlsplit(address).netloc, event, tally
        self.cookies: dict[str, str] = {}
        self.send("GET", "/play/")
        answer = self.send("POST", "/play/", token=secret)
        assert "to" in answer, answer

    def send(self, method, path, **fields):
        """Send until there is an answer; what gets lost is sent again as it was."""
        last: object = None
        end = time.monotonic() + PATIENCE
        while (began := time.monotonic()) < end:
            try:
                status, said = self._once(method, path, fields)
            except (OSError, http.client.HTTPException) as error:
                last = error
                with self.tally.lock:
                    self.tally.lost += 1
                continue
            self.tally.note(status, time.monotonic() - began)
            if status < 500:
                return said
            last = status
            time.sleep(0.05)
        raise AssertionError(f"{path}: {last}")

    def _once(self, method, path, fields):
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        token = self.cookies.get("csrftoken", "")
        headers = {
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
            "X-Phone": "1",
            "X-CSRFToken": token,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        try:
            line.request(method, path, urlencode(fields), headers)
            answer = line.getresponse()
            body = answer.read()
        finally:
            line.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        try:
            said = json.loads(body)
        except ValueError:
            said = {}
        return answer.status, said if isinstance(said, dict) else {}

    def report(self, key, scores, **more):
        """Report a result; insist on it if the other said something else."""
        fields = {"ending": "time", "key": key, "number": 1, "a": scores[0], "b": scores[1], **more}
        self.tally.send(self.event, key)
        answer = self.send("POST", f"/play/{self.event}/report/", **fields)
        if answer.get("code") == "they-reported":
            fields["seen"] = answer["seen"]
            self.tally.send(self.event, key)
        answer = self.send("POST", f"/play/{self.event}/report/", **fields)
        if answer.get("done"):
            self.tally.acknowledge(self.event, key)
        return answer


class Proxy(ABC):
    """Something between the phones and the server."""

    def __init__(self, to):
        self.host = urlsplit(to).netloc
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def do_GET(self):
                proxy.carry(self)

            do_POST = do_GET  # noqa: N815 -- the name the server looks for

            def log_message(self, *_):
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def carry(self, asked):
        """Carry one request there, and the answer back, or not."""
        body = asked.rfile.read(int(asked.headers.get("Content-Length") or 0))
        answer = self.answer(asked, body)
        if answer is None:
            asked.close_connection = True
            asked.connection.close()
            return
        status, headers, content = answer
        asked.send_response(status)
        for name, value in headers:
            if name.lower() in {"set-cookie", "location", "content-type"}:
                asked.send_header(name, value)
        asked.send_header("Content-Length", str(len(content)))
        asked.end_headers()
        asked.wfile.write(content)

    @abstractmethod
    def answer(self, asked, body):
        """Return what comes back; nothing at all is a lost answer."""

    def ask(self, asked, body):
        """Ask the server itself."""
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        headers = {
            name: value
            for name, value in asked.headers.items()
            if name.lower() not in {"host", "connection", "content-length"}
        }
        line.request(asked.command, asked.path, body, headers)
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer.status, answer.getheaders(), content

    def stop(self):
        """End the proxy."""
        self.server.shutdown()
        self.server.server_close()


class BadNetwork(Proxy):
    """Loses answers after the server gave them, repeats, and delays: a few by long.

    What is delayed on its way there or back is overtaken by what came later.
    """

    def __init__(self, to, chance, longest):
        self.chance, self.longest = chance, longest
        self.dropped = self.repeated = self.slow = 0
        super().__init__(to)

    def answer(self, asked, body):
        drop, repeat = self.chance.random() < 0.10, self.chance.random() < 0.05
        self.wait()
        answer = self.ask(asked, body)
        if repeat:
            self.repeated += 1
            self.ask(asked, body)
        self.wait()
        if drop:
            self.dropped += 1
            return None
        return answer

    def wait(self):
        """Take a moment, mostly a short one."""
        moment = self.chance.expovariate(50)
        if self.chance.random() < 0.03:
            self.slow += 1
            moment = self.chance.uniform(0.1, self.longest)
        time.sleep(min(moment, self.longest))


class Crooked(Proxy):
    """A server with a fault: it applies twice, loses reports, or hides a conflict."""

    def __init__(self, to, fault):
        self.fault, self.lock = fault, Lock()
        self.first: dict[tuple[str, str], tuple[str, str]] = {}
        super().__init__(to)

    def answer(self, asked, body):
        if not asked.path.endswith("/report/"):
            return self.ask(asked, body)
        said = dict(parse_qsl(body.decode(), keep_blank_values=True))
        if self.fault == "twice" and said["key"]:
            self.ask(asked, urlencode(said | {"key": said["key"] + "-x"}).encode())
        if self.fault == "lost" and said["key"].startswith("b-"):
            return 200, [("Content-Type", "application/json")], b'{"done": true}'
        if self.fault == "silent":
            with self.lock:
                place = asked.path, said["table"]
                said["a"], said["b"] = self.first.setdefault(place, (said["a"], said["b"]))
        return self.ask(asked, urlencode(said).encode())

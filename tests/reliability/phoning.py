"""Phones without browsers: many at once, over a good network or a bad one."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urlsplit

from tests.databases import installation

if TYPE_CHECKING:
    import random
    from pathlib import Path

TABLES: Final = 20
"""Tables of one event; more matches make more events."""

OPENING = """
import django
django.setup()
import json, sys
from datetime import UTC, datetime
from padd.core.eventfile import SCHEMA
from padd.core.model import Edition, Event, Player, PlayerId
from padd.core.running.actions import CheckedIn, PlayerEntered, RoundPublished
from padd.services import phones, running
from padd.services.actors import SYSTEM
now, found = datetime.now(UTC), []
def do(event, action):
    done = running.act(event_id=event, action=action, by=SYSTEM, now=now)
    assert isinstance(done, running.Done), done
left = int(sys.argv[1])
while left > 0:
    tables = min(left, int(sys.argv[2]))
    ids = [PlayerId(f"p{at}") for at in range(2 * tables)]
    facts = Event(
        schema=SCHEMA, rulebook="opg-5", name="Hall", edition=Edition.SECOND,
        rounds_planned=3, players=tuple(Player(id=p, name=p) for p in ids), rounds=(),
    )
    event = running.open_event(facts=facts, by=SYSTEM, now=now)
    assert isinstance(event, str), event
    do(event, CheckedIn(players=tuple(ids)))
    running.draw(event_id=event, by=SYSTEM, now=now)
    do(event, RoundPublished(number=1))
    held = {p.player: p.url_path.split("#")[1] for p in phones.passes(
        by=SYSTEM, now=now, event_id=event)}
    for table in running.state(event_id=event).current.tables.values():
        found.append({"event": event, "table": table.number, "players": [
            [player, held[player]] for player in table.players]})
    left -= tables
print(json.dumps(found))
"""

LOOKING = """
import django
django.setup()
import json, sys
from padd.core.running.chain import check_chain
from padd.services import running
from padd.services.running.held import event_row
from padd.store.log import rows_from
found = {}
for event in json.loads(sys.stdin.read()):
    rows = rows_from(event_row(event).pk)
    state = running.state(event_id=event)
    found[event] = {
        "sound": check_chain(rows) is None,
        "keys": [row.key for row in rows if row.kind.startswith("result.")],
        "tables": {table.number: {
            "settled": table.settled, "disputed": table.disputed,
            "scores": table.match.scores, "claims": len(table.claims),
        } for table in state.current.tables.values()},
    }
print(json.dumps(found))
"""


def run(data: Path, code: str, *arguments: str, given: str = "") -> Any:
    """Run a script of the installation and return what it says."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=installation(data) | {"DJANGO_SETTINGS_MODULE": "padd.config.settings"},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@dataclass
class Tally:
    """What all phones saw."""

    statuses: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    done: dict[str, set[str]] = field(default_factory=dict)
    """The keys that were acknowledged, by event."""
    lost: int = 0
    lock: Any = field(default_factory=Lock)

    def note(self, status: int, seconds: float) -> None:
        with self.lock:
            self.statuses.append(status)
            self.seconds.append(seconds)

    def acknowledge(self, event: str, key: str) -> None:
        with self.lock:
            self.done.setdefault(event, set()).add(key)

    def slowest(self, share: float) -> float:
        """Return the time within which a share of all answers came."""
        found = sorted(self.seconds)
        return found[min(len(found) - 1, int(len(found) * share))]


class Phone:
    """One phone, that sends the same wish again until it is answered."""

    def __init__(self, address: str, event: str, secret: str, tally: Tally) -> None:
        self.host, self.event, self.tally = urlsplit(address).netloc, event, tally
        self.cookies: dict[str, str] = {}
        self.send("GET", "/play/")
        answer = self.send("POST", "/play/", token=secret)
        assert "to" in answer, answer

    def send(self, method: str, path: str, **fields: Any) -> dict[str, Any]:
        """Send until there is an answer; what gets lost is sent again as it was."""
        for _ in range(60):
            began = time.monotonic()
            try:
                status, said = self._once(method, path, fields)
            except (OSError, http.client.HTTPException):
                with self.tally.lock:
                    self.tally.lost += 1
                continue
            self.tally.note(status, time.monotonic() - began)
            if status < 500:
                return said
            time.sleep(0.05)
        raise AssertionError(path)

    def _once(
        self, method: str, path: str, fields: dict[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        line = http.client.HTTPConnection(self.host, timeout=30)
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

    def report(self, key: str, scores: tuple[int, int], **more: Any) -> dict[str, Any]:
        """Report a result; insist on it if the other said something else."""
        fields = {
            "ending": "time",
            "key": key,
            "round": 1,
            "a": scores[0],
            "b": scores[1],
            **more,
        }
        answer = self.send("POST", f"/play/{self.event}/report/", **fields)
        if answer.get("code") == "they-reported":
            fields["seen"] = answer["seen"]
            answer = self.send("POST", f"/play/{self.event}/report/", **fields)
        if answer.get("done"):
            self.tally.acknowledge(self.event, key)
        return answer


class BadNetwork:
    """A proxy that loses answers after the server gave them, repeats and delays."""

    def __init__(self, to: str, chance: random.Random) -> None:
        host = urlsplit(to).netloc
        self.dropped = self.repeated = 0
        network = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def do_GET(self) -> None:
                network.carry(self, host, chance)

            do_POST = do_GET  # noqa: N815 -- the name the server looks for

            def log_message(self, *_: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def carry(self, asked: Any, host: str, chance: random.Random) -> None:
        """Carry one request there, and the answer back, or not."""
        body = asked.rfile.read(int(asked.headers.get("Content-Length") or 0))
        drop, repeat = chance.random() < 0.10, chance.random() < 0.05
        time.sleep(chance.random() * 0.05)
        answer, content = self._ask(asked, host, body)
        if repeat:
            self.repeated += 1
            self._ask(asked, host, body)
        if drop:
            self.dropped += 1
            asked.close_connection = True
            asked.connection.close()
            return
        asked.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() in {"set-cookie", "location", "content-type"}:
                asked.send_header(name, value)
        asked.send_header("Content-Length", str(len(content)))
        asked.end_headers()
        asked.wfile.write(content)

    @staticmethod
    def _ask(asked: Any, host: str, body: bytes) -> tuple[Any, bytes]:
        line = http.client.HTTPConnection(host, timeout=30)
        headers = {
            name: value
            for name, value in asked.headers.items()
            if name.lower() not in {"host", "connection", "content-length"}
        }
        line.request(asked.command, asked.path, body, headers)
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer, content

    def stop(self) -> None:
        """End the proxy."""
        self.server.shutdown()
        self.server.server_close()

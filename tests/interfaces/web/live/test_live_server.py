"""A real server: what another process does is told, and the end is clean."""

import http.client
import json
import signal
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from tests.databases import installation
from tests.services.eventlog.table_driver import settings
from tests.wait_limits import PATIENCE

from padd.core.event_file import write_event
from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import with_log
from padd.core.eventlog.log.log import fold_log
from padd.core.eventlog.state.actor import LogActor, Role
from padd.core.eventlog.state.facts import event_facts
from padd.rulebooks.loader import rulebook
from padd.services.delivery import live_hub

pytestmark = [pytest.mark.postgresql, pytest.mark.long]

WITHIN = 2.0
"""Seconds within which every open console knows what was done; a server that has
time looks at the database so often that this holds."""


def an_event_file():
    """Return an event that was opened somewhere else, with its log."""
    entry = LogEntry(
        sequence=1,
        at="2026-03-14T10:00:00.000000+00:00",
        by=LogActor(role=Role.DIRECTOR, person="scotty"),
        action=EventOpened(event=settings()),
        key="open",
    )
    log = fold_log([entry], rulebook("opg-5"))
    return write_event(with_log(event_facts(log.state), log_rows(log.entries)))


def padd(data, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "padd", *arguments, "--json"],
        env=installation(data),
        capture_output=True,
        check=False,
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.decode()


@pytest.fixture
def server(tmp_path):
    """Start a server on a data folder of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "padd", "serve", "--no-browser", "--port", "0"],
        env=installation(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    address = ""
    for line in process.stdout:
        if not address and "http://" in line:
            address = line[line.index("http://") :].strip()
        if line.strip() == "ready":
            break
    yield process, address
    if process.poll() is None:
        process.kill()
    process.communicate()


def moved(response):
    """Return the next number that the stream tells."""
    while True:
        line = response.readline().decode()
        if line.startswith("data: "):
            return int(line.removeprefix("data: "))


@pytest.mark.req("R9", "R14")
def test_a_server_tells_what_other_processes_do_and_ends_cleanly(server, tmp_path):
    process, address = server
    file = tmp_path / "day.json"
    file.write_bytes(an_event_file())
    event = padd(tmp_path, "event", "import", str(file))["event"]
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    connection.request("GET", f"/events/{event}/live")
    stream = connection.getresponse()
    first = moved(stream)

    told = padd(tmp_path, "event", event, "enter", "Kirk")
    second = moved(stream)

    assert (stream.status, first, second) == (200, 1, told["sequence"])
    assert 2 * live_hub.EVERY <= WITHIN
    (backup, *_) = padd(tmp_path, "backup")["files"]
    assert "Stop it, then restore" in padd(tmp_path, "restore", backup)

    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert said.splitlines()[-1] == "PADD has stopped."
    assert "rror" not in said
    connection.close()
    assert padd(tmp_path, "restore", backup)["restored"] == backup

"""`padd serve` as a person meets it: started, answered, stopped."""

from __future__ import annotations

import http.client
import signal
import socket
import stat
import subprocess
import sys
from urllib.parse import urlsplit

import click
import pytest
from tests.interfaces.web.served_pages import Served
from tests.wait_limits import PATIENCE

from padd.interfaces.cli.installation.serve import has_display, listen


@pytest.fixture
def serve(tmp_path):
    """Start servers of one's own; all are stopped in the end."""
    started: list[Served] = []

    def start(*options, new=False):
        started.append(Served(tmp_path / "data", *options, new=new))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


def test_it_answers_as_soon_as_it_says_ready(serve):
    server = serve("--port", "0", new=True)

    asked = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=PATIENCE)
    asked.request("GET", "/")
    page = asked.getresponse().read().decode()
    asked.close()

    assert server.said[-1] == "ready"
    assert "Welcome to PADD" in page


@pytest.mark.long
def test_it_prints_the_directors_link_which_leads_in(serve):
    server = serve("--port", "0")
    words = " ".join(server.said).split()
    link = urlsplit(next(word for word in words if "/enter/" in word))

    asked = http.client.HTTPConnection(link.netloc, timeout=PATIENCE)
    asked.request("GET", link.path)
    page = asked.getresponse().read().decode()
    asked.close()

    assert link.hostname == "127.0.0.1"
    assert "Sign in as director" in page


def test_a_taken_port_gives_the_next_free_one_and_a_sentence(serve):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = serve("--port", str(port))

    assert server.said[0].startswith(f"Port {port} is taken by another program")
    assert urlsplit(server.address).port != port


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly(serve, how):
    server = serve("--port", "0")

    assert server.stop(how) == 0
    assert server.said[-1] == "PADD has stopped."


def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path):
    (tmp_path / "taken").write_text("a file, not a folder")

    refused = subprocess.run(
        [sys.executable, "-m", "padd", "serve", "--data", str(tmp_path / "taken")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert refused.returncode == 2
    assert "is a file" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("variables", "expected"),
    [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "wayland-0"}, True)],
)
def test_the_browser_opens_only_where_it_can_be_seen(monkeypatch, variables, expected):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert has_display() is expected


def test_without_a_free_port_it_says_what_to_do(monkeypatch):
    monkeypatch.setattr("padd.interfaces.cli.installation.serve.PORTS_TRIED", 1)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(click.ClickException, match=("Choose another one with --port")):
            listen(port)


@pytest.mark.long
def test_the_key_is_made_once_and_readable_by_its_owner_alone(serve, tmp_path):
    serve("--port", "0", new=True).stop()
    key = tmp_path / "data" / "secret-key"
    first = key.read_text()
    serve("--port", "0").stop()

    assert len(first) >= 50
    assert key.read_text() == first
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    kept = sorted(path.name for path in key.parent.iterdir())
    assert set(kept) >= {"padd.sqlite3", "secret-key"}


@pytest.mark.long
def test_sixty_megabytes_without_a_length_are_counted_and_refused(serve):
    server = serve("--port", "0")

    def parts():
        for _ in range(60):
            yield b"x" * 1_000_000

    asked = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=PATIENCE)
    asked.request("POST", "/event/", parts(), encode_chunked=True)
    answer = asked.getresponse()
    page = answer.read().decode()
    asked.close()

    assert answer.status == 413
    assert "The file is too large" in page
    assert "default-src 'none'" in (answer.getheader("Content-Security-Policy") or "")

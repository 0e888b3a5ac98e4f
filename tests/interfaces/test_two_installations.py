"""A laptop with SQLite; a headquarters with PostgreSQL, two servers and https."""

from __future__ import annotations

import json
import os
import signal
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from tests.certificates import make_certificate
from tests.databases import PostgreSQL
from tests.interfaces.two_installations import NAMES
from tests.wait_limits import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


class Place:
    """One installation, and what is done in it."""

    def __init__(self, data, database=""):
        self.certificate: Path | None = None
        self.env = {
            **os.environ,
            "PADD_DATA": str(data),
            "DATABASE_URL": database,
            "PADD_SECRET_KEY": "of the tests",
            "PADD_HOSTS": "localhost" if database else "",
            "DJANGO_SETTINGS_MODULE": "padd.config.settings",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")]),
        }
        self.servers: list[subprocess.Popen[str]] = []

    def step(self, name):
        """Do something that a person does here."""
        said = self._run("-m", "tests.interfaces.two_installations", name)
        assert said.returncode == 0, said.stderr
        # E-mail is printed where no mail server is named.
        answer: dict[str, Any] = json.loads(said.stdout.splitlines()[-1])
        return answer

    def padd(self, *words):
        """Call the command."""
        return self._run("-m", "padd", *words)

    def _run(self, *words):
        return subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )

    def serve(self):
        """Start a server by https and return its address."""
        options = ("--port", "0", "--certificate", str(self.certificate))
        process = subprocess.Popen(
            [sys.executable, "-m", "padd", "serve", "--no-browser", *options],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.servers.append(process)
        assert process.stdout is not None
        address = ""
        for line in process.stdout:
            found = [word for word in line.split() if word.startswith("https://")]
            address = address or (found[0] if found else "")
            if line.strip() == "ready":
                break
        return address

    def leave(self):
        """Stop all servers."""
        for process in self.servers:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def headquarters(tmp_path_factory):
    server = PostgreSQL()
    folder = tmp_path_factory.mktemp("headquarters")
    made = Place(folder, server.url)
    made.certificate = make_certificate(folder / "own.pem")
    yield made
    made.leave()
    server.stop()


@pytest.mark.long
@pytest.mark.req("RATE-1")
@pytest.mark.req("RATE-2")
def test_an_event_of_a_laptop_is_rated_at_headquarters(headquarters, tmp_path):
    listed = headquarters.step("list")
    one, other = headquarters.serve(), headquarters.serve()
    laptop = Place(tmp_path / "laptop")
    laptop.env["PADD_CA"] = str(headquarters.certificate)
    played = laptop.step("play")["event"]
    words = ("report", played, "--to", one, "--token", listed["token"])
    words = (*words, "--listing", listed["event"], "--create", "--json")

    sent = laptop.padd(*words)
    assert sent.returncode == 0, sent.stdout + sent.stderr
    answer = json.loads(sent.stdout)
    assert answer["state"] == "held"
    assert answer["event"] == listed["event"]
    again = laptop.padd(*[w.replace(one, other) for w in words])
    assert json.loads(again.stdout)["again"]
    assert headquarters.step("release")["state"] == "processed"

    trust = ssl.create_default_context(cafile=headquarters.certificate)
    for address in (one, other):
        asked = urllib.request.urlopen(f"{address}ratings/", context=trust)  # noqa: S310 -- ours
        with asked as page:
            text = page.read().decode()
        assert all(name in text for name in NAMES)
    there = json.loads(headquarters.padd("ratings", "list", "--json").stdout)
    rated = {one["handle"]: one["rating"] for one in there["ratings"]}
    assert set(rated) == set(NAMES)
    assert sum(rated.values()) == pytest.approx(1500 * len(NAMES))
    assert len(set(rated.values())) > 1

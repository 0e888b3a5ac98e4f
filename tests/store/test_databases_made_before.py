"""A folder filled by the program before its modules were moved reads as it did."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import pytest

BEFORE: Final = Path(__file__).parents[1] / "fixtures" / "before"
KEY: Final = "a-key-that-only-the-tests-know-0123456789abcdef"
ROWS: Final = "rows of "
"""Questions for whole rows; columns that came since stand at their end."""
INSTALLATION: Final = "padd.services.installation.installation"


def read(name):
    """Return a document that was kept from before."""
    data = (BEFORE / name).read_bytes()
    return json.loads(gzip.decompress(data) if name.endswith(".gz") else data)


QUESTIONS: Final[dict[str, Any]] = read("questions.json")


def ask(folder, questions):
    """Start the program on a folder, and return its answers."""
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "PADD_ACCOUNTS": "1",
        "PADD_DATA": str(folder),
        "PADD_SECRET_KEY": KEY,
    }
    done = subprocess.run(
        [sys.executable, str(BEFORE / "collect.py"), INSTALLATION],
        input=json.dumps(questions),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a copy of the data folder from before."""
    data = tmp_path_factory.mktemp("before") / "data"
    data.mkdir()
    with sqlite3.connect(data / "padd.sqlite3") as database:
        dump = gzip.decompress((BEFORE / "padd.sql.gz").read_bytes())
        database.executescript(dump.decode())
    database.close()
    return data


@pytest.fixture(scope="module")
def answers(folder):
    """Return what the program of today answers."""
    return ask(folder, QUESTIONS)


def missing(before, now, place=""):
    """Return what differs; fields that came since are no difference."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [
            difference
            for name, value in before.items()
            for difference in missing(value, now.get(name), f"{place}.{name}")
        ]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = enumerate(zip(before, now, strict=True))
        return [
            difference
            for number, (value, other) in pairs
            for difference in missing(value, other, f"{place}[{number}]")
        ]
    return [] if before == now else [f"{place}: {before!r} became {now!r}"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_is_what_it_was(question, answers):
    before, now = read("answers.json.gz")[question], answers[question]
    if question.startswith(ROWS):
        now = [row[: len(was)] for was, row in zip(before, now, strict=True)]

    assert missing(before, now) == []


def test_the_event_that_was_running_goes_on(folder, answers):
    runs = (name for name in QUESTIONS if name.endswith("/run as riker"))
    running = next(name for name in runs if answers[name]["answer"]["phase"] == "open")
    at_table = QUESTIONS[running]
    event = at_table["path"].removesuffix("/run")
    note = {"action": {"kind": "note.added", "text": "Goes on"}}
    questions = {
        "1": {**at_table, "ask": "post", "path": f"{event}/actions", "body": note},
        "2": {**at_table, "path": f"{event}/file"},
    }

    answered = ask(folder, questions)

    assert answered["1"]["status"] == HTTPStatus.OK, answered["1"]
    (*_, last, new) = answered["2"]["answer"]["log"]["rows"]
    assert new["kind"] == "note.added"
    assert new["previous_hash"] == last["hash"]
    before = read("answers.json.gz")[f"api {event}/file as riker"]["answer"]["log"]
    assert before["head"] == last["hash"]

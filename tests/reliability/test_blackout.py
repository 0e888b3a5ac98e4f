"""The power fails in the middle of round 3; paper takes over, then the program again.

Real servers, real files: what lay on the disk is all that the room has left.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from http.cookiejar import CookieJar
from typing import Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
import pytest
from tests.databases import copy_installation, installation
from tests.interfaces.web.served_pages import Served
from tests.wait_limits import PATIENCE

from padd.core.event_file import read_event
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.presentation.spreadsheet.csv_text import read_csv

OPENING: Final = """
import django
django.setup()
from datetime import UTC, datetime, timedelta
from padd.core.event_file import SCHEMA
from padd.core.model import Edition, Event
from padd.services import eventlog
from padd.services.access import actors
now = datetime.now(UTC)
print(eventlog.open_event(facts=Event(
    schema=SCHEMA, rulebook="opg-5", name="Lantern Open", edition=Edition("1E"),
    rounds_planned=4, players=(), rounds=(),
    starts=(now + timedelta(hours=1)).isoformat(timespec="seconds"),
), by=actors.SYSTEM, now=now))
"""
NAMES: Final = (
    *("Ada Feld", "Ben Roy", "Cleo Ito", "Dee Marsh", "Eli Novák", "=Fay", "Gus Öz"),
    *("Hana Kim", "李小龍"),
)


class Laptop:
    """A machine with a director at it."""

    def __init__(self, data):
        self.data = data
        self.server = Served(data, "--port", "0")
        self.address = self.server.address.rstrip("/")
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        said = " ".join(self.server.said).split()
        link = next(word for word in said if "/enter/" in word)
        self.token = ""
        self.forms = 0
        page = self.get(link.removeprefix(self.address)).decode()
        self.token = re.findall(r'csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        self.post(link.removeprefix(self.address))

    def get(self, path):
        """Return a page."""
        with self.opener.open(self.address + path, timeout=PATIENCE) as answer:
            return bytes(answer.read())

    def post(self, path, **fields):
        """Send a form; what is refused is an error here."""
        self.forms += 1
        pairs = {"csrfmiddlewaretoken": self.token, **fields}
        body = urlencode(pairs).encode()
        sent = Request(self.address + path, body)  # noqa: S310 -- our own server
        with self.opener.open(sent, timeout=PATIENCE) as answer:
            page = answer.read().decode()
        self.token = (
            next(
                (cookie.value or "" for cookie in self.jar if cookie.name == "csrftoken"),
                self.token,
            )
            or re.findall(r'csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        )

    def bring(self, file):
        """Take over an event file as the form does; return the event's id here."""
        self.forms += 1
        border = "----of-the-form"
        body = (
            f"--{border}\r\nContent-Disposition: form-data; "
            f'name="csrfmiddlewaretoken"\r\n\r\n{self.token}\r\n'
            f'--{border}\r\nContent-Disposition: form-data; name="file"; '
            f'filename="{file.name}"\r\nContent-Type: application/json\r\n\r\n'
        ).encode()
        body += file.read_bytes() + f"\r\n--{border}--\r\n".encode()
        address = f"{self.address}/events/bring/"
        sent = Request(address, body)  # noqa: S310 -- our own server
        sent.add_header("Content-Type", f"multipart/form-data; boundary={border}")
        with self.opener.open(sent, timeout=PATIENCE) as answer:
            return str(answer.url).split("/events/")[1].split("/")[0]


class Table:
    """One event at a laptop, run by its forms."""

    def __init__(self, laptop, event):
        self.laptop = laptop
        self.event = event

    def act(self, kind, **fields):
        """Do one thing at the console."""
        self.laptop.post(f"/events/{self.event}/run/act/{kind}/", **fields)

    def begin_round(self, number):
        """Draw and publish a round."""
        self.laptop.post(f"/events/{self.event}/run/draw/", key=f"draw-{number}")
        self.act("round.published", number=number, key=f"publish-{number}")

    def enter(self, number, table, one, other):
        """Type the result of a table, as it stands on a slip."""
        a, b = score(one, other)
        self.act(
            "result.entered",
            number=number,
            table=table,
            ending="complete",
            a=a,
            b=b,
            key=f"r{number}-t{table}",
        )

    def sheet(self, name):
        """Return a list of the program as a spreadsheet has it."""
        return read_csv(self.laptop.get(f"/events/{self.event}/paper/{name}.csv"))[1]

    def tables(self):
        """Return who plays whom, as the program has it."""
        return pairs(self.sheet("pairings-by-table"))


def score(one, other):
    """Return how the game of two people ends, whoever looks and whenever."""
    first, second = sorted((one, other))
    loser = (len(first) * 7 + len(second) * 11 + ord(first[0])) % 19 * 5
    winner = first if (ord(second[-1]) + len(first)) % 3 else second
    return (100, loser) if one == winner else (loser, 100)


def pairs(rows):
    """Return table and players from a list of pairings, with points or without."""
    at = 3 if len(rows[0]) == 5 else 2
    return [(int(row[0]), row[1], row[at]) for row in rows]


def on_disk(folder, number, event):
    """Return the folder of a round once the printer is done with it."""
    place = folder / "paper" / event / f"round-{number}"
    until = time.monotonic() + PATIENCE
    while not (place / "index.html").exists():
        assert time.monotonic() < until, "the paper of the round is not on the disk"
        threading.Event().wait(0.05)
    return place


def expected(file):
    """Rank an event file by the rules alone: place and name."""
    whole = read_event(file, book_of=rulebook_named)
    event = msgspec.structs.replace(whole, rounds=whole.rounds[:3])
    names = {player.id: player.name for player in event.players}
    book = book_for(event)
    rows = swiss_standings(score_event(event, book), book).rows
    return [(str(row.place), names[row.player]) for row in rows]


def opened(data):
    """Open an event in a data folder and return its id."""
    made = subprocess.run(
        [sys.executable, "-c", OPENING],
        env=installation(data) | {"DJANGO_SETTINGS_MODULE": "padd.config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.strip()


@pytest.mark.req("R25", "R4")
def test_a_black_out_in_round_3_changes_nothing(tmp_path, monkeypatch):
    stick = tmp_path / "stick"
    monkeypatch.setenv("PADD_BACKUP", str(stick))
    laptop = Laptop(tmp_path / "laptop")
    day = Table(laptop, opened(laptop.data))
    enter = f"/events/{day.event}/run/enter/"
    laptop.post(enter, list="\n".join(NAMES), here="yes", key="list")
    for number in (1, 2):
        day.begin_round(number)
        for table in day.tables():
            day.enter(number, *table)
        day.act("round.closed", number=number, key=f"close-{number}")
    day.begin_round(3)
    known = day.tables()
    for table in known[:2]:
        day.enter(3, *table)
    paper = on_disk(laptop.data, 3, day.event)
    copied = on_disk(stick, 3, day.event)

    # The power fails. The room has the printed sheets, and plays on.
    assert laptop.server.stop(signal.SIGKILL) == -signal.SIGKILL
    slips = pairs(read_csv((paper / "pairings-by-table.csv").read_bytes())[1])
    assert slips == known
    for name in ("slips", "scorecards", "pairing-by-hand", "standings"):
        assert (paper / f"{name}.pdf").read_bytes().startswith(b"%PDF-")
        assert (copied / f"{name}.pdf").read_bytes().startswith(b"%PDF-")
    copy_installation(laptop.data, tmp_path / "twin")
    carried = shutil.copytree(stick, tmp_path / "carried")

    # The same machine again: only what was not entered is typed in.
    laptop = Laptop(tmp_path / "laptop")
    day = Table(laptop, day.event)
    third = [row for row in day.sheet("results") if row[0] == "Round 3"]
    assert [bool(row[4]) for row in third] == [True, True, False, False]
    for table in slips[2:]:
        day.enter(3, *table)
    after = _closed(day)

    # Without the black-out: the twin gets the results from its own screen.
    twin_laptop = Laptop(tmp_path / "twin")
    twin = Table(twin_laptop, day.event)
    for table in twin.tables()[2:]:
        twin.enter(3, *table)
    undisturbed = _closed(twin)
    twin_laptop.server.stop()

    assert after == undisturbed
    file = laptop.get(f"/events/{day.event}/run/file/")
    laptop.server.stop()
    assert [tuple(row[:2]) for row in after[0]] == expected(file)

    # The laptop is gone: another machine goes on from the stick and the slips.
    other = Laptop(tmp_path / "other")
    brought = other.bring(carried / "events" / f"{day.event}.event.json")
    second = Table(other, brought)
    found = on_disk(carried, 3, day.event) / "pairings-by-table.csv"
    sheet = read_csv(found.read_bytes())[1]
    for table in pairs(sheet):
        second.enter(3, *table)
    second.act("round.closed", number=3, key="close-3")
    again = second.sheet("standings")
    other.server.stop()

    assert again == after[0]
    assert other.forms == len(sheet) + 3, "the way in, the file, the end of the round"


def _closed(day):
    """Close round 3 and draw round 4; return standings and pairings."""
    day.act("round.closed", number=3, key="close-3")
    standings = day.sheet("standings")
    day.begin_round(4)
    return standings, day.tables()

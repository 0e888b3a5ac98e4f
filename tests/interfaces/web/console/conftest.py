"""A laptop with an event to run, a browser at it, and a console to ask by requests."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.interfaces.web.console.console_requests import PLAYERS, post
from tests.other_process import OtherProcess

OPENING = """
from datetime import UTC, datetime, timedelta
from tests.played_event import settings
from padd.core.model import Edition, PairingStyle
from padd.services import eventlog
from padd.services.access import actors
from padd.core.model import Ending
from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.state.actor import log_moment as moment, player_actor as player_acting
from padd.core.eventlog.actions.result_claims import ResultReported
from padd.core.eventlog.log.chain import log_row as row_of
from padd.core.eventlog.state.table import GameOutcome
from padd.services.eventlog.log_cache import cached_log, stored_event as event_row
from padd.store.writes import event_log
def disputed(event, table):
    row = event_row(event)
    number = cached_log(row).state.current.number
    players = cached_log(row).state.current.tables[table].players
    for player, score in zip(players, ((100, 30), (100, 35))):
        said = GameOutcome(ending=Ending.COMPLETE, winner=players[0], scores=score)
        known = cached_log(row)
        entry = LogEntry(
            sequence=known.log.sequence + 1, at=moment(datetime.now(UTC)),
            by=player_acting(player), key=f"by-phone-{player}",
            action=ResultReported(number=number, table=table, outcome=said),
        )
        event_log.append_rows(row.pk, row_of(entry, known.head))
def answer(what, *rest):
    return {"open": opened, "dispute": disputed}[what](*rest)
def opened(edition, style, rounds, final):
    now = datetime.now(UTC)
    facts = settings(
        name="Lantern Open", edition=Edition(edition),
        pairing_style=PairingStyle(style), rounds_planned=rounds,
        starts=(now + timedelta(hours=1)).isoformat(timespec="seconds"),
    )
    return eventlog.open_event(
        facts=facts, by=actors.SYSTEM, now=now, final_confrontation=final
    )
"""


class Laptop:
    """A served installation, where the director is signed in."""

    def __init__(self, server, browser):
        self.server = server
        self.other_process = OtherProcess(server.data, OPENING)
        self.browser = browser
        self.address = server.address.rstrip("/")
        words = " ".join(server.said).split()
        self.link = next(word for word in words if "/enter/" in word)
        self.complaints: list[str] = []

    def event(self, edition, style, rounds, *, final):
        """Open an event and return its id."""
        return str(self.other_process.ask("open", edition, style, rounds, final))

    def dispute(self, event, table):
        """Let both players of a table report it, with different scores."""
        self.other_process.ask("dispute", event, table)

    def page(self, *, screen="laptop", theme="light", **more):
        """Open a page at which the director is signed in."""
        width, height = {"laptop": (1440, 900), "phone": (390, 844)}[screen]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=screen == "phone",
            reduced_motion="reduce",
            storage_state=self.server.director,
            **more,
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        if self.server.director is None:
            page.goto(self.link)
            if not more.get("java_script_enabled", True):
                page.get_by_role("button", name="Sign in as director").click()
            page.wait_for_url(lambda url: "/enter/" not in url)
            self.server.director = context.storage_state()
        return page

    def _note(self, message):
        expected = "status of 422" in message.text or "status of 409" in message.text
        if message.type in {"error", "warning"} and not expected:
            self.complaints.append(message.text)


@pytest.fixture(scope="module")
def laptop(browser, laptop_server):
    """Return the laptop with somebody at its log for the tests of one file."""
    made = Laptop(laptop_server, browser)
    yield made
    made.other_process.rest()


@pytest.fixture
def padd(tmp_path):
    """Run a command of the program on a file."""

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "padd", *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout

    return run


@pytest.fixture(scope="module")
def opened(shared_world, django_db_blocker):
    """Open the event once for all tests, with four players who are here."""
    with django_db_blocker.unblock():
        shared_world.put("listed")
        post(shared_world, "open", key="open")
        post(shared_world, "enter", list=PLAYERS, here="yes", key="list")
    return shared_world

"""An event on a served laptop, with its director and phones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.axe import EVERYTHING, barriers, faint
from tests.interfaces.web.phone.layout_measures import misfits
from tests.other_process import OtherProcess

NAMES = (
    *("Noor Haddad", "Ivo Marušić", "Maximiliane Oberdorfer-Lindqvist"),
    *("Tomasz Wrzesień", "Greta Sandoval", "Falk Eisenreich", "Wenzel Hrubý"),
    "Anneke de Groot",
)

DIRECTING = """
from datetime import UTC, datetime
from tests.played_event import settings, timed
from padd.core.model import Edition, PairingStyle, Player, PlayerId
from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.director_results import ResultDecided
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.services import eventlog
from padd.services.eventlog import player_passes
from padd.services.access.actors import SYSTEM

def act(event, action, reason=""):
    done = eventlog.record_action(event_id=event, action=action, by=SYSTEM,
        now=datetime.now(UTC), reason=reason)
    assert isinstance(done, eventlog.Recorded), done

def publish(event, number):
    done = eventlog.draw_round(event_id=event, by=SYSTEM, now=datetime.now(UTC))
    assert isinstance(done, eventlog.Recorded), done
    act(event, RoundPublished(number=number))
    act(event, ClockStarted(number=number))

def opened(names, edition, style, rounds):
    ids = [PlayerId(f"p{at}") for at in range(len(names))]
    event = eventlog.open_event(by=SYSTEM, now=datetime.now(UTC), facts=settings(
        name="Lantern Open", edition=Edition(edition), rounds_planned=rounds,
        pairing_style=PairingStyle(style),
        players=tuple(Player(id=p, name=n) for p, n in zip(ids, names))))
    act(event, CheckedIn(players=tuple(ids)))
    publish(event, 1)
    return event

def answer(do, event="", **said):
    match do:
        case "open":
            event = opened(**said)
        case "next":
            act(event, RoundClosed(number=said["number"]))
            publish(event, said["number"] + 1)
        case "decide":
            outcome = timed(*said["scores"])
            act(event, ResultDecided(number=said["number"], table=said["table"],
                outcome=outcome), "Asked both")
        case "finish":
            act(event, RoundClosed(number=said["number"]))
            act(event, EventFinished())
    found = player_passes.issue_passes(by=SYSTEM, now=datetime.now(UTC), event_id=event)
    state = eventlog.event_state(event_id=event)
    return {
        "event": event,
        "passes": {p.player: [p.url_path, p.pin] for p in found},
        "tables": {t.number: {"players": t.players, "settled": t.settled,
            "disputed": t.disputed, "scores": t.match and t.match.scores}
            for t in state.current.tables.values()},
        "kinds": [line.kind for line in eventlog.event_history(event_id=event)],
    }
"""


class ServedEvent:
    """A served laptop, a director, and phones."""

    def __init__(self, server, data, browser):
        self.server, self.browser = server, browser
        self.director = OtherProcess(data, DIRECTING)
        self.address = server.address.rstrip("/")
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.seen: dict[str, Any] = {}

    def say(self, do, **more):
        """Let the director do something, and see how the event stands."""
        if do != "open":
            more["event"] = self.seen["event"]
        self.seen = self.director.ask(do, **more)
        return self.seen

    def open(self, names=NAMES, **more):
        given = {"edition": "2E", "style": "swiss", "rounds": 2} | more
        return self.say("open", names=names, **given)

    def page(self, **more):
        given: dict[str, Any] = {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "reduced_motion": "reduce",
        }
        context = self.browser.new_context(**(given | more))
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def phone(self, player, **more):
        """Scan the code of a scorecard."""
        page = self.page(**more)
        page.goto(self.address + self.seen["passes"][player][0])
        page.wait_for_url(f"**/play/{self.seen['event']}/")
        assert "#" not in page.url
        return page

    def pair(self, table, **more):
        one, two = self.seen["tables"][str(table)]["players"]
        return self.phone(one, **more), self.phone(two, **more)

    def count(self, kind):
        return int(self.say("look")["kinds"].count(kind))


def fill(page, mine, theirs):
    """Type a result that ended on time, and see it in words."""
    page.locator("#report .score input").nth(0).fill(str(mine))
    page.locator("#report .score input").nth(1).fill(str(theirs))
    page.get_by_label("Time", exact=True).check()
    word = "won" if mine > theirs else "lost"
    page.locator("#derived b", has_text=f"You {word}").wait_for()


def send(page):
    page.locator("#report [data-press]").click()


def waits(page, words):
    page.locator("main").get_by_text(words).first.wait_for()


def confirms(page):
    page.get_by_role("button", name="Yes, that is right").click()
    waits(page, "Confirmed")


SPECIAL = DIRECTING.replace(
    "def opened(names, edition, style, rounds):",
    "def opened(names, edition, style, rounds, **more):",
).replace("pairing_style=PairingStyle(style),", "pairing_style=PairingStyle(style), **more,")

PICTURES = os.environ.get("PADD_PICTURES", "")
"""A folder in which the pages are pictured as they are looked at."""


class ServedSpecialEvent(ServedEvent):
    """An event whose director opens events of special formats."""

    def __init__(self, server, data, browser):
        super().__init__(server, data, browser)
        self.director.rest()
        self.director = type(self.director)(data, SPECIAL)
        self.signed_in: Any = None

    def laptop(self):
        """Open a page at the laptop, as the director; the way in works once."""
        size = {"width": 1280, "height": 800}
        if self.signed_in is not None:
            return self.page(viewport=size, storage_state=self.signed_in, bypass_csp=True)
        page = self.page(viewport=size, bypass_csp=True)
        words = " ".join(self.server.said).split()
        page.goto(next(word for word in words if "/enter/" in word))
        page.wait_for_url(lambda url: "/enter/" not in url)
        self.signed_in = page.context.storage_state()
        return page


def looked_at(page, name, *, measured=False):
    """Return what is wrong with a page in both themes, and picture it if wanted."""
    size = page.viewport_size
    found = [*barriers(page, EVERYTHING), *faint(page, "light"), *faint(page, "dark")]
    if PICTURES:
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            where = Path(PICTURES) / f"{name}-{size['width']}-{theme}.png"
            page.screenshot(path=str(where), full_page=True)
    found += misfits(page, name) if measured else []
    page.set_viewport_size(size)
    return [f"{name}: {one}" for one in found]

"""A cut after the Swiss rounds: run from the console, seen by the room, on paper."""

from __future__ import annotations

import re

import pytest
from tests.interfaces.web.console.console_kinds import console

from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Edition, PairingStyle
from padd.interfaces.printing.catalogue import DOCUMENTS
from padd.rulebooks.loader import rulebook

pytestmark = pytest.mark.django_db

NINE = "Ada\nBen\nCleo\nDee\nEve\nFinn\nGus\nHal\nIda"
PAGES = (
    *("", "check-in/", "pairings/", "disputes/", "rounds/", "standings/", "players/"),
    *("players/ada/", "log/", "settings/", "finish/", "file/", "rounds/1/1/"),
)
ROOM = ("pairings/", "standings/", "bracket/", "info/", "now/", "projector/")


def swiss():
    """Play two Swiss rounds that the first in the alphabet win."""
    desk = console(Edition.SECOND, PairingStyle.SWISS, 2, NINE)
    for number in (1, 2):
        play(desk, number)
    for tie in ties_left(desk.state, rulebook("opg-5")):
        desk.act("tie.tossed", order=list(tie.players), by="chance")
    return desk


def play(desk, number, *, upset=False):
    desk.post("draw/")
    desk.act("round.published", number=number)
    for at, table in desk.state.current.tables.items():
        winner = sorted(table.players, reverse=upset)[0]
        low = str(5 * at**2 - 11 * number * at + 20 * number)
        first = table.players[0] == winner
        score = {"a": "100", "b": low} if first else {"a": low, "b": "100"}
        desk.act("result.entered", number=number, table=at, ending="complete", **score)
    desk.act("round.closed", number=number)


def look_everywhere(desk):
    """Ask for every page and paper of the event; none may fail."""
    event = f"/events/{desk.event}/"
    places = [
        *(desk.home + place for place in PAGES),
        *(event + place for place in ROOM),
        *(f"{event}paper/{one.name}.pdf" for one in DOCUMENTS),
        *(f"{event}paper/{one.name}.csv" for one in DOCUMENTS),
        event,
        f"{event}report/",
    ]
    seen: dict[str, str] = {}
    for place in places:
        answer = desk.client.get(place, follow=True)
        assert answer.status_code in {200, 404}, (place, answer.status_code)
        body = b"".join(answer) if answer.streaming else answer.content
        seen[place] = f"{answer.status_code} " + body.decode(errors="replace")
    return seen


@pytest.mark.long
def test_a_cut_is_started_played_and_finished_from_the_console():
    desk = swiss()
    assert "Start the cut" in desk.page("finish/")
    asked = desk.act("cut.started", size="4")
    desk.act("cut.started", size="4", sure="once")
    seeds = desk.state.settings.stages[0].players
    before = look_everywhere(desk)

    play(desk, 3)
    during = look_everywhere(desk)
    play(desk, 4, upset=True)
    desk.act("event.finished", sure="once")
    after = look_everywhere(desk)

    assert "Start the cut?" in asked
    assert 'class="bracket"' in before[desk.home + "pairings/"]
    assert 'class="bracket"' in during[f"/events/{desk.event}/bracket/"]
    assert desk.state.finished_at is not None
    winner = event_facts(desk.state).stages[0].rounds[1].matches[0].winner
    assert winner in seeds
    text = re.sub(r"<[^>]+>", " ", after[desk.home + "standings/"])
    first = re.search(r"\b1\s+(\w+)", text)
    assert first is not None
    for place, said in {**before, **during, **after}.items():
        missing = said.startswith("404")
        assert not missing or "/paper/" in place or "/report/" in place, place


def test_who_declines_is_replaced_on_the_page():
    desk = swiss()
    page = desk.page("finish/")
    declined = re.findall(r'name="declined" value="(\w+)"', page)
    desk.act("cut.started", size="4", declined=declined[0], sure="once")

    assert desk.state.settings.stages[0].players == tuple(declined[1:5])

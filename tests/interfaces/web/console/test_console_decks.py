"""Decks in the console: missing ones, the lock, the draw for a check, one deck."""

import pytest
from tests.interfaces.web.console.console_requests import at, post
from tests.interfaces.web.page_source import one_line

from padd.services import eventlog

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db, opened):
    """Return a world whose event is open, with four players who are here."""
    return opened.as_made()


def player_of(world):
    return next(iter(eventlog.event_state(event_id=world.ids["event"]).players))


@pytest.mark.req("DECK-60", "DECK-62")
def test_a_director_registers_locks_opens_draws_and_checks(world):
    player = player_of(world)
    post(world, "decks", act="register", player=player, list="1 Some Card", key="a")
    page = one_line(world.ask("laptop", "GET", at(world, "decks/")).content.decode())
    post(world, "decks", act="lock", key="b")
    late = post(world, "decks", act="register", player=player, list="1 X", key="c")
    post(world, "decks", act="reopen", player=player, reason="a misprint", key="d")
    post(world, "decks", act="draw", count="1", key="e")
    shown = world.ask("laptop", "GET", at(world, f"decks/{player}/")).content.decode()
    sheet = world.ask("laptop", "GET", at(world, "decks/lists.pdf?kind=check"))
    found = post(world, f"decks/{player}", extra="1", key="f")

    assert "1 of" in page
    assert "Not checked" in page
    assert late.status_code == 422
    assert "Some Card" in shown
    assert "Prints and sleeves" in shown
    assert sheet.content.startswith(b"%PDF")
    assert f"player={player}&infraction=D1" in found["Location"]
    state = eventlog.event_state(event_id=world.ids["event"])
    assert state.decks is not None
    assert state.decks.records[player].differences == 2  # type: ignore[index]


@pytest.mark.req("DECK-61")
def test_a_deck_is_not_there_for_helpers_who_do_not_judge(world):
    player = player_of(world)
    post(world, "decks", act="register", player=player, list="1 Some Card", key="a")

    for who in ("scorekeeper", "member", "far"):
        answer = world.ask(who, "GET", at(world, f"decks/{player}/"))

        assert answer.status_code == 404

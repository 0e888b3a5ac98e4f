"""Pages of decks: kept in versions, registered for an event, published after it."""

from datetime import UTC, datetime

import pytest
from tests.interfaces.web.page_source import one_line
from tests.services.eventlog.table_driver import FOUR, AtTheTable

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.model import Edition
from padd.services.access.actors import SYSTEM
from padd.services.decks import deck_registration
from padd.store.models.decks import RegisteredDeck
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db


def page(world, who, address):
    return one_line(world.ask(who, "GET", address).content.decode())


def test_a_deck_is_kept_edited_compared_and_exported(world):
    data = {"list": "1 Some Card\n2 Other", "name": "Nor", "keep": "yes"}
    kept = world.ask("member", "POST", "/decks/new/", data)
    address = kept["Location"]

    changed = {"list": "2 Some Card", "name": "Nor"}
    world.ask("member", "POST", address, changed)
    shown = page(world, "member", f"{address}?compare=1")
    csv = world.ask("member", "GET", f"{address}file/?as=csv&version=1")
    paper = world.ask("member", "GET", f"{address}list.pdf")
    mine = page(world, "member", "/decks/")

    assert kept.status_code == 302
    assert "Version 2 against version 1" in shown
    assert "1 <bdi>Some Card</bdi> in" in shown
    assert "2 <bdi>Other</bdi> out" in shown
    assert csv.content.decode().splitlines()[2] == ",2,Other"
    assert "attachment" in csv["Content-Disposition"]
    assert paper.content.startswith(b"%PDF")
    assert "Nor" in mine


def test_a_deck_is_not_there_for_anybody_else(world):
    address = f"/decks/{world.ids['deck']}/"

    for who in ("director", "head", "admin", "laptop"):
        for part in ("", "file/?as=csv", "list.pdf"):
            assert world.ask(who, "GET", address + part).status_code == 404
        changed = world.ask(who, "POST", address, {"act": "delete"})
        assert changed.status_code == 404


def test_visitors_check_but_keep_nothing(world):
    data = {"list": "1 Some Card", "name": "Nor", "keep": "yes"}

    checked = page(world, "visitor", "/decks/new/")
    kept = world.ask("visitor", "POST", "/decks/new/", data)

    assert "Sign in to save decks" in checked
    assert kept.status_code in {403, 404}


@pytest.mark.req("DECK-60", "DECK-61")
def test_a_kept_deck_is_registered_for_a_coming_event_in_two_presses(world):
    event = world.ids["event"]
    address = f"/events/{event}/deck/"

    before = page(world, "member", address)
    done = world.ask("member", "POST", address, {"list": "3 Some Card", "key": "k"})
    after = page(world, "member", address)
    world.ask("member", "POST", address, {"act": "consent", "for_all": "yes"})

    assert "Which deck?" in before
    assert "judges who do not play here" in before
    assert done.status_code == 302
    assert "Registered: 3 cards" in after
    assert RegisteredDeck.objects.get().for_all
    assert "You are not registered for this event" in page(world, "other", address)


@pytest.mark.req("DECK-61")
def test_a_player_reads_the_own_list_while_it_is_locked(world):
    event = world.ids["event"]
    address = f"/events/{event}/deck/"
    world.ask("member", "POST", address, {"list": "3 Some Card", "key": "k"})

    long_ago = datetime(2000, 1, 1, tzinfo=UTC)
    Event.objects.filter(public_id=event).update(deck_deadline=long_ago)
    locked = page(world, "member", address)

    assert "Your deck can no longer be changed" in locked
    assert "Which deck?" not in locked
    assert "3 Some Card" in locked


@pytest.mark.req("DECK-60")
def test_a_kept_deck_and_another_list_at_once_are_asked_about(world):
    address = f"/events/{world.ids['event']}/deck/"
    both = {"deck": world.ids["deck"], "list": "9 Other Card", "key": "k"}

    asked = world.ask("member", "POST", address, both)
    none = RegisteredDeck.objects.exists()
    same = world.ask("member", "POST", address, {**both, "shown": "9 Other Card\r\n"})

    assert asked.status_code == 422
    assert "You chose a saved deck and also pasted a list" in asked.content.decode()
    assert not none
    assert same.status_code == 302
    assert "Other Card" not in RegisteredDeck.objects.get().content


@pytest.mark.req("DECK-65")
def test_after_the_event_decks_are_shown_with_consent_and_figures_without_names(world):
    day = AtTheTable(rounds_planned=1, edition=Edition.FIRST)
    for name in FOUR:
        deck_registration.register_deck(
            by=SYSTEM,
            now=day.now,
            event=day.id,
            player=name,
            text="2 Some Card",
            for_all=name == "kirk",
        )
    address = f"/events/{day.id}/decks/"
    early = world.ask("visitor", "GET", address)
    day.play_round()
    day.do(EventFinished())

    assert early.status_code == 404
    shown = page(world, "visitor", f"{address}?player=kirk")
    assert "1 of 4 decks shown" in shown
    assert "Kirk" in shown
    assert "Khan" not in shown
    assert "Figures of all 4 decks" in shown
    assert "Decks and figures" in page(world, "visitor", f"/events/{day.id}/")

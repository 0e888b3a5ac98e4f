"""Registered decks: contents in tables, fingerprints in the log, seen by few."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW

from padd.core.eventlog.actions.decks import DeckCorrected, DeckRegistered
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import PlayerEntered
from padd.core.model import DeckTheme, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR, Actor, ActorKind
from padd.services.access.permissions import Permission
from padd.services.cards import card_import
from padd.services.decks import deck_access, deck_registration, published_decks
from padd.services.eventlog import event_start
from padd.services.events import registrations
from padd.services.people import personal_data
from padd.services.refusal import NotFound
from padd.store.models.cards import PinnedCatalogue
from padd.store.models.decks import RegisteredDeck
from padd.store.models.eventlog import AuditEntry, EventAction
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db


def registered(day, text="1 Alpha\n", player="kirk"):
    return deck_registration.register_deck(
        by=SYSTEM, now=day.now, event=day.id, player=player, text=text
    )


@pytest.mark.req("DECK-60", "DECK-61")
def test_the_log_holds_a_fingerprint_and_never_a_card():
    day = AtTheTable()

    done = registered(day, "1 Very Secret Card\n")

    assert isinstance(done, eventlog.Recorded)
    row = RegisteredDeck.objects.get()
    assert done.state.decks is not None
    assert [x.digest for x in done.state.decks.records.values()] == [row.digest]
    written = " ".join(str(each.payload) for each in EventAction.objects.all())
    assert "Secret" not in written


@pytest.mark.req("DECK-61")
def test_a_deck_is_shown_to_its_player_and_to_judges_who_do_not_play():
    day = AtTheTable()
    registered(day)
    event_pk = RegisteredDeck.objects.get().event_id
    player = Actor(kind=ActorKind.PLAYER, public_id="kirk", event_id=event_pk)
    other = Actor(kind=ActorKind.PLAYER, public_id="khan", event_id=event_pk)

    def ask(by):
        return deck_access.registered_deck(by=by, event=day.id, player="kirk").text

    assert ask(player) == ask(SYSTEM) == "1 Alpha\n"
    for stranger in (other, VISITOR):
        with pytest.raises(NotFound):
            ask(stranger)


def test_after_the_lock_nothing_is_registered_and_the_old_deck_stays():
    day = AtTheTable()
    registered(day)
    deck_registration.lock_decks(by=SYSTEM, now=day.now, event=day.id)

    late = answer(registered, day, "1 Beta\n")
    other = answer(registered, day, "1 Beta\n", "khan")

    assert isinstance(late, Refusal)
    assert isinstance(other, Refusal)
    assert RegisteredDeck.objects.get().content == "1 Alpha\n"


def test_a_list_that_cannot_be_read_registers_nothing():
    day = AtTheTable()

    with pytest.raises(RefusalError):
        registered(day, "0 Alpha")

    assert not RegisteredDeck.objects.exists()
    assert day.state.decks is None


def player_of(day, name="kirk"):
    key = Event.objects.get(public_id=day.id).pk
    return Actor(kind=ActorKind.PLAYER, public_id=name, event_id=key)


def coming_event(world, **changes):
    """Return an event that is still to come, and somebody who has entered it."""
    event, member = world.event(**changes), world.member()
    registrations.enter_person(by=member, now=world.now, event=event, person=member.person)
    return event, member


@pytest.mark.req("DECK-60")
def test_a_deck_that_was_registered_before_the_day_comes_along(world):
    event, member = coming_event(world)

    first = deck_registration.register_deck(
        by=member, now=NOW, event=event, player=member.person, text="1 Alpha"
    )
    opened = event_start.open_event(listing_id=event, by=SYSTEM, now=NOW)

    assert first is None
    assert opened == event
    decks = eventlog.event_state(event_id=event).decks
    assert decks is not None
    assert [x.digest for x in decks.records.values()] == [RegisteredDeck.objects.get().digest]
    assert AuditEntry.objects.filter(act="deck.register").count() == 1


@pytest.mark.req("DECK-60")
def test_a_deck_from_the_waiting_list_comes_along_with_the_seat(world):
    event, _ = coming_event(world, capacity=2)
    others = [world.member() for _ in range(2)]
    for each in others:
        registrations.enter_person(by=each, now=NOW, event=event, person=each.person)
    waiting = others[-1]
    deck_registration.register_deck(
        by=waiting, now=NOW, event=event, player=waiting.person, text="1 Alpha"
    )
    event_start.open_event(listing_id=event, by=SYSTEM, now=NOW)
    before = eventlog.event_state(event_id=event).decks

    done = eventlog.record_action(
        event_id=event,
        action=PlayerEntered(player=PlayerId(waiting.person), name="Late"),
        by=SYSTEM,
        now=NOW,
    )

    assert isinstance(done, eventlog.Recorded)
    assert before is not None
    assert before.records == {}
    assert done.state.decks is not None
    digest = RegisteredDeck.objects.get().digest
    assert done.state.decks.records[PlayerId(waiting.person)].digest == digest


@pytest.mark.req("DECK-60")
@pytest.mark.parametrize("kind", [DeckRegistered, DeckCorrected])
def test_a_fingerprint_without_a_list_is_not_recorded(kind):
    day = AtTheTable()
    action = kind(player=PlayerId("kirk"), digest="0" * 64, verdict="legal")

    said = answer(
        eventlog.record_action,
        event_id=day.id,
        action=action,
        by=SYSTEM,
        now=day.now,
        reason="By hand.",
    )

    assert isinstance(said, Refusal)
    assert said.code == "list-needed"
    assert day.state.decks is None


def test_only_who_has_entered_registers_before_the_day(world):
    event, stranger = world.event(), world.member()

    said = answer(
        deck_registration.register_deck,
        by=stranger,
        now=NOW,
        event=event,
        player=stranger.person,
        text="1 Alpha",
    )

    assert isinstance(said, Refusal)
    assert said.code == "not-entered"
    assert not RegisteredDeck.objects.exists()


@pytest.mark.req("DECK-61")
def test_a_judge_who_plays_sees_no_other_deck_before_or_on_the_day(world):
    director, member = world.member("Dora"), world.member()
    event = world.event(directors=(director.person,))
    registrations.enter_person(by=member, now=world.now, event=event, person=member.person)
    deck_registration.register_deck(
        by=member, now=NOW, event=event, player=member.person, text="1 Alpha"
    )

    def ask():
        return deck_access.registered_deck(by=director, event=event, player=member.person).text

    while_judging = ask()
    registrations.enter_person(by=director, now=NOW, event=event, person=director.person)

    assert while_judging == "1 Alpha"
    with pytest.raises(NotFound):
        ask()
    event_start.open_event(listing_id=event, by=SYSTEM, now=NOW)
    with pytest.raises(NotFound):
        ask()


@pytest.mark.req("DECK-61")
def test_an_erasure_empties_a_registered_deck_and_keeps_its_fingerprint(world):
    event, member = coming_event(world)
    deck_registration.register_deck(
        by=member, now=NOW, event=event, player=member.person, text="1 Very Secret"
    )
    before = RegisteredDeck.objects.get().digest

    personal_data.erase_person(by=SYSTEM, now=NOW, person=member.person)

    row = RegisteredDeck.objects.get()
    assert (row.content, row.digest) == ("", before)


@pytest.mark.req("DECK-60")
def test_after_the_deadline_players_register_no_more_but_the_director_can(world):
    event, member = coming_event(world, deck_deadline=datetime(2026, 11, 28, 20, 0))
    due = world.row(event).deck_deadline
    assert due is not None
    asked: dict[str, Any] = {"event": event, "player": member.person, "now": due}

    late = answer(deck_registration.register_deck, by=member, text="1 Alpha", **asked)
    event_start.open_event(listing_id=event, by=SYSTEM, now=due)
    still = answer(deck_registration.register_deck, by=member, text="1 Alpha", **asked)
    helped = deck_registration.register_deck(by=SYSTEM, text="1 Alpha", **asked)

    for refusal in (late, still):
        assert isinstance(refusal, Refusal)
        assert refusal.code == "decks-due"
    assert isinstance(helped, eventlog.Recorded)


def test_a_corrected_list_takes_the_place_of_the_old_and_keeps_the_consent():
    day = AtTheTable()
    asked: dict[str, Any] = {"by": SYSTEM, "now": day.now, "event": day.id}
    deck_registration.register_deck(**asked, player="kirk", text="1 A", for_all=True)
    deck_registration.lock_decks(**asked)

    bare = answer(deck_registration.correct_deck, **asked, player="kirk", text="1 B", reason="")
    done = deck_registration.correct_deck(**asked, player="kirk", text="1 B", reason="D1")

    assert isinstance(bare, Refusal)
    assert isinstance(done, eventlog.Recorded)
    row = RegisteredDeck.objects.get()
    assert (row.content, row.for_all) == ("1 B", True)
    assert done.state.decks is not None
    assert [x.digest for x in done.state.decks.records.values()] == [row.digest]


@pytest.mark.req("DECK-61", "DECK-65")
def test_a_deck_is_published_with_consent_and_only_once_the_event_is_over():
    day = AtTheTable(rounds_planned=1)
    for name in ("kirk", "khan", "spock"):
        registered(day, f"1 Card of {name}\n", name)
    deck_registration.change_consent(
        by=player_of(day), now=day.now, event=day.id, player="kirk", for_cut=False, for_all=True
    )

    with pytest.raises(NotFound):
        published_decks.published_decks(by=VISITOR, event=day.id)
    day.play_round()
    day.do(EventFinished())
    seen = published_decks.published_decks(by=VISITOR, event=day.id)

    assert [deck.text for deck in seen.decks] == ["1 Card of kirk\n"]
    assert (len(seen.field), seen.registered) == (3, 3)
    assert AuditEntry.objects.filter(act=Permission.DECK_CONSENT).count() == 1


def test_consent_is_the_players_own():
    day = AtTheTable()
    registered(day)
    consent: dict[str, Any] = {"player": "kirk", "for_cut": True, "for_all": True}

    for other in (player_of(day, "khan"), SYSTEM, VISITOR):
        with pytest.raises(NotFound):
            deck_registration.change_consent(by=other, now=day.now, event=day.id, **consent)

    assert not RegisteredDeck.objects.get().for_all


CARDS = b"title,set,number,rarity,type\nAlpha,one,1,C,Event\n"
EXCEPTION = b"list,title,edition,in_force\nforbidden,Alpha,2E,2020-01-01\n"


def bring(name, data):
    now = NOW - timedelta(days=1)
    file = card_import.upload_card_file(by=SYSTEM, now=now, name=name, data=data, edition="2E")
    card_import.activate_card_file(by=SYSTEM, now=now, file=file)


@pytest.mark.req("DECK-58", "DECK-63")
def test_an_event_is_judged_by_the_lists_it_was_opened_with():
    bring("cards.csv", CARDS)
    before = AtTheTable()
    bring("exception.csv", EXCEPTION)
    after = AtTheTable()

    for day in (before, after):
        registered(day, "1 Alpha")

    told = RegisteredDeck.objects.order_by("pk").values_list("verdict", flat=True)
    assert list(told) == ["legal", "not-legal"]
    assert PinnedCatalogue.objects.count() == 2


@pytest.mark.req("REG-22")
def test_a_deck_beside_the_theme_of_its_event_is_not_legal_by_the_card_data():
    bring("cards.csv", CARDS)
    fits = AtTheTable(theme=DeckTheme(text="Events", cards="type:event"))
    beside = AtTheTable(theme=DeckTheme(text="Missions", cards="type:mission"))

    for day in (fits, beside):
        registered(day, "1 Alpha")

    told = RegisteredDeck.objects.order_by("pk").values_list("verdict", flat=True)
    assert list(told) == ["legal", "not-legal"]

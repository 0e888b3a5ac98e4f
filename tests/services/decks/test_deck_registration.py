"""Registered decks: contents in tables, fingerprints in the log, seen by few."""

from __future__ import annotations

import pytest
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.refusal import Refusal, RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR, Actor, ActorKind
from padd.services.decks import deck_registration
from padd.services.refusal import NotFound
from padd.store.models import EventAction, RegisteredDeck

pytestmark = pytest.mark.django_db


def registered(
    day: AtTheTable, text: str = "1 Alpha\n", player: str = "kirk"
) -> object:
    return deck_registration.register(
        by=SYSTEM, now=day.now, event=day.id, player=player, text=text
    )


@pytest.mark.req("DECK-60", "DECK-61")
def test_the_log_holds_a_fingerprint_and_never_a_card() -> None:
    day = AtTheTable()

    done = registered(day, "1 Very Secret Card\n")

    assert isinstance(done, eventlog.Recorded)
    row = RegisteredDeck.objects.get()
    assert done.state.decks is not None
    assert [x.digest for x in done.state.decks.records.values()] == [row.digest]
    written = " ".join(str(each.payload) for each in EventAction.objects.all())
    assert "Secret" not in written


@pytest.mark.req("DECK-61")
def test_a_deck_is_shown_to_its_player_and_to_judges_who_do_not_play() -> None:
    day = AtTheTable()
    registered(day)
    event_pk = RegisteredDeck.objects.get().event_id
    player = Actor(kind=ActorKind.PLAYER, public_id="kirk", event_id=event_pk)
    other = Actor(kind=ActorKind.PLAYER, public_id="khan", event_id=event_pk)

    def ask(by: Actor) -> str:
        return deck_registration.deck_of(
            by=by, now=day.now, event=day.id, player="kirk"
        ).text

    assert ask(player) == ask(SYSTEM) == "1 Alpha\n"
    for stranger in (other, VISITOR):
        with pytest.raises(NotFound):
            ask(stranger)


def test_after_the_lock_nothing_is_registered_and_the_old_deck_stays() -> None:
    day = AtTheTable()
    registered(day)
    deck_registration.lock(by=SYSTEM, now=day.now, event=day.id)

    late = registered(day, "1 Beta\n")
    other = registered(day, "1 Beta\n", "khan")

    assert isinstance(late, Refusal)
    assert isinstance(other, Refusal)
    assert RegisteredDeck.objects.get().content == "1 Alpha\n"


def test_a_list_that_cannot_be_read_registers_nothing() -> None:
    day = AtTheTable()

    with pytest.raises(RefusalError):
        registered(day, "0 Alpha")

    assert not RegisteredDeck.objects.exists()
    assert day.state.decks is None

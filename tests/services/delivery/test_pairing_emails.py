"""Players who asked for it get their table by e-mail when a round is published."""

import pytest
from django.core import mail
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.actions.players import CheckedIn, EarnedByeDeclared
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import automatic_backup
from padd.services.events import registrations
from padd.services.refusal import NotFound
from padd.store.models.events import Registration, RegistrationState

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_copies(monkeypatch):
    """Make no copy of the database: it would wait for the transaction of the test."""
    monkeypatch.setattr(automatic_backup, "backup_folders", tuple)


def test_only_who_asked_for_it_is_told_table_and_opponent(
    world, django_capture_on_commit_callbacks
):
    one, other, event = world.member("kirk"), world.member("khan"), world.event()
    entries = [registrations.enter_person(by=by, now=world.now, event=event) for by in (one, other)]
    chosen = registrations.choose_pairings_email(
        by=one, now=world.now, wanted=True, registration=entries[0].public_id
    )
    day = opened(event, world)
    mail.outbox.clear()

    with django_capture_on_commit_callbacks(execute=True):
        day.publish()

    (letter,) = mail.outbox
    assert chosen.pairings_by_email
    assert letter.subject.startswith("Round 1: ")
    assert "khan at table 1" in letter.body


def test_an_earned_bye_is_told_too_and_nobody_whose_seat_is_gone(
    world, django_capture_on_commit_callbacks
):
    event = world.event()
    for name in ("kirk", "khan", "spock", "gorn", "sulu"):
        by = world.member(name)
        entry = registrations.enter_person(by=by, now=world.now, event=event)
        registrations.choose_pairings_email(
            by=by, now=world.now, wanted=True, registration=entry.public_id
        )
    day = opened(event, world)
    Registration.objects.filter(public_id=entry.public_id).update(
        state=RegistrationState.WAITING, seat=None
    )
    champion = next(iter(day.state.players))
    day.do(EarnedByeDeclared(player=champion, rounds=(1,)), reason="Won it in May.")
    mail.outbox.clear()

    with django_capture_on_commit_callbacks(execute=True):
        day.publish()

    told = [letter.body.partition("\n")[0] for letter in mail.outbox]
    assert len(told) == 4
    assert told.count("You have a bye in round 1.") == 1


def opened(event, world):
    """Open a listed event with everybody who has registered, all of them here."""
    day = AtTheTable.__new__(AtTheTable)
    day.by, day.now, day.id = SYSTEM, world.now, event
    made = eventlog.open_event(listing_id=event, by=SYSTEM, now=world.now)
    assert made == event
    day.do(CheckedIn(players=tuple(day.state.players)))
    return day


def test_nobody_asks_in_the_name_of_another(world):
    one, other, event = world.member("kirk"), world.member("khan"), world.event()
    entry = registrations.enter_person(by=one, now=world.now, event=event)

    with pytest.raises(NotFound):
        registrations.choose_pairings_email(
            by=other, now=world.now, wanted=True, registration=entry.public_id
        )

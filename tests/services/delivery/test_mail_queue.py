"""E-mail waits for a mail server that is down, and is sent once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone
from tests.world import NOW

from padd.core.messages import message
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.delivery import emails, mail_queue
from padd.services.events import registrations
from padd.store.models.delivery import QueuedEmail


@pytest.fixture(autouse=True)
def _queued(settings):
    settings.MAIL_QUEUED = True
    settings.URL = "https://padd.example:8443"


def down(_mail):
    raise ConnectionRefusedError("nobody answers")


def tell():
    emails.send_email(to=["a@x.example"], subject=message("Hello"), body=message("You"))


def test_a_message_waits_while_the_mail_server_is_down_and_is_sent_once(db):
    sent: list[EmailMessage] = []
    tell()
    now = timezone.now()

    mail_queue.send_due_emails(now=now, by=down)
    mail_queue.send_due_emails(now=now + timedelta(seconds=30), by=sent.append)
    too_early = list(sent)
    mail_queue.send_due_emails(now=now + timedelta(minutes=2), by=sent.append)
    mail_queue.send_due_emails(now=now + timedelta(minutes=9), by=sent.append)

    assert too_early == []
    assert [mail.to for mail in sent] == [["a@x.example"]]
    assert not QueuedEmail.objects.exists()


def test_after_the_last_try_a_message_is_given_up(db):
    tell()
    now = timezone.now()

    for day in range(len(mail_queue.WAITS) + 1):
        mail_queue.send_due_emails(now=now + timedelta(days=2 * day), by=down)

    assert not QueuedEmail.objects.exists()


def test_a_message_taken_by_another_process_after_the_look_is_left_to_it(db):
    sent: list[EmailMessage] = []
    tell()
    tell()
    now = timezone.now()

    def meanwhile(mail):
        sent.append(mail)
        QueuedEmail.objects.update(next_at=now + mail_queue.TAKEN_FOR, tries=1)

    mail_queue.send_due_emails(now=now, by=meanwhile)

    assert len(sent) == 1


def test_a_message_that_another_process_has_taken_is_not_sent_twice(db):
    sent: list[EmailMessage] = []
    tell()
    now = timezone.now()

    def meanwhile(mail):
        sent.append(mail)
        mail_queue.send_due_emails(now=now, by=sent.append)

    mail_queue.send_due_emails(now=now, by=meanwhile)

    assert len(sent) == 1


def test_what_is_not_kept_is_not_told(real_world):
    from django.db import transaction

    with transaction.atomic():
        tell()
        transaction.set_rollback(True)

    assert not QueuedEmail.objects.exists()


def test_an_entrant_gets_the_event_for_the_own_calendar_with_a_link(world):
    player = world.member("Quark")
    event = world.event(capacity=2)

    registrations.enter_person(by=player, now=NOW, event=event)

    mail = QueuedEmail.objects.get(to=player.email)
    assert f"https://padd.example:8443/events/{event}/" in mail.body
    assert b"BEGIN:VEVENT" in bytes(mail.calendar)


def test_who_waits_is_told_so_and_gets_the_seat_with_a_link(world):
    event = world.event(capacity=2)
    first, second, third = (world.member() for _ in range(3))
    made = registrations.enter_person(by=first, now=NOW, event=event)
    registrations.enter_person(by=second, now=NOW, event=event)
    registrations.enter_person(by=third, now=NOW, event=event)
    waits = QueuedEmail.objects.get(to=third.email)
    QueuedEmail.objects.all().delete()

    registrations.withdraw_registration(by=first, now=NOW, registration=made.public_id)

    seat = QueuedEmail.objects.get(to=third.email)
    assert "waiting list" in waits.body
    assert waits.calendar is None
    assert "You have a seat" in seat.subject
    assert f"/events/{event}/" in seat.body
    assert seat.calendar is not None


def test_a_strangers_address_gets_no_subject_that_anybody_can_write(world):
    event = world.event(name="BUY LATINUM NOW")

    registrations.enter_guest(
        by=VISITOR,
        now=NOW,
        event=event,
        name="Vic",
        email="stranger@x.example",
        link=lambda token: f"https://padd.example:8443/my/{token}/",
    )

    mail = QueuedEmail.objects.get(to="stranger@x.example")
    assert "LATINUM" not in mail.subject


def test_another_place_is_told_to_whoever_comes(world):
    from padd.services.events import lifecycle

    event = world.event()
    player = world.member()
    registrations.enter_person(by=player, now=NOW, event=event)
    QueuedEmail.objects.all().delete()

    lifecycle.correct_venue_or_prizes(
        by=SYSTEM, now=NOW, event=event, venue=world.venue(name="Quark's"), prizes=""
    )

    (mail,) = QueuedEmail.objects.filter(to=player.email)
    assert "Quark's" in mail.body

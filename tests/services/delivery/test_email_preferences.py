"""Everybody gets the kinds of e-mail they want, and a way out of each."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone
from tests.world import NOW

from padd.services.access.actors import VISITOR
from padd.services.access.permissions import Permission
from padd.services.delivery import email_preferences, mail_queue
from padd.services.delivery.email_preferences import EmailKind
from padd.services.events import lifecycle, registrations
from padd.services.refusal import NotAllowed
from padd.store.models.delivery import QueuedEmail
from padd.store.models.eventlog import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _queued(settings):
    settings.MAIL_QUEUED = True
    settings.URL = "https://padd.example"


def test_who_turned_a_kind_off_gets_no_such_e_mail_and_all_others(world):
    quiet, other = world.member(), world.member()
    event = world.event()
    wanted = [kind for kind in EmailKind if kind != EmailKind.REGISTRATION]
    email_preferences.choose_emails(by=quiet, now=NOW, wanted=wanted)

    for one in (quiet, other):
        registrations.enter_person(by=one, now=NOW, event=event)
    confirmed = set(QueuedEmail.objects.values_list("to", flat=True))
    lifecycle.cancel_event(by=world.laptop(), now=NOW, event=event, version=1, reason="Flood")

    cancelled = QueuedEmail.objects.filter(subject__startswith="Canceled")
    assert confirmed == {other.email}
    assert {mail.to for mail in cancelled} == {quiet.email, other.email}
    assert {mail.stop_address for mail in cancelled} == {""}


def test_the_link_in_an_e_mail_stops_its_kind_alone_and_is_a_header_too(world):
    player, event = world.member(), world.event()
    registrations.enter_person(by=player, now=NOW, event=event)
    link = QueuedEmail.objects.get().stop_address
    sent: list[EmailMessage] = []
    mail_queue.send_due_emails(now=timezone.now(), by=sent.append)

    email_preferences.unsubscribe(now=NOW, token=link.split("/")[-2])

    off = [one.kind for one in email_preferences.email_choices(by=player) if not one.wanted]
    assert off == [EmailKind.REGISTRATION]
    assert f"Stop e-mail like this: {link}" in str(sent[0].body)
    assert sent[0].extra_headers["List-Unsubscribe"] == f"<{link}>"
    assert "One-Click" in sent[0].extra_headers["List-Unsubscribe-Post"]


def test_a_choice_leaves_one_entry_and_the_same_choice_none(world):
    player = world.member()

    for _ in range(2):
        email_preferences.choose_emails(by=player, now=NOW, wanted=[EmailKind.CHANGES])

    entry = AuditEntry.objects.get(act=Permission.EMAIL_CHOOSE)
    assert entry.subject == player.label
    assert EmailKind.CHANGES not in entry.after["refused"]


def test_a_visitor_has_nothing_to_choose():
    with pytest.raises(NotAllowed):
        email_preferences.choose_emails(by=VISITOR, now=NOW, wanted=[])

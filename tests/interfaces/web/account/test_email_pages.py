"""The page that says which e-mail one gets, and the page behind "unsubscribe"."""

import pytest
from django.core import signing
from django.test import Client

from padd.services.delivery.email_preferences import SALT, EmailKind
from padd.store.models.people import Account
from world import make_world

pytestmark = pytest.mark.django_db


def test_what_is_not_ticked_is_turned_off():
    client = make_world().clients["member"]

    saved = client.post("/me/emails/", {"wanted": ["changes", "results"]}, follow=True)

    page = saved.content.decode()
    assert page.count(" checked>") == 2
    assert "Changes saved." in page


def test_the_link_asks_first_and_a_mail_program_needs_no_session():
    make_world()
    account = Account.objects.filter(email__startswith="member").get()
    token = signing.dumps([account.public_id, EmailKind.PAIRINGS], salt=SALT)
    program = Client(enforce_csrf_checks=True)

    asked = program.get(f"/unsubscribe/{token}/").content.decode()
    before = Account.objects.get(pk=account.pk).refused_emails
    pressed = program.post(f"/unsubscribe/{token}/", {"List-Unsubscribe": "One-Click"})

    assert "Stop this e-mail?" in asked
    assert before == []
    assert pressed.status_code == 200
    assert Account.objects.get(pk=account.pk).refused_emails == ["pairings"]


def test_a_link_that_was_changed_is_not_found():
    assert Client().get("/unsubscribe/nonsense/").status_code == 404

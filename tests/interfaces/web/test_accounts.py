"""Signing up, in and out, the second step, and being locked out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.urls import get_resolver, reverse

from world import BACKEND, account

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from django.test import Client
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.django_db

WORD = "correct-horse-battery"
FOR_ANYBODY = ("account_login", "account_signup", "account_reset_password")
FOR_MEMBERS = ("mfa_index", "account_email", "account_change_password")


@pytest.fixture(autouse=True)
def accounts(settings: SettingsWrapper) -> None:
    settings.ACCOUNTS = True
    cache.clear()


@pytest.mark.parametrize("name", FOR_ANYBODY)
def test_the_pages_for_anybody_answer(client: Client, name: str) -> None:
    page = client.get(reverse(name))

    assert page.status_code == 200
    assert 'class="elbow"' in page.content.decode()


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_the_pages_of_an_account_answer_to_its_owner(client: Client, name: str) -> None:
    client.force_login(account("ada"), backend=BACKEND)

    assert client.get(reverse(name)).status_code == 200


def test_at_a_laptop_there_are_no_accounts(
    client: Client, settings: SettingsWrapper
) -> None:
    settings.ACCOUNTS = False
    names = [
        key
        for key in get_resolver().reverse_dict
        if isinstance(key, str) and key.startswith(("account_", "mfa_"))
    ]

    assert len(names) > 20
    assert client.get("/accounts/login/").status_code == 404
    assert client.get("/accounts/signup/").status_code == 404


def test_a_new_account_confirms_its_address_by_mail(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    client.post(
        "/accounts/signup/",
        {"email": "new@example.org", "password1": WORD, "password2": WORD},
    )
    link = re.search(r"http://testserver(/accounts/\S+)", str(mailoutbox[0].body))
    assert link

    asked = client.get(link.group(1))
    client.post(link.group(1))
    client.post("/accounts/login/", {"login": "new@example.org", "password": WORD})

    assert "new@example.org" in asked.content.decode()
    assert client.get("/mine/").status_code == 200


def test_who_asks_for_a_page_of_members_is_led_to_the_sign_in(client: Client) -> None:
    answer = client.get("/events/new/")

    assert answer["Location"] == "/accounts/login/?next=%2Fevents%2Fnew%2F"


def test_a_wrong_password_too_often_locks_out_with_words(client: Client) -> None:
    owner = account("ada")
    owner.set_password(WORD)
    owner.save()
    wrong = {"login": owner.email, "password": "not this one"}

    for _ in range(6):
        client.post("/accounts/login/", wrong)
    right = client.post("/accounts/login/", {**wrong, "password": WORD})

    assert right.status_code in {200, 429}
    assert "Too many" in right.content.decode()


def test_nobody_learns_whether_an_address_has_an_account(client: Client) -> None:
    owner = account("ada")

    known = client.post("/accounts/password/reset/", {"email": owner.email})
    unknown = client.post("/accounts/password/reset/", {"email": "x@example.org"})

    assert known["Location"] == unknown["Location"]


def test_the_pages_of_the_second_step_answer(client: Client) -> None:
    owner = account("ada")
    owner.set_password(WORD)
    owner.save()
    EmailAddress.objects.create(
        user=owner, email=owner.email, verified=True, primary=True
    )
    client.post("/accounts/login/", {"login": owner.email, "password": WORD})

    for name in ("mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn"):
        page = client.get(reverse(name))
        if page.status_code == 302:
            client.post(page["Location"], {"password": WORD})
            page = client.get(reverse(name))

        assert page.status_code == 200
        assert "unsafe" not in page["Content-Security-Policy"]

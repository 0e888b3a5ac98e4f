"""Signing up, in and out, the second step, and being locked out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import get_resolver, reverse
from tests.rate_limits import forget_requests

from padd.config.sign_in import SecondStep
from padd.store.models.people import Account
from world import BACKEND, account

pytestmark = [pytest.mark.django_db, pytest.mark.req("R20")]

WORD = "correct-horse-battery"
FOR_ANYBODY = ("account_login", "account_signup", "account_reset_password")
FOR_MEMBERS = ("mfa_index", "account_email", "account_change_password")


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS = True
    forget_requests()


@pytest.mark.parametrize("name", FOR_ANYBODY)
def test_the_pages_for_anybody_answer(client, name):
    page = client.get(reverse(name))

    assert page.status_code == 200
    assert 'class="elbow"' in page.content.decode()


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_the_pages_of_an_account_answer_to_its_owner(client, name):
    client.force_login(account("ada"), backend=BACKEND)

    assert client.get(reverse(name)).status_code == 200


def test_at_a_laptop_there_are_no_accounts(client, settings):
    settings.ACCOUNTS = False
    names = [
        key
        for key in get_resolver().reverse_dict
        if isinstance(key, str) and key.startswith(("account_", "mfa_"))
    ]

    assert len(names) > 20
    assert client.get("/accounts/login/").status_code == 404
    assert client.get("/accounts/signup/").status_code == 404


def test_a_new_account_confirms_its_address_by_mail(client, mailoutbox):
    client.post(
        "/accounts/signup/", {"email": "new@example.org", "password1": WORD, "password2": WORD}
    )
    link = re.search(r"http://testserver(/accounts/\S+)", str(mailoutbox[0].body))
    assert link

    asked = client.get(link.group(1))
    client.post(link.group(1))
    client.post("/accounts/login/", {"login": "new@example.org", "password": WORD})

    assert "new@example.org" in asked.content.decode()
    assert client.get("/mine/").status_code == 200


def test_who_asks_for_a_page_of_members_is_led_to_the_sign_in(client):
    answer = client.get("/events/new/")

    assert answer["Location"] == "/accounts/login/?next=%2Fevents%2Fnew%2F"


def test_a_wrong_password_is_told_in_our_own_words(client):
    typed = {"login": "nobody@example.org", "password": WORD}

    answer = client.post("/accounts/login/", typed)

    assert "That e-mail address and password don’t match." in answer.content.decode()


def owner_of_an_account(name="ada"):
    """Create account that signs in with a password."""
    owner = account(name)
    owner.set_password(WORD)
    owner.save()
    EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    return owner


def guess(client, email, word, **where):
    data = {"login": email, "password": word}
    return client.post("/accounts/login/", data, **where)  # type: ignore[arg-type, return-value]


def test_five_guesses_are_looked_at_and_the_owner_signs_in_elsewhere(client, monkeypatch):
    owner = owner_of_an_account()
    looked_at: list[str] = []
    check = Account.check_password

    def counted(self, word):
        looked_at.append(word)
        return check(self, word)

    monkeypatch.setattr(Account, "check_password", counted)
    forged = {"HTTP_X_FORWARDED_FOR": "203.0.113.9", "REMOTE_ADDR": "192.0.2.1"}

    answers = []
    for n in range(40):
        forget_requests()  # allauth's own limit, thirty a minute from one address
        answers.append(guess(client, owner.email, f"guess {n}", **forged))
    too_late = guess(client, owner.email, WORD, REMOTE_ADDR="192.0.2.1")
    elsewhere = guess(Client(), owner.email, WORD, REMOTE_ADDR="192.0.2.2")

    assert [one.status_code for one in answers] == [200] * 4 + [429] * 36
    assert looked_at == [*(f"guess {n}" for n in range(5)), WORD]
    assert too_late.status_code == 429
    assert "Too many wrong passwords" in too_late.content.decode()
    assert elsewhere.status_code == 302


def test_passwords_are_kept_by_argon2():
    assert owner_of_an_account().password.startswith("argon2$argon2id$")


def test_a_thousand_accounts_tried_from_one_address_are_slowed_down(client):
    answers = [guess(client, f"somebody-{n}@example.org", "guess") for n in range(40)]

    assert [one.status_code for one in answers] == [200] * 30 + [429] * 10
    assert "Too many requests" in answers[-1].content.decode()


def test_after_a_quarter_of_an_hour_one_may_try_again(client, settings):
    owner = owner_of_an_account()
    for n in range(5):
        guess(client, owner.email, f"guess {n}")
    settings.AXES_COOLOFF_TIME = timedelta(0)

    again = guess(client, owner.email, WORD)

    assert again.status_code == 302


def same_words(page, *names):
    """Return a page without what differs in any two."""
    words = page.content.decode()
    for name in names:
        words = words.replace(name, "")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", words)


def test_nobody_learns_by_guessing_whether_an_address_has_an_account(client):
    owner, nobody = owner_of_an_account(), "x@example.org"

    for _ in range(6):
        known = guess(Client(), owner.email, "guess")
        unknown = guess(Client(), nobody, "guess")
        assert known.status_code == unknown.status_code
        assert same_words(known, owner.email) == same_words(unknown, nobody)


@pytest.mark.parametrize("way", ["password/reset", "signup"])
def test_nobody_learns_by_asking_whether_an_address_has_an_account(client, way, mailoutbox):
    owner, nobody = owner_of_an_account(), "x@example.org"

    def ask(email):
        forget_requests()
        data = {"email": email, "password1": WORD, "password2": WORD}
        return Client().post(f"/accounts/{way}/", data, follow=True)  # type: ignore[return-value]

    known, unknown = ask(owner.email), ask(nobody)

    assert known.status_code == unknown.status_code == 200
    assert same_words(known, owner.email) == same_words(unknown, nobody)
    assert [mail.to for mail in mailoutbox] == [[owner.email], [nobody]]


def test_signing_in_gives_a_new_session_and_a_new_password_ends_the_others(client):
    owner = owner_of_an_account()
    client.get("/accounts/login/")
    client.session["seen"] = "before"
    client.session.save()
    before = client.session.session_key
    guess(client, owner.email, WORD)
    other = Client()
    guess(other, owner.email, WORD, REMOTE_ADDR="192.0.2.2")
    signed_in = other.get("/mine/").status_code

    owner.set_password("another-horse-battery")
    owner.save()

    assert client.session.session_key != before
    assert signed_in == 200
    assert other.get("/mine/").status_code == 302


def test_the_pages_of_the_second_step_answer(client):
    owner = owner_of_an_account()
    guess(client, owner.email, WORD)

    for name in ("mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn"):
        page = client.get(reverse(name))
        if page.status_code == 302:
            client.post(page["Location"], {"password": WORD})
            page = client.get(reverse(name))

        assert page.status_code == 200
        assert "unsafe" not in page["Content-Security-Policy"]
        if name == "mfa_add_webauthn":
            assert 'value="Passkey"' in page.content.decode()


def test_a_new_passkey_is_offered_a_name_that_is_free():
    owner = owner_of_an_account()
    kind = Authenticator.Type.WEBAUTHN

    def offered():
        name: str = SecondStep().generate_authenticator_name(owner, kind)
        return name

    def keep(name):
        return Authenticator.objects.create(user=owner, type=kind, data={"name": name})

    first = keep(offered())
    second = keep(offered())
    names = [first.data["name"], second.data["name"]]
    first.delete()

    assert names == ["Passkey", "Passkey 2"]
    assert offered() == "Passkey"


def test_a_wrong_password_at_a_second_look_is_told_in_our_words(client):
    owner = owner_of_an_account()
    guess(client, owner.email, WORD)

    page = client.post(reverse("account_reauthenticate"), {"password": "not it"})

    assert "That password isn’t right." in page.content.decode()

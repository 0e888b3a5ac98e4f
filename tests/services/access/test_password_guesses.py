"""Passwords guessed many at once: counted before they are looked at."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Lock

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessAttempt
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connections
from django.test import Client
from tests.rate_limits import forget_requests
from tests.wait_limits import PATIENCE

from padd.store.models.people import Account

pytestmark = pytest.mark.req("R20")

WORD = "correct-horse-battery"
ALLOWED = 5
GUESSES = 40


class Hashing:
    """Counts what the hasher is made to do, by the password it is done for."""

    def __init__(self, monkeypatch):
        self.words: list[str] = []
        self.lock = Lock()
        for name in ("verify", "encode"):
            monkeypatch.setattr(Argon2PasswordHasher, name, self._counted(name))

    def _counted(self, name):
        real = getattr(Argon2PasswordHasher, name)

        def counted(hasher, word, *others):
            with self.lock:
                self.words.append(word)
            return real(hasher, word, *others)

        return counted


@pytest.fixture
def signing_in(settings, monkeypatch):
    """Let people sign in, with no other limit than the one under test."""
    for cost, least in (("time_cost", 1), ("memory_cost", 8), ("parallelism", 1)):
        monkeypatch.setattr(Argon2PasswordHasher, cost, least)
    settings.ACCOUNTS = True
    settings.ACCOUNT_RATE_LIMITS = False
    forget_requests()
    yield
    forget_requests()


def owner(name="ada", *, verified=True):
    found = Account.objects.create(email=f"{name}@example.org")
    found.set_password(WORD)
    found.save()
    EmailAddress.objects.create(user=found, email=found.email, verified=verified, primary=True)
    return found


def sign_in(email, word, address="192.0.2.1", **more):
    data = {"login": email, "password": word}
    answer = Client(REMOTE_ADDR=address, **more).post("/accounts/login/", data)  # type: ignore[arg-type]
    return answer.status_code


def test_of_forty_guesses_at_once_five_are_looked_at_and_the_owner_still_comes_in(
    real_database, signing_in, monkeypatch
):
    email = owner().email
    hashing = Hashing(monkeypatch)
    together = Barrier(GUESSES, timeout=PATIENCE)

    def guess(number):
        together.wait()
        try:
            browser = f"Browser {number}"
            return sign_in(email, f"guess {number}", HTTP_USER_AGENT=browser)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(GUESSES) as threads:
        answers = list(threads.map(guess, range(GUESSES)))
    looked_at = set(hashing.words)
    too_late = sign_in(email, WORD)
    elsewhere = sign_in(email, WORD, address="192.0.2.2")

    assert len(looked_at) == ALLOWED
    assert set(answers) <= {200, 429}
    assert answers.count(429) >= GUESSES - ALLOWED
    assert too_late == 429
    assert elsewhere == 302


@pytest.mark.django_db
def test_guesses_are_refused_by_the_count_alone(signing_in, settings):
    email = owner().email
    wrong = [sign_in(email, f"guess {n}") for n in range(ALLOWED)]

    refused = sign_in(email, WORD)
    settings.AXES_COOLOFF_TIME = timedelta(0)
    later = sign_in(email, WORD)

    assert wrong == [200] * (ALLOWED - 1) + [429]
    assert refused == 429
    assert later == 302


@pytest.mark.django_db
def test_right_passwords_are_no_guesses(signing_in):
    email = owner().email
    for _ in range(ALLOWED - 1):
        sign_in(email, "guess")
    one_left = AccessAttempt.objects.get().failures_since_start

    came_in = [sign_in(email, WORD) for _ in range(2 * ALLOWED)]

    assert one_left == ALLOWED - 1
    assert set(came_in) == {302}
    assert not AccessAttempt.objects.exists()


@pytest.mark.django_db
def test_confirming_ones_password_again_and_again_locks_nobody_out(signing_in):
    email = owner().email
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.post("/accounts/login/", {"login": email, "password": WORD})

    again = [
        client.post("/accounts/reauthenticate/", {"password": WORD}).status_code
        for _ in range(2 * ALLOWED)
    ]
    wrong = [
        client.post("/accounts/reauthenticate/", {"password": "guess"}).status_code
        for _ in range(ALLOWED)
    ]

    assert set(again) == {302}
    assert wrong == [200] * (ALLOWED - 1) + [429]


@pytest.mark.django_db
def test_one_person_of_a_hall_does_not_lock_out_the_others(signing_in):
    clumsy, other = owner("clumsy").email, owner("other").email

    for _ in range(2 * ALLOWED):
        sign_in(clumsy, "guess")

    assert sign_in(clumsy.upper(), "guess") == 429
    assert sign_in(other, WORD) == 302


@pytest.mark.django_db
def test_the_longest_address_that_can_be_typed_is_answered(signing_in):
    assert sign_in(f"{'x' * 200}@{'y.' * 50}example.org", "guess") in {200, 429}


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["known", "unknown", "unconfirmed", "no password"])
def test_a_wrong_password_costs_the_same_work_whoever_is_meant(who, signing_in, monkeypatch):
    known = owner(verified=who != "unconfirmed")
    if who == "no password":
        known.set_unusable_password()
        known.save()
    hashing = Hashing(monkeypatch)

    answer = sign_in("x@example.org" if who == "unknown" else known.email, "guess")

    assert answer == 200
    assert len(hashing.words) == 1

"""Signing in with a wrong password: the time must not tell who has an account.

Known and unknown addresses are tried in turn, each from its own network address, so
that nobody is locked out. The peer is the right password of a known address. Beside
the time on the wall stands the time of the processor, which other programs on the
machine do not change; a difference there is a difference in the work that was done.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from itertools import cycle, permutations
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks._goals import fail_if_missed, hold

TRIES = 60
MOST_APART = 0.05
"""Medians further apart than this share could be told apart with patience."""
WORD = "correct-horse-battery"


class Took(NamedTuple):
    """Milliseconds of one try."""

    wall: float
    work: float


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PADD_DATA"] = folder
        os.environ["PADD_ACCOUNTS"] = "yes"
        os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.ACCOUNTS = True
        settings.ACCOUNT_RATE_LIMITS = False
        call_command("migrate", verbosity=0)
        known = fill()
        took: dict[str, list[Took]] = {"known": [], "unknown": [], "right": []}
        # Each comes after each other equally often: what one leaves behind, such as
        # a busy disk, slows down all of them alike.
        orders = cycle(permutations(took))
        for number, order in zip(range(TRIES), orders, strict=False):
            for who in order:
                email = f"x{number}@example.org" if who == "unknown" else known[number]
                word = WORD if who == "right" else "guess"
                took[who].append(tried(email, word, number))
        tell(took)
    fail_if_missed()


def fill() -> list[str]:
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password

    from padd.store.models.people import Account

    secret = make_password(WORD)
    people = Account.objects.bulk_create(
        Account(email=f"player{number}@example.org", password=secret) for number in range(TRIES)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in people
    )
    return [one.email for one in people]


def tried(email: str, word: str, number: int) -> Took:
    """Return how long one try takes."""
    from django.test import Client

    client = Client(headers={"host": "localhost"}, REMOTE_ADDR=f"192.0.2.{number}")
    begun, work = perf_counter(), process_time()
    answer = client.post("/accounts/login/", {"login": email, "password": word})
    took = Took((perf_counter() - begun) * 1000, (process_time() - work) * 1000)
    assert answer.status_code == (302 if word == WORD else 200)
    return took


def tell(took: dict[str, list[Took]]) -> None:
    for kind in ("wall", "work"):
        median = {
            who: statistics.median(getattr(one, kind) for one in times)
            for who, times in took.items()
        }
        apart = abs(median["known"] - median["unknown"]) / median["known"]
        print(
            f"wrong password, {kind}: known address {median['known']:.1f} ms, unknown "
            f"{median['unknown']:.1f} ms, {apart:.1%} apart; right password "
            f"{median['right']:.1f} ms"
        )
    hold("work of known and unknown addresses apart", apart, most=MOST_APART)


if __name__ == "__main__":
    main()

"""Signing in with a wrong password: the time must not tell who has an account.

Known and unknown addresses are tried in turn, each from its own network address, so
that nobody is locked out. The peer is the right password of a known address.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from time import perf_counter

TRIES = 60
MOST_APART = 0.05
"""Medians further apart than this share could be told apart with patience."""
WORD = "correct-horse-battery"


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
        took: dict[str, list[float]] = {"known": [], "unknown": [], "right": []}
        for number in range(TRIES):
            took["known"].append(tried(known[number], "guess", number))
            took["unknown"].append(tried(f"x{number}@example.org", "guess", number))
            took["right"].append(tried(known[number], WORD, number))
        tell(took)


def fill() -> list[str]:
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password

    from padd.store.models import Account

    secret = make_password(WORD)
    people = Account.objects.bulk_create(
        Account(email=f"player{number}@example.org", password=secret)
        for number in range(TRIES)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=one.email, verified=True, primary=True)
        for one in people
    )
    return [one.email for one in people]


def tried(email: str, word: str, number: int) -> float:
    """Return how many milliseconds one try takes."""
    from django.test import Client

    client = Client(headers={"host": "localhost"}, REMOTE_ADDR=f"192.0.2.{number}")
    begun = perf_counter()
    answer = client.post("/accounts/login/", {"login": email, "password": word})
    took = (perf_counter() - begun) * 1000
    assert answer.status_code == (302 if word == WORD else 200)
    return took


def tell(took: dict[str, list[float]]) -> None:
    medians = {who: statistics.median(times) for who, times in took.items()}
    known, unknown = medians["known"], medians["unknown"]
    apart = abs(known - unknown) / known
    print(
        f"wrong password: known address {known:.1f} ms, unknown {unknown:.1f} ms, "
        f"{apart:.1%} apart; right password {medians['right']:.1f} ms"
    )
    assert apart <= MOST_APART


if __name__ == "__main__":
    main()

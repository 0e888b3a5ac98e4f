"""Whole pages, from the request to the last byte: home, calendar and players.

The community of `padd demo` lives here, with its season and its ratings, and on top
of it the calendar holds 10,000 past events, the search 50,000 people. The peer is the
page of the rulebooks, which asks the database for nothing: what a page costs by itself.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns
from benchmarks.people import EVENTS, PEOPLE, fill, misspelt

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client

    from benchmarks._turns import Turns

TURNS = 40
UNKNOWN = "unknown=1"
"""A cookie that says nothing, and for which no page is kept."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PADD_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client

        from padd.services.access.actors import SYSTEM
        from padd.services.installation import demo

        call_command("migrate", verbosity=0)
        demo.fill_demo(by=SYSTEM, now=datetime.now(UTC))
        names = fill()
        client = Client(headers={"host": "localhost"})
        for about, place, most in (
            (f"past events, {EVENTS:,}", _past_events, 14),
            ("searched", _searched, 18),
            ("home", lambda _: "/", 12),
            (f"a misspelt player among {PEOPLE:,}", lambda n: _misspelt(names, n), 12),
        ):
            took, queries = timed(client, place)
            hold_turns(f"{about}, {queries} queries", took, most)
        fail_if_missed()


def _past_events(number: int) -> str:
    return f"/calendar/?when=past&page={number + 1}"


def _searched(number: int) -> str:
    return f"/calendar/?when=past&q=ka&page={number + 1}"


def _misspelt(names: list[tuple[str, str]], number: int) -> str:
    return f"/players/?q={misspelt(names[number * 700][0])}"


def timed(client: Client, place: Callable[[int], str]) -> tuple[Turns, int]:
    """Return the times of a page and of the bare one, and the queries of the page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    numbers = itertools.count()
    asked = set()

    def ask() -> None:
        address = place(next(numbers))
        with CaptureQueriesContext(connection) as found:
            answer = client.get(address)
        assert answer.status_code == 200, address
        asked.add(len(found))

    ask()
    took = by_turns(
        ask, lambda: client.get("/rulebooks/", headers={"cookie": UNKNOWN}), turns=TURNS
    )
    assert len(asked) == 1, f"the number of queries changes: {asked}"
    return took, asked.pop()


if __name__ == "__main__":
    main()

"""Whole pages, from the request to the last byte: home, calendar and players.

The community of `padd demo` lives here, with its season and its ratings, and on top
of it the calendar holds 10,000 past events, the search 50,000 people. The peer is the
page of the rulebooks, which asks the database for nothing: what a page costs by itself.
"""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks._machine_speed import slowness
from benchmarks.people import EVENTS, LIMIT_MS, PEOPLE, fill, measured, misspelt

if TYPE_CHECKING:
    from django.test import Client


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
        demo.fill(by=SYSTEM, now=datetime.now(UTC))
        names = fill()
        client = Client(headers={"host": "localhost"})
        bare, _ = timed(client, lambda _: "/rulebooks/")
        print(f"the bare page: {bare:.1f} ms")
        for about, place in (
            (
                f"past events, {EVENTS:,}",
                lambda n: f"/calendar/?when=past&page={n + 1}",
            ),
            ("searched", lambda n: f"/calendar/?when=past&q=ka&page={n + 1}"),
            ("home", lambda _: "/"),
            (
                f"a misspelt player among {PEOPLE:,}",
                lambda n: f"/players/?q={misspelt(names[n * 700][0])}",
            ),
        ):
            took, queries = timed(client, place)
            print(
                f"{about}: median {took:.1f} ms, {took / bare:.1f} bare pages, "
                f"{queries} queries"
            )
            assert took <= LIMIT_MS * slowness()


def timed(client: Client, place: object) -> tuple[float, int]:
    """Return the median time of a page, and how many queries each one asks."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    asked = set()

    def ask(number: int) -> None:
        with CaptureQueriesContext(connection) as found:
            answer = client.get(place(number))  # type: ignore[operator]
        assert answer.status_code == 200, place(number)  # type: ignore[operator]
        asked.add(len(found))

    client.get(place(0))  # type: ignore[operator]
    took, _ = measured(ask)
    assert len(asked) == 1, f"the number of queries changes: {asked}"
    return took, asked.pop()


if __name__ == "__main__":
    main()

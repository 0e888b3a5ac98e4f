"""What the suspension check costs at entering, and what a desk of cases asks.

The peer of the check is entering with the house procedure switched off; the peer of
10,000 cases is a desk with ten.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from datetime import UTC, datetime, timedelta
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from benchmarks._goals import fail_if_missed, hold

if TYPE_CHECKING:
    from padd.services.access.actors import Actor
    from padd.store.models.people import Person

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
ENTRIES = 200
LIMIT = 1.03
FEW, MANY = 10, 10_000
MOST_QUERIES = 10


def main() -> None:
    """Print both figures."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PADD_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
        import django

        django.setup()
        from django.conf import settings

        from padd.services.installation import installation

        installation.open_up(folder=settings.DATA, now=NOW)
        entering()
        desks()
    fail_if_missed()


def entering() -> None:
    """Enter people with and without the check, in turns."""
    from django.conf import settings

    from padd.services.access.actors import SYSTEM
    from padd.services.events import lifecycle, registrations
    from padd.services.events.event_form import EventForm

    people = _people(2 * ENTRIES)
    form = EventForm(
        name="Bench Open",
        starts=(NOW + timedelta(days=20)).replace(tzinfo=None),
        time_zone="UTC",
        online=True,
        region="online",
        directors=(people[0].public_id,),
    )
    event = lifecycle.register_event(by=SYSTEM, now=NOW, form=form).public_id
    times: dict[bool, list[float]] = {False: [], True: []}
    for number, person in enumerate(people):
        settings.HOUSE_PROCEDURE = bool(number % 2)
        start = process_time()
        registrations.enter_person(by=SYSTEM, now=NOW, event=event, person=person.public_id)
        times[settings.HOUSE_PROCEDURE].append(process_time() - start)
    with_check, without = (statistics.median(times[on]) for on in (True, False))
    ratio = with_check / without
    print(f"entering: {without * 1000:.2f} ms, checked {with_check * 1000:.2f} ms")
    hold("checked / unchecked", ratio, most=LIMIT)


def desks() -> None:
    """Count the queries of a desk with few and with many cases."""
    from django.conf import settings
    from django.db import connection, reset_queries

    from padd.services.conduct import case_views
    from padd.store.models.conduct import Case

    settings.DEBUG = True
    head, (person, *_) = _head(), _people(1)
    for wanted in (FEW, MANY):
        there = Case.objects.count()
        Case.objects.bulk_create(
            Case(person=person, area="europe", source="breach", number=number, created_at=NOW)
            for number in range(there + 1, wanted + 1)
        )
        reset_queries()
        start = perf_counter()
        shown = len(case_views.cases_at_desk(by=head))
        taken = perf_counter() - start
        print(f"desk of {wanted:,} cases: {shown} shown, {taken * 1000:.1f} ms")
        hold("queries", len(connection.queries), most=MOST_QUERIES)


def _people(many: int) -> list[Person]:
    from padd.services.access.actors import SYSTEM
    from padd.services.people import people
    from padd.store.models.people import Person

    start = Person.objects.count()
    made = [
        people.add_person(by=SYSTEM, now=NOW, details=people.PersonDetails(handle=f"bench{number}"))
        for number in range(start, start + many)
    ]
    by_id = Person.objects.in_bulk(made, field_name="public_id")
    return [by_id[one] for one in made]


def _head() -> Actor:
    from padd.services.access.actors import actor_for_account
    from padd.store.models.people import Account, Grant, Office

    account = Account.objects.create(email="head@example.org")
    Grant.objects.create(account=account, office=Office.DIRECTOR, since=NOW.date())
    return actor_for_account(account_id=account.pk, now=NOW)


if __name__ == "__main__":
    main()

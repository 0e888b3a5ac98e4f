"""Rating histories."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

from tests.core.ratings.rating_worlds import LONG_AGO, PEOPLE, any_event, read

from padd.core.validation.sanction import unfinished_reason
from padd.rulebooks.loader import rulebook
from padd.services import reports as reporting
from padd.services.access.actors import SYSTEM
from padd.services.ratings import recalculation
from padd.services.reports import finished_event_import
from padd.services.reports.finished_event_import import EventUpload
from padd.store.models.people import Person
from padd.store.models.ratings import Played, RatedEvent, Rating, RatingsNow

EVENTS = 150

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)

Facts = dict[str, Any]


def everybody():
    """Add the same people, under the same names, in whatever world."""
    Person.objects.bulk_create(
        Person(
            public_id=f"p{n:02}",
            handle=f"person{n:02}",
            outline=f"person{n:02}",
            created_at=NOW,
            revision=n,
        )
        for n in range(PEOPLE)
    )


def ten_years(events=EVENTS):
    """Return events in their order; no two start at the same moment."""
    rng = Random(2026)
    made: list[Facts] = []
    while len(made) < events:
        facts = any_event(rng, f"Event {len(made):03}")
        event = read(facts)
        if unfinished_reason(event, rulebook(event.rulebook)) is None:
            made.append(facts)
    for n, facts in enumerate(sorted(made, key=lambda one: str(one["starts"]))):
        starts = LONG_AGO + timedelta(days=12 * n, minutes=n)
        notice = datetime.fromisoformat(facts["starts"]) - datetime.fromisoformat(
            facts["registered"]
        )
        facts["starts"] = starts.isoformat()
        facts["registered"] = (starts - notice).isoformat()
    return sorted(made, key=lambda one: str(one["starts"]))


def bring(*many):
    files = [EventUpload(name=f["name"], data=json.dumps(f).encode()) for f in many]
    done = finished_event_import.import_events(files=files, by=SYSTEM, now=NOW)
    assert {one.fate for one in done} == {finished_event_import.ImportFate.TAKEN}, done
    reporting.decisions.process_waiting(by=SYSTEM, now=NOW)
    return [one.event for one in done]


def catch_up(*, full=False):
    assert recalculation.refresh_ratings(by=SYSTEM, clock=lambda: NOW, full=full) is not None


def digest():
    """Return every rating that is read, to the last digit."""
    generation = RatingsNow.objects.get(pk=1).generation
    rows = Rating.objects.filter(born__lte=generation, died__gt=generation).select_related(
        "series", "person"
    )
    return {
        (row.series.keeper, row.series.edition, row.series.list, row.person.handle): (
            row.rating,
            row.games,
            row.events,
            row.last_at.isoformat(),
            row.last_change,
        )
        for row in rows
    }


def histories():
    """Return what every event did, as it is packed, but for the rows of people."""
    generation = RatingsNow.objects.get(pk=1).generation
    rows = RatedEvent.objects.filter(born__lte=generation, died__gt=generation)
    return {
        f"{name}/{part}": bytes(data)
        for name, part, data in rows.values_list("record__name", "record__part", "changes")
    }


def two_who_never_met(handles):
    """Return two people who never were in one event; both at once cannot be one."""
    events: defaultdict[str, set[int]] = defaultdict(set)
    for handle, record in Played.objects.values_list("person__handle", "record"):
        events[handle].add(record)
    return next(
        (one, other) for one, other in combinations(handles, 2) if not events[one] & events[other]
    )

"""Cases of the made-up community: one in each state, all about made-up people."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from padd.core.conduct.case import (
    AnswerAsked,
    AnyCaseAct,
    CaseAnswered,
    CaseAppealed,
    CaseAudience,
    CaseClosed,
    CaseDecided,
    CaseEntry,
    CaseOpened,
    CaseReported,
    CaseSource,
    CaseState,
    Outcome,
    Part,
    state_after_entry,
)
from padd.store.models.conduct import Case
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.writes.case_log import append_to_case, create_case

BY: Final = "system"
LETTER: Final = "The slip of round 2 was changed after both had signed it."
STEPS: Final = 7


def add_cases(*, now: datetime) -> int:
    """Add a case in each state to the finished events of a demo; return how many."""
    finished = Event.objects.filter(finished__isnull=False).select_related("region")
    events = list(finished.order_by("-starts_at", "pk")[: STEPS + 1])
    for steps, event in enumerate(events):
        placed = event.finished.placings.order_by("-place").first()
        if placed is not None and placed.person is not None:
            _case(event, placed.person, steps, now)
    return len(events)


def _case(event: Event, person: Person, steps: int, now: datetime) -> None:
    start = now - timedelta(days=40)
    reported = CaseReported(source=CaseSource.BREACH, text="A signed slip was changed.", level=4)
    first = CaseEntry(sequence=1, at=start, by=BY, part=Part.REPORTER, act=reported)
    area = "online" if event.online else event.region.area
    case = Case(person=person, event=event, area=area, source=CaseSource.BREACH.value)
    state = state_after_entry(CaseState(), first)
    create_case(case, first)
    for number, (part, act) in enumerate(_acts(now)[:steps], start=2):
        at = start + timedelta(days=number)
        entry = CaseEntry(sequence=number, at=at, by=BY, part=part, act=act)
        state = append_to_case(case, state, entry)


def _acts(now: datetime) -> list[tuple[Part, AnyCaseAct]]:
    """Return what happens in a case, one after the other."""
    return [
        (Part.REPORTER, CaseOpened(letter=LETTER, audience=CaseAudience.REPORTER)),
        (Part.DESK, AnswerAsked(until=now.date() - timedelta(days=20))),
        (Part.CONCERNED, CaseAnswered(text="We had added it up wrong.")),
        (
            Part.DESK,
            CaseDecided(outcome=Outcome.WARNING, reason="Only the director changes a signed slip."),
        ),
        (Part.CONCERNED, CaseAppealed(text="Nobody had told us.", audience=CaseAudience.CONCERNED)),
        (Part.DIRECTOR, CaseDecided(outcome=Outcome.NO_ACTION, reason="A reminder is enough.")),
        (Part.DIRECTOR, CaseClosed()),
    ]

"""A correction that waits at the desk of the made-up community."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.finish import EventFinished, EventReopened
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Ending, Match, PlayerId, Round
from padd.services import eventlog, reports
from padd.services.access.actors import SYSTEM, of_account
from padd.services.installation.demo_scenarios import DemoEvent, demo_facts
from padd.store.models.events import Directorship, Event
from padd.store.models.people import Account, Person

NAME: Final = "Spacedock Cup"
DAYS_AGO: Final = 6
SEATS: Final = (((0, 1), (2, 3), (4, 5)), ((0, 2), (1, 4), (3, 5)), ((0, 3), (1, 5), (2, 4)))
WRONG_WAY: Final = (
    "At table 1 I typed the two scores the wrong way round. "
    "Both scorecards and the signed slip say 30-65."
)
TYPED_WRONG: Final = "The slip of table 2 says 80, I typed 50."


def add_correction(*, now: datetime) -> str:
    """Play, report and correct an event; return the report that waits."""
    played_at = now - timedelta(days=DAYS_AGO)
    facts = demo_facts(
        played_at,
        played=False,
        name=NAME,
        rounds_planned=len(SEATS),
        registered=(played_at - timedelta(days=DAYS_AGO)).isoformat(),
    )
    ids = [player.id for player in facts.players]
    rounds = tuple(_round(number, ids) for number in range(1, len(SEATS) + 1))
    played = msgspec.structs.replace(facts, rounds=rounds)
    event = DemoEvent(played, by=SYSTEM, now=played_at)
    event.do(EventFinished())
    reports.submit(event_id=event.id, by=SYSTEM, now=event.now)
    director = _director(event.id, ids)
    _act(event, EventReopened(), "Two results were typed wrong.")
    for number, table, scores, why in ((1, 1, (30, 65), WRONG_WAY), (2, 2, (80, 40), TYPED_WRONG)):
        outcome = GameOutcome(ending=Ending.TIME, scores=scores)
        _act(event, ResultCorrected(number=number, table=table, outcome=outcome), why)
    event.do(EventFinished())
    by = of_account(account_id=director.pk, now=now)
    done = reports.submit(event_id=event.id, by=by, now=now - timedelta(days=2))
    return done.report if isinstance(done, reports.ReportOutcome) else ""


def _round(number: int, ids: Sequence[PlayerId]) -> Round:
    seats = SEATS[number - 1]
    return Round(
        number=number,
        matches=tuple(
            Match(
                players=(ids[first], ids[second]),
                table=table,
                ending=Ending.TIME,
                scores=(65 if table == 1 else 50, 40 if table == 2 else 30),  # noqa: PLR2004 -- made up
            )
            for table, (first, second) in enumerate(seats, start=1)
        ),
    )


def _act(event: DemoEvent, action: Action, reason: str) -> None:
    event.now += timedelta(minutes=1)
    eventlog.record_action(
        event_id=event.id, action=action, by=event.by, now=event.now, reason=reason
    )


def _director(event: str, players: Sequence[PlayerId]) -> Account:
    """Give the event its place, and a director who does not play in it."""
    others = Person.objects.exclude(public_id__in=players).filter(account=None)
    person = others.order_by("pk")[0]
    row = Event.objects.get(public_id=event)
    if person.region is not None:
        row.region = person.region
        row.save(update_fields=["region"])
    Directorship.objects.create(event=row, person=person, rank=1)
    return Account.objects.create(email="director@demo.invalid", person=person)

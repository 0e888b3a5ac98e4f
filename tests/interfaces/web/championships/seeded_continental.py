"""Do what many people do at a Continental of a test server, one step after another.

`people` makes a host, a coordinator, players and byes; `enter` lets the players into
both heats; `heats` and `final` play the games; `release`
is the desk, which looks at the first reports of a director. Everything else is pressed
on pages.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from typing import Final

HEATS = ("a", "b")
IN_A_HEAT = 10
HOST, DESK = "continental-host", "continental-desk"


def handles(heat):
    """Return who plays a heat; the names are of this test alone."""
    return [f"continental-{heat}{number}" for number in range(IN_A_HEAT)]


def make_people():
    """Make accounts for host and desk, a venue, the players, and two byes."""
    from allauth.account.models import EmailAddress
    from tests.interfaces.web.seeded_event import PASSWORD

    from padd.core.championships.ledger import EntryKind
    from padd.services.access.actors import SYSTEM
    from padd.services.events import venues
    from padd.services.people import people
    from padd.store.models.championships import Right
    from padd.store.models.people import Account, Grant, Office, Person
    from padd.store.writes.right_ledger import add_right_entry

    now = datetime.now(UTC)
    known = {}
    for name in (HOST, DESK, *handles("a"), *handles("b")):
        details = people.PersonDetails(handle=name, name=name.title())
        public_id = people.add_person(by=SYSTEM, now=now, details=details)
        known[name] = Person.objects.get(public_id=public_id)
    for name in (HOST, DESK):
        account = Account.objects.create(email=f"{name}@example.org", person=known[name])
        account.set_password(PASSWORD)
        account.save()
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    Grant.objects.create(
        account=account, office=Office.COORDINATOR, area="europe", since=now.date()
    )
    venue = venues.VenueDetails(
        name="Continental Hall", town="Berlin", region="germany", time_zone="Europe/Berlin"
    )
    venues.add_venue(by=SYSTEM, now=now, details=venue)
    for name in handles("a")[:2]:
        for year in {now.year, (now + timedelta(days=3)).year}:
            right = Right.objects.create(
                person=known[name],
                edition="2E",
                rounds=[1],
                target="continental",
                year=year,
                won_at=now - timedelta(days=9),
            )
            add_right_entry(right, EntryKind.GRANTED, now=now)


def driver(event):
    """Return somebody who acts in an event at the real time."""
    from tests.services.eventlog.table_driver import AtTheTable

    from padd.services.access.actors import SYSTEM

    day = AtTheTable.__new__(AtTheTable)
    day.by, day.id, day.now = SYSTEM, event, datetime.now(UTC)
    return day


def enter(*heats):
    """Let ten people enter each heat and check in; return who they are."""
    from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
    from padd.core.model import PlayerId
    from padd.store.models.people import Person

    entered = []
    for name, event in zip(HEATS, heats, strict=True):
        day = driver(event)
        rows = Person.objects.filter(handle__in=handles(name)).order_by("handle")
        for row in rows:
            player = PlayerId(row.public_id)
            day.do(PlayerEntered(player=player, name=row.name, handle=row.handle))
            entered.append(player)
        day.do(CheckedIn(players=tuple(day.state.players)))
    return entered


def play_heats(*heats):
    """Play the rounds that are left; the first of one heat is published."""
    from tests.services.championships.championship_builder import play_out

    from padd.core.eventlog.actions.rounds import RoundClosed

    for event in heats:
        day = driver(event)
        if day.state.begun:
            day.enter_all().do(RoundClosed(number=1))
        play_out(day, day.state.settings.rounds_planned - len(day.state.played))


def play_final(event):
    """Play every match of the final as best of three, and finish it."""
    from tests.services.championships.championship_builder import play_best_of_three

    from padd.core.eventlog.actions.finish import EventFinished
    from padd.core.eventlog.actions.players import CheckedIn

    day = driver(event)
    day.do(CheckedIn(players=tuple(day.state.players)))
    for _ in range(day.state.settings.rounds_planned):
        play_best_of_three(day)
    day.do(EventFinished())


def release():
    """Let the desk release the reports that it looks at first."""
    from padd.services import reports
    from padd.services.access.actors import SYSTEM
    from padd.store.models.reports import Report, ReportState

    held = Report.objects.filter(state=ReportState.HELD, event__kind="continental")
    for report in held.order_by("pk"):
        reports.release_report(
            report=report.public_id, by=SYSTEM, now=datetime.now(UTC), reason="Looked at"
        )


STEPS: Final[dict[str, Callable[..., list[str] | None]]] = {
    "people": make_people,
    "enter": enter,
    "heats": play_heats,
    "final": play_final,
    "release": release,
}


def answer(step, *given):
    """Do a step."""
    from django.db import transaction

    # Nobody else writes meanwhile, and a disk is asked once in place of for each act.
    # E-mail is printed, and what is printed is the answer.
    with redirect_stdout(sys.stderr), transaction.atomic():
        return STEPS[step](*given)

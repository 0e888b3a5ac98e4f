"""A person's part in a case: concerned, reporter, desk, or none.

People who took part in the event are not part of the desk for it, and administrators
never are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from padd.core.conduct.case import Part
from padd.core.eventlog.actions.action import kind_of_action
from padd.core.eventlog.actions.players import PlayerEntered
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.refusal import NotFound
from padd.store.models.conduct import Case
from padd.store.models.events import Event, RegistrationState
from padd.store.models.people import Office

ENTERED: Final = kind_of_action(PlayerEntered)
"""How the log of an event records a player without an earlier entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSeat:
    """The part of an actor in a case, and whether the actor may act on it."""

    part: Part
    decides: bool = True
    """The coordinator of the director's own area is told, and reads."""


def role_in_case(case: Case, by: Actor, *, involved: frozenset[int]) -> CaseSeat | None:
    """Return the part of an actor; `involved` are events that the actor took part in."""
    if by.person_id == case.person_id:
        return CaseSeat(part=Part.CONCERNED)
    if by.account_id is not None and by.account_id == case.reporter_id:
        return CaseSeat(part=Part.REPORTER)
    if case.event_id in involved:
        return None
    if not allowed(Permission.CASE_NOTE, roles_of(by, area=case.area or "-")):
        told = home_area(case)
        reads = bool(told) and told in by.areas
        return CaseSeat(part=Part.DESK, decides=False) if reads else None
    head = Office.DIRECTOR in by.offices
    return CaseSeat(part=Part.DIRECTOR if head else Part.DESK)


def home_area(case: Case) -> str:
    """Return the area that the reporting director lives in, if it is known."""
    person = case.reporter.person if case.reporter else None
    region = person.region if person else None
    return region.area if region else ""


def events_with(by: Actor, events: Iterable[int | None]) -> frozenset[int]:
    """Return the events among some that a person played in or directed."""
    if by.person_id is None:
        return frozenset()
    there = Event.objects.filter(pk__in={one for one in events if one is not None})
    took_part = there.filter(Q(directorships__person=by.person_id) | _players(by.person))
    return frozenset(took_part.values_list("pk", flat=True).distinct())


def is_player_of(person: str, event: Event) -> bool:
    """Tell whether a person is a player of an event."""
    return Event.objects.filter(_players(person), pk=event.pk).exists()


def _players(person: str) -> Q:
    return (
        Q(entries__person__public_id=person, entries__state=RegistrationState.GOING)
        | Q(matches__person__public_id=person)
        | Q(finished__placings__person__public_id=person)
        | Q(actions__kind=ENTERED, actions__payload__player=person)
    )


def case_for_reader(case: str, by: Actor) -> tuple[Case, CaseSeat]:
    """Return a case and the actor's part in it; for others it does not exist."""
    row = all_cases().filter(public_id=case, shrunk_at=None).first()
    seat = role_in_case(row, by, involved=events_with(by, [row.event_id])) if row else None
    if row is None or seat is None:
        raise NotFound("case")
    return row, seat


def all_cases() -> QuerySet[Case]:
    """Return cases with what deciding about them asks for."""
    return Case.objects.select_related("person", "event__region", "reporter__person__region")


def desk_areas(by: Actor) -> frozenset[str] | None:
    """Return the areas whose cases an actor decides; None stands for all of them."""
    return None if {Office.DIRECTOR, Office.CHAIR} & by.offices else by.areas

"""Which offices decide for a region: its coordinator, else the Director."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from padd.store.models.people import Area, Grant, Office


def grants_in_force(on: date) -> QuerySet[Grant]:
    """Return the offices that are held on a day."""
    return Grant.objects.filter(Q(until=None) | Q(until__gte=on), since__lte=on, ended_at=None)


def offices_held(account: int, *, on: date) -> tuple[tuple[str, str], ...]:
    """Return the offices of an account on a day, each with its area."""
    return tuple(grants_in_force(on).filter(account=account).values_list("office", "area"))


def vacant_areas(on: date) -> frozenset[str]:
    """Return the areas that have no coordinator on a day; the Director has them."""
    grants = grants_in_force(on).filter(office=Office.COORDINATOR, account__is_active=True)
    return frozenset(Area.values) - set(grants.values_list("area", flat=True))


def coordinator_addresses(area: str, *, on: date) -> list[str]:
    """Return whom to write to about something that waits for an area's desk."""
    in_force = grants_in_force(on).filter(account__is_active=True)
    coordinators = in_force.filter(office=Office.COORDINATOR, area=area or "-")
    addresses = list(coordinators.values_list("account__email", flat=True))
    return addresses or director_addresses(on=on)


def director_addresses(*, on: date) -> list[str]:
    """Return the addresses of the Director of Organized Play."""
    head = grants_in_force(on).filter(account__is_active=True, office=Office.DIRECTOR)
    return list(head.values_list("account__email", flat=True))

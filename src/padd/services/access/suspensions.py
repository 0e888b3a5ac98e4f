"""What a suspension prevents: entering sanctioned events on its days, nothing else.

Part of the house procedure: not checked unless the site has turned it on. A refusal
gives no reason, because directors and others read it too (COND-65).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook
from padd.services.refusal import house_refusal
from padd.store.columns.event_rows import local_time
from padd.store.models.conduct import Suspension
from padd.store.models.events import Event
from padd.store.models.people import Account, Person


def objection_to_entry(person_id: int | None, *, event: Event) -> Refusal | None:
    """Return why somebody does not enter an event, if a suspension keeps them out."""
    if not settings.HOUSE_PROCEDURE or person_id is None:
        return None
    kept = _suspended(person_id, *_days(event)) and may_be_sanctioned(event)
    return _ask_the_desk() if kept else None


def objection_on(person_id: int | None, *days: date) -> Refusal | None:
    """Return why somebody does not apply to hold something on some days."""
    if not settings.HOUSE_PROCEDURE or person_id is None:
        return None
    kept = any(_suspended(person_id, day, day) for day in days)
    return _ask_the_desk() if kept else None


def objection_to_guest(email: str, *, event: Event) -> Refusal | None:
    """Return why the owner of an address does not enter as a guest.

    Only whoever opens the link in the e-mail is told.
    """
    if not settings.HOUSE_PROCEDURE:
        return None
    account = Account.objects.filter(email__iexact=email).first()
    return objection_to_entry(account.person_id if account else None, event=event)


def objection_to_player(player: str, handle: str, *, event: Event) -> Refusal | None:
    """Return why a player does not come into a running event."""
    if not settings.HOUSE_PROCEDURE:
        return None
    named = Q(public_id=player)
    if handle:
        named |= Q(handle__iexact=handle)
    for person in Person.objects.filter(named):
        kept = objection_to_entry(person.merged_into_id or person.pk, event=event)
        if kept is not None:
            return kept
    return None


def suspended_players(players: Iterable[str], *, event: Event) -> frozenset[str]:
    """Return who among those who entered beforehand has been suspended since."""
    if not settings.HOUSE_PROCEDURE or not may_be_sanctioned(event):
        return frozenset()
    named = _suspensions(*_days(event)).filter(person__public_id__in=list(players))
    return frozenset(named.values_list("person__public_id", flat=True))


def may_be_sanctioned(event: Event) -> bool:
    """Tell whether an event was registered early enough to be sanctioned."""
    rules = rulebook(event.rulebook).sanctioning
    if not rules.sanctions or event.registered_at is None:
        return rules.sanctions
    notice = timedelta(hours=rules.notice_hours or 0)
    return event.starts_at - event.registered_at >= notice


def _days(event: Event) -> tuple[date, date]:
    """Return the first and the last day of an event, at its own place."""
    first = local_time(event.starts_at, event.time_zone).date()
    return first, event.ends_on or first


def _suspended(person_id: int, first: date, last: date) -> bool:
    return _suspensions(first, last).filter(person=person_id).exists()


def _suspensions(first: date, last: date) -> QuerySet[Suspension]:
    return Suspension.objects.filter(lifted_at=None, since__lte=last, until__gte=first)


def _ask_the_desk() -> Refusal:
    return house_refusal(
        "ask-the-desk",
        message("This registration needs approval from headquarters. Please write to them."),
    )

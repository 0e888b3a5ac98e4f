"""Withdraw entries because of a suspension: future events on its days."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission
from padd.services.access.suspensions import objection_to_entry
from padd.services.delivery import emails
from padd.services.delivery.calendar_file import calendar_file
from padd.store.models.events import EventState, Registration, RegistrationState
from padd.store.writes.event_log import add_audit_entry
from padd.store.writes.seats import locked_event, promote_waiting


def withdraw_entries(person_id: int, *, by: Actor, now: datetime) -> None:
    """Withdraw a suspended person from events that have not begun; others move up.

    Each in a transaction of its own, as an event's row is held while seats change.
    Whoever enters at the same moment is left out when the event is opened.
    """
    entries = Registration.objects.filter(
        person=person_id, event__state=EventState.LISTED, event__starts_at__gt=now
    ).exclude(state=RegistrationState.WITHDRAWN)
    for entry in entries.select_related("event"):
        if objection_to_entry(person_id, event=entry.event) is not None:
            _withdraw(entry, by=by, now=now)


def _withdraw(entry: Registration, *, by: Actor, now: datetime) -> None:
    with transaction.atomic():
        entry.event = locked_event(entry.event_id)
        entry.state, entry.seat = RegistrationState.WITHDRAWN, None
        entry.save()
        for risen in promote_waiting(entry.event):
            emails.moved_up(risen, calendar=calendar_file(risen.event, now=now))
        add_audit_entry(
            Permission.ENTRY_WITHDRAW, by=by.label, subject=f"entry:{entry.public_id}", at=now
        )

"""Complaints about a director: filed, answered, and approval required as a result."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.delivery import emails
from padd.services.refusal import NotAllowed, NotFound, Outdated, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.conduct import Complaint, ComplaintState
from padd.store.models.events import Event
from padd.store.models.people import Area, Person
from padd.store.writes.event_log import add_audit_entry

LONGEST: Final = 2000
LONGEST_ANSWER: Final = 1000
DIRECTORS_DESK: Final = ""


def complaint_inboxes() -> tuple[tuple[str, str], ...]:
    """Return the inboxes that one may write to."""
    areas = [(str(a), str(a.label)) for a in Area if a is not Area.ELSEWHERE]
    return ((DIRECTORS_DESK, "Director of Organized Play"), *areas)


def raise_complaint(
    *, by: Actor, now: datetime, event: str, person: str, text: str, area: str = ""
) -> str:
    """Raise a complaint about a director of an event; return its public id."""
    text = normalize_line(text)
    with transaction.atomic():
        require(Permission.COMPLAINT_RAISE, by)
        about = Person.objects.filter(
            public_id=person, directorships__event__public_id=event
        ).first()
        if about is None:
            raise refusal_error(
                "director-unknown", message("Choose a director of the event."), place="person"
            )
        if area not in dict(complaint_inboxes()):
            raise refusal_error("desk-unknown", message("Choose a desk."), place="desk")
        if refusal := text_refusal(text, place="text", most=LONGEST, needed=True):
            raise RefusalError(refusal)
        complaint = Complaint.objects.create(
            about=about,
            event=Event.objects.get(public_id=event),
            raised_by_id=by.account_id,
            area=area,
            text=text,
            created_at=now,
        )
        add_audit_entry(
            Permission.COMPLAINT_RAISE,
            by=by.label,
            subject=f"concern:{complaint.public_id}",
            at=now,
            after={"about": about.public_id, "event": event, "area": area},
        )
        emails.notify_complaint(complaint)
    return complaint.public_id


def close_complaint(
    *, by: Actor, now: datetime, complaint: str, answer: str, hold_back: bool = False
) -> None:
    """Answer a complaint and close it; the director may be held back by it."""
    answer = normalize_line(answer)
    with transaction.atomic():
        row = _complaint(complaint)
        _require(by, Permission.COMPLAINT_CLOSE, row)
        if refusal := text_refusal(answer, place="answer", most=LONGEST_ANSWER, needed=True):
            raise RefusalError(refusal)
        written = Complaint.objects.filter(pk=row.pk, state=ComplaintState.OPEN).update(
            state=ComplaintState.CLOSED,
            closed_at=now,
            closed_by=by.account_id,
            answer=answer,
            held_back=hold_back,
        )
        if not written:
            raise Outdated("complaint")
        add_audit_entry(
            Permission.COMPLAINT_CLOSE,
            by=by.label,
            subject=f"concern:{row.public_id}",
            at=now,
            before={"state": str(ComplaintState.OPEN)},
            after={"state": str(ComplaintState.CLOSED), "held back": hold_back},
        )
        row.answer = answer
        emails.notify_complaint_answer(row)


def lift_hold(*, by: Actor, now: datetime, complaint: str) -> None:
    """Let a director register events without waiting again."""
    with transaction.atomic():
        row = _complaint(complaint)
        _require(by, Permission.COMPLAINT_LIFT, row)
        holds = Complaint.objects.filter(pk=row.pk, held_back=True, lifted_at=None)
        if not holds.update(lifted_at=now):
            raise Outdated("complaint")
        add_audit_entry(
            Permission.COMPLAINT_LIFT, by=by.label, subject=f"concern:{row.public_id}", at=now
        )


def _complaint(public_id: str) -> Complaint:
    row = (
        Complaint.objects.select_related("about", "event", "raised_by")
        .filter(public_id=public_id)
        .first()
    )
    if row is None:
        raise NotFound("complaint")
    return row


def _require(by: Actor, permission: Permission, row: Complaint) -> None:
    """Let the coordinator decide, but not about a complaint on the coordinator."""
    require(permission, by, area=row.area)
    if by.person_id is not None and by.person_id == row.about_id:
        raise NotAllowed(permission)

"""Which approvals an event needs before it is in the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.model import Edition
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import (
    Permission,
    allowed,
    area_of,
    hats,
)
from padd.services.delivery import emails
from padd.services.events.adviser import (
    Needed,
    advise,
    starts_of,
)
from padd.store.models import (
    HIDES_AN_EVENT,
    Approval,
    ApprovalKind,
    ApprovalState,
    Event,
    EventState,
    Person,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from padd.services.access.actors import Actor
    from padd.services.events.event_form import EventForm

COORDINATORS_DESK: Final = "coordinator"
TABLES: Final = "tribbles-tables"
"""What rulebooks call the further tables of a Tribbles event."""


def notice_from(draft: EventForm) -> datetime | None:
    """Return since when a further table of a Tribbles event counts as registered.

    Tables that are added on the day, at the same time and place, have the notice
    of the event that they belong to, where a rulebook says so.
    """
    book, starts = rulebook(draft.rulebook), starts_of(draft)
    if (
        TABLES not in book.sanctioning.notice_waived_for
        or draft.edition != Edition.TRIBBLES
        or starts is None
        or not draft.venue
    ):
        return None
    first = Event.objects.filter(
        edition=draft.edition,
        venue__public_id=draft.venue,
        starts_at=starts,
        registered_at__isnull=False,
        state__in=(EventState.LISTED, EventState.RUNNING),
    )
    earliest = first.order_by("registered_at").first()
    return earliest.registered_at if earliest else None


def open_questions(
    event: Event, draft: EventForm, *, by: Actor, now: datetime
) -> list[Needed]:
    """Return the approvals that this actor cannot give in the same breath."""
    needed = advise(draft, rulebook(draft.rulebook), now=now).approvals
    return [
        one
        for one in (*needed, *_held_back(draft))
        if not allowed(Permission.APPROVAL_DECIDE, hats(by, area=_desk(one, event)))
    ]


def _held_back(draft: EventForm) -> Iterator[Needed]:
    """Give the question that stands between a director held back and the calendar."""
    held = Person.objects.filter(
        public_id__in=draft.directors,
        concerns__held_back=True,
        concerns__lifted_at=None,
    ).distinct()
    handles = ", ".join(sorted(one.handle for one in held))
    if handles:
        yield Needed(
            kind=str(ApprovalKind.HELD),
            decides=COORDINATORS_DESK,
            asked=f"Directed by {handles}, held back after a concern",
            cite="§1.2",
        )


def _desk(needed: Needed, event: Event) -> str:
    return area_of(event) if needed.decides == COORDINATORS_DESK else ""


def ask(event: Event, questions: Sequence[Needed], *, by: Actor, now: datetime) -> None:
    """Put questions on the desks that decide them."""
    for one in questions:
        asked = Approval.objects.create(
            kind=one.kind,
            event=event,
            area=_desk(one, event),
            requester_id=by.account_id,
            rule=one.cite,
            asked=one.asked,
            created_at=now,
        )
        emails.approval_asked(asked)


def ask_again(
    event: Event, was: EventForm, wanted: EventForm, *, by: Actor, now: datetime
) -> None:
    """Ask for what an edit has made necessary, and drop what it has made needless."""
    old = {(one.kind, one.asked) for one in open_questions(event, was, by=by, now=now)}
    new = open_questions(event, wanted, by=by, now=now)
    kept = {one.kind for one in new if (one.kind, one.asked) in old}
    event.approvals.filter(state=ApprovalState.OPEN).exclude(kind__in=kept).update(
        state=ApprovalState.WITHDRAWN, decided_at=now
    )
    ask(event, [one for one in new if one.kind not in kept], by=by, now=now)
    event.state = state_by_approvals(event)
    event.save(update_fields=["state"])


def state_by_approvals(event: Event) -> EventState:
    """Return whether an event is listed, or waits for somebody."""
    waits = event.approvals.filter(
        state=ApprovalState.OPEN, kind__in=HIDES_AN_EVENT
    ).exists()
    return EventState.AWAITING_APPROVAL if waits else EventState.LISTED

"""Which approvals an event needs before it is in the calendar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from padd.core.messages import message
from padd.core.model import ChampionshipStage, Edition
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, area_of, roles_of
from padd.services.delivery import emails
from padd.services.events.event_form import EventForm
from padd.services.events.sanction_adviser import NeededApproval, sanction_advice, start_moment
from padd.store.models.championships import Application, ApplicationState, StageEvent
from padd.store.models.events import (
    HIDES_AN_EVENT,
    Approval,
    ApprovalKind,
    ApprovalState,
    Event,
    EventKind,
    EventState,
    Venue,
)
from padd.store.models.people import Person
from padd.store.writes.championship_stages import DECIDING, year_of

COORDINATORS_DESK: Final = "coordinator"
AGREED: Final = (EventState.LISTED, EventState.RUNNING)
"""How the final stands of a championship that the desk has agreed to."""
TABLES: Final = "tribbles-tables"
"""What rulebooks call the further tables of a Tribbles event."""


def notice_start(form: EventForm) -> datetime | None:
    """Return since when a further table of a Tribbles event counts as registered.

    Tables that are added on the day, at the same time and place, have the notice
    of the event that they belong to, where a rulebook says so.
    """
    book, starts = rulebook(form.rulebook), start_moment(form)
    if (
        TABLES not in book.sanctioning.notice_waived_for
        or form.edition != Edition.TRIBBLES
        or starts is None
        or not form.venue
    ):
        return None
    first = Event.objects.filter(
        edition=form.edition,
        venue__public_id=form.venue,
        starts_at=starts,
        registered_at__isnull=False,
        state__in=(EventState.LISTED, EventState.RUNNING),
    )
    earliest = first.order_by("registered_at").first()
    return earliest.registered_at if earliest else None


def missing_approvals(
    event: Event, form: EventForm, *, by: Actor, now: datetime
) -> list[NeededApproval]:
    """Return the approvals that this actor cannot give in the same breath."""
    needed = sanction_advice(form, rulebook(form.rulebook), now=now).approvals
    return [
        question
        for question in (*needed, *_held_back(form))
        if not (question.kind == ApprovalKind.CHAMPIONSHIP and _was_agreed(event))
        and not allowed(Permission.APPROVAL_DECIDE, roles_of(by, area=_area(question, event)))
    ]


def is_championship_agreed(event: Event, form: EventForm) -> bool:
    """Tell whether the desk has agreed to the championship that a form describes."""
    year = form.starts.year if form.starts else None
    said = (form.kind, form.edition, year)
    known = (event.kind, event.edition, year_of(event))
    return event.kind != EventKind.OTHER and said == known and _was_agreed(event)


def _was_agreed(event: Event) -> bool:
    """Tell whether the desk has agreed to the application; for a heat, to the final."""
    heats = StageEvent.objects.filter(event=event, stage=ChampionshipStage.HEAT)
    heat = heats.select_related("championship").first()
    if heat is not None:
        others = heat.championship.stages.filter(stage__in=DECIDING)
        return others.filter(event__state__in=AGREED).exists()
    return Application.objects.filter(
        event=event,
        state=ApplicationState.AWARDED,
        kind=event.kind,
        edition=event.edition,
        year=year_of(event),
    ).exists()


def _held_back(form: EventForm) -> Iterator[NeededApproval]:
    """Give the question that stands between a director held back and the calendar."""
    directors = Person.objects.filter(
        public_id__in=form.directors, concerns__held_back=True, concerns__lifted_at=None
    ).distinct()
    handles = ", ".join(sorted(director.handle for director in directors))
    if handles:
        yield NeededApproval(
            kind=str(ApprovalKind.HELD),
            decides=COORDINATORS_DESK,
            asked=message("Directed by {handles}, on hold after a complaint", handles=handles),
            cite=cite(rulebook(form.rulebook), "roles.concerns_to"),
        )


def _area(needed: NeededApproval, event: Event) -> str:
    return area_of(event) if needed.decides == COORDINATORS_DESK else ""


def request_approvals(
    event: Event, questions: Sequence[NeededApproval], *, by: Actor, now: datetime
) -> None:
    """Put questions into the inboxes where they are decided."""
    for question in questions:
        approval = Approval.objects.create(
            kind=question.kind,
            event=event,
            area=_area(question, event),
            requester_id=by.account_id,
            rule=question.cite,
            asked=question.asked,
            created_at=now,
        )
        emails.notify_approval_request(approval)


def update_approvals(
    event: Event, was: EventForm, form: EventForm, *, by: Actor, now: datetime
) -> None:
    """Ask for what an edit has made necessary, and drop what it has made needless."""
    old = {
        (question.kind, question.asked)
        for question in missing_approvals(event, was, by=by, now=now)
    }
    new = missing_approvals(event, form, by=by, now=now)
    unchanged = {question.kind for question in new if (question.kind, question.asked) in old}
    event.approvals.filter(state=ApprovalState.OPEN).exclude(kind__in=unchanged).update(
        state=ApprovalState.WITHDRAWN, decided_at=now
    )
    request_approvals(
        event, [question for question in new if question.kind not in unchanged], by=by, now=now
    )
    event.state = state_by_approvals(event)
    event.save(update_fields=["state"])


def state_by_approvals(event: Event) -> EventState:
    """Return whether an event is listed, or waits for an approval."""
    waits = event.approvals.filter(state=ApprovalState.OPEN, kind__in=HIDES_AN_EVENT).exists()
    return EventState.AWAITING_APPROVAL if waits else EventState.LISTED


def request_venue_approval(venue: Venue, *, requester: Actor, now: datetime) -> None:
    """Put a new venue into the inbox of its coordinator."""
    Approval.objects.create(
        kind=ApprovalKind.VENUE,
        venue=venue,
        area=venue.region.area,
        requester_id=requester.account_id,
        asked=message("New venue: {name}, {town}", name=venue.name, town=venue.town),
        created_at=now,
    )

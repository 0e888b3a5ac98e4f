"""Register, publish, edit, copy, cancel and discard events of the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.access.rate_limit import limit_creation
from padd.services.delivery import emails
from padd.services.events.approvals_needed import (
    missing_approvals,
    notice_start,
    request_approvals,
    state_by_approvals,
    update_approvals,
)
from padd.services.events.championship_calendar import record_stage
from padd.services.events.event_changes import check_changes
from padd.services.events.event_form import EventForm, RoundsChangeForm
from padd.services.events.event_row import (
    complete_form,
    director_emails,
    event_for_change,
    fill_row,
    set_directors,
    visible_event,
)
from padd.services.events.sanction_adviser import SanctionAdvice, sanction_advice
from padd.services.events.validation import check_form
from padd.services.refusal import house_refusal, refusal_error, refuse_all
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.columns.event_rows import event_audit_facts, event_form_values
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import (
    ApprovalState,
    ChangeNote,
    Event,
    EventState,
    RoundsGround,
    Venue,
)
from padd.store.models.people import Account, Person
from padd.store.writes.event_log import add_audit_entry
from padd.store.writes.seats import promote_waiting

OVER: Final = frozenset({EventState.CANCELLED, EventState.VOIDED})
CORRECTABLE: Final = frozenset(
    {EventState.AWAITING_APPROVAL, EventState.LISTED, EventState.RUNNING}
)
LONGEST_PRIZES: Final = 500
REPORTED: Final = frozenset(
    {EventState.HELD, EventState.AWAITING_PROCESSING, EventState.PROCESSED, EventState.VOIDED}
)
DOUBLE_CLICK: Final = timedelta(minutes=1)
"""The same draft sent again within this time was sent by pressing twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedEvent:
    """What became of an event in the calendar."""

    public_id: str
    state: str
    version: int
    advice: SanctionAdvice


def register_event(
    *, by: Actor, now: datetime, form: EventForm, publish: bool = True
) -> SavedEvent:
    """Register an event, or keep it as a draft; tell what the rulebook says of it."""
    require(Permission.EVENT_REGISTER, by)
    limit_creation(Permission.EVENT_REGISTER, by, now=now)
    completed = complete_form(form, by)
    with transaction.atomic():
        check_form(completed, by=by, now=now, publish=publish)
        earlier = None if publish else _draft_of_first_click(completed, by=by, now=now)
        if earlier is not None:
            return _saved_event(earlier, completed, now=now)
        event = fill_row(Event(created_at=now, registrar_id=by.account_id), completed)
        event.copied_from = Event.objects.filter(public_id=completed.copied_from or "-").first()
        event.save()
        set_directors(event, completed.directors)
        if publish:
            _publish(event, completed, by=by, now=now)
        elif not allowed(Permission.EVENT_EDIT, roles_of(by, event=event)):
            emails.notify_named_director(event, to=director_emails(event))
        _audit(Permission.EVENT_REGISTER, event, by=by, now=now)
    return _saved_event(event, completed, now=now)


def _draft_of_first_click(form: EventForm, *, by: Actor, now: datetime) -> Event | None:
    """Return the draft that an earlier press of the same button has made."""
    if by.account_id is None:
        return None
    # Two presses at the same moment take turns here.
    Account.objects.select_for_update().get(pk=by.account_id)
    drafts = Event.objects.filter(
        registrar=by.account_id, state=EventState.DRAFT, created_at__gt=now - DOUBLE_CLICK
    )
    same = (row for row in drafts if EventForm(**event_form_values(row)) == form)
    return next(same, None)


def publish_event(*, by: Actor, now: datetime, event: str, version: int) -> SavedEvent:
    """Publish a draft; the notice counts from now."""
    with transaction.atomic():
        row = event_for_change(event, version, Permission.EVENT_EDIT, by)
        if row.state != EventState.DRAFT:
            raise refusal_error("not-a-draft", message("This event is already listed."))
        form = EventForm(**event_form_values(row))
        check_form(form, by=by, now=now, publish=True)
        before = event_audit_facts(row)
        _publish(row, form, by=by, now=now)
        _audit(Permission.EVENT_EDIT, row, by=by, now=now, before=before)
    return _saved_event(row, form, now=now)


def edit_event(
    *,
    by: Actor,
    now: datetime,
    event: str,
    version: int,
    form: EventForm,
    rounds_change: RoundsChangeForm | None = None,
    reason: str = "",
) -> SavedEvent:
    """Edit a listing; date, time and number of rounds have rules of their own."""
    with transaction.atomic():
        row = event_for_change(event, version, Permission.EVENT_EDIT, by)
        if row.state in OVER:
            raise refusal_error("over", message("A canceled event can’t be edited."))
        completed = complete_form(form, by)
        check_form(completed, by=by, now=now, publish=row.state != EventState.DRAFT, event=row)
        check_changes(row, completed, change=rounds_change, now=now)
        before, was = event_audit_facts(row), EventForm(**event_form_values(row))
        fill_row(row, completed).save()
        set_directors(row, completed.directors)
        if row.state in {EventState.LISTED, EventState.AWAITING_APPROVAL}:
            update_approvals(row, was, completed, by=by, now=now)
            record_stage(row, now=now)
        for risen in promote_waiting(row):
            emails.notify_moved_up(risen)
        _change_note(row, before, change=rounds_change, by=by, now=now, reason=reason)
        _audit(Permission.EVENT_EDIT, row, by=by, now=now, before=before, reason=reason)
        emails.notify_new_start(row, was=was.starts, now_starts=completed.starts)
        if was.venue and was.venue != completed.venue:
            emails.notify_new_venue(row)
    return _saved_event(row, completed, now=now)


def correct_venue_or_prizes(
    *, by: Actor, now: datetime, event: str, venue: str, prizes: str
) -> None:
    """Name another place or other prizes on the day, until the event is over."""
    with transaction.atomic():
        row = visible_event(event, by=by)
        require(Permission.EVENT_RUN, by, event=row)
        if row.state not in CORRECTABLE:
            raise refusal_error("over", message("The event is over, so its listing can’t change."))
        place = Venue.objects.filter(public_id=venue).first() if venue else row.venue
        refusals = (
            None
            if place is not None or row.online
            else house_refusal("venue-unknown", message("Choose a venue."), place="venue"),
            text_refusal(normalize_line(prizes), place="prizes", most=LONGEST_PRIZES),
        )
        refuse_all(filter(None, refusals))
        before = event_audit_facts(row)
        row.prizes = normalize_line(prizes)
        if place is not None and not row.online:
            row.venue, row.region = place, place.region
        row.version += 1
        row.save()
        _change_note(row, before, change=None, by=by, now=now, reason="")
        _audit(Permission.EVENT_EDIT, row, by=by, now=now, before=before)
        if venue and before["venue"] != venue:
            emails.notify_new_venue(row)


def copy_event(*, by: Actor, event: str) -> EventForm:
    """Return an earlier event as a new draft, without its date and people."""
    row = visible_event(event, by=by)
    require(Permission.EVENT_COPY, by, event=row)
    values = event_form_values(row)
    values.update(starts=None, second_time=False, ends_on=None, release_set="")
    values["deck_deadline"] = None
    values["copied_from"] = row.public_id
    if not allowed(Permission.EVENT_EDIT, roles_of(by, event=row)):
        values.update(directors=(), contact_name="", contact_email="", contact_phone="")
    return EventForm(**values)


def cancel_event(*, by: Actor, now: datetime, event: str, version: int, reason: str) -> None:
    """Cancel an event; it stays on record, and entered players are notified."""
    with transaction.atomic():
        row = event_for_change(event, version, Permission.EVENT_CANCEL, by)
        if not normalize_line(reason):
            raise refusal_error(
                "missing", message("Give a reason for the people who registered."), place="reason"
            )
        if row.state not in {EventState.DRAFT, EventState.AWAITING_APPROVAL, EventState.LISTED}:
            raise refusal_error(
                "too-late",
                message("An event that has started can’t be canceled. Finish it instead."),
            )
        before = event_audit_facts(row)
        row.state = EventState.CANCELLED
        row.registered_at = row.registered_at or now
        row.save()
        row.approvals.filter(state=ApprovalState.OPEN).update(
            state=ApprovalState.WITHDRAWN, decided_at=now
        )
        _audit(Permission.EVENT_CANCEL, row, by=by, now=now, before=before, reason=reason)
        emails.notify_cancellation(row, reason=normalize_line(reason))


def discard_draft(*, by: Actor, now: datetime, event: str, version: int) -> None:
    """Throw a draft away; the audit alone remembers that there was one."""
    with transaction.atomic():
        row = event_for_change(event, version, Permission.EVENT_DISCARD, by)
        if row.state != EventState.DRAFT or row.entries.exists():
            raise refusal_error(
                "no-draft", message("Only a draft can be deleted; cancel a listed event instead.")
            )
        before = event_audit_facts(row)
        Event.objects.filter(copied_from=row).update(copied_from=None)
        row.delete()
        add_audit_entry(
            Permission.EVENT_DISCARD, by=by.label, subject=f"event:{event}", at=now, before=before
        )


def delete_event(*, by: Actor, now: datetime, event: str) -> None:
    """Delete an event that was a test: gone from every page, its log kept below.

    A log is only ever added to, so its rows stay in the database, and in the copies
    of the event file that were made while it was run.
    """
    with transaction.atomic():
        row = visible_event(event, by=by)
        require(Permission.EVENT_DISCARD, by, event=row)
        if row.state in REPORTED or row.reports.exists():
            raise refusal_error(
                "reported", message("The event is reported, so it stays on record.")
            )
        form, book = EventForm(**event_form_values(row)), rulebook(row.rulebook)
        if sanction_advice(form, book, now=now, registered=row.registered_at).sanctioned:
            raise refusal_error(
                "sanctioned",
                message(
                    "The event is sanctioned, so it can’t be deleted. Until it "
                    "starts, you can cancel it on its page."
                ),
            )
        FinishedEvent.objects.filter(event=row).delete()
        row.deleted_at = now
        row.version += 1
        row.save()
        add_audit_entry(
            Permission.EVENT_DISCARD,
            by=by.label,
            subject=f"event:{event}",
            at=now,
            before=event_audit_facts(row),
        )


def _publish(event: Event, form: EventForm, *, by: Actor, now: datetime) -> None:
    event.registered_at = notice_start(form) or now
    request_approvals(event, missing_approvals(event, form, by=by, now=now), by=by, now=now)
    event.state = state_by_approvals(event)
    event.save()
    record_stage(event, now=now)


def _change_note(
    event: Event,
    before: dict[str, object],
    *,
    change: RoundsChangeForm | None,
    by: Actor,
    now: datetime,
    reason: str,
) -> None:
    was, became = _changes(event, before)
    if not became:
        return
    rounds = "rounds_planned" in became and change is not None
    note = ChangeNote.objects.create(
        event=event,
        at=now,
        by=by.label,
        before=was,
        after=became,
        ground=RoundsGround(change.ground) if rounds and change else "",
        reason=normalize_line(change.description if rounds and change else "")
        or normalize_line(reason),
    )
    if rounds and change:
        note.agreed.set(Person.objects.filter(public_id__in=change.agreed))


def _changes(
    event: Event, before: dict[str, object]
) -> tuple[dict[str, object], dict[str, object]]:
    """Return the facts of an event that changed: what they were, what they are."""
    after = event_audit_facts(event)
    changed = [field for field in after if after[field] != before[field]]
    return {f: before[f] for f in changed}, {f: after[f] for f in changed}


def _audit(
    permission: Permission,
    event: Event,
    *,
    by: Actor,
    now: datetime,
    before: dict[str, object] | None = None,
    reason: str = "",
) -> None:
    after = event_audit_facts(event)
    if before is not None:
        before, after = _changes(event, before)
    add_audit_entry(
        permission,
        by=by.label,
        subject=f"event:{event.public_id}",
        at=now,
        before=before,
        after=after,
        reason=normalize_line(reason),
    )


def _saved_event(event: Event, form: EventForm, *, now: datetime) -> SavedEvent:
    book = rulebook(form.rulebook)
    return SavedEvent(
        public_id=event.public_id,
        state=str(event.state),
        version=event.version,
        advice=sanction_advice(form, book, now=now, registered=event.registered_at),
    )

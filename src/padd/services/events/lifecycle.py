"""Register, publish, edit, copy, cancel and discard events of the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import Actor
from padd.services.access.creation_limit import limit_creation
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.delivery import emails
from padd.services.events.approvals_needed import (
    ask,
    ask_again,
    notice_from,
    open_questions,
    state_by_approvals,
)
from padd.services.events.championship_calendar import note_stage
from padd.services.events.event_changes import changes_refused
from padd.services.events.event_form import EventForm, RoundsChangeForm
from padd.services.events.event_row import (
    completed_form,
    emails_of_directors,
    event_of,
    event_to_change,
    filled_row,
    set_directors,
)
from padd.services.events.sanction_adviser import SanctionAdvice, advise
from padd.services.events.validation import form_refused
from padd.services.refusal import no, refuse_all
from padd.services.typed_text import objection, tidy
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
TO_PUT_RIGHT: Final = frozenset(
    {EventState.AWAITING_APPROVAL, EventState.LISTED, EventState.RUNNING}
)
LONGEST_PRIZES: Final = 500
REPORTED: Final = frozenset(
    {EventState.HELD, EventState.AWAITING_PROCESSING, EventState.PROCESSED, EventState.VOIDED}
)
ONE_PRESS: Final = timedelta(minutes=1)
"""The same draft sent again within this time was sent by pressing twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedEvent:
    """What became of an event in the calendar."""

    public_id: str
    state: str
    version: int
    advice: SanctionAdvice


def register(*, by: Actor, now: datetime, form: EventForm, publish: bool = True) -> SavedEvent:
    """Register an event, or keep it as a draft; tell what the rulebook says of it."""
    require(Permission.EVENT_REGISTER, by)
    limit_creation(Permission.EVENT_REGISTER, by, now=now)
    completed = completed_form(form, by)
    with transaction.atomic():
        form_refused(completed, by=by, now=now, publish=publish)
        earlier = None if publish else _made_before(completed, by=by, now=now)
        if earlier is not None:
            return _listed(earlier, completed, now=now)
        event = filled_row(Event(created_at=now, registrar_id=by.account_id), completed)
        event.copied_from = Event.objects.filter(public_id=completed.copied_from or "-").first()
        event.save()
        set_directors(event, completed.directors)
        if publish:
            _publish(event, completed, by=by, now=now)
        elif not allowed(Permission.EVENT_EDIT, roles_of(by, event=event)):
            emails.named_director(event, to=emails_of_directors(event))
        _note(Permission.EVENT_REGISTER, event, by=by, now=now)
    return _listed(event, completed, now=now)


def _made_before(form: EventForm, *, by: Actor, now: datetime) -> Event | None:
    """Return the draft that an earlier press of the same button has made."""
    if by.account_id is None:
        return None
    # Two presses at the same moment take turns here.
    Account.objects.select_for_update().get(pk=by.account_id)
    drafts = Event.objects.filter(
        registrar=by.account_id, state=EventState.DRAFT, created_at__gt=now - ONE_PRESS
    )
    same = (row for row in drafts if EventForm(**event_form_values(row)) == form)
    return next(same, None)


def publish(*, by: Actor, now: datetime, event: str, version: int) -> SavedEvent:
    """Publish a draft; the notice counts from now."""
    with transaction.atomic():
        row = event_to_change(event, version, Permission.EVENT_EDIT, by)
        if row.state != EventState.DRAFT:
            raise RefusalError(no("not-a-draft", message("This event is already listed.")))
        form = EventForm(**event_form_values(row))
        form_refused(form, by=by, now=now, publish=True)
        before = event_audit_facts(row)
        _publish(row, form, by=by, now=now)
        _note(Permission.EVENT_EDIT, row, by=by, now=now, before=before)
    return _listed(row, form, now=now)


def edit(
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
        row = event_to_change(event, version, Permission.EVENT_EDIT, by)
        if row.state in OVER:
            raise RefusalError(no("over", message("A canceled event can’t be edited.")))
        completed = completed_form(form, by)
        form_refused(completed, by=by, now=now, publish=row.state != EventState.DRAFT, event=row)
        changes_refused(row, completed, change=rounds_change, now=now)
        before, was = event_audit_facts(row), EventForm(**event_form_values(row))
        filled_row(row, completed).save()
        set_directors(row, completed.directors)
        if row.state in {EventState.LISTED, EventState.AWAITING_APPROVAL}:
            ask_again(row, was, completed, by=by, now=now)
            note_stage(row, now=now)
        for risen in promote_waiting(row):
            emails.moved_up(risen)
        _change_note(row, before, change=rounds_change, by=by, now=now, reason=reason)
        _note(Permission.EVENT_EDIT, row, by=by, now=now, before=before, reason=reason)
        emails.event_changed(row, was=was.starts, now_starts=completed.starts)
        if was.venue and was.venue != completed.venue:
            emails.event_moved(row)
    return _listed(row, completed, now=now)


def put_right(*, by: Actor, now: datetime, event: str, venue: str, prizes: str) -> None:
    """Name another place or other prizes on the day, until the event is over."""
    with transaction.atomic():
        row = event_of(event, by=by)
        require(Permission.EVENT_RUN, by, event=row)
        if row.state not in TO_PUT_RIGHT:
            raise RefusalError(
                no("over", message("The event is over, so its listing can’t change."))
            )
        place = Venue.objects.filter(public_id=venue).first() if venue else row.venue
        refusals = (
            None
            if place is not None or row.online
            else no("venue-unknown", message("Choose a venue."), place="venue"),
            objection(tidy(prizes), place="prizes", most=LONGEST_PRIZES),
        )
        refuse_all(filter(None, refusals))
        before = event_audit_facts(row)
        row.prizes = tidy(prizes)
        if place is not None and not row.online:
            row.venue, row.region = place, place.region
        row.version += 1
        row.save()
        _change_note(row, before, change=None, by=by, now=now, reason="")
        _note(Permission.EVENT_EDIT, row, by=by, now=now, before=before)
        if venue and before["venue"] != venue:
            emails.event_moved(row)


def copy(*, by: Actor, event: str) -> EventForm:
    """Return an earlier event as a new draft, without its date and people."""
    row = event_of(event, by=by)
    require(Permission.EVENT_COPY, by, event=row)
    values = event_form_values(row)
    values.update(starts=None, second_time=False, ends_on=None, release_set="")
    values["deck_deadline"] = None
    values["copied_from"] = row.public_id
    if not allowed(Permission.EVENT_EDIT, roles_of(by, event=row)):
        values.update(directors=(), contact_name="", contact_email="", contact_phone="")
    return EventForm(**values)


def cancel(*, by: Actor, now: datetime, event: str, version: int, reason: str) -> None:
    """Cancel an event; it stays on record, and whoever had entered is told."""
    with transaction.atomic():
        row = event_to_change(event, version, Permission.EVENT_CANCEL, by)
        if not tidy(reason):
            raise RefusalError(
                no(
                    "missing",
                    message("Give a reason for the people who registered."),
                    place="reason",
                )
            )
        if row.state not in {EventState.DRAFT, EventState.AWAITING_APPROVAL, EventState.LISTED}:
            raise RefusalError(
                no(
                    "too-late",
                    message("An event that has started can’t be canceled. Finish it instead."),
                )
            )
        before = event_audit_facts(row)
        row.state = EventState.CANCELLED
        row.registered_at = row.registered_at or now
        row.save()
        row.approvals.filter(state=ApprovalState.OPEN).update(
            state=ApprovalState.WITHDRAWN, decided_at=now
        )
        _note(Permission.EVENT_CANCEL, row, by=by, now=now, before=before, reason=reason)
        emails.cancelled(row, reason=tidy(reason))


def discard(*, by: Actor, now: datetime, event: str, version: int) -> None:
    """Throw a draft away; the audit alone remembers that there was one."""
    with transaction.atomic():
        row = event_to_change(event, version, Permission.EVENT_DISCARD, by)
        if row.state != EventState.DRAFT or row.entries.exists():
            raise RefusalError(
                no(
                    "no-draft",
                    message("Only a draft can be deleted; cancel a listed event instead."),
                )
            )
        before = event_audit_facts(row)
        Event.objects.filter(copied_from=row).update(copied_from=None)
        row.delete()
        add_audit_entry(
            Permission.EVENT_DISCARD, by=by.label, subject=f"event:{event}", at=now, before=before
        )


def delete(*, by: Actor, now: datetime, event: str) -> None:
    """Delete an event that was a test: gone from every page, its log kept below.

    A log is only ever added to, so its rows stay in the database, and in the copies
    of the event file that were made while it was run.
    """
    with transaction.atomic():
        row = event_of(event, by=by)
        require(Permission.EVENT_DISCARD, by, event=row)
        if row.state in REPORTED or row.reports.exists():
            raise RefusalError(
                no("reported", message("The event is reported, so it stays on record."))
            )
        form, book = EventForm(**event_form_values(row)), rulebook(row.rulebook)
        if advise(form, book, now=now, registered=row.registered_at).sanctioned:
            raise RefusalError(
                no(
                    "sanctioned",
                    message(
                        "The event is sanctioned, so it can’t be deleted. Until it "
                        "starts, you can cancel it on its page."
                    ),
                )
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
    event.registered_at = notice_from(form) or now
    ask(event, open_questions(event, form, by=by, now=now), by=by, now=now)
    event.state = state_by_approvals(event)
    event.save()
    note_stage(event, now=now)


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
        reason=tidy(change.description if rounds and change else "") or tidy(reason),
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


def _note(
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
        reason=tidy(reason),
    )


def _listed(event: Event, form: EventForm, *, now: datetime) -> SavedEvent:
    book = rulebook(form.rulebook)
    return SavedEvent(
        public_id=event.public_id,
        state=str(event.state),
        version=event.version,
        advice=advise(form, book, now=now, registered=event.registered_at),
    )

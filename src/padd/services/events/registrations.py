"""Registrations: register, confirm, withdraw, move up from the waiting list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import Actor
from padd.services.access.credentials import new_token, token_hash
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.access.suspensions import objection_to_entry, objection_to_guest
from padd.services.delivery import calendar_file, emails
from padd.services.refusal import NotAllowed, NotFound, house_refusal, refusal_error, refuse_all
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.events import Event, EventState, Registration, RegistrationState
from padd.store.models.people import Person
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry
from padd.store.writes.seats import (
    assign_seat,
    locked_event,
    next_registration_number,
    promote_waiting,
)

OPEN_TO_ENTRY: Final = frozenset({EventState.LISTED, EventState.RUNNING})
LONGEST_NAME: Final = 100
BETWEEN_LINKS: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOutcome:
    """How an entry stands."""

    public_id: str
    event: str
    state: str
    place_in_line: int | None = None
    """The place on the waiting list."""
    pairings_by_email: bool = False


def enter_person(
    *,
    by: Actor,
    now: datetime,
    event: str,
    person: str | None = None,
    birth_year: int | None = None,
) -> RegistrationOutcome:
    """Enter oneself, or (directors and scorekeepers) another known person."""
    with transaction.atomic():
        row = _open_event(event)
        entered_person = _person(person, by)
        own = entered_person.pk == by.person_id
        require(
            Permission.ENTRY_ADD if own else Permission.ENTRY_ADD_OTHER,
            by,
            event=row,
            person_id=entered_person.pk,
        )
        refuse_all(_registration_refused(row, by=by, own=own))
        if refusal := objection_to_entry(entered_person.pk, event=row):
            raise RefusalError(refusal)
        _check_age(row, entered_person, birth_year)
        registration = row.entries.filter(person=entered_person).first()
        if registration is not None and registration.state != RegistrationState.WITHDRAWN:
            raise refusal_error(
                "already-entered",
                message("{handle} is already on the list.", handle=entered_person.handle),
            )
        registration = registration or Registration(
            event=row, person=entered_person, created_at=now
        )
        registration.number = next_registration_number(row)
        registration.confirmed_at = now
        assign_seat(registration)
        _audit(
            Permission.ENTRY_ADD if own else Permission.ENTRY_ADD_OTHER,
            registration,
            by=by,
            now=now,
        )
        if own:
            emails.notify_entry(registration, calendar=calendar_file(row, now=now))
        else:
            emails.notify_entry_by_staff(registration)
    return _outcome(registration)


def enter_guest(
    *, by: Actor, now: datetime, event: str, name: str, email: str, link: Callable[[str], str]
) -> RegistrationOutcome:
    """Enter by name and e-mail address; the link in the e-mail confirms it.

    The answer is the same for an address that has already entered, so that nobody
    learns from it who is coming; a new link is sent in that case, but not too often.
    """
    name, email, token = normalize_line(name), normalize_line(email).lower(), new_token()
    with transaction.atomic():
        row = _open_event(event)
        require(Permission.ENTRY_ADD, by, event=row)
        refuse_all(_registration_refused(row, by=by, own=True))
        refuse_all(_guest_refused(row, name=name, email=email))
        registration = row.entries.filter(email=email).first()
        if registration is None:
            registration = Registration(event=row, email=email, created_at=now)
            registration.number = next_registration_number(row)
            registration.state, registration.name = RegistrationState.UNCONFIRMED, name
        elif registration.state == RegistrationState.WITHDRAWN:
            registration.state, registration.name = RegistrationState.UNCONFIRMED, name
        if registration.asked_at is None or now - registration.asked_at >= BETWEEN_LINKS:
            registration.token_hash, registration.asked_at = token_hash(token), now
            emails.ask_guest_to_confirm(registration, address=link(token))
        registration.save()
        _audit(Permission.ENTRY_ADD, registration, by=by, now=now)
    return RegistrationOutcome(
        public_id=registration.public_id,
        event=row.public_id,
        state=str(RegistrationState.UNCONFIRMED),
    )


def confirm_guest(*, by: Actor, now: datetime, token: str) -> RegistrationOutcome:
    """Confirm a guest's entry by the secret of the link; again changes nothing."""
    with transaction.atomic():
        registration = _by_token(token)
        require(Permission.ENTRY_CONFIRM, by)
        if registration.state == RegistrationState.UNCONFIRMED:
            registration.event = _open_event(registration.event.public_id)
            if refusal := objection_to_guest(registration.email, event=registration.event):
                raise RefusalError(refusal)
            registration.confirmed_at = now
            registration.number = next_registration_number(registration.event)
            assign_seat(registration)
            emails.notify_entry(registration, calendar=calendar_file(registration.event, now=now))
            _audit(Permission.ENTRY_CONFIRM, registration, by=by, now=now)
    return _outcome(registration)


def registration_by_token(*, token: str) -> RegistrationOutcome:
    """Return how the entry of a guest's link stands."""
    return _outcome(_by_token(token))


def withdraw_by_token(*, by: Actor, now: datetime, token: str) -> RegistrationOutcome:
    """Withdraw a guest's entry by the secret of the link."""
    with transaction.atomic():
        registration = _by_token(token)
        registration.event = locked_event(registration.event_id)
        _withdraw(registration, by=by, now=now)
    return _outcome(registration)


def withdraw_registration(*, by: Actor, now: datetime, registration: str) -> RegistrationOutcome:
    """Withdraw an entry; the first on the waiting list moves up."""
    with transaction.atomic():
        row = _by_public_id(registration)
        row.event = locked_event(row.event_id)
        require(Permission.ENTRY_WITHDRAW, by, event=row.event, person_id=row.person_id)
        _withdraw(row, by=by, now=now)
    return _outcome(row)


def choose_pairings_email(
    *, by: Actor, now: datetime, wanted: bool, registration: str = "", token: str = ""
) -> RegistrationOutcome:
    """Say whether one wants their own pairings by e-mail; guests by their link."""
    with transaction.atomic():
        row = _by_token(token) if token else _by_public_id(registration)
        own = row.person_id is not None and row.person_id == by.person_id
        if not token and not own:
            raise NotFound("entry")
        require(Permission.ENTRY_ADD, by, event=row.event, person_id=row.person_id)
        if row.pairings_by_email != wanted:
            row.pairings_by_email = wanted
            row.save(update_fields=["pairings_by_email"])
            _audit(Permission.ENTRY_ADD, row, by=by, now=now)
    return _outcome(row)


def _open_event(public_id: str) -> Event:
    row = Event.objects.filter(public_id=public_id).first()
    if row is None or row.state in {EventState.DRAFT, EventState.AWAITING_APPROVAL}:
        raise NotFound("event")
    row = locked_event(row.pk)
    if row.state not in OPEN_TO_ENTRY:
        raise refusal_error("not-open", message("Registration for this event is closed."))
    return row


def _person(public_id: str | None, by: Actor) -> Person:
    if public_id is None:
        if by.person_id is None:
            raise NotAllowed(Permission.ENTRY_ADD)
        return Person.objects.get(pk=by.person_id)
    row = (
        Person.objects.select_related("merged_into")
        .filter(public_id=public_id, anonymised_at=None)
        .first()
    )
    if row is None:
        raise NotFound("person")
    return row.merged_into or row


def _registration_refused(event: Event, *, by: Actor, own: bool) -> Iterator[Refusal]:
    book = rulebook(event.rulebook)
    if event.pairing_style in book.sanctioning.no_preregistration:
        yield house_refusal(
            "seeded-event",
            message("You can’t register for this event: its players come from a qualifying event."),
            rule=book.citations["sanctioning.no_preregistration"].cite,
        )
    staff = allowed(Permission.ENTRY_ADD_OTHER, roles_of(by, event=event))
    if event.state == EventState.RUNNING and own and not staff:
        yield house_refusal(
            "has-begun", message("The event has started. Ask the director to add you.")
        )


def _guest_refused(event: Event, *, name: str, email: str) -> Iterator[Refusal]:
    if refusal := text_refusal(name, place="name", most=LONGEST_NAME, needed=True):
        yield refusal
    try:
        validate_email(email)
    except ValidationError:
        yield house_refusal("email", message("This is not an e-mail address."), place="email")
    if event.format == "junior":
        yield house_refusal(
            "needs-an-account",
            message("Junior events need your year of birth. Ask the director to add you."),
        )


def _check_age(event: Event, person: Person, birth_year: int | None) -> None:
    oldest = rulebook(event.rulebook).formats.oldest_junior
    if event.format != "junior" or oldest is None:
        return
    if birth_year is not None and person.birth_year is None:
        person.birth_year = birth_year
        person.revision = next_number("person")
        person.save(update_fields=["birth_year", "revision"])
    if person.birth_year is None:
        raise refusal_error(
            "birth-year", message("Junior events need the year of birth."), place="birth_year"
        )
    # Somebody of that year may have the last birthday still to come.
    if event.starts_at.year - person.birth_year - 1 > oldest:
        raise refusal_error(
            "too-old",
            message("Juniors are {oldest} or younger.", oldest=oldest),
            place="birth_year",
            rule=rulebook(event.rulebook).citations["formats.oldest_junior"].cite,
        )


def _withdraw(registration: Registration, *, by: Actor, now: datetime) -> None:
    if registration.state == RegistrationState.WITHDRAWN:
        return
    registration.state, registration.seat = RegistrationState.WITHDRAWN, None
    registration.save()
    risen = promote_waiting(registration.event)
    for moved in risen:
        emails.notify_moved_up(moved, calendar=calendar_file(moved.event, now=now))
    _audit(Permission.ENTRY_WITHDRAW, registration, by=by, now=now, risen=risen)


def _by_token(token: str) -> Registration:
    row = (
        Registration.objects.select_related("event__region")
        .filter(token_hash=token_hash(token))
        .first()
    )
    if row is None:
        raise NotFound("entry")
    return row


def _by_public_id(public_id: str) -> Registration:
    row = Registration.objects.select_related("event__region").filter(public_id=public_id).first()
    if row is None:
        raise NotFound("entry")
    return row


def _outcome(registration: Registration) -> RegistrationOutcome:
    line = None
    if registration.state == RegistrationState.WAITING:
        ahead = registration.event.entries.filter(
            state=RegistrationState.WAITING, number__lt=registration.number
        )
        line = ahead.count() + 1
    return RegistrationOutcome(
        public_id=registration.public_id,
        event=registration.event.public_id,
        state=str(registration.state),
        place_in_line=line,
        pairings_by_email=registration.pairings_by_email,
    )


def _audit(
    permission: Permission,
    registration: Registration,
    *,
    by: Actor,
    now: datetime,
    risen: Sequence[Registration] = (),
) -> None:
    after: dict[str, object] = {
        "state": str(registration.state),
        "seat": registration.seat,
        "pairings_by_email": registration.pairings_by_email,
    }
    if risen:
        after["moved_up"] = [moved.public_id for moved in risen]
    add_audit_entry(
        permission,
        by=by.label,
        subject=f"entry:{registration.public_id}",
        at=now,
        before={"event": registration.event.public_id},
        after=after,
    )

"""Export all of a person's data, or erase it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from axes.models import AccessAttempt
from django.db import transaction
from django.db.models import Model, Q
from django.forms.models import model_to_dict

from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.delivery import delete_printouts
from padd.services.eventlog import (
    backup_folders,
    cached_log,
    event_file_path,
    stored_event,
    write_event_file,
)
from padd.services.people import erasure
from padd.services.people.person_tables import blank_rows, exported_rows
from padd.services.refusal import NotFound, refusal_error
from padd.store.installation import erasure_list
from padd.store.models.delivery import QueuedEmail
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import Event, Registration
from padd.store.models.people import Account, Erasure, Merge, Person
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

SECRET = frozenset({"password", "token_hash", "file"})


def export_person(*, by: Actor, now: datetime, person: str) -> dict[str, Any]:
    """Return everything on record about a person, by table."""
    with transaction.atomic():
        row = _person(person)
        require(Permission.PERSON_EXPORT, by, person_id=row.pk)
        document = _gathered(row)
        add_audit_entry(
            Permission.PERSON_EXPORT, by=by.label, subject=f"person:{row.public_id}", at=now
        )
    return document


def erase_person(*, by: Actor, now: datetime, person: str, reason: str = "") -> None:
    """Erase a person: results stay, under a name that says nothing."""
    with transaction.atomic():
        row = _person(person)
        require(Permission.PERSON_ERASE, by, person_id=row.pk)
        under_way = erasure.running_events(_with_duplicates(row))
        if under_way:
            raise refusal_error(
                "event-under-way",
                message(
                    "{under_way} is under way. Erase the data when it is over.",
                    under_way=under_way[0],
                ),
            )
        Erasure.objects.get_or_create(person_public_id=row.public_id, defaults={"at": now})
        logs = erase_personal_data(row, now=now)
        add_audit_entry(
            Permission.PERSON_ERASE,
            by=by.label,
            subject=f"person:{row.public_id}",
            at=now,
            after={"logs": logs} if logs else None,
            reason=reason,
        )


def repeat_erasures(*, now: datetime) -> int:
    """Erase whoever a restored backup has brought back; return how many."""
    with transaction.atomic():
        erased = Erasure.objects.values_list("person_public_id", flat=True)
        back = Person.objects.filter(public_id__in=list(erased), anonymised_at=None)
        for row in back:
            erase_personal_data(row, now=now)
    return len(back)


def erase_personal_data(row: Person, *, now: datetime) -> dict[str, list[str]]:
    """Take everything personal from the rows of a person and their duplicates.

    Returns the ends of the logs that a name was taken out of, before and after.
    """
    people = _with_duplicates(row)
    own = Erasure.objects.filter(person_public_id=row.public_id)
    own.update(under_way=True)
    logs = _forget_words(row, people, now=now)
    transaction.on_commit(partial(delete_printouts, tuple(logs)))
    transaction.on_commit(partial(_forget_copies, row.public_id, now, tuple(logs)))
    own.update(under_way=False)
    for known in people:
        _forget_contacts(known)
        blank = f"former-player-{known.public_id}"
        known.handle = known.outline = blank
        known.name = known.name_outline = known.contact = ""
        known.region = known.birth_year = None
        known.hides_name = False
        known.anonymised_at = now
        known.revision = next_number("person")
        known.save()
    return logs


def _forget_copies(person: str, at: datetime, events: tuple[str, ...]) -> None:
    """Note the erasure beside the backups, and write the event files there anew."""
    for folder in backup_folders():
        erasure_list.write_erasure_list(folder, {person: at})
        for event in events:
            if event_file_path(folder, event).exists():
                write_event_file(folder, cached_log(stored_event(event)))


def _with_duplicates(row: Person) -> list[Person]:
    return [row, *row.duplicates.all()]


def _forget_words(row: Person, people: list[Person], *, now: datetime) -> dict[str, list[str]]:
    """Take the names out of logs, files and whatever was written about them."""
    accounts = Account.objects.filter(person__in=people)
    names = erasure.known_names(people, accounts.values_list("email", flat=True))
    logs = erasure.erase_in_events(row, people, names=names)
    erasure.erase_in_audit(row, people, names=names)
    erasure.erase_in_cases(row, people, names=names, now=now)
    return logs


def _forget_contacts(person: Person) -> None:
    """Erase what other tables hold: the account, addresses, contacts of events."""
    account = Account.objects.filter(person=person).first()
    blank_rows(person, account)
    directed = Event.objects.filter(directorships__person=person)
    own_contact = Q(contact_name__in=[person.name, person.handle])
    if account is not None:
        own_contact |= Q(contact_email__iexact=account.email)
        Registration.objects.filter(email__iexact=account.email).update(email="")
        AccessAttempt.objects.filter(username__iexact=account.email).delete()
        QueuedEmail.objects.filter(to__iexact=account.email).delete()
        account.delete()
    Event.objects.filter(pk__in=directed.filter(own_contact)).update(
        contact_name="", contact_email="", contact_phone=""
    )


def _person(public_id: str) -> Person:
    row = Person.objects.filter(public_id=public_id, anonymised_at=None).first()
    if row is None:
        raise NotFound("person")
    return row.merged_into or row


def _gathered(row: Person) -> dict[str, Any]:
    people = _with_duplicates(row)
    names = [f"person:{person.public_id}" for person in people]
    account = Account.objects.filter(person=row).first()
    accounts = [account] if account else []
    labels = [f"account:{account.public_id}" for account in accounts]
    tables: dict[str, Iterable[Model]] = {
        "people": people,
        "accounts": accounts,
        **exported_rows(people, accounts),
        "merges": Merge.objects.filter(Q(kept__in=people) | Q(duplicate__in=people)),
        "acts": AuditEntry.objects.filter(Q(subject__in=[*names, *labels]) | Q(actor__in=labels)),
    }
    return {name: [_values(row) for row in rows] for name, rows in tables.items()}


def _values(row: Model) -> dict[str, Any]:
    values = model_to_dict(row)
    for field in row._meta.concrete_fields:  # noqa: SLF001 -- Django's public name for it
        values[field.name] = field.value_to_string(row)
    return {
        name: str(value) if not isinstance(value, (list, dict)) else list(map(str, value))
        for name, value in values.items()
        if name not in SECRET
    }

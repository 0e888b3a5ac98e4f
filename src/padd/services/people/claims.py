"""A player claims a record with results; a coordinator decides."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.delivery import emails
from padd.services.people.merge import merge_people
from padd.services.people.people import find_person
from padd.services.refusal import house_refusal, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.events import Approval, ApprovalKind, ApprovalState
from padd.store.models.people import Account, Person
from padd.store.writes.event_log import add_audit_entry

LONGEST_WORDS: Final = 300
CLAIM: Final = "claim"


def claim_record(*, by: Actor, now: datetime, person: str, words: str) -> str:
    """Ask that a record without an account be joined to one's own."""
    require(Permission.PERSON_CLAIM, by)
    words = normalize_line(words)
    if refusal := text_refusal(words, place="words", most=LONGEST_WORDS, needed=True):
        raise RefusalError(refusal)
    row = find_person(person)
    own = _own(by)
    with transaction.atomic():
        _require_free(row, own)
        asked = message(
            "{handle} claims the record of {record}. {words}",
            handle=own.handle,
            record=row.handle,
            words=words,
        )
        try:
            with transaction.atomic():
                approval = Approval.objects.create(
                    kind=ApprovalKind.CLAIM,
                    about=f"{CLAIM}:{row.public_id}",
                    area=row.region.area if row.region else "",
                    requester_id=by.account_id,
                    asked=asked,
                    created_at=now,
                )
        except IntegrityError as error:
            raise RefusalError(_already_claimed(row, by)) from error
        add_audit_entry(
            Permission.PERSON_CLAIM,
            by=by.label,
            subject=f"person:{row.public_id}",
            at=now,
            after={"approval": approval.public_id, "own": own.public_id},
        )
        emails.notify_approval_request(approval)
    return approval.public_id


def _already_claimed(row: Person, by: Actor) -> Refusal:
    own = Approval.objects.filter(
        about=f"{CLAIM}:{row.public_id}", state=ApprovalState.OPEN, requester=by.account_id
    )
    if own.exists():
        reason = message("You have already claimed this record; wait for the decision.")
    else:
        reason = message("Someone else has claimed this record; a decision is pending.")
    return house_refusal("claimed", reason)


def _own(by: Actor) -> Person:
    if by.person_id is None:
        reason = message("First save your profile on My page.")
        raise refusal_error("no-profile", reason)
    return Person.objects.get(pk=by.person_id)


def _require_free(row: Person, own: Person) -> None:
    if row.pk == own.pk:
        raise refusal_error("own", message("This is already your record."))
    if Account.objects.filter(person=row).exists():
        reason = message("This player has an account. Write to the coordinator.")
        raise refusal_error("has-account", reason)


def follow(row: Approval, *, by: Actor, now: datetime) -> None:
    """Join the records once a coordinator has agreed."""
    requester = row.requester
    if row.state != ApprovalState.APPROVED or requester is None:
        return
    claimed = find_person(row.about.partition(":")[2])
    if requester.person is None:
        raise refusal_error("no-profile", message("The person who asked no longer has a profile."))
    _require_free(claimed, requester.person)
    merge_people(
        by=by,
        now=now,
        keep=claimed.public_id,
        duplicate=requester.person.public_id,
        reason=f"approval:{row.public_id}",
    )

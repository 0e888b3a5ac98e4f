"""Queries of a coordinator's inbox: what waits for a decision, what was decided."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from padd.core.messages import Message
from padd.store.models.events import Approval, ApprovalKind, ApprovalState
from padd.store.models.people import Account, Person
from padd.store.queries.events.calendar import EventRow, event_row_from_model
from padd.store.queries.events.venues import VenueFacts, venue_facts_of

MOST: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxComment:
    """A comment on a question."""

    at: datetime
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """Something that waits in an inbox, or was decided there."""

    public_id: str
    kind: str
    state: str
    area: str
    asked: Message
    rule: str
    event: EventRow | None
    venue: VenueFacts | None
    requester: str
    requester_person: str
    record: tuple[str, str] | None
    """The claimed record: its id and handle."""
    created_at: datetime
    decided_at: datetime | None
    reason: str
    comments: tuple[InboxComment, ...]


def inbox_items(
    areas: Collection[str],
    *,
    venues: Collection[str] = (),
    states: Sequence[str] = (ApprovalState.OPEN,),
) -> tuple[InboxItem, ...]:
    """Return what waits at the desks of some areas ("" is the Director's own).

    `venues` are areas whose new venues alone are asked for.
    """
    kept = Q(area__in=list(areas)) | Q(area__in=list(venues), kind=ApprovalKind.VENUE)
    rows = _questions().filter(kept, state__in=list(states))
    return tuple(_question(row) for row in rows)


def own_inbox_items(*, account_id: int) -> tuple[InboxItem, ...]:
    """Return what an account has asked for, the latest first."""
    rows = _questions().filter(requester=account_id).order_by("-created_at", "-id")
    return tuple(_question(row) for row in rows[:MOST])


def inbox_item(public_id: str) -> InboxItem | None:
    """Return one question, or nothing."""
    row = _questions().filter(public_id=public_id).first()
    return _question(row) if row else None


def _questions() -> QuerySet[Approval]:
    return Approval.objects.select_related(
        "venue__region", "requester__person", "event__region", "event__venue"
    ).prefetch_related("comments__account__person")


def _question(row: Approval) -> InboxItem:
    event = row.event
    return InboxItem(
        public_id=row.public_id,
        kind=row.kind,
        state=row.state,
        area=row.area,
        asked=row.asked,
        rule=row.rule,
        event=event_row_from_model(event) if event is not None else None,
        venue=venue_facts_of(row.venue) if row.venue else None,
        requester=_handle(row.requester),
        requester_person=_person(row.requester),
        record=_claimed_record(row),
        created_at=row.created_at,
        decided_at=row.decided_at,
        reason=row.reason,
        comments=tuple(
            InboxComment(at=comment.at, by=_handle(comment.account), text=comment.text)
            for comment in row.comments.all()
        ),
    )


def _claimed_record(row: Approval) -> tuple[str, str] | None:
    """Return the record that somebody claims as theirs."""
    if row.kind != ApprovalKind.CLAIM:
        return None
    claimed = Person.objects.get(public_id=row.about.partition(":")[2])
    return claimed.public_id, claimed.handle


def _person(account: Account | None) -> str:
    return account.person.public_id if account and account.person else ""


def _handle(account: Account | None) -> str:
    if account is None:
        return ""
    return account.person.handle if account.person else account.public_id

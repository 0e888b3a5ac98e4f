"""Approvals: what waits for a coordinator or the Director, and their decisions."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Protocol

from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission, require
from padd.services.delivery import emails
from padd.services.refusal import NotFound, Outdated, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.events import (
    HIDES_AN_EVENT,
    Approval,
    ApprovalComment,
    ApprovalKind,
    ApprovalState,
    Event,
    EventState,
    Venue,
    VenueState,
)
from padd.store.models.people import Area, Office
from padd.store.queries.access import vacant_areas
from padd.store.writes.event_log import add_audit_entry

CHAIR: Final = "chair"
"""The inbox of the Chair, for what the Director cannot decide."""
LONGEST_COMMENT: Final = 1000
LONGEST_REASON: Final = 500


class DecisionFollower(Protocol):
    """What another area does in the transaction of a decision."""

    def __call__(self, approval: Approval, /, *, by: Actor, now: datetime) -> None:
        """Act on the decided approval."""


_followers: Final[dict[str, DecisionFollower]] = {}


def register_decision_follower(subject: str, follower: DecisionFollower) -> None:
    """Call a function for decisions on a subject, the first word of `about`."""
    _followers[subject] = follower


def inbox_areas(actor: Actor, *, now: datetime) -> frozenset[str]:
    """Return the areas whose inbox an actor keeps; "" is the Director's own.

    What a vacant office would do falls to the Director. A laptop keeps them all.
    """
    if actor.kind in {ActorKind.LAPTOP, ActorKind.SYSTEM}:
        return frozenset({"", CHAIR, *Area.values})
    areas = set(actor.areas)
    if Office.DIRECTOR in actor.offices:
        areas |= {"", *vacant_areas(now.date())}
    if Office.CHAIR in actor.offices:
        areas.add(CHAIR)
    return frozenset(areas)


def venue_inbox_areas(actor: Actor, *, now: datetime) -> frozenset[str]:
    """Return the areas whose new venues an actor verifies."""
    return _areas_of_office(Office.VENUE_VERIFIER, actor, now=now)


def report_inbox_areas(actor: Actor, *, now: datetime) -> frozenset[str]:
    """Return the areas whose held reports an actor decides on."""
    return _areas_of_office(Office.DATA_PROCESSOR, actor, now=now)


def _areas_of_office(office: Office, actor: Actor, *, now: datetime) -> frozenset[str]:
    """Return the desks of an actor; these offices do one thing for every area."""
    kept = inbox_areas(actor, now=now)
    return kept | frozenset(Area.values) if office in actor.offices else kept


def deciding_permission(area: str, kind: str) -> Permission:
    """Return the permission to decide at a desk; the Chair's is the Chair's alone."""
    if kind == ApprovalKind.VENUE:
        return Permission.VENUE_VERIFY
    return Permission.APPROVAL_CHAIR if area == CHAIR else Permission.APPROVAL_DECIDE


def decide_approval(
    *, by: Actor, now: datetime, approval: str, approve: bool, reason: str = ""
) -> str:
    """Approve or refuse; return how it stands now."""
    reason = normalize_line(reason)
    with transaction.atomic():
        row = _approval(approval)
        _require_decide(row, by)
        if not approve and not reason:
            raise refusal_error(
                "missing", message("Give the person who asked a reason."), place="reason"
            )
        if refusal := text_refusal(reason, place="reason", most=LONGEST_REASON):
            raise RefusalError(refusal)
        state = ApprovalState.APPROVED if approve else ApprovalState.REFUSED
        _save_decision(row, state, by=by, now=now, reason=reason)
        _apply_decision(row, by=by, now=now)
        add_audit_entry(
            Permission.APPROVAL_DECIDE,
            by=by.label,
            subject=f"approval:{row.public_id}",
            at=now,
            before={"state": str(ApprovalState.OPEN)},
            after={"state": str(state), "kind": row.kind},
            reason=reason,
        )
        emails.notify_approval_decision(row)
    return str(state)


def add_comment(*, by: Actor, now: datetime, approval: str, text: str) -> None:
    """Add a comment to a request, as its requester or at its desk."""
    text = normalize_line(text)
    with transaction.atomic():
        row = _approval(approval)
        require(Permission.APPROVAL_COMMENT, by, area=row.area, account_id=row.requester_id)
        refusal = text_refusal(text, place="text", most=LONGEST_COMMENT, needed=True)
        if refusal:
            raise RefusalError(refusal)
        comment_row = ApprovalComment.objects.create(
            approval=row, account_id=by.account_id, text=text, at=now
        )
        add_audit_entry(
            Permission.APPROVAL_COMMENT,
            by=by.label,
            subject=f"approval:{row.public_id}",
            at=now,
            after={"comment": comment_row.pk},
        )


def _approval(public_id: str) -> Approval:
    row = (
        Approval.objects.select_related("event", "venue", "requester")
        .filter(public_id=public_id)
        .first()
    )
    if row is None:
        raise NotFound("request")
    return row


def _require_decide(row: Approval, by: Actor) -> None:
    """Let the desk decide, but not on its own request."""
    require(deciding_permission(row.area, row.kind), by, area=row.area)
    if row.about and by.account_id is not None and row.requester_id == by.account_id:
        raise refusal_error(
            "own-request", message("Someone else has to decide on your own request.")
        )


def _save_decision(
    row: Approval, state: ApprovalState, *, by: Actor, now: datetime, reason: str
) -> None:
    """Save the decision, unless there is one already."""
    still_open = Approval.objects.filter(pk=row.pk, state=ApprovalState.OPEN)
    row.state, row.decided_at, row.reason = state, now, reason
    row.decided_by_id = by.account_id
    written = still_open.update(
        state=state, decided_at=now, reason=reason, decided_by=by.account_id
    )
    if not written:
        raise Outdated("request")


def _apply_decision(row: Approval, *, by: Actor, now: datetime) -> None:
    """Let the venue, the event or whatever else was asked for follow the decision."""
    if row.about:
        _followers[row.about.partition(":")[0]](row, by=by, now=now)
    approved = row.state == ApprovalState.APPROVED
    if row.venue_id is not None:
        state = VenueState.VERIFIED if approved else VenueState.REFUSED
        Venue.objects.filter(pk=row.venue_id).update(state=state)
    if row.event_id is None:
        return
    waiting = Event.objects.filter(pk=row.event_id, state=EventState.AWAITING_APPROVAL)
    others = Approval.objects.filter(
        event=row.event_id, state=ApprovalState.OPEN, kind__in=HIDES_AN_EVENT
    )
    if not approved and row.kind in HIDES_AN_EVENT:
        waiting.update(state=EventState.DRAFT)
    elif approved and not others.exists():
        waiting.update(state=EventState.LISTED)

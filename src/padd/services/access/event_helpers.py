"""Helpers at an event: invited by a link or QR code, for that event, for a while."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.access.credentials import new_token, token_hash
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.refusal import NotFound, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.access import StaffInvite, StaffRole
from padd.store.models.events import Event
from padd.store.writes.event_log import add_audit_entry

USUAL_HOURS: Final = 24
MOST_HOURS: Final = 24 * 31
LONGEST_LABEL: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInvite:
    """A new invite; the token is shown this once and kept nowhere."""

    public_id: str
    token: str
    expires_at: datetime


def invite_helper(
    *, by: Actor, now: datetime, event: str, role: str, label: str = "", hours: int = USUAL_HOURS
) -> NewInvite:
    """Invite a helper to an event."""
    label, token = normalize_line(label), new_token()
    with transaction.atomic():
        row = _event(event)
        require(Permission.STAFF_INVITE, by, event=row)
        if role not in StaffRole.values:
            raise refusal_error("role-unknown", message("Choose a role."), place="role")
        if not 1 <= hours <= MOST_HOURS:
            raise refusal_error(
                "hours",
                message("Choose from 1 to {most_hours} hours.", most_hours=MOST_HOURS),
                place="hours",
            )
        if refusal := text_refusal(label, place="label", most=LONGEST_LABEL):
            raise RefusalError(refusal)
        row_made = StaffInvite.objects.create(
            event=row,
            role=role,
            label=label,
            token_hash=token_hash(token),
            created_at=now,
            created_by=by.label,
            expires_at=now + timedelta(hours=hours),
        )
        add_audit_entry(
            Permission.STAFF_INVITE,
            by=by.label,
            subject=f"invite:{row_made.public_id}",
            at=now,
            after={"event": row.public_id, "role": role},
        )
    return NewInvite(public_id=row_made.public_id, token=token, expires_at=row_made.expires_at)


def redeem_invite(*, by: Actor, now: datetime, token: str) -> str:
    """Take an invite up, once; return its public id for the session to keep."""
    with transaction.atomic():
        require(Permission.STAFF_REDEEM, by)
        usable = StaffInvite.objects.filter(
            token_hash=token_hash(token), redeemed_at=None, revoked_at=None, expires_at__gt=now
        )
        if not usable.update(redeemed_at=now):
            raise NotFound("invite")
        invite = StaffInvite.objects.get(token_hash=token_hash(token))
        add_audit_entry(
            Permission.STAFF_REDEEM,
            by=f"invite:{invite.public_id}",
            subject=f"invite:{invite.public_id}",
            at=now,
        )
    return invite.public_id


def revoke_invite(*, by: Actor, now: datetime, invite: str) -> None:
    """End an invite; whoever uses it is out with the next request."""
    with transaction.atomic():
        row = StaffInvite.objects.select_related("event__region").filter(public_id=invite).first()
        if row is None or not allowed(Permission.STAFF_REVOKE, roles_of(by, event=row.event)):
            raise NotFound("invite")
        if row.revoked_at is None:
            row.revoked_at = now
            row.save()
        add_audit_entry(
            Permission.STAFF_REVOKE,
            by=by.label,
            subject=f"invite:{row.public_id}",
            at=now,
            after={"event": row.event.public_id},
        )


def _event(public_id: str) -> Event:
    row = Event.objects.select_related("region").filter(public_id=public_id).first()
    if row is None:
        raise NotFound("event")
    return row

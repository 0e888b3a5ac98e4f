"""Table of approvals: what waits for a coordinator or the Director."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.store.messages import MessageField
from padd.store.models.accounts import Account
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Area
from padd.store.models.venues import Venue


class ApprovalKind(models.TextChoices):
    """What is asked for."""

    VENUE = "venue", "Venue"
    CARD_POOL = "special-card-pool", "Card pool at a championship"
    SEASON = "conflicting-season", "Date in another championship season"
    CHAMPIONSHIP = "championship", "Championship"
    DIRECTOR = "director", "Director to approve"
    HELD = "held-director", "Director held back"
    APPLICATION = "application", "Application to hold a championship"
    CLAIM = "claim", "Record claimed by its player"


HIDES_AN_EVENT: Final = (
    ApprovalKind.CARD_POOL,
    ApprovalKind.SEASON,
    ApprovalKind.CHAMPIONSHIP,
    ApprovalKind.HELD,
)
"""The questions that must be answered before an event is listed."""


class ApprovalState(models.TextChoices):
    """How it stands."""

    OPEN = "open", "Open"
    APPROVED = "approved", "Approved"
    REFUSED = "refused", "Refused"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Approval(models.Model):
    """One question for one coordinator, about a venue or an event."""

    public_id = public_id()
    kind = models.CharField(max_length=20, choices=ApprovalKind)
    state = models.CharField(max_length=10, choices=ApprovalState, default=ApprovalState.OPEN)
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose coordinator decides; empty where only the Director does."""
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="approvals"
    )
    venue = models.ForeignKey(
        Venue, models.CASCADE, null=True, blank=True, related_name="approvals"
    )
    about = models.CharField(max_length=40, blank=True)
    """Anything else that is asked for, as the audit names it: `application:…`."""
    requester = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="requests"
    )
    rule = models.CharField(max_length=120, blank=True)
    """The section that asks for it."""
    asked = MessageField(max_length=500)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="decisions"
    )
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["state", "area", "created_at"], name="approval_queue")
        ]
        constraints: ClassVar = [
            one_of("kind", ApprovalKind.values, name="approval_kind_known"),
            one_of("state", ApprovalState.values, name="approval_state_known"),
            models.UniqueConstraint(
                fields=["kind", "event"],
                condition=models.Q(state=ApprovalState.OPEN) & ~models.Q(event=None),
                name="approval_one_open_per_event",
            ),
            models.UniqueConstraint(
                fields=["kind", "venue"],
                condition=models.Q(state=ApprovalState.OPEN) & ~models.Q(venue=None),
                name="approval_one_open_per_venue",
            ),
            models.UniqueConstraint(
                fields=["kind", "about"],
                condition=models.Q(state=ApprovalState.OPEN) & ~models.Q(about=""),
                name="approval_one_open_about",
            ),
            models.CheckConstraint(
                condition=models.Q(event=None, about="", venue__isnull=False)
                | models.Q(venue=None, about="", event__isnull=False)
                | (models.Q(event=None, venue=None) & ~models.Q(about="")),
                name="approval_about_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(state=ApprovalState.OPEN, decided_at=None)
                | (~models.Q(state=ApprovalState.OPEN) & ~models.Q(decided_at=None)),
                name="approval_decided_has_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class ApprovalComment(models.Model):
    """A comment of the requester or the coordinator."""

    approval = models.ForeignKey(Approval, models.CASCADE, related_name="comments")
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.approval_id}: {self.at:%Y-%m-%d %H:%M}"

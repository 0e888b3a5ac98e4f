"""Table of complaints about directors, and what was decided."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.accounts import Account
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Area, Person


class ComplaintState(models.TextChoices):
    """How it stands."""

    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class Complaint(models.Model):
    """One complaint for one coordinator; only they and whoever raised it see it."""

    public_id = public_id()
    about = models.ForeignKey(Person, models.PROTECT, related_name="concerns")
    event = models.ForeignKey(
        Event, models.SET_NULL, null=True, blank=True, related_name="concerns"
    )
    raised_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="concerns"
    )
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose coordinator looks at it; empty where the Director does."""
    text = models.CharField(max_length=2000)
    state = models.CharField(max_length=10, choices=ComplaintState, default=ComplaintState.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    answer = models.CharField(max_length=1000, blank=True)
    held_back = models.BooleanField(default=False)
    """Whether the person's next events wait for the desk."""
    lifted_at = models.DateTimeField(null=True, blank=True)
    """When that ended."""

    class Meta:
        db_table = "store_concern"
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            one_of("state", ComplaintState.values, name="concern_state_known"),
            models.CheckConstraint(
                condition=models.Q(state=ComplaintState.OPEN, closed_at=None)
                | (models.Q(state=ComplaintState.CLOSED) & ~models.Q(closed_at=None)),
                name="concern_closed_has_a_moment",
            ),
            models.CheckConstraint(
                condition=models.Q(lifted_at=None) | models.Q(held_back=True),
                name="concern_lifts_what_held",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} {self.state}"

"""Tables of helpers' invitations and of the laptop's sign-in links."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.accounts import Account
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id


class StaffRole(models.TextChoices):
    """What an invited helper may be."""

    DIRECTOR = "director", "Director"
    SCOREKEEPER = "scorekeeper", "Scorekeeper"
    JUDGE = "judge", "Judge"
    DISPLAY = "display", "Display"


class StaffInvite(models.Model):
    """A link or QR code for one helper at one event; only its hash is kept."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="invites")
    role = models.CharField(max_length=12, choices=StaffRole)
    label = models.CharField(max_length=60, blank=True)
    """Whom it is for, as the director calls them."""
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=60)
    expires_at = models.DateTimeField()
    redeemed_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            one_of("role", StaffRole.values, name="invite_role_known"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="invite_expires_later",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.role}"


class LoginLink(models.Model):
    """The one-time link that `padd serve` prints for the director at the laptop."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="login_links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.created_at:%Y-%m-%d %H:%M}"

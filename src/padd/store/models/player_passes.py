"""Tables of players' phones: passes, wrong PINs, requests, what is hidden."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.store.models.events import Event
from padd.store.models.keys import public_id

LONGEST_PLAYER: Final = 60


class PlayerPass(models.Model):
    """What lets one player's phone into one event; only a hash of it is kept."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="passes")
    player = models.CharField(max_length=LONGEST_PLAYER)
    issue = models.PositiveSmallIntegerField()
    """Grows when the director gives a new one; the one before ends."""
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    openings = models.PositiveIntegerField(default=0)
    """How often a phone came in by it."""

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player", "issue"], name="pass_one_per_issue")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player} {self.issue}"


class WrongPin(models.Model):
    """One wrong guess at a PIN; too many close the PIN for a while."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="wrong_pins")
    player = models.CharField(max_length=LONGEST_PLAYER)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["event", "at"], name="wrong_pin_by_moment")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"


class PassRequest(models.Model):
    """A phone that asks the director to be let in as a player."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="pass_requests")
    player = models.CharField(max_length=LONGEST_PLAYER)
    number = models.PositiveSmallIntegerField()
    """What the phone shows and the player says, so that the right one is let in."""
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    granted = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["asked_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(granted=False) | ~models.Q(decided_at=None),
                name="pass_request_granted_means_decided",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"


class PhoneRules(models.Model):
    """What the director lets the phones of an event show."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="phone_rules")
    outlook_hidden = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.event_id)

"""Tables of the audit, event logs, rooms and finished events."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.events import Event
from padd.store.models.keys import one_of
from padd.store.models.people import Person


class FinishedEvent(models.Model):
    """What ratings, leagues and pages of players read of a finished event."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="finished")
    sequence = models.PositiveIntegerField()
    """How far the log was when this was made."""
    head = models.CharField(max_length=64)
    finished_at = models.DateTimeField()
    facts = models.JSONField()
    """The event as its file has it, without names, handles and log."""
    missions = models.JSONField(default=dict)
    """Missions that players noted, by player and title: headquarters or not."""

    def __str__(self) -> str:
        return f"{self.event_id}: {self.sequence}"


class Placing(models.Model):
    """The place that somebody took in a finished event."""

    finished = models.ForeignKey(FinishedEvent, models.CASCADE, related_name="placings")
    player = models.TextField()
    """The id of the player in the log."""
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="placings"
    )
    place = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["finished", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["finished", "player"], name="placing_once_per_player"),
            models.UniqueConstraint(fields=["finished", "place"], name="placing_once_per_place"),
        ]

    def __str__(self) -> str:
        return f"{self.finished_id}: {self.place} {self.player}"


class AuditEntry(models.Model):
    """One change: who, when, what, before, after and why.

    People are named by their public id and personal values are never copied here,
    so that the data of a person can be erased and the log stays whole.
    """

    at = models.DateTimeField()
    actor = models.CharField(max_length=60)
    """Kind and public id of who acted, such as `account:7kq2m9xw3p`."""
    act = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)
    """Kind and public id of what it was done to."""
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["subject", "id"], name="audit_of")]

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"


class AuditSeal(models.Model):
    """The hash of one entry of the audit, bound to the seal before it."""

    entry = models.BigIntegerField(unique=True)
    """The number of the entry; not a reference, so that a missing one shows."""
    words = models.CharField(max_length=64)
    """The digest of the words when they were sealed."""
    words_left = models.CharField(max_length=64, blank=True)
    """The digest of what an erasure has left of them."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.hash[:8]}"


class EventAction(models.Model):
    """One fact in the log of a running event; each row holds the hash of the last."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="actions")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    payload = models.JSONField()
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=64)
    """Names the intention: the same wish sent twice is one action."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["event", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "sequence"], name="action_sequence_once"),
            models.UniqueConstraint(fields=["event", "key"], name="action_key_once"),
            models.CheckConstraint(
                condition=models.Q(sequence__gte=1), name="action_sequence_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.sequence} {self.kind}"


class Shown(models.TextChoices):
    """What the projector shows; by itself it follows the event."""

    BY_ITSELF = "auto", "By itself"
    WELCOME = "welcome", "Welcome"
    NAMES = "names", "Pairings by name"
    TABLES = "tables", "Pairings by table"
    CLOCK = "clock", "The clock"
    STANDINGS = "standings", "Standings"
    BRACKET = "bracket", "Bracket"
    PODS = "pods", "Pods"
    GROUPS = "groups", "Draft groups"


class Room(models.Model):
    """The notes for the players of an event, and what its projector shows."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="room")
    notes = models.CharField(max_length=1000, blank=True)
    """Food, breaks, the way to the room: in the director's own words."""
    shows = models.CharField(max_length=12, choices=Shown, default=Shown.BY_ITSELF)
    clinch = models.BooleanField(default=False)
    """Whether the projector says in the last round what is still open."""
    version = models.PositiveIntegerField(default=1)
    """Grows with every change, so that open pages notice it."""

    class Meta:
        constraints = (one_of("shows", Shown.values, name="room_shows_known"),)

    def __str__(self) -> str:
        return f"{self.event_id}: {self.shows}"

"""Table of the director's messages and settings for the room, outside the log."""

from __future__ import annotations

from django.db import models

from padd.store.models.events import Event
from padd.store.models.keys import one_of


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

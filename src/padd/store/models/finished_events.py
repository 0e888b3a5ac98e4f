"""Tables of finished events, projected from their logs and rebuilt at will."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.events import Event
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

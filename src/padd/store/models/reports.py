"""Tables of event reports, their players, contests and rating corrections."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Account, Person


class ReportState(models.TextChoices):
    """How far a report is."""

    PLAYERS = "players", "Players to be matched"
    HELD = "held", "Held for the coordinator"
    AWAITING = "awaiting", "Awaiting processing"
    PROCESSED = "processed", "Processed"
    SENT_BACK = "sent-back", "Sent back"
    REPLACED = "replaced", "Replaced by a later report"
    VOIDED = "voided", "Voided"


class ReportSource(models.TextChoices):
    """How a report came in."""

    HERE = "here", "From the console"
    SENT = "sent", "Sent by a laptop"
    FILE = "file", "Uploaded as a file"
    SHEET = "sheet", "From a spreadsheet"


class Report(models.Model):
    """One state of an event's log, sent in to count; the same state counts once."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.PROTECT, related_name="reports")
    head = models.CharField(max_length=64)
    """The hash of the last entry of the log, which stands for all of it."""
    sequence = models.PositiveIntegerField()
    source = models.CharField(max_length=10, choices=ReportSource)
    state = models.CharField(max_length=10, choices=ReportState)
    file = models.BinaryField(null=True)
    """A correction of what is processed, kept until somebody has looked at it."""
    reasons = models.JSONField(default=list)
    """Why it is held: code, message and rule of each reason."""
    by = models.CharField(max_length=60)
    account = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    at = models.DateTimeField()
    decided_by = models.CharField(max_length=60, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=500, blank=True)
    """What was said when it was released, sent back or voided."""

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "head"], name="report_once"),
            models.UniqueConstraint(
                fields=["event"],
                condition=models.Q(state__in=["awaiting", "processed"]),
                name="report_one_that_counts",
            ),
            models.UniqueConstraint(
                fields=["event"],
                condition=models.Q(state__in=["players", "held"]),
                name="report_one_that_waits",
            ),
            one_of("state", ReportState.values, name="report_state_known"),
            one_of("source", ReportSource.values, name="report_source_known"),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "at"], name="report_queue")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.state}"


class PlayerMatch(models.Model):
    """Who a player of an event that was run elsewhere is here."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="matches")
    player = models.TextField()
    """The id of the player in the log."""
    person = models.ForeignKey(Person, models.PROTECT, related_name="matches")
    how = models.CharField(max_length=20)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="match_once_per_player"),
            models.UniqueConstraint(fields=["event", "person"], name="match_once_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"


class Contest(models.Model):
    """A player says that a result is not as it is on record."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="contests")
    person = models.ForeignKey(Person, models.PROTECT, related_name="contests")
    round = models.PositiveSmallIntegerField()
    words = models.CharField(max_length=500)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=60, blank=True)
    answer = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "person", "round"],
                condition=models.Q(settled_at=None),
                name="contest_once_per_round",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: round {self.round}"


class RatingCorrection(models.Model):
    """A game that is rated in another way than it is on record, or not at all.

    The announced standings stay as they are; only ratings look here.
    """

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="corrections")
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    """None means the whole event, which is then not rated."""
    first = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    second = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    score = models.FloatField(null=True, blank=True)
    """What the first scored, from 0 to 1; None means that the game is not rated."""
    reason = models.CharField(max_length=500)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(score=None) | models.Q(score__gte=0.0, score__lte=1.0),
                name="correction_score_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(round=None, first=None, second=None, score=None)
                | ~(models.Q(round=None) | models.Q(first=None) | models.Q(second=None)),
                name="correction_of_a_game_or_of_all",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: round {self.round}"

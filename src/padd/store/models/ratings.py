"""Tables of ratings in generations: readers see the old ones or the new ones.

A row is valid from the generation in which it was `born` until the one in which it
`died`. `RatingsNow` names the generation that is read; a run writes rows of the next
one, which no one sees until that number is increased, in one step. What a killed run
leaves behind is removed by the next.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.store.models.events import Event
from padd.store.models.people import Person

FOREVER: Final = 2**31 - 1
"""The death of a row that still counts."""


class RatingSeries(models.Model):
    """One of the ratings that somebody can have: who keeps it, the game, the list."""

    keeper = models.CharField(max_length=60)
    edition = models.CharField(max_length=2)
    list = models.CharField(max_length=30)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["keeper", "edition", "list"], name="rating_series_once")
        ]

    def __str__(self) -> str:
        return f"{self.edition} {self.list} ({self.keeper})"


class EventRecord(models.Model):
    """What ratings and profiles read of an event that is taken into the record.

    A Tribbles day of heats and finals has one part for each table and one for the
    finals; everything else is one part. All of it follows from the finished event,
    and can be rebuilt from it.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="records")
    part = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=200)
    starts_at = models.DateTimeField()
    counts = models.BooleanField(default=True)
    """False once the event is voided."""
    reasons = models.JSONField(default=list)
    """Why it moves no rating; empty if it does."""
    sheet = models.BinaryField(null=True)
    """The rated games by person; none of an event that moves no rating."""
    games = models.BinaryField()
    """Every game between two persons, rated or not."""
    made_from = models.CharField(max_length=64)
    """Names the facts and the rules it follows from; another name means make anew."""
    stamp = models.BigIntegerField(default=0, db_index=True)
    """How much was wanted of the ratings when it last changed."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "part"], name="record_part_once")
        ]
        indexes: ClassVar = [models.Index(fields=["starts_at", "id"], name="record_by_start")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.part}"


class Played(models.Model):
    """How somebody did in one event on record."""

    record = models.ForeignKey(EventRecord, models.CASCADE, related_name="played")
    person = models.ForeignKey(Person, models.PROTECT, related_name="played", db_index=False)
    place = models.PositiveIntegerField(null=True, blank=True)
    players = models.PositiveIntegerField()
    won = models.PositiveSmallIntegerField(default=0)
    tied = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    byes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "record"], name="played_once_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.record_id}: {self.person_id}"


class RatedEvent(models.Model):
    """What one event did to ratings, game by game, in some generations."""

    # The constraint below begins with it, so it needs no index of its own.
    record = models.ForeignKey(EventRecord, models.CASCADE, related_name="rated", db_index=False)
    starts_at = models.DateTimeField()
    born = models.IntegerField()
    died = models.IntegerField(default=FOREVER)
    changes = models.BinaryField()
    """Players, ratings before and after, games, k: enough to show why."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["record", "died"], name="rated_event_once_at_a_time")
        ]
        indexes: ClassVar = [
            models.Index(fields=["starts_at", "record"], name="rated_event_by_start"),
            models.Index(fields=["born"], name="rated_event_by_birth"),
            models.Index(fields=["died"], name="rated_event_by_death"),
        ]

    def __str__(self) -> str:
        return f"{self.record_id}: {self.born}"


class Rating(models.Model):
    """One rating of one person in some generations, unrounded."""

    # The constraint and the index below begin with these keys: they have none of their
    # own, and a refresh writes two indexes less.
    series = models.ForeignKey(RatingSeries, models.PROTECT, related_name="+", db_index=False)
    person = models.ForeignKey(Person, models.PROTECT, related_name="ratings", db_index=False)
    rating = models.FloatField()
    games = models.PositiveIntegerField()
    events = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    """The start of the last rated event."""
    last_change = models.FloatField()
    born = models.IntegerField()
    died = models.IntegerField(default=FOREVER)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "series", "died"], name="rating_once_at_a_time"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["series", "-rating", "person", "born", "died"], name="rating_list"
            ),
            models.Index(fields=["born"], name="rating_by_birth"),
            models.Index(fields=["died"], name="rating_by_death"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.person_id} {self.rating}"


class RatingsNow(models.Model):
    """The one row that says which ratings are read, and who works on the next."""

    generation = models.IntegerField(default=0)
    changed_at = models.DateTimeField(null=True, blank=True)
    wanted = models.BigIntegerField(default=0)
    """Grows with every event on record that is new, corrected or voided."""
    covered = models.BigIntegerField(default=0)
    """How much of that is in the generation that is read."""
    fingerprint = models.CharField(max_length=64, blank=True)
    """Of the record and the ratings as the last full run left them; empty since then,
    if ratings have followed a change."""
    holder = models.CharField(max_length=64, blank=True)
    """Who works on the next generation: nobody else may publish one."""
    holder_host = models.CharField(max_length=100, blank=True)
    holder_process = models.IntegerField(default=0)
    held_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"generation {self.generation}"


class RatingRun(models.Model):
    """One run that calculated a generation, for those who watch it."""

    generation = models.IntegerField()
    cause = models.CharField(max_length=40)
    by = models.CharField(max_length=60)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_well = models.BooleanField(default=False)
    events = models.PositiveIntegerField(default=0)
    """How many parts of events are to be rated."""
    done = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    """How many ratings are not what they were."""

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.generation}: {self.done} of {self.events}"

"""Tables of people, regions and merges of duplicates."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.store.models.keys import one_of, public_id

OLDEST_BIRTH_YEAR: Final = 1900
LATEST_BIRTH_YEAR: Final = 2100


class Area(models.TextChoices):
    """The areas that coordinators look after, and the rest of the world."""

    AUSTRALIA = "australia", "Australia"
    EUROPE = "europe", "Europe"
    NORTH_AMERICA = "north-america", "North America"
    ONLINE = "online", "Online"
    ELSEWHERE = "elsewhere", "Elsewhere"


class Region(models.Model):
    """A country, or a part of one; it belongs to the area of one coordinator."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    area = models.CharField(max_length=20, choices=Area)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="parts")

    class Meta:
        ordering: ClassVar = ["area", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["area", "name"], name="region_name_once"),
            one_of("area", Area.values, name="region_area_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays, directs or helps; most have no account."""

    public_id = public_id()
    handle = models.CharField(max_length=40, unique=True)
    outline = models.CharField(max_length=80, unique=True)
    """What the handle looks like: two that look alike cannot both exist."""
    name = models.CharField(max_length=100, blank=True)
    name_outline = models.CharField(max_length=200, blank=True, db_index=True)
    region = models.ForeignKey(Region, models.PROTECT, null=True, blank=True, related_name="people")
    contact = models.CharField(max_length=200, blank=True)
    birth_year = models.SmallIntegerField(null=True, blank=True)
    """Asked for by Junior events only, and never shown."""
    hides_name = models.BooleanField(default=False)
    """Whether only officials and directors of their own events see the name."""
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="duplicates"
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    revision = models.BigIntegerField(db_index=True)
    """Grows with every change of any person, so that look-ups know what is new."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(handle=""), name="person_has_a_handle"),
            models.CheckConstraint(condition=~models.Q(outline=""), name="person_has_an_outline"),
            models.CheckConstraint(
                condition=models.Q(birth_year=None)
                | models.Q(birth_year__gte=OLDEST_BIRTH_YEAR, birth_year__lte=LATEST_BIRTH_YEAR),
                name="person_birth_year_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | ~models.Q(merged_into=models.F("id")),
                name="person_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    @property
    def erased(self) -> bool:
        """Whether the data of the person was erased."""
        return self.anonymised_at is not None


class Counter(models.Model):
    """A number that only grows; whoever raises it holds it until the end."""

    name = models.CharField(max_length=20, primary_key=True)
    value = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


class Merge(models.Model):
    """A duplicate that was merged, with what moved, so that it can be undone."""

    kept = models.ForeignKey(Person, models.PROTECT, related_name="merges")
    duplicate = models.ForeignKey(Person, models.PROTECT, related_name="merged_away")
    moved = models.JSONField()
    """The ids of the rows that moved, by table."""
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["duplicate"],
                condition=models.Q(undone_at=None),
                name="merge_once_per_duplicate",
            )
        ]

    def __str__(self) -> str:
        return f"{self.duplicate_id} into {self.kept_id}"


class Erasure(models.Model):
    """That a person's data was erased, kept so that a restored backup erases again."""

    person_public_id = models.CharField(max_length=16, unique=True)
    at = models.DateTimeField()
    under_way = models.BooleanField(default=False)
    """Only while this is set, in the transaction that erases, do logs let a name go."""

    def __str__(self) -> str:
        return self.person_public_id

"""Table of interim rulings: drafts of the Director, and those in force."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class InterimRuling(models.Model):
    """One interim ruling: values that replace a guide's, from a day on."""

    ruling = models.SlugField(max_length=80, unique=True)
    """Its id, as events pin it."""
    rulebook = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    about = models.CharField(max_length=500)
    cite = models.CharField(max_length=300)
    """The article that announces it."""
    in_force = models.DateField()
    superseded = models.DateField(null=True, blank=True)
    """Events that start on this day or later are free of it."""
    values = models.JSONField()
    """By the path of each value: the new value, and a note."""
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["in_force", "ruling"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(superseded=None) | models.Q(superseded__gt=models.F("in_force")),
                name="ruling_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return self.ruling

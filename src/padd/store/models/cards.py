"""Tables of card data: the files that were imported, and officers' corrections."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.keys import one_of, public_id


class CardDataState(models.TextChoices):
    """What became of a file of card data."""

    PROPOSED = "proposed", "Looked at"
    IN_USE = "in-use", "In use"
    REPLACED = "replaced", "Replaced"


class CardDataFile(models.Model):
    """A file of printings, sets or card lists, as somebody brought it.

    A file that is replaced stays, so that an event can be judged by what stood then.
    """

    public_id = public_id()
    name = models.CharField(max_length=120)
    slot = models.CharField(max_length=120, db_index=True)
    """What it holds (“printings 1E”, “sets”): a newer file takes the same place."""
    edition = models.CharField(max_length=2)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=CardDataState)
    brought_by = models.CharField(max_length=60)
    brought_at = models.DateTimeField()
    in_use_from = models.DateTimeField(null=True)
    replaced_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            one_of("state", CardDataState.values, name="card_data_state_known"),
            models.UniqueConstraint(
                fields=["slot"], condition=models.Q(state="in-use"), name="card_data_one_in_use"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CardCorrection(models.Model):
    """An officer's word on which card a printing is; imports do not touch it."""

    edition = models.CharField(max_length=2)
    set = models.CharField(max_length=40)
    number = models.CharField(max_length=20, blank=True)
    title = models.CharField(max_length=200)
    card = models.CharField(max_length=200)
    """A name that all printings of one card share."""
    made_by = models.CharField(max_length=60)
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["edition", "set", "number", "title"], name="card_corrected_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.card}"


class PinnedCatalogue(models.Model):
    """The card data that an event was opened with, so that it can be had again."""

    version = models.CharField(max_length=64, unique=True)
    files = models.JSONField()
    """The public ids of the files."""
    corrections = models.JSONField()
    """The officers' corrections as they stood."""
    pinned_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.version

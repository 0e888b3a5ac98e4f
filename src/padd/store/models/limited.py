"""Tables of limited play: products, dealt packs, picks, steps of drafts, pools."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.store.models.access import LONGEST_PLAYER
from padd.store.models.events import Event
from padd.store.models.keys import one_of

TAKEN_BY: Final = ("player", "random", "last")


class LimitedProduct(models.Model):
    """A product that packs can be made from, as it was read."""

    slug = models.CharField(max_length=60, unique=True)
    title = models.CharField(max_length=200)
    edition = models.CharField(max_length=2)
    digest = models.CharField(max_length=64)
    content = models.JSONField()
    added_by = models.CharField(max_length=80)
    added_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["title", "id"]

    def __str__(self) -> str:
        return self.title


class DraftGroup(models.Model):
    """Players who draft together, and where the chain of their draft ends.

    A sealed event is one group in which nothing is passed.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="draft_groups")
    number = models.PositiveSmallIntegerField()
    deal = models.CharField(max_length=64)
    """The fingerprint of everything dealt to the group; the chain begins with it."""
    head = models.CharField(max_length=64)
    paused_at = models.DateTimeField(null=True, blank=True)
    resumed_at = models.DateTimeField(null=True, blank=True)
    """The time of a pick begins anew after a pause."""
    grace = models.JSONField(default=dict)
    """For seats that were given more time: until when."""

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="draft_group_one_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.number}"


class DealtPack(models.Model):
    """A pack as it was dealt to a seat; kits have numbers below zero."""

    group = models.ForeignKey(DraftGroup, models.CASCADE, related_name="packs")
    pack = models.SmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=130)
    cards = models.JSONField()

    class Meta:
        ordering: ClassVar = ["pack", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["group", "pack", "seat"], name="dealt_pack_one_for_a_seat"
            )
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.pack}/{self.seat}"


class DraftPick(models.Model):
    """What a seat takes in a turn; of two who send at once, one counts."""

    group = models.ForeignKey(DraftGroup, models.CASCADE, related_name="picks")
    pack = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    cards = models.JSONField()
    how = models.CharField(max_length=8, default="player")
    key = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["group", "pack", "turn", "seat"], name="draft_pick_one_a_turn"
            ),
            one_of("how", TAKEN_BY, name="draft_pick_how_known"),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.pack}.{self.turn}, seat {self.seat}"


class DraftStep(models.Model):
    """One link of a group's chain: what was taken, or who left."""

    group = models.ForeignKey(DraftGroup, models.CASCADE, related_name="steps")
    number = models.PositiveSmallIntegerField()
    step = models.JSONField()
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "number"], name="draft_step_one_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.number}"


class PlayerPool(models.Model):
    """What a player makes of the cards that he or she was given."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="pools")
    player = models.CharField(max_length=LONGEST_PLAYER)
    added = models.JSONField(default=list)
    """Titles of commons that the rulebook lets a player add."""
    deck = models.JSONField(default=dict)
    """How many copies of each card of the pool are in the deck."""
    registered_at = models.DateTimeField(null=True, blank=True)
    open_picks = models.BooleanField(default=False)
    """Whether the player agrees that the picks are shown after the event."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="player_pool_one_for_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"

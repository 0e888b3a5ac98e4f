"""Tables of decks: saved by people, and registered for events."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models

from padd.core.model import Edition
from padd.store.models.access import LONGEST_PLAYER
from padd.store.models.events import Event
from padd.store.models.keys import one_of
from padd.store.models.people import Account, Person


def new_salt() -> str:
    """Return what makes the fingerprint of a deck impossible to guess."""
    return secrets.token_hex(16)


class RegisteredDeck(models.Model):
    """The deck that a player registered for an event, as it was sent."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="decks")
    player = models.CharField(max_length=LONGEST_PLAYER)
    """The id among the players of the event."""
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="decks")
    content = models.TextField(blank=True)
    """Empty once its player was erased; the fingerprint stays in the log."""
    salt = models.CharField(max_length=32, default=new_salt)
    digest = models.CharField(max_length=64)
    verdict = models.CharField(max_length=12)
    catalogue = models.CharField(max_length=64)
    """The fingerprint of the card data by which it was checked."""
    for_cut = models.BooleanField(default=False)
    """Whether opponents of the cut may see it."""
    for_all = models.BooleanField(default=False)
    """Whether everybody may see it after the event."""
    registered_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="deck_once_for_each_player")
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.event_id}"


ADDRESS_BYTES = 16


def new_address() -> str:
    """Return an address that nobody can guess."""
    return secrets.token_urlsafe(ADDRESS_BYTES)


class Deck(models.Model):
    """A deck that somebody keeps, in one version or several."""

    address = models.CharField(max_length=32, unique=True, default=new_address)
    account = models.ForeignKey(Account, models.CASCADE, related_name="decks")
    name = models.CharField(max_length=80)
    edition = models.CharField(max_length=2)
    asked = models.JSONField(default=dict)
    """What it was last checked for: rulebook, pool, rules set, format, day."""
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [one_of("edition", Edition, name="deck_edition_known")]

    def __str__(self) -> str:
        return self.name


class DeckVersion(models.Model):
    """One version of a deck, as it was kept."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content = models.TextField()
    kept_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deck", "number"], name="deck_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.deck_id}, version {self.number}"

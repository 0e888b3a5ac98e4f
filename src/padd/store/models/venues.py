"""Table of venues, where events are held."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Region


class VenueState(models.TextChoices):
    """Whether somebody has looked at a venue."""

    UNVERIFIED = "unverified", "Not verified yet"
    VERIFIED = "verified", "Verified"
    REFUSED = "refused", "Refused"


class Venue(models.Model):
    """A shop, hall or home; a new one is shown at once, marked unverified."""

    public_id = public_id()
    name = models.CharField(max_length=100)
    outline = models.CharField(max_length=200, db_index=True)
    """Name and town as they look, so that a known venue is found again."""
    street = models.CharField(max_length=200, blank=True)
    postcode = models.CharField(max_length=20, blank=True)
    town = models.CharField(max_length=100)
    region = models.ForeignKey(Region, models.PROTECT, related_name="venues")
    time_zone = models.CharField(max_length=64)
    phone = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    website = models.URLField(blank=True)
    state = models.CharField(max_length=12, choices=VenueState, default=VenueState.UNVERIFIED)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["outline", "region", "street"], name="venue_once"),
            one_of("state", VenueState.values, name="venue_state_known"),
        ]

    def __str__(self) -> str:
        return self.name

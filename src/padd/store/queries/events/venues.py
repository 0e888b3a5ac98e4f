"""Queries of venues and regions to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce

from padd.core.text import look_alike_outline
from padd.store.models.events import Venue, VenueState
from padd.store.models.people import Region
from padd.store.writes.local_events import NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueFacts:
    """A venue with its address."""

    public_id: str
    name: str
    street: str
    postcode: str
    town: str
    region: str
    region_slug: str
    area: str
    time_zone: str
    phone: str
    email: str
    website: str
    state: str

    @property
    def is_named(self) -> bool:
        """Whether somebody named it; an event started on the day may have no venue."""
        return self.name != NOWHERE


def venue_facts_of(row: Venue) -> VenueFacts:
    """Return a venue as values."""
    return VenueFacts(
        public_id=row.public_id,
        name=row.name,
        street=row.street,
        postcode=row.postcode,
        town=row.town,
        region=row.region.name,
        region_slug=row.region.slug,
        area=row.region.area,
        time_zone=row.time_zone,
        phone=row.phone,
        email=row.email,
        website=row.website,
        state=row.state,
    )


def find_venues(text: str, *, limit: int = 20) -> tuple[VenueFacts, ...]:
    """Return the known venues whose name or town begins or contains a text."""
    rows = Venue.objects.select_related("region").exclude(state=VenueState.REFUSED)
    rows = rows.exclude(name=NOWHERE)
    for word in text.split()[:6]:
        rows = rows.filter(outline__contains=look_alike_outline(word))
    return tuple(venue_facts_of(row) for row in rows.order_by("name", "town")[:limit])


def venue_facts(public_id: str) -> VenueFacts | None:
    """Return a venue, or nothing."""
    row = Venue.objects.select_related("region").filter(public_id=public_id).first()
    return venue_facts_of(row) if row else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionName:
    """A region to choose."""

    slug: str
    name: str
    area: str
    country: str
    """Of which country it is a part; empty for a country."""


def list_regions() -> tuple[RegionName, ...]:
    """Return every region, by area and name."""
    fields = RegionName.__slots__
    return tuple(RegionName(**dict(zip(fields, row, strict=True))) for row in _regions())


def _regions() -> QuerySet[Any, Any]:
    named = Region.objects.exclude(name=NOWHERE).order_by("area", "name")
    country = Coalesce("parent__name", Value(""))
    return named.values_list("slug", "name", "area", country)

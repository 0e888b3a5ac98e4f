"""Regions below a country, as coordinators divide them for championships."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.core.text import slug
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotFound, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.people import Region
from padd.store.writes.event_log import add_audit_entry

LONGEST_NAME: Final = 60


def add_region(*, by: Actor, now: datetime, name: str, parent: str) -> str:
    """Add a part of a country and return its slug; it has the same coordinator."""
    name = normalize_line(name)
    with transaction.atomic():
        country = Region.objects.filter(slug=parent, parent=None).first()
        if country is None:
            raise NotFound("region")
        require(Permission.REGION_ADD, by, area=country.area)
        if refusal := text_refusal(name, place="name", most=LONGEST_NAME, needed=True):
            raise RefusalError(refusal)
        part = Region(
            slug=f"{country.slug}-{slug(name)}"[:LONGEST_NAME],
            name=name,
            area=country.area,
            parent=country,
        )
        _save(part)
        add_audit_entry(
            Permission.REGION_ADD,
            by=by.label,
            subject=f"region:{part.slug}",
            at=now,
            after={"name": name, "parent": country.slug},
        )
    return part.slug


def _save(part: Region) -> None:
    try:
        with transaction.atomic():
            part.save()
    except IntegrityError as error:
        raise refusal_error(
            "region-known", message("That region already exists."), place="name"
        ) from error


ZONES_OF_COUNTRIES: Final = {
    "argentina": "America/Argentina/Buenos_Aires",
    "austria": "Europe/Vienna",
    "belgium": "Europe/Brussels",
    "bulgaria": "Europe/Sofia",
    "china": "Asia/Shanghai",
    "colombia": "America/Bogota",
    "croatia": "Europe/Zagreb",
    "cyprus": "Asia/Nicosia",
    "czechia": "Europe/Prague",
    "denmark": "Europe/Copenhagen",
    "estonia": "Europe/Tallinn",
    "finland": "Europe/Helsinki",
    "france": "Europe/Paris",
    "germany": "Europe/Berlin",
    "greece": "Europe/Athens",
    "hungary": "Europe/Budapest",
    "iceland": "Atlantic/Reykjavik",
    "india": "Asia/Kolkata",
    "ireland": "Europe/Dublin",
    "israel": "Asia/Jerusalem",
    "italy": "Europe/Rome",
    "japan": "Asia/Tokyo",
    "latvia": "Europe/Riga",
    "lithuania": "Europe/Vilnius",
    "luxembourg": "Europe/Luxembourg",
    "malaysia": "Asia/Kuala_Lumpur",
    "malta": "Europe/Malta",
    "netherlands": "Europe/Amsterdam",
    "norway": "Europe/Oslo",
    "philippines": "Asia/Manila",
    "poland": "Europe/Warsaw",
    "romania": "Europe/Bucharest",
    "samoa": "Pacific/Apia",
    "serbia": "Europe/Belgrade",
    "singapore": "Asia/Singapore",
    "slovakia": "Europe/Bratislava",
    "slovenia": "Europe/Ljubljana",
    "south-africa": "Africa/Johannesburg",
    "south-korea": "Asia/Seoul",
    "sweden": "Europe/Stockholm",
    "switzerland": "Europe/Zurich",
    "taiwan": "Asia/Taipei",
    "tonga": "Pacific/Tongatapu",
    "turkiye": "Europe/Istanbul",
    "ukraine": "Europe/Kyiv",
    "united-kingdom": "Europe/London",
}
"""By the slug of the country; those with several clocks are left out on purpose."""


def zone_of_region(slug: str) -> str:
    """Return the time zone of a region, or nothing where its country has several."""
    if slug in ZONES_OF_COUNTRIES:
        return ZONES_OF_COUNTRIES[slug]
    parent = Region.objects.filter(slug=slug).values_list("parent__slug", flat=True)
    return ZONES_OF_COUNTRIES.get(parent.first() or "", "")

"""The time zone of countries that have only one, as a default for venues."""

from __future__ import annotations

from typing import Final

from padd.store.models.people import Region

ONE_CLOCK: Final = {
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
    if slug in ONE_CLOCK:
        return ONE_CLOCK[slug]
    parent = Region.objects.filter(slug=slug).values_list("parent__slug", flat=True)
    return ONE_CLOCK.get(parent.first() or "", "")

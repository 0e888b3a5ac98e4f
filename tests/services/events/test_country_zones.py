"""Venues have the clock of their country, where the country has one."""

import pytest

from padd.services.events.regions import ZONES_OF_COUNTRIES, zone_of_region
from padd.services.local_time import zone_names
from padd.store.models.people import Region

SEVERAL = {
    "australia",
    "brazil",
    "canada",
    "chile",
    "mexico",
    "new-zealand",
    "online",
    "portugal",
    "spain",
    "united-states",
}


@pytest.mark.django_db
def test_every_country_has_one_clock_or_is_known_to_have_several():
    countries = set(Region.objects.filter(parent=None).values_list("slug", flat=True))

    assert countries - set(ZONES_OF_COUNTRIES) <= {*SEVERAL, "unknown"}
    assert set(ZONES_OF_COUNTRIES.values()) <= zone_names()


@pytest.mark.django_db
def test_a_part_of_a_country_has_its_clock_and_several_have_none():
    germany = Region.objects.get(slug="germany")
    Region.objects.create(slug="germany-north", name="North", area="europe", parent=germany)

    assert zone_of_region("germany-north") == "Europe/Berlin"
    assert zone_of_region("canada") == ""
    assert zone_of_region("nowhere") == ""

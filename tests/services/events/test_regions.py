"""Regions below a country."""

import pytest

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM
from padd.services.events import regions
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.events.calendar import CalendarFilter, list_events
from padd.store.queries.events.venues import list_regions


@pytest.mark.req("CHAMP-9")
def test_a_coordinator_cuts_a_country_into_regions(world):
    by = world.official("coordinator", "europe")

    made = regions.add_region(by=by, now=world.now, name="Schleswig-Holstein", parent="germany")

    assert made == "germany-schleswig-holstein"
    assert made in [region.slug for region in list_regions()]
    world.event(name="North", region=made)
    found = list_events(CalendarFilter(region="germany"), now=world.now).lines
    assert [line.name for line in found] == ["North"]


def test_only_in_the_own_area_once_and_below_a_country(world):
    with pytest.raises(NotAllowed):
        regions.add_region(
            by=world.official("coordinator", "europe"),
            now=world.now,
            name="Ohio",
            parent="united-states",
        )
    ohio = regions.add_region(by=SYSTEM, now=world.now, name="Ohio", parent="united-states")
    with pytest.raises(RefusalError) as refused:
        regions.add_region(by=SYSTEM, now=world.now, name="Ohio", parent="united-states")
    assert refused.value.codes == ("region-known",)
    for parent in ("vulcan", ohio):
        with pytest.raises(NotFound):
            regions.add_region(by=SYSTEM, now=world.now, name="Dayton", parent=parent)
    with pytest.raises(RefusalError) as refused:
        regions.add_region(by=SYSTEM, now=world.now, name=" ", parent="germany")
    assert refused.value.codes == ("missing",)

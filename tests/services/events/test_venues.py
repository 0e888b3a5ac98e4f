"""Venues: known ones are found again, new ones are refused if they make no sense."""

import pytest

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.events import venues
from padd.services.events.venues import VenueDetails
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.events.venues import find_venues, venue_facts


@pytest.mark.req("REG-24")
def test_a_known_venue_fills_in_its_address(world):
    world.venue(name="Würfelwerk", street="Uferstraße 8", postcode="13357")
    world.venue(name="Quark's", town="Leeds", region="united-kingdom")

    (found,) = find_venues("wurfel berl")

    assert (found.street, found.postcode, found.town) == ("Uferstraße 8", "13357", "Berlin")
    assert (found.region_slug, found.area, found.time_zone) == (
        "germany",
        "europe",
        "Europe/Berlin",
    )
    assert venue_facts(found.public_id) == found


def test_the_same_venue_is_not_added_twice(world):
    world.venue(name="Quark's", street="Promenade 1")

    with pytest.raises(RefusalError) as refused:
        world.venue(name="quark's", street="Promenade 1")

    assert refused.value.codes == ("venue-known",)


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"name": ""}, "missing"),
        ({"town": " "}, "missing"),
        ({"region": "vulcan"}, "region-unknown"),
        ({"time_zone": "Alpha"}, "zone-unknown"),
        ({"email": "quark"}, "email"),
        ({"website": "javascript:alert(1)"}, "website"),
        ({"website": "quarks.example"}, "website"),
        ({"phone": "5" * 41}, "too-long"),
        ({"street": "Promenade\u2066"}, "hidden-character"),
    ],
)
def test_a_venue_that_makes_no_sense_is_refused(world, details, code):
    with pytest.raises(RefusalError) as refused:
        world.venue(**details)

    assert code in refused.value.codes


def test_a_coordinator_corrects_a_venue_of_the_area(world):
    venue = world.venue(street="Promenade 1")
    details = VenueDetails(
        name="Quark's", town="Berlin", region="germany", time_zone="Europe/Berlin",
        street="Promenade 2",
    )  # fmt: skip
    for by in (world.member(), world.official("coordinator", "australia")):
        with pytest.raises(NotAllowed):
            venues.edit_venue(by=by, now=world.now, venue=venue, details=details)

    by = world.official("coordinator", "europe")
    venues.edit_venue(by=by, now=world.now, venue=venue, details=details)

    (entry,) = world.audit("venue.edit")
    assert (entry.before["street"], entry.after["street"]) == ("Promenade 1", "Promenade 2")
    with pytest.raises(NotFound):
        venues.edit_venue(by=SYSTEM, now=world.now, venue="none", details=details)


def test_a_visitor_adds_no_venue(world):
    with pytest.raises(NotAllowed):
        world.venue(by=VISITOR)

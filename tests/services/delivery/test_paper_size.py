"""A4, or Letter where a country uses it; what the director chose goes first."""

import pytest

from padd.services.access.actors import SYSTEM
from padd.services.delivery import printouts
from padd.services.delivery.printouts import paper_size_for_event, paper_size_for_person
from padd.store.models.events import Event
from padd.store.models.people import Person, Region


def place(event, region):
    Event.objects.filter(public_id=event).update(region=Region.objects.get(slug=region))


@pytest.mark.parametrize(
    ("region", "size"),
    [("germany", "a4"), ("online", "a4"), ("united-states", "us-letter"), ("canada", "us-letter")],
)
def test_an_event_is_printed_on_the_paper_of_its_country(world, region, size):
    event = world.event()
    place(event, region)

    assert paper_size_for_event(event) == size


def test_a_part_of_a_country_uses_its_paper(world):
    event = world.event()
    country = Region.objects.get(slug="united-states")
    Region.objects.create(slug="ohio", name="Ohio", area=country.area, parent=country)
    place(event, "ohio")

    assert paper_size_for_event(event) == "us-letter"


def test_a_person_without_a_region_and_nobody_get_a4(world):
    person = Person.objects.get(public_id=world.person())
    before = paper_size_for_person(person.pk)
    Person.objects.update(region=Region.objects.get(slug="mexico"))

    assert (before, paper_size_for_person(None)) == ("a4", "a4")
    assert paper_size_for_person(person.pk) == "us-letter"


def test_what_was_chosen_goes_before_what_is_usual(world, settings, tmp_path):
    settings.DATA = tmp_path  # type: ignore[attr-defined]
    event = world.event()
    place(event, "united-states")
    before = printouts.chosen_paper_size(event)

    printouts.choose_paper_size(by=SYSTEM, event_id=event, size="a4")

    assert (before, printouts.chosen_paper_size(event)) == ("us-letter", "a4")

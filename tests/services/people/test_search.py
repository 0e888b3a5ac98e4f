"""Searching for people finds nobody by a name that the viewer may not see."""

from dataclasses import replace

import pytest
from django.test import Client

from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.people import people
from padd.services.people.search import search_people


def _handles(world, by, text):
    return [found.handle for found in search_people(by=by, now=world.now, text=text)]


HIDDEN = ({"birth_year": 2013}, {"hides_name": True})


@pytest.mark.parametrize("details", HIDDEN)
def test_a_hidden_name_finds_nobody_for_the_public_but_the_handle_does(world, details):
    world.person("Nog", name="Zephram Quillon", **details)
    member = world.member()
    coordinator = world.official("coordinator", "europe")

    for by in (VISITOR, member):
        assert _handles(world, by, "Zephram Quillon") == []
        assert _handles(world, by, "quillo") == []
        assert _handles(world, by, "Nog") == ["Nog"]
    assert _handles(world, coordinator, "Quillon") in (["Nog"], [])
    assert _handles(world, SYSTEM, "Quillon") == ["Nog"]


@pytest.mark.parametrize("details", HIDDEN)
def test_a_hidden_name_with_a_hyphen_is_not_found_by_its_parts_either(world, details):
    world.person("Nog", name="Jean-Luc Quillon", **details)

    for text in ("Jean-Luc", "Jean Luc", "jeanluc", "jean luc quillon"):
        assert _handles(world, VISITOR, text) == []
        assert _handles(world, SYSTEM, text) == ["Nog"]


@pytest.mark.parametrize("details", HIDDEN)
def test_a_pasted_name_that_is_hidden_is_nobody_known(world, details):
    world.person("Nog", name="Zephram Quillon", **details)

    pasted = people.sort_pasted_players(
        by=world.member(), now=world.now, text="Zephram Quillon\nNog"
    )

    assert [line.text for line in pasted.unknown] == ["Zephram Quillon"]
    (found,) = pasted.found
    assert found.found is not None
    assert found.found.name == ""


@pytest.mark.parametrize("address", ["/players/", "/search/", "/api/v1/players"])
def test_pages_and_api_do_not_find_a_child_by_name(world, address):
    world.person("Nog", name="Zephram Quillon", birth_year=2013)
    world.person("Jake", name="Jake Zephram")

    page = Client().get(address, {"q": "Zephram"}).content.decode()

    assert "Jake" in page
    assert "Nog" not in page


def test_a_name_that_is_hidden_later_is_found_no_longer(world):
    jadzia = world.person("Jadzia", name="Ezri Tigan")
    before = _handles(world, VISITOR, "Tigan")

    details = people.PersonDetails(handle="Jadzia", name="Ezri Tigan")
    people.edit_person(
        by=SYSTEM, now=world.now, person=jadzia, details=replace(details, hides_name=True)
    )

    assert before == ["Jadzia"]
    assert _handles(world, VISITOR, "Tigan") == []
    page = Client().get(f"/players/{jadzia}/").content.decode()
    assert "Tigan" not in page


def test_the_end_of_a_handle_finds_it_after_better_fits(world):
    world.person("AwayWolf")
    world.person("Wolf 359")

    assert _handles(world, VISITOR, "wolf") == ["Wolf 359", "AwayWolf"]


def test_a_name_that_is_shown_again_is_found_again(world):
    jadzia = world.person("Jadzia", name="Ezri Tigan", hides_name=True)
    hidden = _handles(world, VISITOR, "Tigan")

    details = people.PersonDetails(handle="Jadzia", name="Ezri Tigan")
    people.edit_person(by=SYSTEM, now=world.now, person=jadzia, details=details)

    assert hidden == []
    assert _handles(world, VISITOR, "Tigan") == ["Jadzia"]

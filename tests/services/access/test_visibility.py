"""Who sees what: one table, complete, and pages cut to it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.apps import apps

from padd.services.access import visibility
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.access.visibility import SEES, Audience, sees
from padd.services.events import registrations
from padd.services.people.search import search_people
from padd.services.refusal import NotFound
from padd.store.models.people import Person

PERSONAL = {"person", "account", "grant", "registration"}
"""Records of which every single field must be named."""
KEYS = {"id", "outline", "name_outline", "revision"}
"""Columns that are nothing but keys and copies of a named field."""


def test_every_table_is_named_and_every_field_of_a_personal_one():
    tables = {model._meta.model_name: model for model in apps.get_app_config("store").get_models()}

    assert set(SEES) == set(tables)
    for name in PERSONAL:
        fields = {field.name for field in tables[name]._meta.concrete_fields} - KEYS
        assert fields - set(SEES[name]) == set(), name


def test_secrets_are_seen_by_nobody():
    for record, field in (
        ("account", "password"),
        ("registration", "token_hash"),
        ("staffinvite", "token_hash"),
        ("loginlink", "token_hash"),
    ):
        assert not sees(record, field, frozenset(Audience)), (record, field)


# who sees (contact e-mail, guest's name, name of a minor) on an event page
EYES = {
    "visitor": (False, False, False),
    "player": (True, True, False),
    "director": (True, True, True),
    "coordinator": (True, True, True),
    "elsewhere": (True, True, False),
    "laptop": (True, True, True),
}


@pytest.mark.parametrize("who", EYES)
def test_an_event_page_shows_each_what_the_table_allows(world, who):
    director = world.member()
    event = world.event(by=director, directors=(), contact_email="quark@ds9.example")
    nog = world.person("Nog", name="Nog son of Rom", birth_year=2013)
    registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=nog)
    guest = registrations.enter_guest(
        by=VISITOR, now=world.now, event=event, name="Vic", email="v@x.example",
        link=remember.append,
    )  # fmt: skip
    registrations.confirm_guest(by=VISITOR, now=world.now, token=remember.pop())
    actor = {
        "visitor": lambda: VISITOR,
        "player": world.member,
        "director": lambda: director,
        "coordinator": lambda: world.official("coordinator", "europe"),
        "elsewhere": lambda: world.official("coordinator", "australia"),
        "laptop": world.laptop,
    }[who]()

    page = visibility.visible_event(by=actor, now=world.now, event=event)

    names = {seat.entry: seat.name for seat in page.seats}
    minor = next(seat for seat in page.seats if seat.handle == "Nog")
    seen = (bool(page.contact_email), bool(names[guest.public_id]), bool(minor.name))
    assert seen == EYES[who]
    assert "v@x.example" not in str(page)
    assert "2013" not in str(page)


remember: list[str] = []


@pytest.mark.parametrize(
    ("who", "contact", "year"),
    [
        ("visitor", False, False),
        ("player", False, False),
        ("self", True, True),
        ("coordinator", True, False),
        ("laptop", True, False),
    ],
)
def test_a_person_page_shows_each_what_the_table_allows(world, who, contact, year):
    nog = world.member(
        "Nog", name="Nog son of Rom", contact="555", birth_year=1990, region="germany"
    )
    own = Person.objects.get(pk=nog.person_id).public_id
    actor = {
        "visitor": lambda: VISITOR,
        "player": world.member,
        "self": lambda: nog,
        "coordinator": lambda: world.official("coordinator", "europe"),
        "laptop": world.laptop,
    }[who]()

    page = visibility.visible_person(by=actor, now=world.now, person=own)

    assert (page.handle, page.name) == ("Nog", "Nog son of Rom")
    assert (bool(page.contact), bool(page.birth_year)) == (contact, year)


def test_a_minors_name_is_not_public(world):
    nog = world.person("Nog", name="Nog son of Rom", birth_year=2010)

    page = visibility.visible_person(by=VISITOR, now=world.now, person=nog)

    assert (page.handle, page.name) == ("Nog", "")


def test_a_search_gives_no_minors_name_away(world):
    world.person("Nog", name="Nog son of Rom", birth_year=2010)

    seen = {
        who: search_people(by=by, now=world.now, text="nog")[0].name
        for who, by in (
            ("visitor", VISITOR),
            ("player", world.member()),
            ("laptop", world.laptop()),
        )
    }

    assert seen == {"visitor": "", "player": "", "laptop": "Nog son of Rom"}


def test_a_hidden_event_looks_like_none(world):
    by = world.member()
    event = world.event(by=by, directors=(), kind="regional")

    assert visibility.visible_event(by=by, now=world.now, event=event).line.name
    refusals = []
    for name in (event, "nothing"):
        with pytest.raises(NotFound) as refused:
            visibility.visible_event(by=VISITOR, now=world.now, event=name)
        refusals.append(refused.value.refusal)
    assert refusals[0] == refusals[1]


def test_an_erased_person_has_one_name_everywhere():
    person = Person(public_id="x", handle="gone-1", anonymised_at=datetime(2026, 1, 1, tzinfo=UTC))

    former, now = visibility.FORMER, datetime(2026, 2, 1, tzinfo=UTC)
    for eyes in ({Audience.VISITOR}, set(Audience)):
        assert visibility.name_for_audience(person, frozenset(eyes), now=now) == former
    assert visibility.distinguish_names({1: former, 2: "Kira", 3: former}) == {
        1: "Former player",
        2: "Kira",
        3: "Former player 2",
    }


@pytest.mark.parametrize(("birth_year", "minor"), [(2007, False), (2008, True), (2009, True)])
def test_whoever_turns_eighteen_this_year_may_still_be_a_minor(birth_year, minor):
    now = datetime(2026, 6, 1, tzinfo=UTC)

    assert visibility.is_minor(birth_year, now=now) is minor

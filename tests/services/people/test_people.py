"""People: added, corrected, found although misspelt, sorted out of a list."""

import pytest

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.people import Person


@pytest.mark.req("RATE-3", "REG-51")
def test_a_director_adds_a_person_on_the_spot(world):
    made = people.add_person(
        by=world.laptop(),
        now=world.now,
        details=PersonDetails(handle="  Quark   77 ", name="Rom", region="germany"),
    )

    row = Person.objects.get(public_id=made)
    assert (row.handle, row.outline, row.name) == ("Quark 77", "quark77", "Rom")
    assert len(world.audit("person.add")) == 1


@pytest.mark.parametrize("twin", ["quark77", "Quark 77", "QUАRK77", "Quárk77"])
def test_a_handle_that_looks_like_another_is_refused(world, twin):
    world.person("Quark77")

    with pytest.raises(RefusalError) as refused:
        world.person(twin)

    assert refused.value.codes == ("handle-taken",)
    assert refused.value.refusal.place == "handle"
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"handle": " "}, "missing"),
        ({"handle": "x" * 41}, "too-long"),
        ({"handle": "Ro\u202em"}, "hidden-character"),
        ({"handle": "Ro\u3164m"}, "hidden-character"),
        ({"handle": "<script>"}, "handle-characters"),
        ({"handle": "Rom", "region": "vulcan"}, "region-unknown"),
        ({"handle": "Rom", "birth_year": 12}, "birth-year"),
        ({"handle": "Rom", "name": "x" * 101}, "too-long"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_code(world, details, code):
    with pytest.raises(RefusalError) as refused:
        people.add_person(
            by=SYSTEM,
            now=world.now,
            details=PersonDetails(**details),  # type: ignore[arg-type]
        )

    assert code in refused.value.codes


def test_a_visitor_adds_nobody(world):
    with pytest.raises(NotAllowed):
        people.add_person(by=VISITOR, now=world.now, details=PersonDetails(handle="Rom"))


def test_one_corrects_oneself_and_nobody_else(world):
    rom, nog = world.member("Rom"), world.member("Nog")
    own = Person.objects.get(pk=rom.person_id).public_id
    wanted = PersonDetails(handle="Rom the Grand Nagus", contact="rom@ds9.example")

    people.edit_person(by=rom, now=world.now, person=own, details=wanted)

    assert Person.objects.get(pk=rom.person_id).contact == "rom@ds9.example"
    with pytest.raises(NotAllowed):
        people.edit_person(by=nog, now=world.now, person=own, details=wanted)


def test_the_audit_says_what_changed_but_keeps_no_personal_value(world):
    rom = world.member("Rom", name="Rom son of Keldar")
    own = Person.objects.get(pk=rom.person_id).public_id

    people.edit_person(
        by=rom, now=world.now, person=own, details=PersonDetails(handle="Rom", name="R")
    )

    (entry,) = world.audit("person.edit")
    assert entry.after["changed"] == ["name"]
    assert "Keldar" not in str(entry.before) + str(entry.after)


@pytest.mark.parametrize(
    "asked", ["Picard", "picrad", "jean luc", "Picard Jean", "LocutusOfBorg", "locutus", "Jeanluc"]
)
def test_somebody_is_found_although_misspelt(world, asked):
    wanted = world.person("LocutusOfBorg", name="Jean-Luc Picard")
    for number in range(20):
        world.person(f"Ensign{number}", name=f"Number {number}")

    found = world.found(asked)

    assert found[0].public_id == wanted


def test_the_exact_handle_comes_first(world):
    world.person("Datax")
    wanted = world.person("Data")
    world.person("Dats")

    assert world.found("data")[0].public_id == wanted


def test_somebody_added_later_is_found_and_somebody_renamed_only_anew(world):
    assert world.found("Ishka") == ()
    ishka = world.person("Ishka")
    assert world.found("ishka")[0].public_id == ishka

    people.edit_person(
        by=SYSTEM, now=world.now, person=ishka, details=PersonDetails(handle="Moogie")
    )

    assert world.found("Ishka") == ()
    assert world.found("Moogie")[0].public_id == ishka


@pytest.mark.req("RATE-3")
def test_a_pasted_list_is_sorted_out_in_one_step(world):
    world.person("Morn", name="Morn")
    world.person("Quark77", name="Quark son of Keldar")
    world.person("Leeta", name="Leeta")
    pasted = "morn\nQuark son of Keldar (quark77)\nleeeta\n\nGarak\nmorn"

    sorted_out = people.sort_pasted_players(by=world.laptop(), now=world.now, text=pasted)

    assert [line.found.handle for line in sorted_out.found if line.found] == ["Morn", "Quark77"]
    assert [line.text for line in sorted_out.close] == ["leeeta"]
    assert sorted_out.close[0].close[0].handle == "Leeta"
    assert [line.text for line in sorted_out.unknown] == ["Garak"]


def test_two_people_of_one_name_are_offered_not_guessed(world):
    world.person("Jadzia1", name="Dax")
    world.person("Ezri2", name="Dax")

    sorted_out = people.sort_pasted_players(by=SYSTEM, now=world.now, text="Dax")

    assert sorted_out.found == ()
    assert {known.handle for known in sorted_out.close[0].close} == {"Jadzia1", "Ezri2"}


def test_a_pasted_list_costs_the_same_queries_at_any_length(world, django_assert_max_num_queries):
    for number in range(30):
        world.person(f"Klingon{number}")
    world.found("warm")

    with django_assert_max_num_queries(4):  # type: ignore[operator]
        people.sort_pasted_players(
            by=SYSTEM, now=world.now, text="\n".join(f"klingon{number}" for number in range(30))
        )


def test_too_long_a_list_is_refused(world):
    with pytest.raises(RefusalError) as refused:
        people.sort_pasted_players(by=SYSTEM, now=world.now, text="\n".join(map(str, range(501))))

    assert refused.value.codes == ("too-many",)


def test_an_unknown_person_is_not_found(world):
    with pytest.raises(NotFound):
        people.edit_person(
            by=SYSTEM, now=world.now, person="nobody", details=PersonDetails(handle="x")
        )

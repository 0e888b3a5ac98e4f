"""Finding people among many: fast, and always what is stored now."""

import pytest
from rapidfuzz.distance import OSA
from tests.world import NOW

from padd.core.rng import Rng
from padd.core.text import look_alike_outline
from padd.services.access.actors import SYSTEM
from padd.services.people import merge
from padd.store.models.people import Person
from padd.store.queries.people import search

SYLLABLES = ("ka", "ro", "mi", "ten", "dax", "lu", "far", "neg", "shi", "tor", "vel")


def crowd(size):
    chance = Rng(47, "crowd")

    def word(parts):
        return "".join(chance.one_of(SYLLABLES) for _ in range(parts)).capitalize()

    rows = []
    for number in range(size):
        handle, name = f"{word(3)}{number}", f"{word(2)} {word(3)}"
        rows.append(
            Person(
                handle=handle,
                outline=look_alike_outline(handle),
                name=name,
                name_outline=look_alike_outline(name),
                created_at=NOW,
                revision=number + 1,
            )
        )
    Person.objects.bulk_create(rows, batch_size=500)


def test_one_misspelt_person_is_found_among_thousands(world, django_assert_num_queries):
    crowd(5000)
    wanted = world.person("Raktajino", name="Jadzia Ventana")
    search.find_people("warm up")
    texts = ("ratkajino", "jadzia", "ventna jadzia")

    with django_assert_num_queries(len(texts)):
        hits = [search.find_people(text)[0] for text in texts]

    rows = Person.objects.in_bulk([hit.person_id for hit in hits])
    assert {row.public_id for row in rows.values()} == {wanted}


def test_a_search_costs_one_query(world, django_assert_num_queries):
    world.person("Morn")
    search.find_people("morn")

    with django_assert_num_queries(1):
        search.find_people("mron")


def test_a_merged_person_is_no_longer_found(world):
    kept, double = world.person("Odo"), world.person("Constable")
    assert search.find_people("constable")

    merge.merge_people(by=SYSTEM, now=NOW, keep=kept, duplicate=double, reason="")

    assert search.find_people("constable") == []


@pytest.mark.parametrize("text", ["", "   ", "-", "\u200b", "x" * 500, "%", "a b c d e f g"])
def test_any_text_can_be_searched_for(world, text):
    world.person("Morn")

    assert search.find_people(text) == []


@pytest.mark.parametrize("word", ["katen", "farnegshi", "a", "mi", "daxlutorvel1234"])
def test_words_by_length_give_what_a_look_at_all_words_gives(world, word):
    crowd(800)
    index = search.PeopleIndex()
    index.refresh()
    alike = [
        (known, fit)
        for known in index.words
        if (fit := OSA.normalized_similarity(word, known)) >= search.ALIKE
    ]

    found = index._misspelt(word)

    best = sorted(alike, key=lambda pair: (-pair[1], pair[0]))
    assert found == best[: search.MOST_ALIKE]


@pytest.mark.parametrize("part", ["neg", "lum", "ten", "kakaka", "torvel"])
def test_a_part_of_a_word_is_found_wherever_it_stands_behind_the_first_letter(world, part):
    crowd(800)
    index = search.PeopleIndex()
    index.refresh()

    found = list(index._holding(part))

    assert found == [word for word in index.words if part in word[1:]]

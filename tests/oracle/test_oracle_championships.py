"""A second program, written from §11 alone, gives random championships the same."""

from __future__ import annotations

import json
from random import Random

import pytest

from padd.core.championships.awards import championship_result
from padd.core.event_file import read_event
from padd.core.formats.registry import ranking_of
from padd.core.model import Event
from padd.presentation.championships.awards import awards_document
from padd.presentation.rulebooks import book_for, rulebook_named
from padd_oracle.championships import compare, random_championship

FEW, MANY = 60, 5_000


def faults_of(seed):
    made = random_championship(Random(seed))
    events: list[Event] = [
        read_event(json.dumps(one).encode(), book_of=rulebook_named) for one in made
    ]
    orders = [list(ranking_of(one, book_for(one), seed=3).order) for one in events]

    document = awards_document(championship_result(events, book_for, seed=3))

    return compare(list(zip(made, orders, strict=True)), document)


@pytest.mark.req("CHAMP-13", "CHAMP-14", "CHAMP-16", "CHAMP-17", "CHAMP-20", "CHAMP-33")
def test_random_championships_give_what_the_second_reading_gives():
    found = {seed: faults for seed in range(FEW) if (faults := faults_of(seed))}

    assert found == {}


@pytest.mark.long
def test_five_thousand_championships_give_what_the_second_reading_gives():
    found = {seed: faults for seed in range(MANY) if (faults := faults_of(seed))}

    assert found == {}

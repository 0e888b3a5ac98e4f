"""Ratings compared with a second reading that shares no code."""

from random import Random

import pytest
from rating_worlds import sheet_or_not, world

from padd.core.ratings.ledger import refresh
from padd.core.ratings.sheet import RatingSheet
from padd.presentation.documents import rate_document
from padd_oracle import ratings as oracle

WORLDS = 8
EVENTS = 50


def sheets_of(events):
    made = [sheet_or_not(facts) for facts in events]
    return [sheet for sheet in made if isinstance(sheet, RatingSheet)]


@pytest.mark.req("RATE-8", "RATE-14", "RATE-19", "RATE-20", "RATE-22", "AMB-60")
@pytest.mark.parametrize("seed", range(WORLDS))
def test_ratings_agree_with_the_oracle(seed):
    events = world(Random(seed), EVENTS)

    document = rate_document(refresh(sheets_of(events)))

    assert oracle.compare(events, document) == []
    assert len(document["changes"]) > EVENTS


@pytest.mark.req("RATE-17", "RATE-19")
def test_ratings_of_1998_agree_with_the_oracle():
    events = world(Random(98), EVENTS, book="decipher-1998")

    document = rate_document(refresh(sheets_of(events)))

    assert oracle.compare(events, document) == []
    assert {row["list"] for row in document["ratings"]} == {*("constructed", "junior", "sealed")}


@pytest.mark.req("RATE-21")
def test_nothing_of_1996_is_rated():
    events = world(Random(96), 10, book="decipher-1996")

    assert sheets_of(events) == []
    assert oracle.rate(events) == {"ratings": [], "changes": []}


def test_the_oracle_sees_a_planted_fault():
    events = world(Random(1), 10)
    document = rate_document(refresh(sheets_of(events)))

    document["ratings"][0]["rating"] += 0.001
    document["changes"].pop()

    assert len(oracle.compare(events, document)) == 2

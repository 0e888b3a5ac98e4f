"""Points by place: the table of the guides, its edges and what lies beyond them."""

import pytest

from padd.core.leagues.event_points import points_for_place
from padd.rulebooks.loader import rulebook


def points(place, players, book="opg-5"):
    leagues = rulebook(book).leagues
    assert leagues is not None
    rules = leagues.points
    return points_for_place(
        place, players, rows=rules.table, bands=rules.bands, beyond_last_band=rules.beyond_last_band
    )


@pytest.mark.parametrize(
    ("players", "by_place"),
    [
        (3, {1: 12, 2: 8, 3: 6}),
        (5, {1: 12, 2: 8, 3: 6, 4: 6, 5: 4}),
        (7, {1: 16, 2: 12, 4: 10, 5: 8, 7: 8}),
        (8, {1: 20, 2: 16, 3: 12, 5: 10, 8: 10}),
        (9, {1: 20, 8: 10, 9: 8}),
        (10, {1: 24, 2: 20, 4: 16, 5: 14, 9: 10, 10: 10}),
        (15, {1: 32, 2: 28, 3: 24, 8: 22, 15: 18}),
        (16, {1: 36, 9: 22, 16: 22}),
        (17, {1: 36, 16: 22, 17: 18}),
        (32, {1: 52, 2: 48, 4: 44, 8: 42, 16: 38, 17: 34, 32: 34}),
    ],
)
def test_the_table_has_points_for_every_place_of_a_field(players, by_place):
    assert {place: points(place, players) for place in by_place} == by_place


def test_places_beyond_the_last_column_get_its_points():
    assert points(33, 40) == 34
    assert points(200, 200) == 34


def test_a_field_below_the_least_of_the_table_gives_nothing():
    assert points(1, 2) == 0
    assert points(1, 3, "opg-4.1") == 0
    assert points(1, 4, "opg-4.1") == 12


def of_masters(players, places):
    championships = rulebook("opg-5").championships
    assert championships is not None
    table = championships.masters
    assert table.points is not None
    assert table.bands is not None
    return [
        points_for_place(
            place,
            players,
            rows=table.points,
            bands=table.bands,
            beyond_last_band=table.beyond_last_band,
        )
        for place in places
    ]


@pytest.mark.parametrize(
    ("players", "places", "points"),
    [
        (9, range(1, 10), [20, 16, 12, 12, 10, 10, 10, 10, 8]),
        (5, range(1, 6), [12, 8, 6, 6, 4]),
        (11, range(9, 12), [10, 10, 10]),
        (19, range(17, 20), [18, 18, 18]),
        (40, range(31, 35), [34, 34, 34, 34]),
        (32, range(1, 4), [52, 48, 44]),
        (2, range(1, 3), [0, 0]),
    ],
)
def test_a_place_wins_what_the_table_gives_for_so_many_players(players, places, points):
    assert of_masters(players, places) == points


def test_a_place_below_the_table_wins_nothing_where_the_guide_does_not_say_so():
    championships = rulebook("opg-5").championships
    assert championships is not None
    table = championships.masters
    assert table.points is not None

    points = points_for_place(
        33, 40, rows=table.points, bands=table.bands or (), beyond_last_band=None
    )

    assert points == 0

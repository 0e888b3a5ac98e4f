"""Points by place: the table of the guides, its edges and what lies beyond them."""

from __future__ import annotations

import pytest

from padd.core.place_points import points_for_place
from padd.rulebooks.loader import rulebook


def points(place: int, players: int, book: str = "opg-5") -> int:
    leagues = rulebook(book).leagues
    assert leagues is not None
    rules = leagues.points
    return points_for_place(place, players, bands=rules.bands, rows=rules.table)


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
def test_the_table_has_points_for_every_place_of_a_field(
    players: int, by_place: dict[int, int]
) -> None:
    assert {place: points(place, players) for place in by_place} == by_place


def test_places_beyond_the_last_column_get_its_points() -> None:
    assert points(33, 40) == 34
    assert points(200, 200) == 34


def test_a_field_below_the_least_of_the_table_gives_nothing() -> None:
    assert points(1, 2) == 0
    assert points(1, 3, "opg-4.1") == 0
    assert points(1, 4, "opg-4.1") == 12

"""Masters and league points of a place, as the guides' table prints them."""

from __future__ import annotations

import pytest

from padd.core.scoring.place_points import points_of_place
from padd.rulebooks.loader import rulebook


def of_masters(players: int, places: range) -> list[int]:
    championships = rulebook("opg-5").championships
    assert championships is not None
    table = championships.masters
    assert table.points is not None
    assert table.bands is not None
    return [
        points_of_place(
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
def test_a_place_wins_what_the_table_gives_for_so_many_players(
    players: int, places: range, points: list[int]
) -> None:
    assert of_masters(players, places) == points


def test_a_place_below_the_table_wins_nothing_where_the_guide_does_not_say_so() -> None:
    championships = rulebook("opg-5").championships
    assert championships is not None
    table = championships.masters
    assert table.points is not None

    points = points_of_place(
        33, 40, rows=table.points, bands=table.bands or (), beyond_last_band=None
    )

    assert points == 0

"""Differences carry their sign and a true minus; none is 0, never +0 or −0."""

import pytest

from padd.presentation.ratings import figures
from padd.presentation.words import signed


@pytest.mark.parametrize(("number", "shown"), [(0, "0"), (1, "+1"), (-1, "−1"), (100, "+100")])
def test_a_differential_of_nothing_has_no_sign(number, shown):
    assert signed(number) == shown


@pytest.mark.parametrize(
    ("change", "whole", "two"),
    [
        (0.0, "0", "0.00"),
        (-0.0, "0", "0.00"),
        (0.004, "0", "0.00"),
        (-0.004, "0", "0.00"),
        (0.4, "0", "+0.40"),
        (-0.4, "0", "−0.40"),
        (10.0, "+10", "+10.00"),
        (-10.0, "−10", "−10.00"),
    ],
)
def test_a_rating_that_stays_has_no_sign(change, whole, two):
    assert figures.whole_change(change) == whole
    assert figures.game_points(change) == two
    assert figures.exact_change(1500.0, 1500.0 + change) == two

from __future__ import annotations

import pytest

from padd.core.pairing.cut import advised_cut, needs_confirmation, possible_cuts


@pytest.mark.req("EX-BRKT-7", "BRKT-38", "AMB-39")
@pytest.mark.parametrize(
    ("participants", "cut"),
    [(11, None), (12, 4), (23, 4), (24, 8), (47, 8), (48, 16), (96, 32)],
)
def test_at_most_a_third_goes_on(participants: int, cut: int | None) -> None:
    assert advised_cut(participants) == cut


@pytest.mark.req("AMB-39")
def test_a_larger_cut_is_possible_if_the_director_confirms_it() -> None:
    assert possible_cuts(11) == (4, 8)
    assert needs_confirmation(4, 11)
    assert not needs_confirmation(4, 12)

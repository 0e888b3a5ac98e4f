"""Pairing fields."""

from __future__ import annotations

from hypothesis import strategies as st

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing


def drawn(field, seed=1):
    draw = best_pairings(field, seed=seed)
    assert isinstance(draw, Pairing)
    return draw


@st.composite
def fields(draw, *, least, most, spread=8):
    """Fields with any totals and any history, however tangled."""
    count = draw(st.integers(least, most))
    names = [PlayerId(f"p{i:03}") for i in range(count)]
    totals = draw(st.lists(st.integers(0, spread), min_size=count, max_size=count))
    rounds = draw(st.integers(0, min(count, 7)))
    order = [draw(st.permutations(names)) for _ in range(rounds)]
    met = meetings(
        pair for names_ in order for pair in zip(names_[::2], names_[1::2], strict=False)
    )
    had = draw(st.sets(st.sampled_from(names), max_size=count))
    return PairingField(
        players=tuple(names),
        totals=dict(zip(names, totals, strict=True)),
        met=met,
        had_bye=frozenset(had),
        round_number=rounds + 1,
        rounds_after=draw(st.integers(0, 2)),
    )

"""Whom a player may be paired with by hand, as the guides tell directors to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.eventlog.event_builder import day_of, p

from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import PlayerId
from padd.core.pairing.by_hand import possible_partners
from padd.core.pairing.field import PairingField
from padd.core.pairing.next_round import pairing_field

EIGHT = ["kirk", "khan", "spock", "gorn", "sulu", "uhura", "scott", "mccoy"]


def field(totals, *met):
    known: dict[PlayerId, set[PlayerId]] = {p(name): set() for name in totals}
    for one, other in met:
        known[p(one)].add(p(other))
        known[p(other)].add(p(one))
    return PairingField(
        players=tuple(map(p, totals)),
        totals={p(name): total for name, total in totals.items()},
        met=known,
    )


@pytest.mark.req("SWISS-71")
def test_earlier_opponents_are_left_out_and_the_own_points_come_first():
    here = field({"kirk": 4, "khan": 4, "spock": 4, "gorn": 0}, ("kirk", "khan"))

    found = possible_partners(here, p("kirk"))

    assert found.same == (p("spock"),)
    assert found.below == (p("gorn"),)


@pytest.mark.req("SWISS-71")
def test_with_nobody_left_one_goes_down_to_the_next_points_with_somebody_left():
    totals = {"kirk": 8, "khan": 8, "spock": 4, "gorn": 2, "sulu": 2}
    here = field(totals, ("kirk", "khan"), ("kirk", "spock"))

    found = possible_partners(here, p("kirk"))

    assert found.same == ()
    assert found.below == (p("gorn"), p("sulu"))


@pytest.mark.req("SWISS-70")
def test_a_group_whose_last_two_have_met_is_drawn_anew_without_a_repeat():
    day = day_of(EIGHT, rounds_planned=3)
    for seed in (1, 2, 3):
        day.publish(seed)
        before = pairing_field(event_facts(day.state), day.book, day.round.number)

        for table in day.round.tables.values():
            one, other = table.players
            assert not before.have_met(one, other)
            either = possible_partners(before, one), possible_partners(before, other)
            assert other in either[0].same + either[0].below or (
                one in either[1].same + either[1].below
            )
        day.enter_all()
        day.do(RoundClosed(number=day.round.number))


@pytest.mark.req("SWISS-70", "SWISS-71")
@given(st.lists(st.integers(0, 3), min_size=2, max_size=9), st.data())
def test_nobody_is_offered_an_earlier_opponent(totals, data):
    names = [f"player {at}" for at in range(len(totals))]
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    met = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    here = field(dict(zip(names, totals, strict=True)), *met)

    for name in names:
        found = possible_partners(here, p(name))
        for other in found.same + found.below:
            assert other != p(name)
            assert not here.have_met(p(name), other)
        assert all(here.totals[o] == here.totals[p(name)] for o in found.same)
        assert all(here.totals[o] < here.totals[p(name)] for o in found.below)

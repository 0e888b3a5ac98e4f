"""Bonus points by the schemes of the guides: examples, edges, properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.leagues.bonus_schemes import (
    NON_ALIGNED,
    DeckFacts,
    MissionDone,
    bonus_sum,
    deck_qualifies,
    has_bonus,
    headquarters_bonus,
    least_fitting,
    least_non_aligned,
    new_mission_bonus,
    participation_bonus,
)
from padd.core.leagues.event_points import league_rules
from padd.core.model import Edition
from padd.rulebooks.loader import rulebook

OPG5 = league_rules(rulebook("opg-5")).bonus
OPG4 = league_rules(rulebook("opg-4.1")).bonus


def deck(headquarters="Bajor", personnel=20, aside=4, fit=9):
    return DeckFacts(headquarters=headquarters, personnel=personnel, non_aligned=aside, fitting=fit)


@pytest.mark.req("EX-LEAG-1", "LEAG-20")
def test_more_than_half_of_those_with_an_affiliation_must_fit():
    assert least_fitting(20, 4, OPG5.headquarters) == 9
    assert deck_qualifies(deck(fit=9), OPG5.headquarters)
    assert not deck_qualifies(deck(fit=8), OPG5.headquarters)


@pytest.mark.req("EX-LEAG-2", "LEAG-21")
def test_credit_as_non_aligned_takes_more_than_three_quarters():
    assert least_non_aligned(20, OPG5.headquarters) == 16
    assert deck_qualifies(deck(NON_ALIGNED, aside=16), OPG5.headquarters)
    assert not deck_qualifies(deck(NON_ALIGNED, aside=15), OPG5.headquarters)


@pytest.mark.req("EX-LEAG-3", "LEAG-19", "LEAG-22", "AMB-69")
def test_a_new_player_with_an_unused_headquarters_gets_seven():
    lines = (
        participation_bonus([False, False], OPG5.participation),
        *headquarters_bonus(
            deck(), OPG5.headquarters, used_by_player=(), used_last_time={"Romulus"}
        ),
    )

    assert [line.points for line in lines] == [4, 1, 2]
    assert bonus_sum(lines) == 7


@pytest.mark.req("EX-LEAG-4", "LEAG-22", "AMB-70")
@pytest.mark.parametrize(
    ("attended", "points"),
    [
        ([], 4),
        ([True], 0),
        ([True, True, False, False, False], 2),
        ([True, True, False, False], 0),
        ([False, False, False, False], 4),
        ([True, False, False, False, True], 0),
    ],
)
def test_an_absence_of_three_events_gives_two_points_on_return(attended, points):
    assert participation_bonus(attended, OPG5.participation).points == points


@pytest.mark.req("LEAG-19", "AMB-69")
def test_a_headquarters_counts_once_a_season_and_unused_needs_an_event_before():
    def points(*, mine, last):
        lines = headquarters_bonus(
            deck(), OPG5.headquarters, used_by_player=mine, used_last_time=last
        )
        return [line.points for line in lines]

    assert points(mine={"Bajor"}, last=set()) == [0]
    assert points(mine={"BAJOR"}, last=set()) == [0]
    assert points(mine=set(), last={"bajor"}) == [1, 0]
    assert points(mine={"Earth"}, last=None) == [1, 0]
    assert points(mine=set(), last={"Bajor"}) == [1, 0]
    assert points(mine=set(), last=set()) == [1, 2]


@pytest.mark.req("LEAG-20")
def test_a_deck_that_does_not_qualify_earns_nothing_and_says_what_it_takes():
    lines = headquarters_bonus(
        deck(fit=8), OPG5.headquarters, used_by_player=(), used_last_time=set()
    )

    assert bonus_sum(lines) == 0
    assert dict(lines[0].reason.parameters)["least"] == 9


@pytest.mark.req("LEAG-23", "AMB-71")
def test_a_mission_counts_once_and_only_earlier_events_take_it_away():
    done = [
        MissionDone(title="Evacuate Colony"),
        MissionDone(title="evacuate colony"),
        MissionDone(title="Search for Survivors"),
        MissionDone(title="Earth, Home", headquarters=True),
    ]

    def points(rules, before):
        bonus = OPG5.new_mission if rules is OPG5 else OPG4.new_mission
        return new_mission_bonus(done, bonus, done_before=before).points

    assert points(OPG5, set()) == 3
    assert points(OPG4, set()) == 2
    assert points(OPG5, {"EVACUATE COLONY"}) == 2


@pytest.mark.req("LEAG-17")
def test_only_some_games_have_bonus_points_in_the_newer_guide():
    assert [has_bonus(game, OPG5) for game in Edition] == [True, True, False]
    assert [has_bonus(game, OPG4) for game in Edition] == [True, True, True]


@pytest.mark.req("LEAG-20", "LEAG-21")
@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_the_shares_are_more_than_half_and_more_than_three_quarters(personnel, aside, fit):
    aside, others = min(aside, personnel), personnel - min(aside, personnel)
    fit = min(fit, others)

    by_headquarters = deck_qualifies(deck("Bajor", personnel, aside, fit), OPG5.headquarters)
    as_non_aligned = deck_qualifies(deck(NON_ALIGNED, personnel, aside), OPG5.headquarters)

    assert by_headquarters == (2 * fit > others)
    assert as_non_aligned == (4 * aside > 3 * personnel)


@pytest.mark.req("LEAG-22")
@given(st.lists(st.booleans(), max_size=12))
def test_nobody_gets_both_parts_of_the_participation_bonus(attended):
    points = participation_bonus(attended, OPG5.participation).points

    returning = any(attended) and not any(attended[-3:])
    assert points == (4 if not any(attended) else 2 if returning else 0)

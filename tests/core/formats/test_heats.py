"""Heats, the Champions League and the final confrontation: who gets which seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.formats.heats import (
    HeatPlan,
    HeatRecord,
    LeaguePlayer,
    champions_league_seeds,
    change_heat_plan,
    check_entries,
    deal_seeds,
    final_confrontation_players,
)
from padd.core.model import Heat, PlayerId
from padd.core.refusal import RefusalError
from padd.core.rng import Rng


def plan(*qualifiers, begun=False):
    return HeatPlan(
        heats=tuple(
            Heat(name=f"Heat {number}", qualifiers=count)
            for number, count in enumerate(qualifiers, start=1)
        ),
        begun=begun,
    )


def record(prefix, count, *, byes=()):
    return HeatRecord(
        ranking=tuple(PlayerId(f"{prefix}{place}") for place in range(1, count + 1)),
        earned_byes_used_by=frozenset(PlayerId(name) for name in byes),
    )


def seeds_by_heat(qualifiers):
    records = [record(f"h{heat}-", count + 3) for heat, count in enumerate(qualifiers)]
    dealt = deal_seeds(plan(*qualifiers), records)
    return [
        [row.seed for row in dealt if row.heat == heat] for heat in range(1, len(qualifiers) + 1)
    ]


@pytest.mark.req("EX-BRKT-1", "BRKT-20", "BRKT-2")
def test_two_heats_take_the_seeds_in_turns_of_two():
    assert seeds_by_heat((4, 4)) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert seeds_by_heat((8, 8)) == [[1, 2, 5, 6, 9, 10, 13, 14], [3, 4, 7, 8, 11, 12, 15, 16]]


@pytest.mark.req("AMB-46", "BRKT-20")
def test_three_heats_go_on_in_groups_of_two_and_skip_who_has_nobody_left():
    assert seeds_by_heat((4, 2, 2)) == [[1, 2, 7, 8], [3, 4], [5, 6]]
    assert seeds_by_heat((3, 3)) == [[1, 2, 5], [3, 4, 6]]


@pytest.mark.req("AMB-46")
@given(st.lists(st.integers(1, 20), min_size=1, max_size=6))
def test_every_qualifier_gets_one_seed_and_nobody_overtakes(qualifiers):
    by_heat = seeds_by_heat(tuple(qualifiers))

    assert sorted(s for seeds in by_heat for s in seeds) == list(range(1, sum(qualifiers) + 1))
    assert all(seeds == sorted(seeds) for seeds in by_heat)


@pytest.mark.req("AMB-46", "BRKT-16")
def test_a_heat_with_fewer_players_than_places_sends_all_it_has():
    dealt = deal_seeds(plan(4, 4), [record("a", 2), record("b", 6)])

    assert [row.player for row in dealt] == ["a1", "a2", "b1", "b2", "b3", "b4"]
    assert (dealt[4].heat, dealt[4].place) == (2, 3)


@pytest.mark.req("BRKT-19")
def test_whoever_has_qualified_may_not_enter_a_later_heat():
    second = HeatRecord(ranking=(PlayerId("b1"), PlayerId("a2")))

    with pytest.raises(RefusalError, match='"a2" has already qualified in "Heat 1"'):
        check_entries(plan(2, 2), [record("a", 5), second])


@pytest.mark.req("BRKT-18", "BRKT-17")
def test_whoever_has_not_qualified_may_try_again_without_the_earned_bye():
    second = HeatRecord(ranking=(PlayerId("a3"), PlayerId("b1")))
    with_bye = HeatRecord(ranking=second.ranking, earned_byes_used_by=frozenset({PlayerId("a3")}))

    check_entries(plan(2, 2), [record("a", 5, byes=("a3",)), second])

    with pytest.raises(RefusalError) as refused:
        check_entries(plan(2, 2), [record("a", 5), with_bye])
    assert refused.value.refusal.code == "earned-bye-second-heat"


@pytest.mark.req("BRKT-17")
def test_an_earned_bye_counts_in_whichever_heat_is_entered_first():
    entered = [record("a", 5), record("b", 5, byes=("b4",))]

    assert check_entries(plan(2, 2), entered) is None  # type: ignore[func-returns-value]


@pytest.mark.req("BRKT-21", "BRKT-4")
def test_the_plan_is_locked_when_the_first_heat_begins():
    assert change_heat_plan(plan(4, 4), plan(8, 8)) == plan(8, 8)
    begun = plan(4, 4, begun=True)

    with pytest.raises(RefusalError) as refused:
        change_heat_plan(begun, plan(8, 8, begun=True))

    assert refused.value.refusal.code == "plan-locked"
    assert change_heat_plan(begun, begun) == begun


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (HeatPlan(heats=()), "no-heats"),
        (plan(4, 0), "no-qualifiers"),
        (HeatPlan(heats=plan(4).heats, in_groups_of=0), "seed-groups"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wanted, code):
    with pytest.raises(RefusalError) as refused:
        change_heat_plan(plan(4), wanted)

    assert refused.value.refusal.code == code


def test_seeds_wait_for_the_last_heat():
    with pytest.raises(RefusalError) as refused:
        deal_seeds(plan(4, 4), [record("a", 8)])

    assert refused.value.refusal.code == "heats-open"


@pytest.mark.req("AMB-31")
def test_the_two_best_play_the_final_confrontation_unless_others_were_announced():
    ranking = [PlayerId(name) for name in ("kirk", "khan", "spock")]

    assert final_confrontation_players(ranking) == ("kirk", "khan")
    announced = (PlayerId("kirk"), PlayerId("spock"))
    assert final_confrontation_players(ranking, announced) == announced


@pytest.mark.req("AMB-31")
@pytest.mark.parametrize(
    ("names", "announced", "code"),
    [(("kirk",), None, "too-few-players"), (("kirk", "khan"), ("kirk", "q"), "unknown-player")],
)
def test_a_final_confrontation_without_two_players_of_the_event_is_refused(names, announced, code):
    with pytest.raises(RefusalError) as refused:
        final_confrontation_players([PlayerId(name) for name in names], announced)

    assert refused.value.refusal.code == code


@pytest.mark.req("LEAG-39", "AMB-74")
def test_lifetime_points_seed_the_champions_league_then_season_points():
    entrants = [
        LeaguePlayer(player=PlayerId("a"), lifetime_points=120, season_points=10),
        LeaguePlayer(player=PlayerId("b"), lifetime_points=300),
        LeaguePlayer(player=PlayerId("c"), lifetime_points=120, season_points=40),
    ]

    seeds = champions_league_seeds(entrants, least=100, chance=Rng(1))

    assert seeds == ("b", "c", "a")


@pytest.mark.req("AMB-74")
def test_equal_points_are_drawn_by_the_seed():
    entrants = [LeaguePlayer(player=PlayerId(name), lifetime_points=100) for name in "abcdef"]

    orders = {champions_league_seeds(entrants, least=100, chance=Rng(seed)) for seed in range(20)}

    assert len(orders) > 1
    again = champions_league_seeds(entrants[::-1], least=100, chance=Rng(3))
    assert again == champions_league_seeds(entrants, least=100, chance=Rng(3))


@pytest.mark.req("LEAG-38")
def test_too_few_lifetime_points_are_refused_unless_the_director_waives_it():
    novice = [LeaguePlayer(player=PlayerId("a"), lifetime_points=99)]

    with pytest.raises(RefusalError) as refused:
        champions_league_seeds(novice, least=100, chance=Rng(1))

    assert refused.value.refusal.code == "too-few-points"
    waived = frozenset({PlayerId("a")})
    assert champions_league_seeds(novice, least=100, chance=Rng(1), waived=waived) == ("a",)

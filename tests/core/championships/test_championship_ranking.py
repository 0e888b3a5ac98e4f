"""One championship of several events: who came, who stands where, what fits."""

import msgspec
import pytest
from tests.core.championships.championship_builder import label, people, swiss, tribbles

from padd.core.championships.awards import championship_result
from padd.core.model import Player, PlayerId
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook


def result_of(*events, seed=0):
    return championship_result(events, lambda event: rulebook(event.rulebook), seed=seed)


def order_of(result):
    return [result.names[line.person] for line in result.ranking]


def refused(*events):
    with pytest.raises(RefusalError) as error:
        result_of(*events)
    return error.value.refusal.code


HEAT = label("continental", "heat")
FINAL = label("continental", "final")
SIDE = label("continental", "side")


@pytest.mark.req("CHAMP-33", "AMB-130")
def test_the_final_ranks_first_and_then_the_best_heat_place():
    friday = swiss(HEAT, ["ada", "bo", "cy", "di"])
    saturday = swiss(HEAT, ["eve", "cy", "fay", "gus", "di", "hal"])
    final = swiss(FINAL, ["eve", "ada"])

    result = result_of(saturday, final, friday)

    assert result.attendance == 8
    order = order_of(result)
    assert (order[:2], order[4], order[7]) == (["eve", "ada"], "fay", "hal")
    assert {*order[2:4]} == {"bo", "cy"}
    assert {*order[5:7]} == {"di", "gus"}


@pytest.mark.req("AMB-130")
def test_equal_places_go_by_victory_points_of_that_heat():
    # Four players: the third place lost; six: the third place won its game.
    small = swiss(HEAT, ["ada", "bo", "lost3", "lost4"])
    large = swiss(HEAT, ["cy", "di", "won3", "gus", "hal", "ivy"])
    final = swiss(FINAL, ["ada", "cy"])

    order = order_of(result_of(small, large, final))

    assert order.index("won3") < order.index("lost3")


@pytest.mark.req("AMB-33", "AMB-130")
def test_what_nothing_decides_is_drawn_the_same_way_again():
    stages = (swiss(HEAT, ["ada", "bo"]), swiss(HEAT, ["cy", "di"]), swiss(FINAL, ["ada", "cy"]))

    orders = {tuple(order_of(result_of(*stages, seed=seed))) for seed in range(20)}
    again = result_of(*stages, seed=5)

    assert {order[2:] for order in orders} == {("bo", "di"), ("di", "bo")}
    assert order_of(again) == order_of(result_of(*reversed(stages), seed=5))
    assert [line.drawn for line in again.ranking] == [False, False, False, True]


@pytest.mark.req("CHAMP-33", "AMB-130", "AMB-149")
def test_somebody_of_two_heats_counts_once_and_strangers_are_not_joined():
    friday = swiss(HEAT, people(4))
    saturday = swiss(HEAT, ["P01", "p05", "p06", "p07"])
    nameless = msgspec.structs.replace(
        saturday,
        players=tuple(
            Player(id=player.id, handle="" if player.id == "p07" else player.handle)
            for player in saturday.players
        ),
    )
    final = swiss(FINAL, ["p02", "p07"])

    result = result_of(friday, nameless, final)

    # p01 to p06 with P01 the same as p01; two different people go by p07.
    assert result.attendance == 8
    assert order_of(result).count("p07") == 2


@pytest.mark.req("AMB-64")
def test_who_never_came_is_no_attendance_and_has_no_place():
    event = swiss(label("regional"), people(10))
    with_absent = msgspec.structs.replace(
        event, players=(*event.players, Player(id=PlayerId("late"), handle="late"))
    )

    result = result_of(with_absent)

    assert result.attendance == 10
    assert "late" not in order_of(result)


@pytest.mark.req("AMB-131")
def test_who_is_out_of_one_stage_is_out_of_all():
    friday = swiss(HEAT, people(4), expelled="p04")
    saturday = swiss(HEAT, ["p04", "p05", "p06", "p07"])
    final = swiss(FINAL, ["p04", "p01"])

    result = result_of(friday, saturday, final)

    assert order_of(result)[0] == "p01"
    assert result.ranking[-1].disqualified
    assert order_of(result)[-1] == "p04"
    assert next(result.names[right.person] for right in result.rights) == "p01"


def test_a_side_event_counts_for_nothing():
    main = swiss(label("continental"), people(6))
    beside = tribbles(SIDE, ["q01", "q02", "q03", "q04"])

    assert result_of(beside, main).attendance == 6


@pytest.mark.req("TRIB-21", "AMB-130")
def test_only_the_finals_rank_tribbles():
    heat = tribbles(HEAT, people(6))
    final = tribbles(FINAL, ["p03", "p01", "p02", "p04"])

    result = result_of(heat, final)

    assert result.attendance == 6
    assert order_of(result) == ["p03", "p01", "p02", "p04"]


def test_stages_that_do_not_fit_are_refused():
    final = swiss(FINAL, people(4))

    assert refused(swiss(None, people(4))) == "no-championship"
    assert refused(swiss(HEAT, people(4))) == "no-final"
    assert refused(final, final) == "two-finals"
    assert refused(swiss(label("continental"), people(4)), swiss(HEAT, people(4))) == (
        "whole-with-heats"
    )
    assert refused(final, swiss(label("world", "heat"), people(4))) == "stages-differ"
    assert refused(final, swiss(HEAT, people(4), edition="2E")) == "stages-differ"
    still_open = msgspec.structs.replace(final, rounds_planned=2)
    assert refused(still_open) == "stage-open"

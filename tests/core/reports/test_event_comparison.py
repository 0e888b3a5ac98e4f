"""Two states of an event compared: only games that are on record otherwise."""

from msgspec.structs import replace
from tests.played_event import p, settings

from padd.core.model import Ending, Match, Pod, Round
from padd.core.reports.event_comparison import compare_games


def played(*matches, pods=()):
    rounds = (Round(number=1, matches=matches, pods=pods),)
    return replace(settings(), rounds=rounds)


def game(one, other, scores, **more):
    return Match(players=(p(one), p(other)), ending=Ending.TIME, scores=scores, **more)


def test_the_same_games_do_not_differ_whatever_table_and_order_they_have():
    first, second = game("a", "b", (60, 30)), game("c", "d", (10, 0))
    before = played(replace(first, table=1), replace(second, table=2))
    after = played(replace(second, table=1, note="ok"), replace(first, table=2))

    compared = compare_games(before, after)

    assert compared.changed == ()
    assert compared.same == 2


def test_a_score_a_new_game_and_one_that_is_gone_are_named():
    before = played(game("a", "b", (60, 30)), game("c", "d", (10, 0)))
    after = played(game("a", "b", (30, 60)), game("c", "e", (10, 0), table=7))

    compared = compare_games(before, after)

    sides = [(one.before is None, one.after is None) for one in compared.changed]
    assert sides == [(False, False), (False, True), (True, False)]
    assert compared.changed[2].table == 7
    assert compared.same == 0


def test_points_of_a_pod_are_compared_too():
    pod = Pod(players=(p("a"), p("b")), scores={p("a"): 5, p("b"): 0})

    compared = compare_games(
        played(pods=(pod,)), played(pods=(replace(pod, scores={p("a"): 0, p("b"): 5}),))
    )

    assert len(compared.changed) == 1

import pytest
from exhaustive_rounds import all_rounds, field_of, figures
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.by_hand import RoundFault, check_round_by_hand, repair_round
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing

A, B, C, D, E, F, Z = (PlayerId(name) for name in "abcdefz")


def problems(field, *tables, byes="", others=""):
    check = check_round_by_hand(
        field,
        [(PlayerId(t[0]), PlayerId(t[1])) for t in tables],
        [PlayerId(b) for b in byes],
        others=frozenset(PlayerId(p) for p in others),
    )
    return [objection.problem for objection in check.objections]


@pytest.mark.req("SWISS-9", "SWISS-75")
def test_a_round_made_by_hand_is_measured_against_the_best():
    field = field_of({"a": 8, "b": 8, "c": 5, "d": 5})

    check = check_round_by_hand(field, [(A, C), (B, D)], [])

    assert check.legal
    assert not check.optimal
    assert check.worse_in == "unequal_pairs"
    assert check.figures is not None
    assert check.figures.unequal_pairs == 2
    assert check.best is not None
    assert check.best.unequal_pairs == 0
    assert [(t.players, t.steps) for t in check.tables] == [((A, C), 1), ((B, D), 1)]


def test_the_round_of_the_engine_is_legal_and_optimal():
    field = field_of({"a": 8, "b": 8, "c": 5, "d": 5, "e": 2}, ["ab"])
    draw = best_pairings(field, seed=3)
    assert isinstance(draw, Pairing)

    check = check_round_by_hand(field, draw.tables, draw.byes)

    assert check.optimal


@pytest.mark.req("SWISS-75")
def test_a_rematch_is_named_with_its_table():
    field = field_of("abcd", ["ab"])

    check = check_round_by_hand(field, [(C, D), (A, B)], [])

    assert [(o.problem, o.players, o.table) for o in check.objections] == [
        (RoundFault.REMATCH, (A, B), 2)
    ]


def test_everybody_must_be_there_exactly_once():
    field = field_of("abcd")

    assert problems(field, "ab", "ac") == [RoundFault.PLAYER_TWICE, RoundFault.PLAYER_MISSING]
    assert problems(field, "aa", "cd") == [RoundFault.PLAYER_TWICE, RoundFault.PLAYER_MISSING]
    assert problems(field, "ab", "cd", byes="a") == [RoundFault.PLAYER_TWICE]
    assert problems(field, "ab", "cd", "yz") == [RoundFault.UNKNOWN_PLAYER] * 2


@pytest.mark.req("AMB-7")
def test_a_dropped_player_is_told_from_an_unknown_one():
    field = field_of("abc")

    assert problems(field, "ab", "cz", others="z") == [RoundFault.NOT_IN_THIS_ROUND]


@pytest.mark.req("SWISS-73")
def test_needless_byes_are_objected_to():
    assert problems(field_of("abcd"), "ab", byes="cd") == [RoundFault.BYE_TOO_MANY]
    assert problems(field_of("abc", had_bye="c"), "ab", byes="c") == [RoundFault.SECOND_BYE]


def test_a_late_arrival_meets_the_player_with_the_bye_and_no_table_changes():
    field = field_of("abcdef", round_number=1)

    mended = repair_round(field, [(A, B), (C, D)], seed=1)

    assert mended.kept == ((A, B), (C, D))
    assert mended.given_up == ()
    assert mended.new == ((E, F),)


def test_two_drops_bring_their_opponents_together():
    field = field_of({"a": 8, "c": 5, "e": 1, "f": 1})

    mended = repair_round(field, [(A, B), (C, D), (E, F)], seed=1)

    assert mended.kept == ((E, F),)
    assert mended.new == ((A, C),)
    assert mended.draw.byes == ()


def test_a_drop_that_leaves_an_odd_field_changes_as_few_tables_as_can_be():
    field = field_of({"a": 8, "c": 5, "d": 5, "e": 1, "f": 1}, had_bye="a")

    mended = repair_round(field, [(A, B), (C, D), (E, F)], seed=1)

    assert mended.draw.byes == ("a",)
    assert len(mended.kept) == 2
    assert mended.draw.figures.second_byes == 1
    assert mended.draw.optimal is False


def test_a_locked_table_stays_even_where_more_could_be_kept_without_it():
    field = field_of({"a": 8, "b": 5, "c": 5, "d": 1}, ["cd"])

    mended = repair_round(field, [(A, B), (C, D)], locked=[(A, B)], seed=1)

    assert (A, B) in mended.draw.tables
    assert mended.draw.byes == (C, D)


def test_a_corrected_result_keeps_the_tables_and_says_what_the_best_would_be():
    field = field_of({"a": 8, "b": 5, "c": 8, "d": 5})

    mended = repair_round(field, [(A, B), (C, D)], seed=1)

    assert len(mended.kept) == 2
    assert mended.draw.optimal is False
    assert mended.best.unequal_pairs == 0


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_no_repair_keeps_more_tables_and_none_that_keeps_as_many_is_better(seed):
    names = [PlayerId(n) for n in "abcdefg"[: 4 + seed % 4]]
    totals = {p: (seed // (i + 3)) % 4 for i, p in enumerate(names)}
    met = meetings(
        (p, q)
        for i, p in enumerate(names)
        for j, q in enumerate(names[:i])
        if (seed >> (i + j)) % 3 == 0
    )
    field = PairingField(players=tuple(names), totals=totals, met=met)
    published = [(names[i], names[i + 1]) for i in range(0, len(names) - 1, 2)]
    old = {frozenset(pair) for pair in published}

    mended = repair_round(field, published, seed=seed)

    def rank(tables, byes):
        kept = sum(frozenset(pair) in old for pair in tables)
        key = figures(field, tables, byes)
        return (key[1], -kept, *key[2:])

    best = min(rank(tables, byes) for tables, byes in all_rounds(field))
    mine = rank(list(mended.draw.tables), mended.draw.byes)
    assert mine[:4] == best[:4]
    if mended.draw.figures.byes < 2:
        assert mine == best

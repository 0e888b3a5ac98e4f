import pytest
from exhaustive_rounds import field_of

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.explanation import (
    ByeBecause,
    PairingReason,
    PassedOver,
    WhyNotReason,
    explain_byes,
    explain_tables,
    explain_why_not,
)
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing

A, B, C, D = (PlayerId(name) for name in "abcd")


def drawn(field, seed=1):
    draw = best_pairings(field, seed=seed)
    assert isinstance(draw, Pairing)
    return draw


def test_a_first_round_is_explained_by_the_shuffle():
    field = field_of("abcde", round_number=1)
    draw = drawn(field)

    assert {r.because for r in explain_tables(field, draw)} == {PairingReason.FIRST_ROUND}
    (bye,) = explain_byes(field, draw)
    assert bye.because is ByeBecause.FIRST_ROUND
    assert {why for _, why in bye.passed_over} == {PassedOver.CHANCE}


def test_equal_totals_and_an_odd_group_explain_tables():
    field = field_of({"a": 8, "b": 8, "c": 8, "d": 5})

    reasons = explain_tables(field, drawn(field))

    assert [r.because for r in reasons] == [PairingReason.SAME_TOTAL, PairingReason.ODD_GROUP]
    assert reasons[1].totals == (8, 5)
    assert reasons[1].steps == 1


def test_a_group_of_two_who_have_met_is_explained_by_rematches():
    field = field_of({"a": 8, "b": 8, "c": 5, "d": 5}, ["ab"])

    reasons = explain_tables(field, drawn(field))

    assert {r.because for r in reasons} == {PairingReason.REMATCHES}


def test_a_distant_pair_is_explained_by_the_group_that_was_met():
    field = field_of({"a": 9, "b": 6, "c": 6, "d": 1}, ["ab", "ac"])

    reasons = explain_tables(field, drawn(field))

    assert reasons[0].because is PairingReason.MET_NEXT_GROUP
    assert reasons[0].steps == 2


@pytest.mark.req("SWISS-72", "AMB-2")
def test_a_bye_names_who_was_passed_over_and_why():
    field = field_of({"a": 8, "b": 5, "c": 4, "d": 2, "e": 1}, ["ab", "ac"], had_bye="e")
    draw = drawn(field)

    (bye,) = explain_byes(field, draw)

    assert bye.player == D
    assert bye.because is ByeBecause.ONLY_CHOICE
    assert bye.passed_over == ((PlayerId("e"), PassedOver.HAD_BYE),)


@pytest.mark.req("AMB-2")
def test_a_player_needed_to_pair_the_rest_is_passed_over_by_that_reason():
    field = field_of({"a": 8, "b": 5, "c": 1}, ["ab"])

    (bye,) = explain_byes(field, drawn(field))

    assert bye.player == B
    assert bye.passed_over == ((C, PassedOver.LEAVES_REMATCH),)


def test_equals_for_the_bye_are_told_apart_by_chance_or_by_worse_tables():
    field = field_of({"a": 9, "b": 9, "c": 1, "d": 1, "e": 1}, ["cd"])

    (bye,) = explain_byes(field, drawn(field))

    assert bye.because is ByeBecause.LOWEST_TOTAL
    assert dict(bye.passed_over)[PlayerId("e")] is PassedOver.PAIRS_WORSE
    assert PassedOver.CHANCE in dict(bye.passed_over).values()


@pytest.mark.req("AMB-3")
def test_byes_for_lack_of_a_legal_round_say_so():
    field = field_of({"a": 8, "b": 5, "c": 4, "d": 1}, ["ab", "ac", "ad", "bc", "bd"])

    reasons = explain_byes(field, drawn(field))

    assert {r.because for r in reasons} == {ByeBecause.NO_LEGAL_ROUND}


def test_why_not_two_who_have_met():
    field = field_of({"a": 8, "b": 8, "c": 5, "d": 5}, ["ab"])

    assert explain_why_not(field, drawn(field), A, B).answer is WhyNotReason.HAVE_MET


def test_why_not_names_the_first_criterion_that_gets_worse():
    field = field_of({"a": 8, "b": 8, "c": 5, "d": 5})

    answer = explain_why_not(field, drawn(field), A, C)

    assert answer.answer is WhyNotReason.WORSE
    assert answer.criterion == "unequal_pairs"
    assert answer.now is not None
    assert answer.then is not None
    assert (answer.now.unequal_pairs, answer.then.unequal_pairs) == (0, 2)


def test_why_not_admits_that_chance_decided():
    field = field_of({"a": 8, "b": 8, "c": 8, "d": 8})
    draw = drawn(field)
    other = next(p for p in (B, C, D) if frozenset((A, p)) not in map(frozenset, draw.tables))

    assert explain_why_not(field, draw, A, other).answer is WhyNotReason.EQUALLY_GOOD


def test_why_not_two_who_do_meet_or_are_not_there():
    field = field_of({"a": 8, "b": 8})
    draw = drawn(field)

    assert explain_why_not(field, draw, A, B).answer is WhyNotReason.THEY_DO
    assert explain_why_not(field, draw, A, D).answer is WhyNotReason.NOT_IN_THIS_ROUND


def test_why_not_works_in_a_large_field_too():
    names = [PlayerId(f"p{i:02}") for i in range(20)]
    field = PairingField(
        players=tuple(names),
        totals={p: i // 5 for i, p in enumerate(names)},
        met=meetings([(names[0], names[1])]),
        round_number=2,
    )

    answer = explain_why_not(field, drawn(field), names[0], names[19])

    assert answer.answer is WhyNotReason.WORSE
    assert answer.criterion == "distant_pairs"

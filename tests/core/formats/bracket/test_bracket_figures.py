"""The brackets as the guides table and draw them."""

from __future__ import annotations

import msgspec
import pytest

from padd.core.formats.bracket.figures import MCINTYRE_8, MCINTYRE_16, STANDARD_8, STANDARD_16
from padd.core.formats.bracket.styles import (
    BRACKETS,
    MCINTYRE_FIGURES,
    STANDARD_FIGURES,
    _standard_by_rule,
    bracket_of,
    elimination_bracket,
    play_in_bracket,
    standard_bracket,
    swiss_elimination,
    swiss_elimination_size,
)
from padd.core.formats.bracket.tree import (
    Bye,
    LoserOf,
    Seed,
    WinnerOf,
    bracket_as_document,
    loser_goes_to,
    winner_goes_to,
)
from padd.core.model import PairingStyle
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook

DTR96 = rulebook("decipher-1996").brackets


def lines(bracket):
    """Return the matches as the requirements write them: M1: 1 v 4."""
    return [
        f"{match.id}: {' v '.join(words(side) for side in match.sides)}"
        for match in bracket.matches
    ]


def words(side):
    match side:
        case Seed(seed=seed):
            return str(seed)
        case WinnerOf(winner=name):
            return f"W {name}"
        case LoserOf(loser=name):
            return f"L {name}"
        case _:
            return "bye"


@pytest.mark.req("BRKT-22", "BRKT-41")
def test_the_standard_bracket_of_eight_is_that_of_the_figure():
    assert lines(bracket_of(PairingStyle.SINGLE_ELIMINATION, 8)) == [
        "QF1: 1 v 8",
        "QF2: 5 v 4",
        "QF3: 3 v 6",
        "QF4: 7 v 2",
        "SF1: W QF1 v W QF2",
        "SF2: W QF3 v W QF4",
        "F: W SF1 v W SF2",
    ]


@pytest.mark.req("BRKT-23", "BRKT-41")
def test_the_standard_bracket_of_sixteen_is_that_of_the_figure():
    assert lines(bracket_of(PairingStyle.SINGLE_ELIMINATION, 16)) == [
        "R16-1: 1 v 16",
        "R16-2: 9 v 8",
        "R16-3: 5 v 12",
        "R16-4: 13 v 4",
        "R16-5: 3 v 14",
        "R16-6: 11 v 6",
        "R16-7: 7 v 10",
        "R16-8: 15 v 2",
        "QF1: W R16-1 v W R16-2",
        "QF2: W R16-3 v W R16-4",
        "QF3: W R16-5 v W R16-6",
        "QF4: W R16-7 v W R16-8",
        "SF1: W QF1 v W QF2",
        "SF2: W QF3 v W QF4",
        "F: W SF1 v W SF2",
    ]


@pytest.mark.req("BRKT-24")
def test_the_mcintyre_bracket_of_eight_is_that_of_the_figure():
    assert lines(bracket_of(PairingStyle.MODIFIED_MCINTYRE, 8)) == [
        "M1: 1 v 4",
        "M2: 8 v 5",
        "M3: 6 v 7",
        "M4: 3 v 2",
        "A: L M1 v W M2",
        "B: W M3 v L M4",
        "C: W M1 v W B",
        "D: W A v W M4",
        "F: W C v W D",
    ]
    assert [len(round_.matches) for round_ in MCINTYRE_8.rounds] == [4, 2, 2, 1]


@pytest.mark.req("BRKT-25")
def test_the_mcintyre_bracket_of_sixteen_is_that_of_the_figure():
    assert lines(bracket_of(PairingStyle.MODIFIED_MCINTYRE, 16)) == [
        "M1: 1 v 8",
        "M2: 15 v 10",
        "M3: 12 v 13",
        "M4: 3 v 6",
        "M5: 2 v 7",
        "M6: 9 v 16",
        "M7: 11 v 14",
        "M8: 4 v 5",
        "A: L M1 v W M2",
        "B: W M3 v L M4",
        "C: L M5 v W M6",
        "D: W M7 v L M8",
        "E: W M1 v W B",
        "F: W A v W M4",
        "G: W M5 v W D",
        "H: W C v W M8",
        "I: W E v W F",
        "J: W G v W H",
        "Final: W I v W J",
    ]
    assert [len(round_.matches) for round_ in MCINTYRE_16.rounds] == [8, 4, 4, 2, 1]


@pytest.mark.req("BRKT-24", "BRKT-25")
def test_only_the_better_half_gets_a_second_chance():
    assert set(loser_goes_to(MCINTYRE_8)) == {"M1", "M4"}
    assert set(loser_goes_to(MCINTYRE_16)) == {"M1", "M4", "M5", "M8"}


@pytest.mark.req("AMB-41")
def test_the_rule_for_other_sizes_gives_the_figures_for_eight_and_sixteen():
    assert _standard_by_rule(8) == STANDARD_8
    assert _standard_by_rule(16) == STANDARD_16


@pytest.mark.req("AMB-41")
def test_the_standard_bracket_of_four_follows_the_same_rule():
    assert lines(standard_bracket(4)) == ["SF1: 1 v 4", "SF2: 3 v 2", "F: W SF1 v W SF2"]


@pytest.mark.req("AMB-41", "BRKT-40", "EX-BRKT-2")
@pytest.mark.parametrize("size", [4, 8, 16, 32, 64])
def test_without_upsets_the_best_meets_the_worst_in_every_round(size):
    bracket = standard_bracket(size)
    winners: dict[str, int] = {}
    for round_ in bracket.rounds:
        left = 2 * len(round_.matches)
        for match in round_.matches:
            seeds = [
                side.seed if isinstance(side, Seed) else winners[side.winner]
                for side in match.sides
                if not isinstance(side, LoserOf | Bye)
            ]
            assert sum(seeds) == left + 1
            winners[match.id] = min(seeds)


@pytest.mark.req("EX-BRKT-2")
def test_without_upsets_sixteen_become_the_bracket_of_eight():
    firsts = [match.sides for match in STANDARD_16.rounds[0].matches]
    best = [min(side.seed for side in sides) for sides in firsts]  # type: ignore[union-attr]

    quarter_finals = list(zip(best[::2], best[1::2], strict=True))

    assert [set(pair) for pair in quarter_finals] == [{1, 8}, {5, 4}, {3, 6}, {7, 2}]


@pytest.mark.req("AMB-41", "BRKT-14")
def test_ten_players_play_in_for_the_last_two_lines_of_the_bracket_of_eight():
    assert lines(bracket_of(PairingStyle.PLAY_IN, 10)) == [
        "PI1: 7 v 10",
        "PI2: 8 v 9",
        "QF1: 1 v W PI2",
        "QF2: 5 v 4",
        "QF3: 3 v 6",
        "QF4: W PI1 v 2",
        "SF1: W QF1 v W QF2",
        "SF2: W QF3 v W QF4",
        "F: W SF1 v W SF2",
    ]


@pytest.mark.req("AMB-41")
def test_a_power_of_two_needs_no_play_in():
    assert play_in_bracket(16) == STANDARD_16


@pytest.mark.req("EX-BRKT-6", "BRKT-30", "BRKT-31", "BRKT-34", "AMB-37")
@pytest.mark.parametrize(
    ("players", "brackets", "byes", "rounds"),
    [
        (3, 2, 1, 2),
        (4, 2, 0, 2),
        (5, 4, 3, 3),
        (8, 4, 0, 3),
        (9, 8, 7, 4),
        (16, 8, 0, 4),
        (17, 16, 15, 5),
        (32, 16, 0, 5),
        (33, 32, 31, 6),
        (53, 32, 11, 6),
        (64, 32, 0, 6),
        (67, 64, 61, 7),
        (128, 64, 0, 7),
    ],
)
def test_decipher_elimination_has_brackets_byes_and_rounds_as_its_guide_counts(
    players, brackets, byes, rounds
):
    bracket = elimination_bracket(players)

    first = bracket.rounds[0].matches

    assert len(first) == brackets
    assert sum(side == Bye() for match in first for side in match.sides) == byes
    assert len(bracket.rounds) == rounds


@pytest.mark.req("EX-BRKT-6", "BRKT-32", "BRKT-33", "BRKT-35", "BRKT-36")
def test_five_names_fill_the_upper_lines_then_the_first_lower_line():
    assert lines(bracket_of(PairingStyle.ELIMINATION, 5)) == [
        "QF1: 1 v 5",
        "QF2: 2 v bye",
        "QF3: 3 v bye",
        "QF4: 4 v bye",
        "SF1: W QF1 v W QF2",
        "SF2: W QF3 v W QF4",
        "F: W SF1 v W SF2",
    ]


@pytest.mark.req("EX-BRKT-7", "BRKT-38")
@pytest.mark.parametrize(
    ("participants", "most"), [(11, None), (12, 4), (23, 4), (24, 8), (47, 8), (48, 16)]
)
def test_at_most_a_third_goes_on_to_the_elimination(participants, most):
    assert swiss_elimination_size(participants, DTR96) == most


@pytest.mark.req("BRKT-37", "BRKT-40", "BRKT-41", "AMB-39")
def test_swiss_elimination_plays_the_standard_bracket():
    assert swiss_elimination(30, DTR96) == STANDARD_8
    assert swiss_elimination(30, DTR96, size=16, confirmed=True) == STANDARD_16


@pytest.mark.req("AMB-39", "BRKT-38")
@pytest.mark.parametrize(
    ("participants", "size", "confirmed", "code"),
    [
        (30, 16, False, "cut-above-third"),
        (9, None, False, "cut-above-third"),
        (3, 4, True, "cut-size"),
        (30, 12, True, "bracket-size"),
    ],
)
def test_a_cut_the_guide_does_not_advise_is_refused(participants, size, confirmed, code):
    with pytest.raises(RefusalError) as refused:
        swiss_elimination(participants, DTR96, size=size, confirmed=confirmed)

    assert refused.value.refusal.code == code


@pytest.mark.req("BRKT-37")
def test_swiss_elimination_belongs_to_the_guide_of_1996():
    with pytest.raises(RefusalError) as refused:
        swiss_elimination(30, rulebook("opg-5").brackets)

    assert refused.value.refusal.code == "no-swiss-elimination"


@pytest.mark.req("BRKT-30")
def test_the_rounds_of_the_elimination_are_those_of_the_rulebook():
    for band in rulebook("decipher-1998").brackets.elimination.rounds or ():
        for players in (band.least, band.most):
            assert players is None or len(elimination_bracket(players).rounds) == band.rounds


@pytest.mark.req("BRKT-26", "AMB-43")
def test_the_drawn_sizes_are_those_of_the_rulebook():
    rules = rulebook("opg-5").brackets

    assert tuple(MCINTYRE_FIGURES) == rules.mcintyre_sizes
    assert tuple(STANDARD_FIGURES) == rules.standard_sizes


@pytest.mark.req("BRKT-26", "AMB-43")
@pytest.mark.parametrize("players", [4, 7, 12, 32])
def test_modified_mcintyre_for_another_size_is_refused(players):
    with pytest.raises(RefusalError, match="8 or 16 players"):
        bracket_of(PairingStyle.MODIFIED_MCINTYRE, players)


@pytest.mark.req("BRKT-14")
@pytest.mark.parametrize(
    ("style", "players", "code"),
    [
        (PairingStyle.SINGLE_ELIMINATION, 12, "bracket-size"),
        (PairingStyle.SINGLE_ELIMINATION, 1, "bracket-size"),
        (PairingStyle.PLAY_IN, 0, "bracket-size"),
        (PairingStyle.ELIMINATION, 1025, "bracket-size"),
        (PairingStyle.SWISS, 8, "not-a-bracket"),
        (PairingStyle.TRIBBLES, 8, "not-a-bracket"),
    ],
)
def test_a_size_that_a_style_does_not_have_is_refused_by_name(style, players, code):
    with pytest.raises(RefusalError) as refused:
        bracket_of(style, players)

    assert refused.value.refusal.code == code


SIZES = [
    *((PairingStyle.SINGLE_ELIMINATION, size) for size in (2, 4, 8, 16, 32, 64)),
    *((PairingStyle.MODIFIED_MCINTYRE, size) for size in (8, 16)),
    *((PairingStyle.PLAY_IN, size) for size in range(2, 70)),
    *((PairingStyle.ELIMINATION, size) for size in range(2, 70)),
]


@pytest.mark.req("BRKT-13", "BRKT-24", "BRKT-25", "BRKT-33", "AMB-41")
@pytest.mark.parametrize(("style", "players"), SIZES)
def test_every_bracket_has_each_seed_once_and_leads_to_one_final(style, players):
    bracket = bracket_of(style, players)
    played: set[str] = set()

    seeds = [
        side.seed for match in bracket.matches for side in match.sides if isinstance(side, Seed)
    ]

    assert sorted(seeds) == list(range(1, players + 1))
    for round_ in bracket.rounds:
        for match in round_.matches:
            assert set(match.feeders) <= played
        played.update(match.id for match in round_.matches)
    leads_on = winner_goes_to(bracket)
    assert set(leads_on) == played - {bracket.final.id}
    second_chances = len(loser_goes_to(bracket))
    byes = sum(Bye() in match.sides for match in bracket.matches)
    assert len(played) == players - 1 + second_chances + byes


def test_every_bracket_style_has_a_builder():
    from padd.core.model import BRACKET_STYLES

    assert set(BRACKETS) == BRACKET_STYLES


def test_programs_get_rounds_of_matches_with_two_sides():
    document = msgspec.json.decode(msgspec.json.encode(bracket_as_document(elimination_bracket(3))))

    assert document == {
        "rounds": [
            {
                "number": 1,
                "matches": [
                    {"id": "SF1", "sides": [{"seed": 1}, {"seed": 3}]},
                    {"id": "SF2", "sides": [{"seed": 2}, {"bye": True}]},
                ],
            },
            {
                "number": 2,
                "matches": [{"id": "F", "sides": [{"winner": "SF1"}, {"winner": "SF2"}]}],
            },
        ]
    }

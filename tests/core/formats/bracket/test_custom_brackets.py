"""A director's own bracket is taken if it can be played, and refused by name."""

import msgspec
import pytest

from padd.core.formats.bracket.custom import FaultCode, bracket_faults, custom_bracket
from padd.core.formats.bracket.figures import MCINTYRE_8
from padd.core.formats.bracket.tree import bracket_as_document
from padd.core.model import DrawnMatch
from padd.core.refusal import RefusalError


def drawn(text):
    """Read lines such as "A: seed 1, loser M1"."""
    matches = []
    for line in text.split(";"):
        name, sides = line.strip().split(": ")
        pair = []
        for side in sides.split(", "):
            kind, _, what = side.partition(" ")
            pair.append({kind: int(what) if kind == "seed" else what or True})
        matches.append({"id": name, "sides": pair})
    return msgspec.convert(matches, list[DrawnMatch])


TWICE_LOST = "A: seed 1, seed 2; B: loser A, seed 3; C: loser A, winner B; D: winner A, winner C"
LADDER = "A: seed 3, seed 4; B: seed 2, winner A; C: seed 1, winner B"


@pytest.mark.req("BRKT-27", "BRKT-3")
def test_a_ladder_is_a_sound_bracket_of_three_rounds():
    bracket = custom_bracket(4, drawn(LADDER))

    assert [[m.id for m in r.matches] for r in bracket.rounds] == [["A"], ["B"], ["C"]]
    assert bracket.final.id == "C"
    assert bracket.rounds[-1].name == "Final"


@pytest.mark.req("BRKT-27")
def test_the_guides_own_brackets_can_be_written_as_custom_ones():
    matches = [
        msgspec.convert(msgspec.to_builtins(match), DrawnMatch) for match in MCINTYRE_8.matches
    ]

    assert bracket_as_document(custom_bracket(8, matches)) == bracket_as_document(MCINTYRE_8)


@pytest.mark.req("BRKT-27")
@pytest.mark.parametrize(
    ("text", "players", "codes"),
    [
        ("A: seed 1, winner A", 1, {FaultCode.AFTER_ITSELF}),
        ("A: seed 1, winner B", 1, {FaultCode.MATCH_UNKNOWN}),
        ("A: seed 1, seed 2; A: seed 1, seed 2", 2, {FaultCode.MATCH_DOUBLE}),
        (
            "A: seed 1, loser B; B: seed 2, loser A; C: winner A, winner B",
            2,
            {FaultCode.CYCLE, FaultCode.UNREACHABLE},
        ),
        ("A: seed 1, seed 2; B: seed 1, winner A", 2, {FaultCode.SEED_DOUBLE}),
        ("A: seed 1, seed 3", 2, {FaultCode.SEED_UNKNOWN, FaultCode.SEED_MISSING}),
        ("A: seed 1, seed 2", 3, {FaultCode.SEED_MISSING}),
        ("A: seed 1, seed 0", 1, {FaultCode.SEED_UNKNOWN}),
        ("A: seed 1, seed 2; B: seed 3, seed 4", 4, {FaultCode.SEVERAL_FINALS}),
        (
            "A: seed 1, seed 2; B: winner A, seed 3; C: winner A, winner B",
            3,
            {FaultCode.WINNER_TWICE},
        ),
        (TWICE_LOST, 3, {FaultCode.LOSER_TWICE}),
        ("A: seed 1, bye; B: winner A, loser A", 1, {FaultCode.NO_LOSER}),
        ("A: bye, bye; B: seed 1, winner A", 1, {FaultCode.TWO_BYES}),
    ],
)
def test_what_makes_a_bracket_unplayable_is_named(text, players, codes):
    found = bracket_faults(players, drawn(text))

    assert {fault.code for fault in found} == codes
    with pytest.raises(RefusalError) as refused:
        custom_bracket(players, drawn(text))
    assert refused.value.refusal.code in codes


@pytest.mark.req("BRKT-27")
def test_a_bracket_without_matches_is_refused():
    assert [fault.code for fault in bracket_faults(2, [])] == [FaultCode.NO_MATCHES]


@pytest.mark.req("BRKT-27")
def test_a_side_must_be_exactly_one_thing():
    both = msgspec.convert(
        [{"id": "A", "sides": [{"seed": 1, "winner": "B"}, {}]}], list[DrawnMatch]
    )

    found = bracket_faults(2, both)

    assert [fault.place for fault in found] == ["bracket[0].sides[0]", "bracket[0].sides[1]"]


@pytest.mark.req("BRKT-27")
def test_a_refusal_says_how_many_faults_there_are():
    with pytest.raises(RefusalError, match=r"Seed 3 is missing from the bracket\. \(1 more\)"):
        custom_bracket(4, drawn("A: seed 1, seed 2"))

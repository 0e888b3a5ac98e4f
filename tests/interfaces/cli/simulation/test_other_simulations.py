"""Whole random brackets and Tribbles events, judged by counting alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.interfaces.cli.simulation import server
from padd.interfaces.cli.simulation.bracket import simulate_bracket
from padd.interfaces.cli.simulation.pods import simulate_tribbles
from padd.presentation.formats.standings import standings_document

SEEDS = st.integers(min_value=0, max_value=2**32)


@pytest.mark.long
@pytest.mark.req("BRKT-22", "BRKT-23", "BRKT-29", "BRKT-12", "AMB-41", "AMB-42")
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.sampled_from([2, 4, 8, 16, 32, 64]), st.sampled_from([5, 4]))
def test_standard_brackets_of_every_size_hold(seed, size, book):
    name = "opg-5" if book == 5 else "opg-4.1"

    assert simulate_bracket(seed, "single-elimination", size, name).problems == ()


@pytest.mark.long
@pytest.mark.req("BRKT-14", "AMB-41")
@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(min_value=2, max_value=80))
def test_play_ins_of_every_size_hold(seed, size):
    assert simulate_bracket(seed, "single-elimination-play-in", size).problems == ()


@pytest.mark.long
@pytest.mark.req("BRKT-24", "BRKT-25", "EX-BRKT-5")
@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([8, 16]))
def test_modified_mcintyre_holds_whoever_wins(seed, size):
    found = simulate_bracket(seed, "modified-mcintyre", size)

    assert found.problems == ()
    assert found.rounds == {8: 4, 16: 5}[size]


@pytest.mark.long
@pytest.mark.req("BRKT-30", "BRKT-31", "BRKT-33", "BRKT-34", "BRKT-35")
@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(min_value=3, max_value=128))
def test_decipher_brackets_of_every_size_hold(seed, size):
    found = simulate_bracket(seed, "elimination", size, "decipher-1998")

    assert found.problems == ()
    assert found.rounds == (size - 1).bit_length()


@pytest.mark.long
@pytest.mark.req("TRIB-3", "TRIB-16", "TRIB-17", "TRIB-23", "AMB-48", "AMB-53")
@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(min_value=4, max_value=80), st.booleans())
def test_tribbles_of_every_size_hold(seed, size, finals):
    found = simulate_tribbles(seed, size, finals=finals)

    assert found.problems == ()
    assert found.rounds == 10


def swapped(view):
    """Return standings that lie."""
    document = standings_document(view)
    rows = document["standings"]
    rows[1]["player"], rows[4]["player"] = rows[4]["player"], rows[1]["player"]
    return document


@pytest.mark.long
@pytest.mark.parametrize(
    "play", [lambda: simulate_bracket(5, "modified-mcintyre", 8), lambda: simulate_tribbles(5, 17)]
)
def test_the_judge_notices_a_wrong_place(monkeypatch, play):
    honest = play()
    monkeypatch.setattr(server, "standings_document", swapped)

    lying = play()

    assert honest.problems == ()
    assert lying.problems != ()


@pytest.mark.long
def test_the_same_seed_plays_the_same_event():
    assert simulate_tribbles(3, 11) == simulate_tribbles(3, 11)
    assert simulate_bracket(3, "elimination", 11, "decipher-1998") == simulate_bracket(
        3, "elimination", 11, "decipher-1998"
    )

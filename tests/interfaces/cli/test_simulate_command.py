import json

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main
from padd.interfaces.cli.simulation.simulate import STYLES
from padd.interfaces.cli.simulation.swiss import SwissPlan, play_swiss
from padd.rulebooks.loader import rulebook_ids
from padd_oracle.generate import Chances

FIRST = 20_261_115
BLOCKS = 20
SHORT = 2
"""So many blocks are always tried; the others when there is time."""
EVENTS = 1_000

ANY = SwissPlan(
    least=3, most=64, rounds=None, rulebooks=rulebook_ids(), chances=Chances(absent=0.05)
)


@pytest.mark.req("SWISS-98", "SWISS-99", "AMB-1", "AMB-2", "AMB-3", "AMB-8", "AMB-9")
@pytest.mark.parametrize(
    "block",
    [*range(SHORT), *(pytest.param(n, marks=pytest.mark.long) for n in range(SHORT, BLOCKS))],
)
def test_the_oracle_objects_to_nothing_in_a_thousand_random_events(block):
    size = EVENTS // BLOCKS
    seeds = range(FIRST + block * size, FIRST + (block + 1) * size)

    objections = {
        seed: played.problems for seed in seeds if (played := play_swiss(seed, ANY)).problems
    }

    assert objections == {}


@pytest.mark.req("AMB-146")
def test_players_stay_away_from_simulated_events():
    words = ["simulate", "--events", "3", "--seed", "7", "--players", "6-8", "--json"]

    often = CliRunner().invoke(main, [*words, "--rulebook", "opg-5", "--absent", "0.5"])

    document = json.loads(often.stdout)
    assert document["missed_games"] > document["rounds"]
    assert document["discrepancies"] == []


def test_simulate_prints_its_seed_and_a_summary():
    result = CliRunner().invoke(
        main, ["simulate", "--events", "3", "--seed", "7", "--players", "4-6"]
    )

    assert result.exit_code == 0
    assert result.stderr.startswith("seed 7")
    assert "3 passed, 0 failed" in result.stdout


def test_the_same_seed_plays_the_same_events():
    words = ["simulate", "--events", "2", "--seed", "9", "--players", "5", "--json"]

    first, again = (CliRunner().invoke(main, words).stdout for _ in range(2))

    assert first == again
    assert json.loads(first)["discrepancies"] == []


def test_a_wrong_number_of_players_is_wrong_usage():
    result = CliRunner().invoke(main, ["simulate", "--players", "many"])

    assert result.exit_code == 2


@pytest.mark.parametrize("style", [style for style in STYLES if style != "swiss"])
def test_every_style_can_be_simulated(style):
    result = CliRunner().invoke(
        main, ["simulate", "--style", style, "--events", "5", "--seed", "3", "--jobs", "1"]
    )

    assert result.exit_code == 0, result.output
    assert "5 passed, 0 failed" in result.stdout


def test_a_style_without_such_a_size_is_wrong_usage():
    words = ["simulate", "--style", "modified-mcintyre", "--players", "9-15"]

    assert CliRunner().invoke(main, words).exit_code == 2

"""Random events are whole, replayable, and right by the oracle's own rules."""

import json
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from padd_oracle import __main__ as command
from padd_oracle.generate import RULES, Chances, random_event, random_facts
from padd_oracle.pairing import check_round
from padd_oracle.scoring import score
from padd_oracle.standings import compare, standings


def seeded(seed):
    print(f"seed {seed}")
    return Random(seed)


@pytest.mark.req("SWISS-98", "SWISS-99")
@pytest.mark.parametrize(("book", "edition"), RULES)
@pytest.mark.parametrize("players", [3, 6, 9, 12, 17])
def test_every_round_of_a_random_event_is_good(book, edition, players):
    seen = []

    def watch(event, index):
        seen.append(check_round(event, index).problems)

    random_event(
        seeded(players), players=players, rounds=5, rulebook=book, edition=edition, watch=watch
    )

    assert seen == [()] * 5


@pytest.mark.parametrize(("book", "edition"), RULES)
def test_random_facts_hold_everybody_in_every_round(book, edition):
    rng = seeded(8)
    codes: Counter[str] = Counter()

    for _ in range(20):
        event = random_facts(
            rng, players=rng.randint(3, 20), rounds=4, rulebook=book, edition=edition
        )
        rows = standings(event, seed=1)["standings"]

        assert compare(event, rows) == []
        for round_ in score(event)["rounds"]:
            assert len(round_["results"]) == len(event["players"])
            codes.update(result["code"] for result in round_["results"])
    wanted = {"FW", "MW", "TT", "ML", "FL", "BYE", "MG"}
    assert wanted <= set(codes)


def test_the_same_seed_gives_the_same_event():
    one, other = (random_event(seeded(4), players=9, rounds=4) for _ in range(2))

    assert one == other


def test_the_same_seed_gives_the_same_facts():
    events = [random_facts(Random(344), players=15, rounds=6) for _ in range(3)]

    assert events[0] == events[1] == events[2]


def test_a_pairing_of_another_program_is_taken_as_it_is():
    def pair(event):
        return {
            "round": 1,
            "matches": [{"table": 1, "players": ["p01", "p02"]}],
            "byes": ["p03"],
            "audit": {"seed": 1},
        }

    quiet = Chances(drop=0, late=0, earned_bye=0, delayed=0, disqualified=0)
    event = random_event(seeded(1), players=3, rounds=1, pair=pair, chances=quiet)

    assert event["rounds"][0]["byes"] == ["p03"]
    assert "audit" not in event["rounds"][0]


def test_the_oracle_loads_without_padd():
    program = (
        "import sys, padd_oracle.__main__;"
        "sys.exit(any(name.split('.')[0] == 'padd' for name in sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_command_prints_the_seed_and_then_the_event(capsys):
    status = command.main(["generate", "--seed", "5", "--players", "7"])

    made = capsys.readouterr()
    assert (status, made.err) == (0, "seed 5\n")
    assert len(json.loads(made.out)["rounds"]) == 4


def test_the_command_names_the_rounds_that_are_wrong(capsys, tmp_path):
    quiet = Chances(drop=0, late=0, earned_bye=0, delayed=0, disqualified=0)
    event = random_event(seeded(2), players=6, rounds=2, chances=quiet)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(event))
    event["rounds"][1]["matches"] = event["rounds"][0]["matches"]
    bad.write_text(json.dumps(event))
    capsys.readouterr()

    assert command.main(["check", str(good)]) == 0
    assert command.main(["check", str(good), str(bad)]) == 1
    assert "round 2: rematch:" in capsys.readouterr().out

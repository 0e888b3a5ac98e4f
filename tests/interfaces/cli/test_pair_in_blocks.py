"""`padd pair` where a pairing lasts two rounds, as programs ask for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main


def ask(command, event, folder, *more):
    path = folder / "event.json"
    path.write_text(json.dumps(event))
    result = CliRunner().invoke(main, [command, str(path), "--json", *more])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.req("FMT-42", "AMB-109")
@pytest.mark.parametrize("edition", ["1E", "2E"])
def test_four_rounds_are_two_blocks_of_the_same_matches_and_byes(edition, tmp_path):
    event: dict[str, Any] = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": edition,
        "scenario": "no-such-thing-as-luck",
        "rounds_planned": 4,
        "players": [{"id": name} for name in "abcde"],
        "rounds": [],
    }

    drawn = []
    for number in (1, 2, 3, 4):
        paired = ask("pair", event, tmp_path, "--seed", str(number))
        drawn.append((paired["matches"], paired["byes"]))
        games = [{**match, "ending": "time", "scores": [40, 10]} for match in paired["matches"]]
        played = {"number": number, "matches": games, "byes": paired["byes"]}
        event["rounds"].append(played)
    verdicts = ask("verify", event, tmp_path)["rounds"]

    assert drawn[0] == drawn[1]
    assert drawn[2] == drawn[3]
    assert drawn[0] != drawn[2]
    assert all(verdict["legal"] for verdict in verdicts)

"""`padd awards`: the document that scripts rely on, and what it refuses."""

import json

import pytest
from click.testing import CliRunner
from tests.core.championships.championship_builder import label, people, swiss

from padd.core.event_file import write_event
from padd.interfaces.cli.main import main


def in_files(folder, **events):
    files = []
    for name, event in events.items():
        file = folder / f"{name}.event.json"
        file.write_bytes(write_event(event))
        files.append(str(file))
    return files


@pytest.mark.req("CHAMP-14", "CHAMP-33")
def test_the_stages_of_a_continental_are_one_document(tmp_path):
    files = in_files(
        tmp_path,
        friday=swiss(label("continental", "heat"), people(4)),
        sunday=swiss(label("continental", "final"), ["p02", "p01"]),
    )

    found = CliRunner().invoke(main, ["awards", *files, "--json"])

    assert found.exit_code == 0
    assert json.loads(found.stdout) == {
        "championship": "europe-2026",
        "attendance": 4,
        "ranking": [
            {"place": place, "player": player, "disqualified": False}
            for place, player in enumerate(("p02", "p01", "p03", "p04"), start=1)
        ],
        "rights": [
            {
                "player": "p02",
                "place": 1,
                "kind": "bye",
                "rounds": [1, 2],
                "target": "world",
                "year": 2026,
                "next": False,
                "areas": "any",
                "cite": "OPG5 §11.1.2",
            },
            {
                "player": "p01",
                "place": 2,
                "kind": "bye",
                "rounds": [1],
                "target": "world",
                "year": 2026,
                "next": False,
                "areas": "any",
                "cite": "OPG5 §11.1.2",
            },
        ],
        "masters": [],
    }


def test_people_read_what_was_won_and_why_not_more(tmp_path):
    files = in_files(tmp_path, whole=swiss(label("regional"), people(10)))

    found = CliRunner().invoke(main, ["awards", *files])

    assert "Round 1 bye" in found.stdout
    assert "2026 Continental Championship on any continent" in found.stdout
    assert "2nd place, nothing: More than 10 players must attend" in found.stdout


def test_a_stage_that_does_not_fit_is_named_by_its_file(tmp_path):
    files = in_files(
        tmp_path,
        sunday=swiss(label("continental", "final"), people(4)),
        other=swiss(label("continental", "heat", year=2025), people(4)),
    )

    found = CliRunner().invoke(main, ["awards", *files, "--json"])

    assert found.exit_code == 1
    error = json.loads(found.stdout)["error"]
    assert (error["file"], error["place"]) == (files[1], "championship.id")

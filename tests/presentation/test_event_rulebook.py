import json

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main

RULING = """
title = "A bye is worth three"
about = "Byes earn what a modified win earns."
cite = "Article of 1 May 2026"
rulebook = "opg-5"
in_force = 2026-05-01
[values."scoring.points.bye"]
value = 3
"""


@pytest.mark.req("GOV-18", "GOV-19", "AMB-123")
@pytest.mark.parametrize(
    ("starts", "points", "named"),
    [("2026-04-30T10:00:00Z", 4, False), ("2026-05-01T10:00:00Z", 3, True)],
)
def test_a_directors_own_rulings_folder_is_laid_over_the_rulebook(
    starts, points, *, named, tmp_path, monkeypatch
):
    (tmp_path / "bye.toml").write_text(RULING, encoding="utf-8")
    monkeypatch.setenv("PADD_RULINGS", str(tmp_path))
    event = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "starts": starts,
        "players": [{"id": "ada"}],
        "rounds": [{"number": 1, "byes": ["ada"]}],
    }

    result = CliRunner().invoke(main, ["standings", "-", "--json"], input=json.dumps(event))
    table = CliRunner().invoke(main, ["standings", "-"], input=json.dumps(event))

    document = json.loads(result.stdout)
    assert document["standings"][0]["vp"] == points
    assert ("rulings" in document) is named
    assert ("ada would have a different line without it." in table.stdout) is named
    if named:
        assert document["rulings"][0]["changed"] == ["ada"]
        assert f"({document['rulings'][0]['cite']})." in table.stdout


@pytest.mark.parametrize(
    ("name", "ruling", "told"),
    [
        ("", "", "there is no such file or folder"),
        ("typo.toml", RULING.replace("points.bye", "points.buy"), "no such parameter"),
        ("broken.toml", "title = 'Byes", "broken.toml:1"),
    ],
)
@pytest.mark.parametrize("command", ["standings", "score", "pair", "check", "rate"])
def test_a_ruling_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path, monkeypatch, *, command, name, ruling, told
):
    folder = tmp_path / "rulings"
    if name:
        folder.mkdir()
        (folder / name).write_text(ruling, encoding="utf-8")
    monkeypatch.setenv("PADD_RULINGS", str(folder))
    event = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "starts": "2026-05-01T10:00:00Z",
        "players": [{"id": "ada"}],
        "rounds": [],
    }

    result = CliRunner().invoke(main, [command, "-"], input=json.dumps(event))

    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr

"""`padd rulings`: what is in force on a day, and what a headquarters sends."""

import json

import pytest
from click.testing import CliRunner

from padd.core.refusal import RefusalError
from padd.interfaces.cli.rulebooks import rulings
from padd.rulebooks.source import RulebookError
from padd.services.rulebooks.ruling_download import (
    FetchedRuling,
    FetchedRulings,
    download_rulings,
    store_rulings,
)

TIE = """
title = "A tie is worth one point"
about = "Until the next guide."
cite = "https://example.org/1701"
rulebook = "opg-5"
in_force = 2026-12-01

[values."scoring.points.tie"]
value = 1
"""


def sent(id_, file):
    return FetchedRulings(rulings=(FetchedRuling(id=id_, file=file),))


@pytest.mark.req("GOV-18", "GOV-19", "AMB-123")
def test_fetched_rulings_are_in_force_from_their_day_on(tmp_path):
    new = store_rulings(sent("2026-12-01-tie", TIE), folder=tmp_path / "rulings")
    again = store_rulings(sent("2026-12-01-tie", TIE), folder=tmp_path / "rulings")
    run = CliRunner().invoke
    data = ["--data", str(tmp_path), "--json", "--on"]

    before = run(rulings, [*data, "2026-11-30"])
    after = run(rulings, [*data, "2026-12-01"])

    assert (new, again) == (("2026-12-01-tie",), ())
    assert json.loads(before.stdout)["rulings"] == []
    (one,) = json.loads(after.stdout)["rulings"]
    assert (one["id"], one["values"]) == ("2026-12-01-tie", {"scoring.points.tie": 1})


@pytest.mark.parametrize("id_", ["../../evil", "a/b", "", "A" * 90])
def test_a_headquarters_cannot_write_elsewhere(tmp_path, id_):
    with pytest.raises(RefusalError):
        store_rulings(sent(id_, TIE), folder=tmp_path / "rulings")

    assert list(tmp_path.iterdir()) == []


def test_nonsense_from_a_headquarters_is_not_kept(tmp_path):
    with pytest.raises(RulebookError):
        store_rulings(sent("x", "title = 5"), folder=tmp_path / "rulings")
    with pytest.raises(RefusalError):
        download_rulings("http://example.org", folder=tmp_path)

    assert list(tmp_path.iterdir()) == []

"""The count of requirement ids leaves out what nobody can reach."""

import pytest
from tests.reachability import ModuleNames, reached_from, unreached


@pytest.mark.long
def test_scoring_and_pairing_are_reached_from_pages_and_commands():
    modules = {module for module, _ in unreached()}

    assert not modules & {"padd.core.scoring.standings", "padd.core.pairing.next_round"}


@pytest.mark.long
def test_a_function_reaches_what_it_names(tmp_path):
    file = tmp_path / "page.py"
    file.write_text(
        "from padd.core import scoring\n"
        "from padd.core.rng import Rng\n"
        "def view():\n    return scoring.standings.rank(Rng)\n"
        "def other():\n    return view\n",
        encoding="utf-8",
    )
    module = ModuleNames("padd.page", file)

    assert set(module.named_by("view")) >= {
        ("padd.core.rng", "Rng"),
        ("padd.core.scoring.standings", "rank"),
    }
    assert ("padd.page", "view") in set(module.named_by("other"))
    assert ("padd.core.rng", "Rng") not in set(module.named_by("other"))


@pytest.mark.long
def test_what_a_test_calls_stops_at_the_program():
    called = reached_from([("tests.conformance", "only_shown")], within="tests.")

    assert ("padd.rulebooks.source", "read_subjects") in called
    assert ("padd.rulebooks.source", "read_toml") not in called

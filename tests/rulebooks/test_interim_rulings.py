"""Interim rulings are dated overlays; a running event keeps its rules."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from padd.rulebooks.compare import rulebook_differences
from padd.rulebooks.loader import DATA, rulebook
from padd.rulebooks.source import RulebookError

TIES = """\
title = "Ties are worth one point"
about = "Until the next guide a true tie gives each player one victory point."
cite = "https://example.org/articles/1701"
rulebook = "opg-5"
in_force = 2026-12-01
superseded = 2027-03-01

[values."scoring.points.tie"]
value = 1
note = "Two before."
"""
BEFORE = date(2026, 11, 30)
FIRST_DAY = date(2026, 12, 1)
LAST_DAY = date(2027, 2, 28)
AFTER = date(2027, 3, 1)

pytestmark = pytest.mark.req("GOV-18", "GOV-19", "AMB-123")


def put(folder, text, name="ties"):
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(file, on=FIRST_DAY):
    with pytest.raises(RulebookError) as caught:
        rulebook("opg-5", on=on, rulings=[file])
    error = caught.value
    return f"{error.file}:{error.line} {error.parameter}: {error.message}"


@pytest.mark.parametrize(
    ("on", "points"), [(None, 2), (BEFORE, 2), (FIRST_DAY, 1), (LAST_DAY, 1), (AFTER, 2)]
)
def test_a_ruling_holds_for_events_that_start_while_it_is_in_force(tmp_path, on, points):
    file = put(tmp_path, TIES)

    book = rulebook("opg-5", on=on, rulings=[file])

    assert book.scoring.points.tie == points


@pytest.mark.req("ONL-7", "REG-43")
def test_a_running_event_keeps_the_rules_of_its_start(tmp_path):
    started_before, started_after = BEFORE, FIRST_DAY
    file = put(tmp_path, TIES)

    running = rulebook("opg-5", on=started_before, rulings=[file])
    later = rulebook("opg-5", on=started_after, rulings=[file])

    assert running is rulebook("opg-5")
    assert later.scoring.points.tie == 1


def test_a_ruling_without_an_end_holds_until_the_guide_takes_it_up(tmp_path):
    file = put(tmp_path, TIES.replace("superseded = 2027-03-01\n", ""))

    book = rulebook("opg-5", on=date(2099, 1, 1), rulings=[file])

    assert book.scoring.points.tie == 1


def test_a_rulebook_tells_which_rulings_changed_which_values(tmp_path):
    file = put(tmp_path, TIES)

    book = rulebook("opg-5", on=FIRST_DAY, rulings=[file])

    [ruling] = book.rulings
    [change] = ruling.changes
    assert (ruling.id, ruling.title) == ("ties", "Ties are worth one point")
    assert (ruling.in_force, ruling.superseded) == (FIRST_DAY, AFTER)
    assert (change.path, change.before, change.after) == ("scoring.points.tie", 2, 1)


def test_a_changed_value_cites_the_article(tmp_path):
    file = put(tmp_path, TIES)

    citation = rulebook("opg-5", on=FIRST_DAY, rulings=[file]).citations["scoring.points.tie"]

    assert citation.cite == "https://example.org/articles/1701"
    assert (citation.interim, citation.note) == ("ties", "Two before.")
    assert citation.unit == "victory points"


def test_only_the_values_of_a_ruling_differ_from_the_guide(tmp_path):
    file = put(tmp_path, TIES)

    found = rulebook_differences(rulebook("opg-5"), rulebook("opg-5", on=FIRST_DAY, rulings=[file]))

    assert [(one.path, one.a, one.b) for one in found] == [("scoring.points.tie", 2, 1)]


def test_another_rulebook_is_left_alone(tmp_path):
    file = put(tmp_path, TIES)

    book = rulebook("opg-4.1", on=FIRST_DAY, rulings=[file])

    assert book.rulings == ()


def test_the_later_of_two_rulings_on_one_value_holds(tmp_path):
    put(tmp_path, TIES, "a-first")
    later = TIES.replace("2026-12-01", "2027-01-01").replace("value = 1", "value = 3")
    put(tmp_path, later, "b-second")

    book = rulebook("opg-5", on=date(2027, 1, 1), rulings=[tmp_path])

    assert book.scoring.points.tie == 3
    assert [ruling.changes[0].before for ruling in book.rulings] == [2, 1]


def test_rulings_beside_the_data_are_found_by_themselves(tmp_path):
    folder = Path(shutil.copytree(DATA, tmp_path / "data"))
    (folder / "rulings").mkdir(exist_ok=True)
    put(folder / "rulings", TIES)

    book = rulebook("opg-5", on=FIRST_DAY, folder=folder)

    assert book.scoring.points.tie == 1


def test_a_ruling_can_change_a_whole_table(tmp_path):
    caps = '[values."scoring.score_cap"]\nvalue = {default = 100, slipstream = 60}\n'
    file = put(tmp_path, TIES.partition("[values")[0] + caps)

    book = rulebook("opg-5", on=FIRST_DAY, rulings=[file])

    assert book.scoring.score_cap == {"default": 100, "slipstream": 60}


def test_a_ruling_on_an_unknown_value_is_refused(tmp_path):
    file = put(tmp_path, TIES.replace("points.tie", "points.draw"))

    assert refusal(file) == ("ties.toml:8 scoring.points.draw: opg-5 has no such parameter")


def test_a_ruling_with_a_value_of_the_wrong_type_is_refused(tmp_path):
    file = put(tmp_path, TIES.replace("value = 1", 'value = "one"'))

    assert refusal(file) == "ties.toml:8 scoring.points.tie: Expected `int`, got `str`"


def test_a_ruling_without_its_article_is_refused(tmp_path):
    without = put(tmp_path, TIES.replace('cite = "https', 'site = "https'), "without")
    empty = put(tmp_path, TIES.replace("https://example.org/articles/1701", ""))

    assert refusal(without).startswith("without.toml:3 site: ")
    assert refusal(empty) == "ties.toml:3 cite: the ruling has no source"


def test_a_ruling_for_an_unknown_rulebook_is_refused(tmp_path):
    file = put(tmp_path, TIES.replace('"opg-5"', '"opg-6"'))

    assert refusal(file).startswith("ties.toml:4 rulebook: no rulebook `opg-6`")


def test_a_ruling_without_values_is_refused(tmp_path):
    file = put(tmp_path, TIES.partition("[values")[0])

    assert refusal(file).startswith("ties.toml:1 ties: Object missing")


def test_a_ruling_that_is_not_there_is_not_passed_over(tmp_path):
    with pytest.raises(RulebookError, match="no such file"):
        rulebook("opg-5", on=FIRST_DAY, rulings=[tmp_path / "none.toml"])


def test_a_rulebook_with_rulings_is_resolved_once(tmp_path):
    file = put(tmp_path, TIES)

    first, second = (rulebook("opg-5", on=FIRST_DAY, rulings=[file]) for _ in "ab")

    assert first is second

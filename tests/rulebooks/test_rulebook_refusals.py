"""Data that cannot be trusted do not load, and say in which file and line."""

import shutil
from pathlib import Path

import pytest

from padd.rulebooks.loader import DATA, rulebook
from padd.rulebooks.source import RulebookError, line_of

FULL_WIN = 'values."opg-5" = {value = 4, cite = "OPG5 §7.5.1", checked = 2026-11-15}'
"""What the data say about a full win, the first entry of scoring.toml."""
FULL_WIN_LINE = 6


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def refusal(folder, old, new, file="scoring"):
    path = folder / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        rulebook("opg-5", folder=folder)
    error = caught.value
    assert str(error).startswith(f"{error.file}:{error.line}: ")
    return f"{error.file}:{error.line} {error.parameter}: {error.message}"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            "{value = 4, checked = 2026-11-15}",
            "points.full_win.opg-5.cite: Object missing required field `cite`",
        ),
        (
            '{value = 4, cite = " ", checked = 2026-11-15}',
            "points.full_win.opg-5.cite: the value has no source",
        ),
        (
            '{value = 4, cite = "OPG5 §7.5.1"}',
            "points.full_win.opg-5.checked: Object missing required field `checked`",
        ),
        (
            '{value = 4, sited = "OPG5", cite = "OPG5", checked = 2026-11-15}',
            "points.full_win.opg-5.sited: Object contains unknown field `sited`",
        ),
        (
            '{value = "four", cite = "OPG5 §7.5.1", checked = 2026-11-15}',
            "points.full_win.opg-5: Expected `int`, got `str`",
        ),
        (
            '{silent = true, note = "None.", cite = "OPG5", checked = 2026-11-15}',
            "points.full_win.opg-5: Expected `int`, got `null`",
        ),
        (
            '{silent = true, cite = "OPG5", checked = 2026-11-15}',
            "points.full_win.opg-5: a silent rulebook needs a note",
        ),
        (
            '{cite = "OPG5", checked = 2026-11-15}',
            "points.full_win.opg-5: give one of `value`, `same_as` and `silent`",
        ),
        (
            '{value = 4, silent = true, cite = "OPG5", checked = 2026-11-15}',
            "points.full_win.opg-5: give one of `value`, `same_as` and `silent`",
        ),
        (
            '{same_as = "opg-9", cite = "OPG5", checked = 2026-11-15}',
            "points.full_win.opg-5: `opg-9` has no value of its own here",
        ),
        (
            '{value = 4, cite = "OPG5", ruling = "13", checked = 2026-11-15}',
            "points.full_win.opg-5: `13` is no ruling such as AMB-13",
        ),
        (
            '{value = 4, cite = "OPG5", ruling = "AMB-013", checked = 2026-11-15}',
            "points.full_win.opg-5: `AMB-013` is no ruling such as AMB-13",
        ),
    ],
)
def test_a_faulty_entry_is_refused_at_its_line(folder, entry, message):
    said = refusal(folder, FULL_WIN, f'values."opg-5" = {entry}')

    assert said == f"scoring.toml:{FULL_WIN_LINE} {message}"


def test_an_unknown_rulebook_is_refused(folder):
    said = refusal(folder, FULL_WIN, FULL_WIN.replace("opg-5", "opg-6"))

    assert said == (
        "scoring.toml:6 points.full_win.opg-6: no rulebook `opg-6`; "
        "there are opg-5, opg-4.1, decipher-1998, decipher-1996"
    )


def test_a_rulebook_that_lacks_a_parameter_is_refused(folder):
    said = refusal(folder, FULL_WIN, "")

    assert said == ("scoring.toml:3 points.full_win: opg-5 has no value and no note of silence")


def test_a_duplicate_key_is_refused(folder):
    said = refusal(folder, FULL_WIN, f"{FULL_WIN}\n{FULL_WIN}")

    assert said.startswith('scoring.toml:7 values."opg-5": duplicate key')


def test_a_table_stated_twice_is_refused(folder):
    said = refusal(folder, "[points.modified_win]", "[points.full_win]")

    assert said.startswith("scoring.toml:11 [points.full_win]: duplicate key")


def test_a_file_that_is_no_toml_is_refused(folder):
    said = refusal(folder, FULL_WIN, 'values."opg-5" = = 4')

    assert said.startswith("scoring.toml:6 ")


def test_a_parameter_that_no_type_knows_is_refused(folder):
    said = refusal(folder, "[points.full_win]", "[points.fool_win]")

    assert said == (
        "scoring.toml:6 points.fool_win.opg-5: Object contains unknown field `fool_win`"
    )


def test_a_parameter_that_is_needed_and_missing_is_refused(folder):
    text = (folder / "scoring.toml").read_text(encoding="utf-8")
    start = text.index("[bonus_limit]")

    said = refusal(folder, text[start:], "")

    assert said == ("scoring.toml:1 bonus_limit: Object missing required field `bonus_limit`")


def test_an_unknown_key_of_a_parameter_is_refused(folder):
    said = refusal(folder, FULL_WIN, f'units = "points"\n{FULL_WIN}')

    assert said == ("scoring.toml:6 points.full_win.units: Object contains unknown field `units`")


def test_a_key_that_is_no_parameter_is_refused(folder):
    said = refusal(folder, "[points.full_win]", "stray = 1\n\n[points.full_win]")

    assert said == "scoring.toml:3 stray: `stray` is not a table of a parameter"


def test_a_faulty_member_of_a_list_is_refused_at_its_parameter(folder):
    said = refusal(folder, "{least = 3, most = 7, rounds = 3}", "{}", "sanctioning")

    assert "recommended_rounds.opg-5: Object missing required field `least`" in said


def test_a_file_of_an_unknown_subject_is_refused(folder):
    shutil.copy(folder / "pairing.toml", folder / "pears.toml")

    with pytest.raises(RulebookError) as caught:
        rulebook("opg-5", folder=folder)

    assert caught.value.file == "pears.toml"


def test_a_silent_subject_must_not_speak_after_all(folder):
    old = 'values."opg-4.1" = {value = 4, cite = "OPG4 §7.2, §7.6", checked'
    entry = 'values."decipher-1998" = {value = 4, cite = "DTG", checked = 2026-11-15}'

    said = refusal(folder, old, f"{entry}\n{old}", "tribbles")

    assert "decipher-1998 says nothing about this subject" in said


def test_silence_of_an_unknown_rulebook_is_refused(folder):
    said = refusal(folder, '[silent."decipher-1998"]', '[silent."dtg"]', "tribbles")

    assert "silent.dtg: no rulebook `dtg`" in said


def test_a_faulty_title_page_is_refused(folder):
    said = refusal(folder, 'document = "OPG5"', 'dokument = "OPG5"', "rulebooks")

    assert said.startswith("rulebooks.toml:")


def test_a_rules_set_without_a_title_is_refused(folder):
    said = refusal(folder, 'open = "Open"', 'opn = "Open"', "rulebooks")

    assert "rulebooks.opg-5.rules_sets: no rules set `open` has a title" in said


def test_the_line_is_that_of_the_longest_path_that_is_stated():
    text = '[a.b]\nabout = "x"\nvalues."p-1" = {value = 1}\n\n[a.c]\nabout = "y"\n'

    assert line_of(text, ("a", "b", "values", "p-1", "value")) == 3
    assert line_of(text, ("a", "c", "unit")) == 5
    assert line_of(text, ("z",)) == 1

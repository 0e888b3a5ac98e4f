"""Tables for spreadsheets: no cell runs, and every text comes back."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile_text import HOSTILE

from padd.presentation.spreadsheet.csv_text import (
    UnreadableSheetError,
    read_csv,
    shield_cell,
    write_csv,
)

RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
SURROGATES = ("Cs",)


def cells_of(sheet):
    """Return the cells as a spreadsheet program would take them, unaltered."""
    text = sheet.decode("utf-8-sig")
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


@pytest.mark.req("R22")
@pytest.mark.parametrize("text", HOSTILE)
def test_no_hostile_text_is_a_formula_and_each_reads_back(text):
    sheet = write_csv(("Player",), [(text,), (f" {text}",), (f"={text}",)])

    assert not any(cell.lstrip(" ").startswith(RUNS) for cell in cells_of(sheet))
    assert read_csv(sheet) == (["Player"], [[text], [f" {text}"], [f"={text}"]])


@pytest.mark.req("R22")
@given(
    st.lists(
        st.text(st.characters(blacklist_categories=SURROGATES), max_size=20), min_size=2, max_size=4
    )
)
def test_any_row_reads_back_as_it_was(row):
    sheet = write_csv(("one", "two"), [row])

    assert read_csv(sheet) == (["one", "two"], [row])
    assert not any(cell.lstrip().startswith(RUNS) for cell in cells_of(sheet))


def test_numbers_stay_numbers():
    assert write_csv(("Diff.",), [(-45,), (None,), (0,)]).endswith(b'Diff.\r\n-45\r\n""\r\n0\r\n')


def test_an_apostrophe_of_a_name_is_left_alone():
    assert shield_cell("'s-Hertogenbosch") == "'s-Hertogenbosch"


@pytest.mark.parametrize(
    "sheet",
    [
        "Name;Punkte\r\nJürgen;4\r\n".encode(),
        "Name\tPunkte\r\nJürgen\t4\r\n".encode("utf-16"),
        "Name,Punkte\nJürgen,4".encode("cp1252"),
    ],
)
def test_what_other_programs_save_is_read(sheet):
    assert read_csv(sheet) == (["Name", "Punkte"], [["Jürgen", "4"]])


def test_a_sheet_that_breaks_off_is_refused():
    with pytest.raises(UnreadableSheetError):
        read_csv(b'Name,Points\r\n"Ann,4\r\n')


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_separator_of_any_country_lets_a_formula_out_of_its_cell(separator):
    name = f"Quark{separator}=HYPERLINK(1)"

    line = write_csv(("Name",), [(name,)]).decode("utf-8-sig").splitlines()[1]

    assert line == f'"{name}"'
    assert read_csv(write_csv(("Name", "Points"), [(name, 4)]))[1] == [[name, "4"]]


def test_a_sheet_of_a_million_lines_is_refused_before_it_is_taken_apart(monkeypatch):
    monkeypatch.setattr("padd.presentation.spreadsheet.csv_text._decoded", pytest.fail)

    with pytest.raises(UnreadableSheetError, match="lines"):
        read_csv(b"Name,Points\r\n" * 1_000_000)


@pytest.mark.parametrize("separator", [b",", b";", b"\t"])
def test_a_line_of_a_million_cells_is_refused_before_it_is_taken_apart(separator):
    with pytest.raises(UnreadableSheetError, match="cells"):
        read_csv(separator * 1_000_000)
    with pytest.raises(UnreadableSheetError, match="columns"):
        read_csv(separator * 1_000)


def test_no_page_command_or_paper_writes_a_table_that_is_not_shielded():
    source = Path(__file__).parents[3] / "src" / "padd"

    writers = [
        path.name
        for layer in ("presentation", "interfaces")
        for path in (source / layer).rglob("*.py")
        if "csv.writer(" in path.read_text("utf-8") or "csv.DictWriter(" in path.read_text("utf-8")
    ]

    assert writers == []

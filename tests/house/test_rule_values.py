"""Every value of the rulebooks has a reader, or says that it is only shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from tests.house.rule_readers import Readers, owner_of

import padd
from padd.rulebooks.loader import DATA
from padd.rulebooks.source import read_subjects

SOURCE: Final = Path(padd.__file__).parent
SHOWING: Final = frozenset({"guidance.py", "department.py", "announcements.py"})
"""Modules that do nothing but say what a rulebook says."""
AREAS: Final = frozenset({"championships"})
"""Areas with values that wait to be built."""


@pytest.fixture(scope="module")
def readers():
    """Return the reads of all code that does something with a value."""
    files = [
        file
        for file in SOURCE.rglob("*.py")
        if SOURCE / "rulebooks" not in file.parents and file.name not in SHOWING
    ]
    return Readers(files)


MARKS: Final = {
    ".".join((subject.name, *place)): parameter.shown_only
    for subject in read_subjects(DATA)
    for place, parameter in subject.parameters.items()
}


def test_a_value_without_a_reader_says_so(readers):
    silent = [
        path for path, mark in MARKS.items() if mark is None and owner_of(path) not in readers.reads
    ]

    assert silent == []


def test_a_value_that_is_only_shown_has_no_reader(readers):
    read = [
        path for path, mark in MARKS.items() if mark is not None and owner_of(path) in readers.reads
    ]

    assert read == []


def test_a_mark_names_an_area_or_gives_a_reason():
    reasons = {mark for mark in MARKS.values() if mark is not None} - AREAS

    assert all(" " in reason and reason.endswith(".") for reason in reasons)


def test_the_modules_that_only_show_values_exist():
    names = {file.name for file in SOURCE.rglob("*.py")}

    assert names >= SHOWING


def test_reads_are_found_by_type(tmp_path):
    module = tmp_path / "module.py"
    module.write_text(
        "from padd.rulebooks.schema import Rulebook\n"
        "from padd.rulebooks.sections.play import BracketRules\n"
        "def first(book: Rulebook, other: object, name: str) -> BracketRules:\n"
        "    rules = book.scoring\n"
        "    other.quit_win\n"
        "    if (tribbles := book.tribbles) is not None:\n"
        "        tribbles.head_start.round\n"
        "    getattr(book.time.late, name)\n"
        "    return rules.points.tie\n"
        "def second(book: Rulebook) -> object:\n"
        "    return [first(book).places for _ in ()]\n",
        encoding="utf-8",
    )

    reads = Readers([module]).reads

    assert {owner_of(path) for path in READ} <= reads
    assert not {owner_of(path) for path in UNREAD} & reads


READ: Final = (
    "scoring.points.tie",
    "tribbles.head_start.round",
    "time.late.round_minutes",
    "time.late.event_minutes",
    "brackets.places",
)
UNREAD: Final = ("scoring.quit_win", "scoring.points.bye", "tribbles.tiebreaks")

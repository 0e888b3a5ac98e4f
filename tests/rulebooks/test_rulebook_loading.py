"""Every rulebook resolves, and every value says where it comes from."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from padd.rulebooks.compare import citation_of, rulebook_differences, value_at
from padd.rulebooks.loader import DATA, UnknownRulebookError, rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.source import read_subjects

DOCUMENTS = {"opg-5": "OPG5", "opg-4.1": "OPG4", "decipher-1998": "DTG", "decipher-1996": "DTR96"}
"""The short name that the citations of a rulebook begin with."""

OWN_FIELDS = {
    "id",
    "title",
    "document",
    "publisher",
    "version",
    "dated",
    "games",
    "rules_sets",
    "default_rules",
    "rulings",
    "citations",
}


def test_there_are_four_rulebooks_the_newest_first():
    assert rulebook_ids() == tuple(DOCUMENTS)


@pytest.mark.req("GOV-19", "REG-52")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_rulebook_resolves_and_cites_every_value(name):
    book = rulebook(name)

    spoken = {
        ".".join((subject.name, *place))
        for subject in read_subjects(DATA)
        if name not in subject.silent
        for place in subject.parameters
    }
    silent = {subject.name for subject in read_subjects(DATA) if name in subject.silent}
    assert set(book.citations) == spoken | silent
    for path, citation in book.citations.items():
        assert citation.about.endswith("."), path
        assert citation.unit, path
        assert re.match(rf"{book.document}\b|OTFB\b|OPG5 App\. B", citation.cite), path


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_rulebook_that_is_silent_says_so_in_a_note(name):
    book = rulebook(name)

    unexplained = [
        path
        for path, citation in book.citations.items()
        if value_at(book, path) is None and not citation.note
    ]
    assert unexplained == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_value_that_names_nothing_or_no_section_has_a_note(name):
    book = rulebook(name)

    unexplained = [
        path
        for path, citation in book.citations.items()
        if not citation.note
        and (citation.cite == book.document or value_at(book, path) in ((), {}))
    ]
    assert unexplained == []


@pytest.mark.req("GOV-21")
def test_the_title_page_names_document_version_and_date():
    pages = {
        name: (book.document, book.version, book.dated, book.games)
        for name in rulebook_ids()
        for book in [rulebook(name)]
    }

    every = ("1E", "2E", "TR")
    assert pages == {
        "opg-5": ("OPG5", "5.x", "", every),
        "opg-4.1": ("OPG4", "4.1", "2014-03-10", every),
        "decipher-1998": ("DTG", "undated", "about 1998", ("1E",)),
        "decipher-1996": ("DTR96", "2", "1996-05-01", ("1E",)),
    }


@pytest.mark.parametrize("name", DOCUMENTS)
def test_rules_sets_agree_wherever_a_rulebook_names_them(name):
    book = rulebook(name)

    assert set(book.formats.rules) == set(book.rules_sets)
    assert set(book.formats.documents.required) == set(book.rules_sets)
    assert book.formats.preferred_rules == book.default_rules
    assert set(book.default_rules) == set(book.games)
    assert set(book.decks.pools) == set(book.formats.card_pools)
    assert set(book.sanctioning.styles) <= set(book.pairing.system)


def test_a_rulebook_is_read_once():
    assert rulebook("opg-5") is rulebook("opg-5")


def test_an_unknown_rulebook_is_refused_with_those_that_exist():
    with pytest.raises(UnknownRulebookError, match=r"opg-6.*opg-5, opg-4\.1"):
        rulebook("opg-6")


def test_a_value_and_its_source_are_found_by_their_path():
    book = rulebook("opg-5")

    assert value_at(book, "scoring.points.full_win") == 4
    assert book.citations["scoring.points.full_win"].cite == "OPG5 §7.5.1"


def test_the_source_of_a_silent_subject_is_that_of_the_silence():
    book = rulebook("decipher-1996")

    assert value_at(book, "tribbles.smallest_pod") is None
    assert citation_of(book, "tribbles.smallest_pod").cite == "DTR96"


def test_a_rulebook_does_not_differ_from_itself():
    book = rulebook("opg-5")

    assert rulebook_differences(book, book) == []


def test_two_guides_differ_in_what_changed_between_them():
    found = {
        one.path: (one.a, one.b)
        for one in rulebook_differences(rulebook("opg-5"), rulebook("opg-4.1"))
    }

    assert found["pairing.provisional_points"] == (2, 1)
    assert found["scoring.winner_not_ahead"] == ("equal-or-lower", "lower")
    assert found["sanctioning.notice_hours"] == (24, 144)
    assert "scoring.points.full_win" not in found


def test_a_subject_that_one_rulebook_lacks_differs_value_by_value():
    found = {
        one.path: one for one in rulebook_differences(rulebook("opg-5"), rulebook("decipher-1998"))
    }

    pod = found["tribbles.smallest_pod"]
    assert (pod.a, pod.b) == (4, None)
    assert (pod.a_citation.cite, pod.b_citation.cite) == ("OPG5 §7.2, §7.6", "DTG")
    assert "tribbles" not in found


def test_every_field_of_a_rulebook_has_its_data_file():
    subjects = set(Rulebook.__struct_fields__) - OWN_FIELDS

    files = {file.stem for file in DATA.glob("*.toml")} - {"rulebooks"}
    assert files == subjects


def test_reading_a_rulebook_needs_neither_django_nor_rich():
    code = (
        "import sys; from padd.rulebooks.loader import rulebook; rulebook('opg-5');"
        "print({'django', 'rich'} & set(sys.modules))"
    )

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "set()"


def test_the_data_lie_beside_the_loader():
    assert DATA.is_dir()
    assert isinstance(DATA, Path)

"""Pasted lists: numbers, columns, commas, and what cannot be seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.people.name_list import NameColumn, read_names, same_names
from padd.core.text import canonical, transliterate, visible_text

INVISIBLE = "\u200b\ufeff\u200e\u202e\u00ad\u2060\u061c\u2066\u0007\ufe0f\u3164"
LETTERS = "abcdefghijklmnopqrstuvwxyzäßøéñłşžабвгδλ李小龙أحمد"
words = st.text(LETTERS, min_size=2, max_size=12).map(str.capitalize)
good_names = st.lists(words, min_size=2, max_size=4).map(" ".join).map(canonical)


def names(text, *columns):
    return [(n.number, n.name, n.handle) for n in read_names(text, columns).lines]


@st.composite
def hostile_lists(draw):
    """Return a list with good names in it, and these names."""
    lines, kept = [], []
    for _ in range(draw(st.integers(1, 12))):
        name = draw(good_names)
        at = draw(st.integers(0, len(name)))
        hidden = draw(st.text(INVISIBLE, max_size=3))
        before = draw(st.sampled_from(["", "3. ", "12) ", "#4 ", "- ", "  ", "\u00a0"]))
        lines.append(before + name[:at] + hidden + name[at:])
        kept.append(name)
        bad = ["", " ", "————", "7.", "x" * 300, INVISIBLE, "\t"]
        lines.extend(draw(st.lists(st.sampled_from(bad), max_size=3)))
    return draw(st.sampled_from(["\n", "\r\n", "\r", "\u2028"])).join(lines), kept


@given(hostile_lists())
def test_no_good_name_is_ever_lost(hostile):
    text, kept = hostile

    assert [line.name for line in read_names(text).lines] == kept


@given(st.text(st.one_of(st.characters(), st.sampled_from('ab ,;\t\n\r.1"#-\u200b')), max_size=120))
def test_every_line_that_shows_something_is_read_or_named_as_bad(text):
    found = read_names(text)

    accounted = [*(n.number for n in found.lines), *(b.number for b in found.bad)]
    if found.heading is not None:
        accounted.append(found.heading)
    assert len(set(accounted)) == len(accounted)
    assert bool(accounted) == bool(visible_text(text).strip())
    for line in found.lines:
        assert line.name == visible_text(line.name).strip()
        assert any(character.isalpha() for character in line.name)


@pytest.mark.parametrize("invisible", INVISIBLE)
@pytest.mark.req("REG-50")
def test_an_invisible_character_costs_nobody(invisible):
    text = f"Benjamin Sisko\nKira{invisible} Nerys\nMiles O'Brien"

    assert names(text) == [
        (1, "Benjamin Sisko", ""),
        (2, "Kira Nerys", ""),
        (3, "Miles O'Brien", ""),
    ]
    assert read_names(text).cleaned == (2,)


def test_a_joiner_stays_where_a_script_is_written_with_it():
    assert names("علی\u200cرضا") == [(1, "علی\u200cرضا", "")]
    assert names("An\u200dna Lee") == [(1, "Anna Lee", "")]


def test_bad_lines_are_named_with_their_number_and_the_others_kept():
    found = read_names("Anna Lee\n\n" + "x" * 300 + "\n12. ————\nIvo Marić")

    assert [line.name for line in found.lines] == ["Anna Lee", "Ivo Marić"]
    assert [(line.number, str(line.why)) for line in found.bad] == [
        (3, "The name has 300 characters; the limit is 100."),
        (4, "It contains no letters, so there is no name to add."),
    ]
    assert found.empty == 1


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("Lee, Anna\nvan der Meulen, Pieter", "family given", "Anna Lee"),
        ("Anna Lee, annalee\nBob Hart", "name handle", "Anna Lee/annalee"),
        ("3. Anna Lee\n4. Bob Hart", "name", "Anna Lee"),
        ("1 Anna Lee\n2 Bob Hart", "name", "Anna Lee"),
        ("Lee\tAnna\tannalee\nHart\tBob\tbob7", "family given handle", "Anna Lee/annalee"),
        ("1\tAnna Lee\tannalee\n2\tBob\t", "nothing name handle", "Anna Lee/annalee"),
        ('"Lee, Anna";annalee\n"Hart, Bob";bob', "name handle", "Anna Lee/annalee"),
        ("First name,Last name\nAnna,Lee", "given family", "Anna Lee"),
        ("#\tName\tHandle\n1. Lee, Anna\tannalee", "name handle", "Anna Lee/annalee"),
        ("Anna Lee, Bob Hart, Cy Young", "name", "Anna Lee"),
        ("7 of 9\nlocutus", "name", "7 of 9"),
    ],
)
def test_lists_are_recognised_as_people_keep_them(text, columns, expected):
    found = read_names(text)

    assert " ".join(found.columns) == columns
    name, _, handle = expected.partition("/")
    assert (found.lines[0].name, found.lines[0].handle) == (name, handle)
    assert not found.bad


def test_columns_that_are_chosen_go_before_what_was_recognised():
    assert names("Anna,Lee\nBob,Hart", NameColumn.GIVEN, NameColumn.FAMILY) == [
        (1, "Anna Lee", ""),
        (2, "Bob Hart", ""),
    ]


def test_the_same_name_twice_is_asked_about_unless_the_handles_differ():
    lines = read_names("Anna Lee\tal\nBob Hart\t\nanna LEE\nAnna Lee\tother_anna").lines

    assert same_names(lines) == {3: 1, 4: 3}


def test_letters_without_a_decomposition_are_transliterated():
    assert transliterate("Søren Łukasz Þórr Ågård Straße") == "Soren Lukasz THorr Agard Strasse"

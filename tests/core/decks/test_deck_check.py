"""A deck list from its file to its verdict."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.decks.card_builder import DAY, SETS, card

from padd.core.cards.catalogue import Catalogue
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_list import DeckLine, DeckList, Section
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.deck_writer import FORMATS, write_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook

FIRST = (
    card("Quick Flash", "alpha", "C", type="Doorway"),
    card("Slow Wall", "alpha", "C", type="Dilemma"),
    *(card(f"Dilemma {n}", "alpha", "C", type="Dilemma") for n in range(40)),
    *(card(f"World {n}", "alpha", "C", type="Mission") for n in range(10)),
    *(card(f"Crew {n}", "alpha", "C", type="Personnel") for n in range(90)),
    card("Emok", "old", "V", number="27", type="Dilemma"),
    card(
        "Emok 2E (Second Edition)",
        "alpha",
        "C",
        number="237",
        type="Dilemma",
        from_second_edition=True,
    ),
)
SECOND = tuple(
    card(title, "SE", "C", edition="2E", type=kind, name=name, name_known=known)
    for title, kind, name, known in (
        ("Hard Hour", "Dilemma", "Hard Hour", True),
        ("Dalia Builder", "Personnel", "Dalia", True),
        ("Dalia Breaker", "Personnel", "Dalia", True),
        ("Orin Of The Hill", "Personnel", "Orin Of The Hill", False),
        ("Orin Of The Vale", "Personnel", "Orin Of The Vale", False),
    )
)
CATALOGUE = Catalogue(printings=(*FIRST, *SECOND), sets=SETS)


def check(text, *, book="opg-5", **asked):
    asked = {"edition": "1E", "on": DAY} | asked
    question = LegalityQuestion(**asked)
    return check_deck(read_deck(text.encode()), CATALOGUE, rulebook(book), question)


def codes(checked):
    return [f"{reason.verdict} {reason.code}" for reason in checked.deck]


def numbered(name, count, start=0):
    return "\n".join(f"1 {name} {n}" for n in range(start, start + count))


@pytest.mark.req("DECK-64", "EX-DECK-3")
@pytest.mark.parametrize(
    ("written", "sections"),
    [
        (
            (
                "Missions:\nWorld 1\nDilemmas:\nSlow Wall\nDoorways:\nQuick Flash\n"
                "Personnel (1):\nCrew 1\n"
            ),
            ["missions", "dilemmas", "seed", "deck"],
        ),
        (
            (
                "Seed:\nDilemmas:\nSlow Wall\nPlanet:\nDilemma 1\nEvents:\nCrew 2\n"
                "Deck:\nDoorways:\nQuick Flash\nPersonnel:\nCrew 1\n"
            ),
            ["dilemmas", "dilemmas", "seed", "deck", "deck"],
        ),
        (
            (
                "section,quantity,title\nDilemmas,1,Slow Wall\nDoorways,1,Quick Flash\n"
                "Personnel,1,Crew 1\n"
            ),
            ["dilemmas", "seed", "deck"],
        ),
    ],
)
def test_a_list_parted_by_type_has_its_cards_in_the_right_piles(written, sections):
    deck = read_deck(written.encode())

    assert [line.section for line in deck.lines] == sections


@pytest.mark.req("EX-DECK-1", "DECK-2", "DECK-5")
@pytest.mark.parametrize(
    ("seeds", "draw", "found"),
    [(30, 30, []), (31, 30, ["not-legal seeds"]), (30, 29, ["not-legal draw-deck"]), (25, 60, [])],
)
def test_thirty_seeds_at_most_and_thirty_cards_to_draw_at_least(seeds, draw, found):
    deck = f"{numbered('Dilemma', seeds)}\n{numbered('Crew', draw)}"

    checked = check(deck, book="decipher-1998", rules="decipher")

    assert codes(checked) == found


@pytest.mark.req("EX-DECK-1", "DECK-3")
@pytest.mark.parametrize(
    ("missions", "found"), [(4, []), (5, ["not-legal missions"]), (3, ["note missions"])]
)
def test_a_junior_deck_has_four_missions(missions, found):
    deck = f"{numbered('World', missions)}\n{numbered('Crew', 20)}"

    checked = check(deck, book="decipher-1998", rules="decipher", format="junior")

    assert codes(checked) == found


@pytest.mark.req("DECK-2", "DECK-4", "DECK-57")
@pytest.mark.parametrize(
    ("deck", "form", "found"),
    [
        (f"{numbered('Dilemma', 31)}\n30 Nobody", "constructed", ["not-legal seeds"]),
        (f"{numbered('Crew', 24)}\n5 Nobody", "constructed", ["not-legal draw-deck"]),
        (
            f"{numbered('World', 5)}\n{numbered('Crew', 54)}\n1 Nobody",
            "sealed",
            ["not-checked missions"],
        ),
        (
            f"{numbered('World', 4)}\n{numbered('Crew', 55)}\n1 Nobody",
            "sealed",
            ["not-legal missions"],
        ),
    ],
)
def test_a_count_is_open_only_where_an_unknown_card_could_mend_it(deck, form, found):
    checked = check(deck, book="decipher-1998", rules="decipher", format=form)

    assert codes(checked) == found


@pytest.mark.req("DECK-1")
@pytest.mark.parametrize(("count", "found"), [(60, []), (80, []), (61, ["size"])])
def test_a_deck_of_1996_has_sixty_or_eighty_cards(count, found):
    checked = check(numbered("Crew", count), book="decipher-1996", rules="decipher")

    assert [reason.code for reason in checked.deck] == found


@pytest.mark.req("EX-DECK-2", "DECK-7", "DECK-8", "FMT-10", "COND-56")
def test_copies_count_in_second_edition_but_not_in_a_draft():
    deck = "Dilemmas:\n4x Hard Hour\n"

    built = check(deck, edition="2E")
    drafted = check(deck, edition="2E", format="draft")

    assert codes(built) == ["not-legal copies"]
    assert built.verdict == "not-legal"
    assert drafted.verdict == "legal"


@pytest.mark.req("DECK-7")
def test_copies_are_counted_by_the_title_without_its_subtitle():
    checked = check("2 Dalia Builder\n2 Dalia Breaker\n", edition="2E")

    assert codes(checked) == ["not-legal copies"]


def test_where_nobody_split_the_subtitle_the_copies_are_not_checked():
    checked = check("2 Orin Of The Hill\n2 Orin Of The Vale\n", edition="2E")

    assert codes(checked) == ["not-checked copies-undecided"]
    assert checked.verdict == "not-checked"


@pytest.mark.req("EX-DECK-3", "DECK-11", "DECK-16", "OTF-18", "OTF-19")
@pytest.mark.parametrize(
    ("deck", "found"),
    [
        ("Dilemmas:\n2 Quick Flash\nSeed:\n1 Quick Flash\n", []),
        ("Dilemmas:\n3 Quick Flash\n", ["not-legal seeded-copies"]),
        ("Seed+Dil:\n3 Slow Wall\n", ["not-legal seeded-copies"]),
        ("Deck:\n3 Slow Wall\n", []),
    ],
)
def test_two_copies_at_most_are_seeded_like_a_dilemma(deck, found):
    assert codes(check(deck, rules="otf-beta-1")) == found


@pytest.mark.req("DECK-17", "OTF-21", "OTF-22", "OTF-23")
def test_a_converted_card_is_a_copy_of_its_first_edition_version():
    deck = "Dilemmas:\n2 Emok\n1 Emok 2E (Second Edition)\n"

    assert codes(check(deck, rules="otf-beta-1")) == ["not-legal seeded-copies"]


@pytest.mark.req("DECK-6", "FMT-58")
def test_side_decks_have_their_limits():
    tent = check("Q's Tent:\n14 Crew 1\n")
    side = check(
        f"{numbered('Crew', 30)}\nSideboard:\n1 Crew 40\n", book="decipher-1998", rules="decipher"
    )

    assert codes(tent) == ["not-legal tent"]
    assert codes(side) == ["not-legal sideboard"]


@pytest.mark.req("DECK-56", "DECK-57")
def test_every_objection_is_given_and_a_title_is_never_guessed():
    checked = check("1 Crew 1\n1 Crewe 2\n", edition="1E")

    assert [line.verdict for line in checked.lines] == ["legal", "not-checked"]
    assert checked.lines[1].printing is None
    assert len(checked.lines[1].nearest) == 3
    assert checked.verdict == "not-checked"


@pytest.mark.req("DECK-64")
@pytest.mark.parametrize(
    "text",
    [
        "Missions:\n1\tWorld 1\nDeck:\n3\tCrew 1\n",
        "Missions (1)\n1x World 1\n\nDeck (3)\n3x Crew 1\n",
        "# mine\nMission\nWorld 1\nDraw Deck:\nCrew 1 x3\n",
        "section,quantity,title\nMissions,1,World 1\nDeck,3,Crew 1\n",
        "qty;title;section\r\n1;World 1;Missions\r\n3;Crew 1;Deck\r\n",
        "<deck><superzone name='Missions'><card><name>World 1</name></card></superzone>"
        "<superzone name='Deck'>"
        + "<card><name id='7'>Crew 1</name><set>a</set></card>" * 3
        + "</superzone></deck>",
    ],
)
def test_lists_are_read_in_the_formats_that_players_have(text):
    deck = read_deck(text.encode())

    assert deck.counts() == {("missions", "World 1"): 1, ("deck", "Crew 1"): 3}


titles = st.from_regex(r"[A-Z][a-z]{1,8}( [A-Z][a-z]{1,6}){0,2}", fullmatch=True)
sections: st.SearchStrategy[Section] = st.sampled_from(
    ["missions", "dilemmas", "seed", "deck", "tent", "sideboard", "outside"]
)
decks = st.dictionaries(st.tuples(sections, titles), st.integers(1, 99), min_size=1, max_size=8)


@pytest.mark.req("DECK-64")
@given(decks, st.sampled_from(FORMATS))
def test_reading_what_was_written_gives_the_same_deck(counted, form):
    deck = DeckList(
        lines=tuple(
            DeckLine(line=number, quantity=quantity, title=title, section=section)
            for number, ((section, title), quantity) in enumerate(counted.items(), 1)
        )
    )

    again = read_deck(write_deck(deck, form).encode())

    assert again.counts() == deck.counts()


@given(st.permutations(["4 Hard Hour", "2 Dalia Builder", "2 Dalia Breaker", "1 None"]))
def test_the_order_of_the_lines_is_nothing(lines):
    checked = check("\n".join(lines), edition="2E")

    assert checked.verdict == "not-legal"
    assert sorted(codes(checked)) == ["not-legal copies", "not-legal copies"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no-cards"),
        (b"Deck:\n", "no-cards"),
        (b"0 Crew 1\n", "bad-quantity"),
        (b"100x Crew 1\n", "bad-quantity"),
        (b"99999999999999999999 Crew 1\n", "bad-quantity"),
        (b"title,qty\nCrew 1,=1+1\n", "bad-quantity"),
        (b"1 Crew\n" * 2001, "too-many-lines"),
        (b"1 " + b"y" * 201, "title-too-long"),
        (b"x" * (2 * 1024 * 1024 + 1), "too-large"),
        (b"<deck><superzone>", "unreadable"),
        (
            (
                b"<!DOCTYPE d [<!ENTITY a 'b'>]><deck><superzone name='Deck'><card>"
                b"<name>&a;</name></card></superzone></deck>"
            ),
            "xml-entities",
        ),
    ],
)
def test_hostile_lists_are_refused_by_name(data, code):
    with pytest.raises(RefusalError) as refused:
        read_deck(data)

    assert refused.value.codes == (code,)


def test_a_list_of_two_thousand_lines_is_read_to_its_end():
    assert read_deck(b"1 Crew\n" * 2000).size == 2000


@given(st.binary(max_size=400))
def test_no_bytes_do_more_than_be_refused(data):
    with suppress(RefusalError):
        assert read_deck(data).size > 0


def test_a_formula_in_a_title_is_shielded_in_a_spreadsheet():
    deck = DeckList(lines=(DeckLine(line=1, title="=HYPERLINK(1)"),))

    assert "'=HYPERLINK" in write_deck(deck, "csv")

"""The catalogue: which rows are one card, and which card a title means."""

import csv
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.cards.card_file import read_card_file
from padd.core.cards.catalogue import Correction, catalogue_of
from padd.core.cards.titles import fold_title, title_parts
from padd.core.refusal import RefusalError

FIRST = """\
title,set,number,rarity,info,virtual_file,from_2e,uniqueness,type,class,affiliation,\
integrity_or_range,cunning_or_weapons,strength_or_shields,aliases
Captain Vale,alpha,1,R,1 R,,,,Personnel,OFFICER,Federation,8,8,7,
Captain Vale (Second Wind),beta,4,V,4 V,Y,,,Personnel,OFFICER,Federation,9,8,6,
Captain Vale *VP,VP,7,VP,7 VP,Y,,,Personnel,OFFICER,Federation,8,8,7,
Old Gift Box,alpha,,C,C,,,,Artifact,,,,,,
Old Gift Box *VP,VP,8,VP,8 VP,Y,,,Artifact,,,,,,
I.K.S. Lance,alpha,9,U,9 U,,,univ,Ship,Scout,Klingon,7,6,5,I.K.C. Pike
Twin Post,alpha,11,R,11 R,,,,Mission,,[FED],,,,
Twin Post (back),alpha,11,R,11 R,,,,Facility,Outpost,,,,,
Vale,alpha,12,C,12 C,,,,Event,,,,,,
Vale 2E (Sworn Rival),SE,70,R,70 R,,Y,,Personnel,,Romulan,3,6,5,
"""
SECOND = """\
title,set,collectors_info,set_number,rarity,number,unique,type,name_part,\
subtitle_part,split_by,aliases
Odal Curious Odal,R2,6P040,6,P,40,Y,Personnel,Odal,Curious Odal,1E file,
Gate World Study the Gate,SE,1U164,1,U,164,Y,Mission,,,,Study the Gate
Yarro Herald of Dawn,R2,6P041,6,P,41,Y,Personnel,Yarro Herald of Dawn,,,
"""


def first(text=FIRST):
    return catalogue_of([read_card_file(text.encode(), source="1", edition="1E")])


def second():
    return catalogue_of([read_card_file(SECOND.encode(), source="2", edition="2E")])


def test_a_promo_is_the_same_card_and_a_namesake_of_another_set_is_not():
    catalogue = first()

    premiere = catalogue.find("Captain Vale", "1E")
    later = catalogue.find("Captain Vale (Second Wind)", "1E")

    assert premiere.card is not None
    assert {each.code for each in premiere.card.printings} == {"alpha 1R", "VP 7VP"}
    assert later.card is not None
    assert later.card != premiere.card


def test_a_box_with_a_promo_mark_is_the_same_box():
    found = first().find("Old Gift Box *VP", "1E")

    assert found.card is not None
    assert len(found.card.printings) == 2


@pytest.mark.req("DECK-59")
def test_a_card_of_second_edition_is_not_its_namesake():
    catalogue = first()

    plain = catalogue.find("Vale", "1E")
    marked = catalogue.find("Vale 2E (Sworn Rival)", "1E")

    assert plain.card is not None
    assert plain.card.printings[0].type == "Event"
    assert marked.card is not None
    assert marked.card.printings[0].from_second_edition


def test_the_back_of_a_card_is_no_card_of_its_own():
    catalogue = first()

    found = catalogue.find("Twin Post", "1E")

    assert found.card is not None
    assert [each.title for each in found.card.printings] == ["Twin Post", "Twin Post (back)"]


def test_a_ship_that_was_renamed_stays_the_same_card():
    renamed = FIRST + "I.K.C. Lance,old,3,R,3 R,,,univ,Ship,Scout,Klingon,7,6,5,\n"

    found = first(renamed).find("I.K.S. Lance", "1E")

    assert found.card is not None
    assert [each.set for each in found.card.printings] == ["alpha", "old"]


def test_the_back_of_a_promo_is_the_card_of_its_front():
    promo = """\
Twin Post *VP,VP,11,VP,11 VP,Y,,,Mission,,[FED],,,,
Twin Post (back) *VP,VP,11,VP,11 VP,Y,,,Facility,Outpost,,,,,
"""

    found = first(FIRST + promo).find("Twin Post", "1E")

    assert found.card is not None
    assert len(found.card.printings) == 4


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("I.K.C. Lance", "I.K.S. Lance"),
        ("i.k.s. lance", "I.K.S. Lance"),
        ("I.K.C. Pike", "I.K.S. Lance"),
        ("Captain  Vale*", "Captain Vale"),
        ("OLD GIFT-BOX", "Old Gift Box"),
    ],
)
def test_a_title_is_found_as_people_write_it(written, title):
    found = first().find(written, "1E")

    assert found.card is not None
    assert found.card.title == title


def test_a_mission_is_found_without_its_place():
    found = second().find("Study the Gate", "2E")

    assert found.card is not None
    assert found.card.printings[0].number == "164"


def test_an_unknown_title_offers_the_three_nearest_and_is_not_guessed():
    found = first().find("Captin Vale", "1E")

    assert found.card is None
    assert "Captain Vale" in found.nearest
    assert len(found.nearest) <= 3


def test_an_officer_parts_and_joins_cards_and_the_next_import_keeps_it():
    word = Correction(edition="1E", set="VP", number="7", title="Captain Vale *VP", card="apart")
    file = read_card_file(FIRST.encode(), source="1", edition="1E")

    parted = catalogue_of([file], [word])
    again = catalogue_of([read_card_file(FIRST.encode(), source="1", edition="1E")], [word])

    assert len(parted.cards) == len(first().cards) + 1
    assert parted.cards.keys() == again.cards.keys()


def test_a_subtitle_that_nobody_split_is_known_to_be_unknown():
    known = {each.title: each.name_known for each in second().printings}

    assert known["Odal Curious Odal"]
    assert not known["Yarro Herald of Dawn"]


@pytest.mark.parametrize(
    ("cell", "number", "rarity"),
    [("7:00 PM", "7", "P"), ("110 R+", "110", "R+"), ("R", "", "R"), ("3 V", "3", "V")],
)
def test_numbers_that_a_spreadsheet_made_times_are_numbers(cell, number, rarity):
    text = f"title,set,info\nSome Card,alpha,{cell}\n"

    (printing,) = first(text).printings

    assert (printing.number, printing.rarity) == (number, rarity)


@pytest.mark.parametrize(
    "data",
    [
        "title,set\nAttaché,a\n".encode(),
        b"\xef\xbb\xbf" + "title,set\nAttaché,a\n".encode(),
        "title,set\nAttaché,a\n".encode("cp1252"),
        "title,set\nAttaché,a\n".encode("utf-16"),
        "title;set\r\nAttaché;a\r\n".encode(),
    ],
)
def test_every_encoding_of_a_spreadsheet_is_read(data):
    catalogue = catalogue_of([read_card_file(data, source="x", edition="1E")])

    assert catalogue.find("Attache", "1E").card is not None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no-cards"),
        (b"name,set\nA,b\n", "no-cards"),
        (b"title_as_listed,first_seen_in_list_of\nA,soon\n", "no-cards"),
        (b"list,title,in_force\nunheard,A,2026-01-01\n", "bad-list-line"),
    ],
)
def test_a_file_without_cards_is_refused(data, code):
    with pytest.raises(RefusalError) as refused:
        read_card_file(data, source="x", edition="1E")

    assert refused.value.codes == (code,)


@given(st.text(max_size=60))
def test_taking_a_title_apart_never_fails_and_folding_twice_changes_nothing(title):
    assert title_parts(title).base or not title
    assert fold_title(fold_title(title)) == fold_title(title)


SAMPLES = Path(os.environ.get("PADD_CARD_DATA", ""))
"""A folder with real card data; the project has none."""


@pytest.mark.skipif(
    not (SAMPLES / "sample-decks.csv").is_file(), reason="PADD_CARD_DATA is not set"
)
def test_every_line_of_the_sample_decks_finds_its_card():
    names = ("first-edition.csv", "second-edition.csv", "sets.csv")
    files = [
        read_card_file((SAMPLES / name).read_bytes(), source=name, edition="1E") for name in names
    ]
    catalogue = catalogue_of(files)
    with (SAMPLES / "sample-decks.csv").open(encoding="utf-8") as opened:
        lines = list(csv.DictReader(opened))

    lost = [
        line["title"]
        for line in lines
        if catalogue.find(line["title"], "1E" if line["game"] == "1e" else "2E").card is None
    ]

    assert len(lines) > 2_000
    assert lost == []

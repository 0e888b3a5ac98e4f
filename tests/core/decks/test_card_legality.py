"""Legality of printings: pools, dates, bans, promos, conversions, lists."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.decks.card_builder import DAY, SETS, card, judge, judged, listed, verdict

from padd.core.cards.catalogue import Catalogue
from padd.core.decks.card_legality import CardLegality
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook
from padd_oracle import legality as oracle


@pytest.mark.req("EX-DECK-4", "DECK-38", "DECK-39")
def test_a_new_virtual_card_is_legal_on_the_eighth_day():
    new = card("Fresh", "new", "V")

    early = judged(new, on=date(2026, 3, 7))
    release = verdict(new, on=date(2026, 3, 7), release_of="new")
    late = verdict(new, on=date(2026, 3, 8))

    assert early.verdict == "not-legal"
    assert early.reasons[0].changes == date(2026, 3, 8)
    assert (release, late) == ("legal", "legal")


@pytest.mark.req("DECK-57")
def test_a_virtual_card_without_a_date_is_not_checked():
    assert verdict(card("Hazy", "undated", "V")) == "not-checked"


@pytest.mark.req("FMT-14", "FMT-16", "FMT-17", "DECK-21", "DECK-24")
@pytest.mark.parametrize(
    ("pool", "virtual", "physical"),
    [
        ("complete", "legal", "legal"),
        ("traditional", "not-legal", "legal"),
        ("virtual", "legal", "not-legal"),
        ("limited", "not-checked", "not-checked"),
    ],
)
def test_a_pool_holds_what_its_section_says(pool, virtual, physical):
    assert verdict(card("Old Wave", "old", "V"), pool=pool) == virtual
    assert verdict(card("Old Rock", "alpha", "R"), pool=pool) == physical


@pytest.mark.req("DECK-27", "AMB-137")
@pytest.mark.parametrize(
    ("kind", "uniqueness", "answer"),
    [
        ("Mission", "", "legal"),
        ("Personnel", "universal", "legal"),
        ("Ship", "universal", "legal"),
        ("Personnel", "unique", "not-legal"),
        ("Personnel", "enigma", "not-legal"),
        ("Event", "", "not-legal"),
    ],
)
def test_authorized_proxies_are_in_the_virtual_pool(kind, uniqueness, answer):
    printing = card("Anybody", "alpha", "C", type=kind, uniqueness=uniqueness)

    assert verdict(printing, pool="virtual") == answer


@pytest.mark.req("DECK-22", "DECK-42", "DECK-43", "AMB-87")
@pytest.mark.parametrize(
    ("rarity", "other", "answer"),
    [
        ("VP", "alpha", "legal"),
        ("B", "alpha", "legal"),
        ("P", "alpha", "legal"),
        ("VP", "undated", "not-checked"),
        ("VP", None, "not-checked"),
        ("P", None, "not-legal"),
        ("B", None, "not-legal"),
    ],
)
def test_a_promo_is_legal_where_another_version_is(rarity, other, answer):
    promo = card("Shiny *VP", "VP", rarity)
    others = [card("Shiny", other, "V" if other == "undated" else "R")] if other else []

    assert verdict(promo, *others) == answer


@pytest.mark.req("DECK-42", "DECK-57")
@pytest.mark.parametrize(
    ("virtual", "answer"), [(None, "not-checked"), (True, "not-legal"), (False, "legal")]
)
def test_a_preview_of_a_set_that_nobody_knows_is_not_checked(virtual, answer):
    preview = card("Lone", "nowhere", "P", virtual=virtual)

    assert verdict(preview) == answer


@pytest.mark.req("FMT-16", "AMB-92")
def test_in_traditional_a_promo_stands_only_for_a_card_of_decipher():
    promo = card("Shiny *VP", "VP", "VP")

    assert verdict(promo, card("Shiny", "alpha", "R"), pool="traditional") == "legal"
    assert verdict(promo, card("Shiny", "old", "V"), pool="traditional") == "not-legal"


@pytest.mark.req("DECK-45")
def test_a_watermarked_promo_is_never_legal():
    promo = card("Shiny *VP", "VP", "VP")
    marks = listed("watermarked", "Shiny *VP", since=date(2020, 1, 1), edition="1E")

    found = judged(promo, card("Shiny", "alpha", "R"), lists=(marks,))

    assert found.verdict == "not-legal"
    assert "OPG5 §5.1" in found.reasons[0].rule


@pytest.mark.req("FMT-19", "DECK-23")
@pytest.mark.parametrize(
    ("rarity", "kind", "book", "answer"),
    [
        ("C", "Event", "opg-5", "legal"),
        ("S", "Event", "opg-5", "legal"),
        ("R", "Event", "opg-5", "not-legal"),
        ("R", "Mission", "opg-5", "legal"),
        ("VP", "Mission", "opg-5", "legal"),
        ("VP", "Mission", "opg-4.1", "not-legal"),
        ("VP", "Event", "opg-5", "not-legal"),
        ("P", "Event", "opg-5", "not-legal"),
    ],
)
def test_academy_holds_commons_starters_virtual_cards_and_missions(rarity, kind, book, answer):
    facts = {"edition": "2E", "type": kind}
    printings = [card("Lesson", "VP" if rarity == "VP" else "SE", rarity, **facts)]
    if rarity == "VP":
        printings.append(card("Lesson", "SE", "C", **facts))

    assert verdict(*printings, pool="academy", book=book) == answer


@pytest.mark.req("DECK-10", "DECK-19", "OTF-24")
@pytest.mark.parametrize(
    ("title", "answer"),
    [
        ("Q", "not-legal"),
        ("Q2", "not-legal"),
        ("Scan", "not-legal"),
        ("Scan Cycle Check", "legal"),
        ("Red Alert!", "not-legal"),
        ("Fair Play (Voyager)", "not-legal"),
        ("Holoprogram: The Fortress of Doom", "not-legal"),
        ("Q's Fantasy Women", "legal"),
    ],
)
def test_a_ban_names_whole_titles(title, answer):
    printings = [card(title, "alpha", "R")]
    if "(" in title:
        printings.append(card("Fair Play", "alpha", "U"))

    assert verdict(*printings, rules="otf-beta-1") == answer


@pytest.mark.req("DECK-59")
def test_a_ban_on_a_card_of_second_edition_spares_its_namesake():
    facts = {"type": "Personnel", "card_class": "CIVILIAN", "attributes": ("3", "7", "5")}
    namesake = card("Jack", "old", "V", **facts)
    banned = card("Jack 2E (Maladjusted Misfit)", "alpha", "R", from_second_edition=True, **facts)
    both = judge(namesake, banned, rules="otf-beta-1")

    verdicts = [both.judge(each).verdict for each in both.catalogue.printings]

    assert verdicts == ["legal", "not-legal"]


@pytest.mark.req("DECK-10")
def test_decipher_bans_one_card_without_being_asked():
    found = judged(card("Raise the Stakes", "alpha", "U"), book="decipher-1998", rules="decipher")

    assert found.verdict == "not-legal"
    assert "DTG" in found.reasons[0].rule


@pytest.mark.req("AMB-99")
def test_bans_of_a_document_that_is_not_loaded_are_not_checked():
    rock = card("Old Rock", "alpha", "R")
    bans = listed("banned", "Old Rock", since=date(2026, 1, 1), edition="1E", rules="otf")

    assert verdict(rock, rules="otf") == "not-checked"
    assert verdict(rock, rules="otf", lists=(bans,)) == "not-legal"
    assert verdict(rock, rules="open", lists=(bans,)) == "legal"


@pytest.mark.req("FMT-20", "DECK-63")
def test_a_card_retires_on_the_day_of_its_list_in_every_version():
    tree = card("Tree Ritual", "SE", "R", edition="2E")
    promo = card("Tree Ritual *VP", "VP", "VP", edition="2E")
    first = listed("retired", "Other", since=date(2023, 10, 14))
    later = listed("retired", "Tree Ritual", since=date(2024, 3, 1))

    def ask(day, *lists):
        both = judge(tree, promo, pool="hall-of-fame", on=day, lists=lists)
        return [both.judge(each).verdict for each in (tree, promo)]

    assert ask(DAY, first, later) == ["not-legal", "not-legal"]
    assert ask(DAY, first) == ["legal", "legal"]
    assert ask(DAY)[0] == "not-checked"


@pytest.mark.req("FMT-20")
def test_only_the_first_list_that_is_known_leaves_the_days_before_it_open():
    retired, later = card("Worn", "SE", "R", edition="2E"), date(2025, 5, 1)
    first = listed("retired", "Tired", since=date(2023, 10, 14))
    second = listed("retired", "Worn", since=later)
    asked = {"pool": "hall-of-fame", "on": date(2024, 1, 1)}

    alone = verdict(retired, lists=(second,), **asked)
    both = verdict(retired, lists=(first, second), **asked)
    asked["on"] = date(2023, 1, 1)
    before_both = verdict(retired, lists=(first, second), **asked)

    assert (alone, both, before_both) == ("not-checked", "legal", "legal")


def test_a_damaged_line_of_a_list_still_retires_its_card():
    mila = card("Mila Confidante", "SE", "R", edition="2E")
    ptol = card("Ptol", "SE", "R", edition="2E")
    broken = listed("retired", "Mila, Confidante Ptol", since=date(2023, 10, 14))
    both = judge(mila, ptol, pool="hall-of-fame", lists=(broken,))

    assert both.judge(mila).verdict == "not-legal"
    assert both.judge(ptol).verdict == "not-checked"


@pytest.mark.req("DECK-17", "DECK-18", "DECK-20", "OTF-22")
@pytest.mark.parametrize(
    ("book", "rules", "answer"),
    [
        ("opg-5", "otf-beta-1", "legal"),
        ("opg-4.1", "otf-beta-1", "legal"),
        ("opg-4.1", "open", "not-legal"),
    ],
)
def test_a_converted_card_is_played_as_the_new_one_or_not_at_all(book, rules, answer):
    old = card("Emok 2E (Second Edition)", "alpha", "C", number="237", from_second_edition=True)
    new = card("Emok", "old", "V", number="27")
    both = judge(old, new, book=book, rules=rules)

    assert both.judge(old).verdict == answer
    same = both.copy_of(old) == both.copy_of(new)
    assert same or rules != "otf-beta-1"


@pytest.mark.req("DECK-58")
def test_an_exception_for_a_single_card_goes_before_everything():
    hazy = card("Hazy", "undated", "V")
    allowed = listed("allowed", "Hazy", since=date(2026, 1, 1), edition="1E")
    forbidden = listed("forbidden", "Hazy", since=date(2026, 1, 1), edition="1E")

    assert verdict(hazy, lists=(allowed,)) == "legal"
    assert verdict(hazy, lists=(forbidden,)) == "not-legal"


@pytest.mark.req("FMT-13")
@pytest.mark.parametrize(("edition", "pool"), [("2E", "block"), ("1E", "academy")])
def test_a_pool_of_another_edition_is_refused(edition, pool):
    with pytest.raises(RefusalError) as refused:
        judge(card("Any", "SE", "C", edition=edition), pool=pool)

    assert refused.value.codes == ("not-for-this-edition",)


POOLS = {
    "1E": ["complete", "limited", "traditional", "virtual"],
    "2E": ["complete", "limited", "traditional", "virtual", "academy", "hall-of-fame"],
}


@st.composite
def questions(draw):
    edition = draw(st.sampled_from(["1E", "2E"]))
    book = draw(st.sampled_from(["opg-5", "opg-4.1", "decipher-1998"]))
    if book == "decipher-1998":
        edition = "1E"
    pools = ["complete"] if book == "decipher-1998" else POOLS[edition]
    if book == "opg-4.1":
        pools = [each for each in pools if each != "hall-of-fame"]
    first = ["", "otf-beta-1", "otf", "open"]
    rules = first if edition == "1E" and book != "decipher-1998" else [""]
    asked: dict[str, object] = {
        "edition": edition,
        "book": book,
        "pool": draw(st.sampled_from(pools)),
        "rules": draw(st.sampled_from(rules)),
        "on": draw(st.sampled_from([date(1998, 1, 1), date(2012, 4, 19), date(2012, 4, 20), DAY])),
    }
    kind = draw(st.sampled_from(["Event", "Mission", "Personnel", "Ship"]))
    unique = draw(st.sampled_from(["Y", "N"]))
    retired = draw(st.sampled_from([None, "2024-03-01", "2026-03-15"]))
    title = draw(st.sampled_from(["Q", "Scan", "Full Planet Probe", "Wormhole X"]))
    versions = [
        {
            "edition": edition,
            "title": title,
            "type": kind,
            "unique": unique,
            "from_2e": False,
            "retired": retired,
            **draw(st.sampled_from(MAKES)),
        }
        for _ in range(draw(st.integers(1, 3)))
    ]
    return asked, versions


MAKES: list[dict[str, object]] = [
    {"rarity": "R", "set": "alpha", "virtual": False, "release": None},
    {"rarity": "C", "set": "alpha", "virtual": False, "release": None},
    {"rarity": "P", "set": "alpha", "virtual": False, "release": None},
    {"rarity": "V", "set": "old", "virtual": True, "release": "2012-04-13"},
    {"rarity": "V", "set": "undated", "virtual": True, "release": None},
    {"rarity": "VP", "set": "VP", "virtual": True, "release": None},
    {"rarity": "B", "set": "VP", "virtual": True, "release": None},
    {"rarity": "P", "set": "VP", "virtual": True, "release": None},
]


@given(questions())
def test_the_oracle_gives_the_same_verdicts(question):
    asked, versions = question
    book, on = str(asked["book"]), asked["on"]
    printings = [
        card(
            str(facts["title"]),
            "SE" if facts["set"] == "alpha" and facts["edition"] == "2E" else facts["set"],
            str(facts["rarity"]),
            edition=facts["edition"],
            type=facts["type"],
            number=str(number),
            uniqueness={"Y": "unique", "N": "universal"}[str(facts["unique"])],
            virtual=bool(facts["virtual"]),
        )
        for number, facts in enumerate(versions)
    ]
    retired = versions[0]["retired"]
    since = date.fromisoformat(str(retired)) if retired else date(2020, 1, 1)
    name = str(versions[0]["title"]) if retired else "Nobody"
    lists = (
        listed("retired", "Nobody", since=date(1997, 1, 1)),
        listed("retired", name, since=since),
    )
    catalogue = Catalogue(printings=printings, sets=SETS, lists=lists)
    legality = CardLegality(
        catalogue,
        rulebook(book),
        LegalityQuestion(
            edition=asked["edition"],  # type: ignore[arg-type]
            pool=str(asked["pool"]),
            rules=str(asked["rules"]) or None,
            on=on,  # type: ignore[arg-type]
        ),
    )
    for facts in versions:
        facts["versions"] = [other for other in versions if other is not facts]

    for printing, facts in zip(printings, versions, strict=True):
        expected = oracle.legal(
            facts,
            book,
            str(asked["pool"]),
            str(asked["rules"]),
            on,  # type: ignore[arg-type]
        )
        assert legality.judge(printing).verdict == expected


@given(st.integers(0, 40))
def test_a_verdict_changes_only_on_the_day_that_it_names(days):
    new = card("Fresh", "new", "V")
    day = date(2026, 2, 20) + timedelta(days=days)

    today, tomorrow = judged(new, on=day), judged(new, on=day + timedelta(days=1))

    changed = today.verdict != tomorrow.verdict
    named = any(each.changes == day + timedelta(days=1) for each in today.reasons)
    assert changed == named

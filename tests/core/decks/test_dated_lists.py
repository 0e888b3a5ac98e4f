"""What dated lists and blocks make of a card: from when, until when, and for whom."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.decks.card_builder import DAY, SETS, card, judged, listed, verdict
from tests.played_event import settings

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import CardList, CardSet, ListedCard, ListKind
from padd.core.decks.card_legality import CardLegality, legality_question
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.model import EventLeague, LeaguePart
from padd.rulebooks.loader import rulebook


def dated(kind, title, **facts):
    line = ListedCard(title=title, **{"in_force": DAY, **facts})  # type: ignore[arg-type]
    return CardList(kind=kind, edition="1E", rules="", cards=(line,))


@pytest.mark.req("DECK-58")
def test_a_ban_that_is_announced_is_told_before_it_is_in_force():
    rock = card("Old Rock", "alpha", "R")
    ban = dated("banned", "Old Rock", announced=date(2026, 3, 1))

    before = judged(rock, lists=(ban,), on=date(2026, 2, 28))
    told = judged(rock, lists=(ban,), on=date(2026, 3, 13))
    after = judged(rock, lists=(ban,), on=DAY)

    assert not before.reasons
    assert [(r.code, r.changes) for r in told.reasons] == [("ban-announced", DAY)]
    assert (told.verdict, after.verdict) == ("legal", "not-legal")


@pytest.mark.req("DECK-40", "AMB-92")
@pytest.mark.parametrize(
    ("book", "on", "codes"),
    [
        ("opg-5", date(2026, 3, 13), []),
        ("opg-5", DAY, ["errata"]),
        ("opg-4.1", DAY, ["errata"]),
        ("decipher-1996", DAY, ["errata-announced"]),
        ("decipher-1996", DAY + timedelta(days=14), ["errata"]),
    ],
)
def test_an_erratum_holds_at_once_and_in_1996_two_weeks_later(book, on, codes):
    rock = card("Old Rock", "alpha", "R")

    found = judged(rock, book=book, on=on, lists=(dated("errata", "Old Rock"),))

    assert [reason.code for reason in found.reasons] == codes
    assert found.verdict == "legal"


@pytest.mark.req("DECK-41")
@pytest.mark.parametrize(
    ("on", "answer"), [(date(2026, 3, 7), "not-legal"), (date(2026, 3, 8), "legal")]
)
def test_a_converted_card_is_legal_with_the_rest_of_its_expansion(on, answer):
    new = card("Emok", "new", "V", number="27")

    found = judged(new, book="opg-4.1", rules="otf-beta-1", on=on)

    assert found.verdict == answer


@pytest.mark.req("DECK-44")
@pytest.mark.parametrize(
    ("pool", "other", "answer"),
    [
        ("complete", ("alpha", "R"), "legal"),
        ("complete", ("new", "V"), "not-legal"),
        ("traditional", ("alpha", "R"), "not-legal"),
    ],
)
def test_a_prize_promo_is_legal_as_soon_as_the_card_and_the_pool_let_it(pool, other, answer):
    """The set of the promo is younger than a week; that it was won is enough."""
    sets = (*SETS, CardSet(edition="1E", code="kit", virtual=True, release=DAY))
    promo = card("Shiny *VP", "kit", "P")
    catalogue = Catalogue(printings=(promo, card("Shiny", *other)), sets=sets)
    question = LegalityQuestion(edition="1E", pool=pool, on=date(2026, 3, 7))

    found = CardLegality(catalogue, rulebook("opg-4.1"), question).judge(promo)

    assert found.verdict == answer


@pytest.mark.req("DECK-46", "LEAG-13")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
def test_a_promo_of_a_league_is_played_in_league_events_until_the_season_ends(book):
    promo, rock = card("Shiny *VP", "VP", "VP"), card("Shiny", "alpha", "R")
    season = (dated("league", "Shiny *VP", in_force=date(2025, 10, 1)),)

    out = judged(promo, rock, book=book, lists=season)
    league = verdict(promo, rock, book=book, lists=season, league=True)
    later = verdict(promo, rock, book=book, lists=season, on=date(2026, 4, 1))

    assert [(r.code, r.changes) for r in out.reasons] == [("league-promo", date(2026, 4, 1))]
    assert (league, later) == ("legal", "legal")
    assert verdict(rock, promo, book=book, lists=season) == "legal"


@pytest.mark.req("DECK-46")
def test_an_event_of_a_league_asks_as_one():
    night = settings()
    league = EventLeague(id="rhine", season=2026, part=LeaguePart.FIRST_HALF, number=1)
    book = rulebook("opg-5")

    plain = legality_question(night, book, on=DAY)
    played = legality_question(msgspec.structs.replace(night, league=league), book, on=DAY)

    assert (plain.league, played.league) == (False, True)


def block_sets(*names):
    return tuple(
        CardSet(edition="1E", code=name, virtual=True, release=day, block=block)
        for name, day, block in names
    )


BLOCKS = block_sets(
    ("one", date(2015, 9, 25), "Mirror 1"),
    ("two", date(2017, 9, 1), "Century 1"),
    ("three", date(2018, 1, 12), "Century 2"),
    ("four", date(2020, 4, 3), "Original 1"),
)
HOME = CardSet(
    edition="1E", code="home", name="Homefront II", virtual=True, release=date(2011, 1, 1)
)


def in_block(code, *lists, on=DAY):
    wave = card("Wave", code, "V")
    rest = [card(f"Of {each.code}", each.code, "V") for each in (*BLOCKS, HOME)]
    catalogue = Catalogue(printings=(wave, *rest), sets=(*BLOCKS, HOME), lists=lists)
    question = LegalityQuestion(edition="1E", pool="block", on=on)
    judge = CardLegality(catalogue, rulebook("opg-5"), question)
    return judge.judge(wave).verdict


@pytest.mark.req("DECK-28", "AMB-136")
def test_a_block_is_past_once_two_are_newer_and_current_by_the_list_alone():
    blocks = CardList(
        kind="block",
        edition="1E",
        cards=tuple(
            ListedCard(title="", set=code, in_force=date(2020, 4, 3))
            for code in ("two", "three", "four")
        ),
    )

    known = [in_block(each.code) for each in BLOCKS]
    by_list = [in_block(each.code, blocks) for each in BLOCKS]
    before = in_block("one", on=date(2019, 1, 1))

    assert known == ["not-legal", "not-checked", "not-checked", "not-checked"]
    assert by_list == ["not-legal", "legal", "legal", "legal"]
    assert before == "not-checked"


@pytest.mark.req("DECK-28", "AMB-136")
def test_the_homefront_sets_are_core_until_a_core_list_is_loaded():
    core = CardList(
        kind="core",
        edition="1E",
        cards=(ListedCard(title="", set="one", in_force=date(2020, 1, 1)),),
    )

    assert in_block("home") == "legal"
    assert in_block("home", core) != "legal"
    assert in_block("one", core) == "legal"


@pytest.mark.req("AMB-88")
def test_in_virtual_a_promo_of_a_virtual_card_is_legal_and_paper_is_not():
    promo = card("Shiny *VP", "VP", "VP")

    assert verdict(promo, card("Shiny", "old", "V"), pool="virtual") == "legal"
    assert verdict(promo, card("Shiny", "alpha", "R"), pool="virtual", book="opg-4.1") != "legal"
    assert verdict(card("Shiny", "alpha", "R"), pool="virtual") == "not-legal"


@pytest.mark.req("DECK-25", "DECK-26")
@pytest.mark.parametrize("pool", ["complete", "traditional"])
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
def test_a_card_of_decipher_needs_no_mark_to_be_printed_where_it_is_legal(pool, book):
    """A proxy is a print of a physical card: what is legal is legal printed."""
    nothing_printable = listed("printable", "Other", since=date(2020, 1, 1), edition="1E")
    rock, other = card("Old Rock", "alpha", "R"), card("Other", "alpha", "R")

    found = verdict(rock, other, pool=pool, book=book, lists=(nothing_printable,))

    assert found == "legal"


@pytest.mark.req("DECK-43", "DECK-45")
def test_a_mark_on_one_promo_says_nothing_of_another_promo_of_the_card():
    first = card("Shiny *VP", "VP", "VP", number="7")
    second = card("Shiny **VP", "VP", "VP", number="8")
    rock = card("Shiny", "alpha", "R")
    mark = dated("watermarked", "Shiny *VP", set="VP", number="7")

    assert verdict(first, second, rock, lists=(mark,)) == "not-legal"
    assert verdict(second, first, rock, lists=(mark,)) == "legal"


KINDS: list[ListKind] = ["banned", "allowed", "forbidden", "errata", "league"]
DAYS = st.integers(0, 30).map(lambda days: date(2026, 3, 1) + timedelta(days=days))


@given(
    st.sampled_from(KINDS), DAYS, st.none() | DAYS, DAYS, st.sampled_from(["new", "old", "alpha"])
)
def test_a_verdict_changes_on_no_day_that_no_list_and_no_release_names(
    kind, since, until, day, code
):
    printing = card("Thing", code, "R" if code == "alpha" else "V")
    line = dated(kind, "Thing", in_force=since, until=until)

    today = verdict(printing, on=day, lists=(line,))
    tomorrow = verdict(printing, on=day + timedelta(days=1), lists=(line,))

    named = {since, until, date(2026, 3, 8)}
    assert today == tomorrow or day + timedelta(days=1) in named


@given(
    st.sampled_from(["alpha", "old", "new", "undated", "VP"]),
    st.sampled_from(["R", "C", "V", "VP", "P", "B", "SR"]),
    st.sampled_from(["Event", "Mission", "Personnel"]),
    st.sampled_from(["complete", "limited", "traditional", "virtual", "block"]),
    DAYS,
)
def test_a_banned_card_objects_in_every_pool_whatever_else_is_said(code, rarity, kind, pool, day):
    thing = card("Thing", code, rarity, type=kind)
    ban = dated("banned", "Thing", in_force=date(2026, 1, 1))

    found = judged(thing, pool=pool, on=day, lists=(ban,))

    assert found.verdict == "not-legal"
    assert "banned" in {reason.code for reason in found.reasons}

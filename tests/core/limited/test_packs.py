"""Packs follow from their seed, their product, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.core.limited.certificate import certify_packs, differing_packs, read_certificate
from padd.core.limited.packs import PackPress, packs_by_seed
from padd.core.limited.product import (
    PackCard,
    fill_product,
    pack_contents,
    pack_size_range,
    parse_product,
    product_digest,
)
from padd.core.refusal import RefusalError
from padd.presentation.limited.products import shipped_products

PADD = Path(sys.executable).with_name("padd")
TOP = """
id = "test"
title = "Test"
edition = "1E"
version = 2026-11-16
source = "Made up for this test."
"""
DICE = (
    TOP
    + """
[sheets.dice]
cards = [{title = "one", weight = 3}, {title = "two"}, {title = "three"}]
[packs.throw]
title = "Throw"
variants = [{slots = [{sheet = "dice", count = 2}]}]
[packs.again]
title = "Again"
variants = [{slots = [{sheet = "dice", count = 5, repeats = true}]}]
"""
)


def frontier():
    return shipped_products()["frontier"]


@pytest.mark.req("FMT-11", "FMT-59")
def test_a_booster_has_one_rare_three_uncommon_and_eleven_common_cards():
    pack = PackPress(frontier()).pack("booster", 7)

    assert Counter(card.rarity for card in pack.cards) == {"R": 1, "U": 3, "C": 11}
    assert len({card.title for card in pack.cards}) == 15
    assert pack_size_range(frontier().packs["booster"]) == {15}


@given(st.integers(0, 2**48 - 1))
@settings(deadline=None)
@pytest.mark.req("FMT-11")
def test_nine_missions_hold_at_least_two_headquarters(seed):
    pack = PackPress(frontier()).pack("missions", seed)

    headquarters = [card for card in pack.cards if "headquarters" in card.type]
    assert len(pack.cards) == 9
    assert len(headquarters) >= 2
    assert len({card.title for card in pack.cards}) == 9


@pytest.mark.req("FMT-5", "FMT-8")
def test_a_starter_has_fixed_and_random_cards():
    starter = frontier().packs["starter"]

    first, second = packs_by_seed(frontier(), ("starter", "starter"), "seed")

    assert pack_contents(starter)[0] == (20, "")
    assert first.cards[:20] == second.cards[:20]
    assert first.cards[20:] != second.cards[20:]


@pytest.mark.req("FMT-59")
def test_one_seed_gives_the_same_packs_in_every_process():
    command = ["packs", "make", "frontier", "--kind", "booster", "--packs", "6"]

    told = {
        subprocess.run(
            [PADD, *command, "--seed", "aurora"],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.splitlines()[2]
        for seed in ("1", "2")
    }

    assert told == {f"Fingerprint: {FRONTIER_AURORA}"}


FRONTIER_AURORA = "75c25ea081b2c67b9206230fb43eedadbdac77238d62189116c076811e8d5370"
"""Written down once: a change of it would break every certificate."""


@pytest.mark.req("FMT-59")
def test_weights_decide_how_often_a_card_comes():
    press = PackPress(parse_product(DICE))

    first = Counter(press.pack("throw", seed).cards[0].title for seed in range(3000))
    fives = Counter(card.title for seed in range(600) for card in press.pack("again", seed).cards)

    for told in (first, fives):
        expected = {"one": 1800, "two": 600, "three": 600}
        assert chi_square(told, expected) < 13.8


def chi_square(told, expected):
    return sum((told[k] - e) ** 2 / e for k, e in expected.items())


@pytest.mark.long
@pytest.mark.req("FMT-59")
def test_a_hundred_thousand_packs_hold_every_card_as_often_as_it_should():
    product, number = frontier(), 100_000
    press = PackPress(product)

    told: dict[str, Counter[str]] = {"R": Counter(), "U": Counter(), "C": Counter()}
    for seed in range(number):
        for card in press.pack("booster", seed).cards:
            told[card.rarity][card.title] += 1

    slots = (("R", "rare", 1), ("U", "uncommon", 3), ("C", "common", 11))
    for rarity, sheet, count in slots:
        cards = product.sheets[sheet].cards
        share = number * count / len(cards)
        found = sum((told[rarity][c.title] - share) ** 2 / share for c in cards)
        # Without replacement the spread is smaller than the table's; p > 0.001.
        assert found < {12: 31.3, 20: 43.8, 36: 66.6}[len(cards)]


@pytest.mark.req("FMT-59")
def test_a_certificate_proves_every_pack_and_a_swapped_card_shows():
    from datetime import UTC, datetime

    import msgspec

    made = certify_packs(
        frontier(), ("booster",) * 3, "aurora", now=datetime(2026, 11, 16, tzinfo=UTC)
    )
    content = msgspec.json.encode(made)
    title = made.packs[1].cards[0].title.encode()
    at = content.rindex(title)

    swapped = content[:at] + b"Ace of Spades" + content[at + len(title) :]

    assert differing_packs(read_certificate(content)) == ()
    assert differing_packs(read_certificate(swapped)) == (0, 2)


@pytest.mark.parametrize(
    ("code", "place", "content"),
    [
        ("empty-sheet", "packs.p.variants[0].slots[0]", "[sheets.s]\ncards = []"),
        (
            "sheet-too-small",
            "packs.p.variants[0].slots[0]",
            '[sheets.s]\ncards = [{title = "one"}]',
        ),
        ("no-such-sheet", "packs.p.variants[0].slots[0]", '[sheets.t]\ncards = [{title = "one"}]'),
        ("unknown-field", "sheets.s.search", '[sheets.s]\nsearch = {mood = ["x"]}'),
        ("not-a-product", "", '[sheets.s]\ncards = [{titel = "one"}]'),
    ],
)
@pytest.mark.req("FMT-59")
def test_a_product_that_cannot_fill_its_packs_is_refused_with_the_slot(code, place, content):
    pack = '\n[packs.p]\ntitle = "P"\nvariants = [{slots = [{sheet="s", count=2}]}]\n'

    with pytest.raises(RefusalError) as refused:
        parse_product(TOP + content + pack)

    assert refused.value.refusal.code == code
    assert refused.value.refusal.place == place


@pytest.mark.req("FMT-15", "FMT-59")
def test_a_search_waits_for_the_catalogue_and_follows_it():
    product = parse_product(
        TOP
        + '[sheets.rare]\nsearch = {set = ["AA"], rarity = ["R"]}\n'
        + '[packs.p]\ntitle = "P"\nvariants = [{slots = [{sheet = "rare"}]}]\n'
    )
    cards = [
        PackCard(title="Yes", set="AA", number="1", rarity="R"),
        PackCard(title="No", set="AA", number="2", rarity="C"),
    ]

    with pytest.raises(RefusalError) as refused:
        PackPress(product)
    answered = fill_product(product, cards)

    assert refused.value.refusal.code == "no-catalogue"
    assert [c.title for c in PackPress(answered).pack("p", 1).cards] == ["Yes"]
    assert product_digest(answered) != product_digest(product)
    with pytest.raises(RefusalError) as empty:
        PackPress(fill_product(product, cards[1:]))
    assert empty.value.refusal.code == "empty-sheet"
    assert str(empty.value.refusal.message) == "P, slot 1: sheet rare is empty."

"""Plans, seats and pools under the four rulebooks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from padd.core.limited.plan import (
    LimitedPlan,
    PackChoice,
    limited_advice,
    plan_faults,
    usual_directions,
    with_digests,
)
from padd.core.limited.pool import count_cards, deck_faults, swap_fault
from padd.core.limited.product import PackCard, Product, SheetCard
from padd.core.limited.seats import draw_seats, group_name, words_digest
from padd.core.refusal import RefusalError
from padd.presentation.limited.products import shipped_products
from padd.rulebooks.loader import rulebook

BOOSTER = PackChoice(product="frontier", kind="booster")


def plan(**values):
    usual: dict[str, Any] = {
        "format": "draft",
        "packs": (BOOSTER,) * 3,
        "directions": ("left", "right", "left"),
        "build_minutes": 30,
    }
    return LimitedPlan(**usual | values)


def codes(found, book="opg-5"):
    return [f.code for f in plan_faults(found, rulebook(book), shipped_products())]


@pytest.mark.req("FMT-2", "FMT-12", "FMT-63")
@pytest.mark.parametrize(("book", "least"), [("opg-5", 30), ("opg-4.1", 20)])
def test_the_time_to_build_never_falls_below_the_rulebook(book, least):
    assert codes(plan(build_minutes=least), book) == []
    assert codes(plan(build_minutes=least - 1), book) == ["building-time-too-short"]


@pytest.mark.req("FMT-12", "FMT-51", "DECK-33")
def test_decipher_has_sealed_events_of_thirty_minutes_and_no_drafts():
    sealed = plan(format="sealed", directions=(), build_minutes=29)

    assert codes(plan(), "decipher-1998") == ["no-such-format"]
    assert codes(sealed, "decipher-1998") == ["building-time-too-short"]
    assert codes(sealed, "decipher-1996") == ["no-such-format"]


@pytest.mark.req("FMT-7")
def test_packs_go_left_right_left():
    assert usual_directions(rulebook("opg-5"), 4) == ("left", "right", "left", "right")
    assert usual_directions(rulebook("decipher-1998"), 2) == ()


@pytest.mark.req("FMT-62", "FMT-64")
@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("directions-missing", {"directions": ("left",)}),
        ("no-clock", {"late": "random"}),
        ("both-kinds-of-packs", {"real_packs": (15, 15, 15)}),
        ("no-packs", {"packs": (), "directions": ()}),
        ("no-such-product", {"kit": (PackChoice(product="x", kind="y"),)}),
        ("no-such-pack", {"kit": (PackChoice(product="frontier", kind="y"),)}),
    ],
)
def test_what_a_plan_cannot_mean_is_refused(code, values):
    assert codes(plan(**values)) == [code]


@pytest.mark.req("FMT-64")
def test_real_boosters_need_no_product():
    assert codes(plan(packs=(), real_packs=(15, 15, 15))) == []


@pytest.mark.req("FMT-59")
def test_a_product_that_changed_since_the_plan_was_sealed_is_refused():
    products = shipped_products()
    sealed = with_digests(plan(), products)
    rare = msgspec.structs.replace(
        products["frontier"].sheets["rare"], cards=(SheetCard(title="Mine"),)
    )
    sheets = products["frontier"].sheets | {"rare": rare}
    changed: Product = msgspec.structs.replace(products["frontier"], sheets=sheets)

    found = list(plan_faults(sealed, rulebook("opg-5"), {"frontier": changed}))

    assert codes(sealed) == []
    assert {fault.code for fault in found} == {"product-changed"}
    assert "pack booster" in str(found[0].message)


@pytest.mark.req("FMT-6", "EX-FMT-1")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [3]),
        (6, [6]),
        (7, [4, 3]),
        (8, [4, 4]),
        (12, [6, 6]),
        (13, [5, 4, 4]),
        (19, [5, 5, 5, 4]),
    ],
)
def test_seats_are_drawn_in_groups_of_the_guide(players, sizes):
    names = [f"p{n}" for n in range(players)]

    groups = draw_seats(sorted(names), rulebook("opg-5"), secret="s", words="w")

    assert [len(group) for group in groups] == sizes
    assert sorted(p for group in groups for p in group) == sorted(names)


@pytest.mark.req("FMT-59")
def test_a_word_of_any_player_changes_the_seats():
    names = [f"p{n}" for n in range(12)]
    quiet, loud = words_digest({}), words_digest({"p3": "tea"})

    book = rulebook("opg-5")

    assert draw_seats(sorted(names), book, secret="s", words=quiet) != draw_seats(
        sorted(names), book, secret="s", words=loud
    )
    with pytest.raises(RefusalError):
        draw_seats(names[:2], book, secret="s", words=quiet)


def test_groups_are_named_as_people_do():
    assert [group_name(n) for n in (1, 2, 26, 27, 28)] == ["A", "B", "Z", "AA", "AB"]


POOL = [
    *(PackCard(title=f"Mission {n}", type="Mission, planet") for n in range(7)),
    *(PackCard(title="Tea", type="Event") for _ in range(80)),
]


def deck(**counts):
    return {f"{title.replace('_', ' ')}||": count for title, count in counts.items()}


def wrong(cards, book="opg-5"):
    found = deck_faults(cards, POOL, "sealed", rulebook(book))
    return [fault.code for fault in found]


@pytest.mark.req("FMT-9", "FMT-10", "FMT-60", "DECK-8", "DECK-36")
def test_a_deck_is_counted_card_by_card_out_of_the_pool():
    assert wrong(deck(Tea=80, Mission_1=1)) == []
    assert wrong(deck(Tea=81)) == ["not-in-the-pool"]
    assert wrong(deck(Coffee=1)) == ["not-in-the-pool"]
    assert wrong(deck(Tea=-1)) == ["not-in-the-pool"]
    assert count_cards(POOL)["Tea||"] == 80


@pytest.mark.req("DECK-4", "DECK-33", "DECK-35")
def test_decipher_sealed_decks_have_sixty_cards_and_six_missions():
    six = {f"Mission_{n}": 1 for n in range(6)}

    assert wrong(deck(Tea=54, **six), "decipher-1998") == []
    assert wrong(deck(Tea=53, **six), "decipher-1998") == ["deck-size"]
    assert wrong(deck(Tea=60), "decipher-1998") == ["missions"]


@pytest.mark.req("DECK-37", "COND-20")
def test_decipher_swaps_are_one_for_one():
    before, more = deck(Tea=60), deck(Tea=61)
    swapped = deck(Tea=59, Mission_1=1)

    assert swap_fault(before, swapped, rulebook("decipher-1998")) is None
    refusal = swap_fault(before, more, rulebook("decipher-1998"))
    assert refusal is not None
    assert refusal.code == "not-one-for-one"
    assert swap_fault(before, more, rulebook("opg-5")) is None


@pytest.mark.req("FMT-5", "FMT-8", "DECK-31", "DECK-32", "DECK-34", "DECK-35")
def test_the_plan_is_advised_by_the_rulebook():
    told = {
        book: [str(g.message) for g in limited_advice(rulebook(book), "sealed", "1E")]
        for book in ("opg-5", "decipher-1998", "decipher-1996")
    }
    draft = [str(g.message) for g in limited_advice(rulebook("opg-5"), "draft", "2E")]

    assert "Each player adds 3 common cards." in told["decipher-1998"]
    assert any("one set" in line for line in told["decipher-1998"])
    assert any("90 cards" in line for line in told["decipher-1998"])
    assert told["decipher-1996"] == []
    assert any("Infinite Diversity Draft Kit" in line for line in draft)

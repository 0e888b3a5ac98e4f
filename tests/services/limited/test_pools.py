"""Pools and decks of limited play."""

from collections import Counter

import pytest
from tests.answers import answer
from tests.services.limited.draft_day import DraftDay

from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted
from padd.core.limited.plan import PackChoice
from padd.core.limited.pool import card_key, count_cards
from padd.services.limited import pools

pytestmark = pytest.mark.django_db
STARTER = PackChoice(product="frontier", kind="starter")


def sealed(book="opg-5", **values):
    more = {"edition": "1E", "rules": "decipher"} if book == "decipher-1998" else {}
    day = DraftDay(("data", "worf"), format_="sealed", book=book, **more)
    day.seal(packs=3, kind="booster", kit=(STARTER,), **values)
    day.deal()
    day.do(BuildingStarted())
    return day


def deck(day, name, size):
    cards = pools.own_pool(event_id=day.id, by=day.player(name)).cards
    missions = [card for card in cards if "Mission" in card.type]
    others = [card for card in cards if "Mission" not in card.type]
    return dict(count_cards([*missions[:6], *others][:size]))


def swapped(day, name, held):
    """Return a deck with one card for another of the rest, mission for mission."""
    cards = pools.own_pool(event_id=day.id, by=day.player(name)).cards
    missions = {card_key(card) for card in cards if "Mission" in card.type}
    new = next(iter(count_cards(cards) - Counter(held)))
    old = next(key for key in held if (key in missions) == (new in missions))
    return dict(Counter(held) - Counter([old]) + Counter([new]))


def save(day, cards, **more):
    wanted = {"register": True, "by": day.player("data"), "now": day.now} | more
    return answer(pools.save_deck, event_id=day.id, deck=cards, **wanted)


@pytest.mark.req("FMT-8", "FMT-9", "FMT-60")
def test_a_sealed_pool_is_the_kit_and_the_packs_and_the_deck_a_part_of_it():
    day = sealed()
    pool = pools.own_pool(event_id=day.id, by=day.player("data"))

    good = save(day, deck(day, "data", 40))
    foreign = save(day, {"Ace of Spades||": 1})

    assert len(pool.cards) == 29 + 3 * 15
    assert good is None
    assert foreign is not None
    assert foreign.code == "not-in-the-pool"
    states = pools.pool_states(event_id=day.id, by=day.by)
    assert [(s.player, s.in_deck, s.registered_at is not None) for s in states] == [
        ("data", 40, True),
        ("worf", 0, False),
    ]


@pytest.mark.req("DECK-4", "DECK-33", "DECK-34", "DECK-37", "FMT-51", "COND-20")
def test_decipher_sealed_has_sixty_cards_three_commons_and_swaps_one_for_one():
    day = sealed("decipher-1998")
    by = day.player("data")

    added = [answer(pools.add_common_card, event_id=day.id, title="Tea", by=by) for _ in range(4)]
    short = save(day, deck(day, "data", 59))
    marked = save(day, deck(day, "data", 59), register=False)
    right = save(day, deck(day, "data", 60))
    day.do(BuildingEnded(), reason="All are ready")
    more = save(day, deck(day, "data", 61), register=False)
    one = save(day, swapped(day, "data", deck(day, "data", 60)))

    assert added[:3] == [None] * 3
    assert added[3] is not None
    assert added[3].code == "no-more-commons"
    assert short is not None
    assert short.code == "deck-size"
    assert (marked, right) == (None, None)
    assert more is not None
    assert more.code == "not-one-for-one"
    assert one is None


@pytest.mark.req("ONL-9", "FMT-9")
def test_decks_change_between_rounds_unless_the_director_forbids_it():
    free, fixed = sealed(), sealed(swaps=False)

    for day in (free, fixed):
        save(day, deck(day, "data", 40))
        day.do(BuildingEnded(), reason="All are ready")
    told = [save(day, deck(day, "data", 41)) for day in (free, fixed)]

    assert told[0] is None
    assert told[1] is not None
    assert told[1].code == "no-swaps"

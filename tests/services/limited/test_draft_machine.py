"""Random drafts through the services: drops, pauses, lost phones, re-deals, late.

The short run does 150 things in each; `PADD_TRIALS=200` does 400 of them.
"""

import os
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from tests.answers import answer
from tests.services.limited.draft_day import SIX, DraftDay

from padd.core.limited.draft import chain_heads
from padd.core.limited.verification import verify_deal
from padd.services.eventlog.log_cache import cached_log
from padd.services.eventlog.pairing_secret import event_secret
from padd.services.limited import drafts
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db
STEPS = 400 if os.environ.get("PADD_TRIALS") else 150


def legal(day):
    """Check what holds at every moment of a draft."""
    held = day.seat("data").table
    table = held.table
    taken = [(t.pack, t.origin, t.card) for seat in table.taken for t in seat]
    lying = [
        (table.pack, pile.origin, card)
        for piles in table.piles
        for pile in piles
        for card in pile.cards
    ]
    assert len(set(taken + lying)) == len(taken) + len(lying)
    for seat in table.gone:
        assert not table.piles[seat - 1]
    limited = day.state.limited
    assert limited is not None
    heads = chain_heads(table.rules, limited.deals[0], held.steps)
    assert tuple(limited.heads.values())[: len(heads)] == heads


def act(day, chance):
    """Do something that can happen in a draft, as it comes."""
    name = chance.choice(SIX)
    held = day.seat(name)
    who = {"event_id": day.id, "by": day.by, "now": day.now, "group": 1}
    what = chance.randrange(20)
    day.now += timedelta(seconds=chance.randrange(20))
    if what < 14:
        pile = held.table.table.pile(held.number)
        cards = (chance.choice(pile.cards),) if pile else ()
        day.pick(name, *cards)
    elif what == 14:
        paused = held.table.row.paused_at is None
        drafts.pause_draft(event_id=day.id, paused=paused, by=day.by, now=day.now)
    elif what == 15:
        answer(drafts.pick_at_random, seat=held.number, **who)
    elif what == 16:
        drafts.extend_time(seat=held.number, **who)
    elif what == 17 and chance.random() < 0.2 and len(held.table.table.gone) < 4:
        answer(drafts.remove_seat, seat=held.number, **who)
    elif what == 18:
        answer(day.deal, reason="Once more")
    else:
        # A lost phone: the same seat, another pass, the old page sent again.
        table = held.table.table
        stale = max(1, table.turn_of(held.number) - 1)
        day.pick(name, 0, turn=stale)


@pytest.mark.req("FMT-60", "FMT-62")
@pytest.mark.parametrize(
    ("seed", "values"),
    [
        (1, {}),
        pytest.param(2, {"turns": "queue"}, marks=pytest.mark.long),
        (3, {"seconds": 30, "late": "random"}),
        pytest.param(4, {"turns": "queue", "seconds": 10}, marks=pytest.mark.long),
        pytest.param(5, {"each": 2}, marks=pytest.mark.long),
    ],
)
def test_whatever_happens_every_card_is_in_one_place_and_the_draft_ends(seed, values):
    chance = Random(seed)
    day = DraftDay()
    day.seal(packs=1, **values)
    day.deal()

    for number in range(STEPS):
        act(day, chance)
        if number % 10 == 0:
            legal(day)
        if day.seat("data").table.table.over:
            break
    drafts.pause_draft(event_id=day.id, paused=False, by=day.by, now=day.now)
    day.draft()

    legal(day)
    held = day.seat("data").table
    assert held.table.over
    owned = Counter(card.title for seat in range(1, 7) for card in held.pool(seat))
    assert owned <= Counter(c.title for cards in held.cards.values() for c in cards)
    if not held.table.gone:
        assert owned.total() == 54
    known = cached_log(Event.objects.get(public_id=day.id))
    assert known.state.limited is not None
    assert known.book is not None
    assert verify_deal(known.state.limited, event_secret(day.id), known.book).same

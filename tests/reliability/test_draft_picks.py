"""Picks at once and servers killed between picks: nothing lost, nothing twice."""

from __future__ import annotations

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from tests.reliability.crew import counted
from tests.services.limited.draft_day import SIX, DraftDay

from padd.core.limited.draft import chain_heads
from padd.services.eventlog.log_cache import clear_logs
from padd.services.limited import drafts, tables
from padd.services.refusal import ActionRefused
from padd.store.models.limited import DraftPick

PLACES = ("_choose", "_append", "_close_pack", "step_hash")


def dealt():
    """Return a draft of six players and one pack of nine cards."""
    day = DraftDay()
    day.seal()
    day.deal()
    return day


def sound(day):
    """Check that cards are where they should be, once, and that the chain holds."""
    clear_logs()
    seat = day.seat("data")
    held = seat.table
    dealt_cards = Counter(c.title for cards in held.cards.values() for c in cards)
    owned = Counter(card.title for number in range(1, len(SIX) + 1) for card in held.pool(number))
    assert owned <= dealt_cards
    limited = day.state.limited
    assert limited is not None
    heads = chain_heads(held.table.rules, limited.deals[0], held.steps)
    assert tuple(limited.heads.values()) == heads


def pick(day, name, key, card):
    """Take the card at a place of the pile, whatever lies there."""
    seat = day.seat(name)
    table = seat.table.table
    pile = table.pile(seat.number)
    if pile is None:
        return None
    try:
        drafts.pick_cards(
            event_id=day.id,
            cards=(pile.cards[card % len(pile.cards)],),
            by=day.player(name),
            now=day.now,
            key=key,
            pack=table.pack,
            turn=table.turn_of(seat.number),
        )
    except ActionRefused as refused:
        return refused.refusal
    return None


@pytest.mark.req("R4", "FMT-60")
@pytest.mark.parametrize("trials", [1], indirect=True)
def test_six_phones_with_two_tabs_each_pick_at_once_and_every_turn_closes_once(
    real_database, trials, chance
):
    for _ in counted(trials, "drafts picked at once"):
        day = dealt()
        for turn in range(1, 9):
            wishes = [(name, f"{name} {turn}", c) for name in SIX for c in (0, 1)]
            chance.shuffle(wishes)

            def send(wish):
                try:
                    return pick(day, *wish)  # noqa: B023 -- awaited in this turn
                finally:
                    connections.close_all()

            with ThreadPoolExecutor(6) as phones:
                answers = list(phones.map(send, wishes))
            told = {one.code for one in answers if one is not None}
            assert told <= {"turn-over", "wrong-number", "nothing-to-take"}, told
            clear_logs()
            if day.seat("data").table.table.over:
                break
        day.draft()
        sound(day)
        counts = [len(day.seat(n).table.pool(day.seat(n).number)) for n in SIX]
        assert counts == [9] * 6


def in_a_child(work):
    """Do something in a process of its own and return how it ended."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 -- whatever it was, the parent is told
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def test_every_place_of_a_kill_is_a_step_of_a_pick():
    assert all(callable(getattr(drafts, place)) for place in PLACES)


@pytest.mark.req("R4", "FMT-60")
@pytest.mark.parametrize("place", PLACES)
def test_a_server_killed_while_a_turn_closes_loses_and_doubles_nothing(real_database, place):
    day = dealt()
    last = day.seat("data").table.players[-1]
    closing = place == "_close_pack"
    while closing and day.seat("data").table.table.turn < 8:
        day.draft(turns=1)
    for name in SIX:
        if name != last:
            assert day.pick(name) is None
    before = DraftPick.objects.count()

    def dies():
        known: Any = getattr(drafts, place)

        def killed(*args, **kwargs):
            known(*args, **kwargs)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(drafts, place, killed)
        pick(day, last, "the last pick", 0)

    ended = in_a_child(dies)
    clear_logs()
    tables._tables.clear()
    kept = DraftPick.objects.count()
    again = pick(day, last, "the last pick", 0)
    twice = pick(day, last, "the last pick", 0)

    assert ended == -signal.SIGKILL
    assert kept == before
    assert again is None
    assert twice is None
    assert DraftPick.objects.filter(key="the last pick").count() == 1
    day.draft()
    sound(day)

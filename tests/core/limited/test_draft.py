"""Passing: piles go round as on a real table."""

from collections import Counter
from functools import reduce

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.core.limited.draft import (
    DraftRules,
    Step,
    Take,
    chain_head,
    open_draft,
    seats_waited_for,
    steps_due,
    table_after,
    take_objection,
)
from padd_oracle.draft import Piles


def rules(seats=3, sizes=(3, 3), *, each=1, turns="together"):
    values = {
        "sizes": tuple((size,) * seats for size in sizes),
        "directions": tuple(("left", "right")[n % 2] for n in range(len(sizes))),
        "each": each,
        "turns": turns,
    }
    return msgspec.convert(values, DraftRules)


def drafted(table, *, leaves=None):
    """Draft to the end: everybody takes the first card; some leave at a step."""
    steps = 0
    while not table.over:
        steps += 1
        gone = (leaves or {}).pop(steps, None)
        if gone and gone not in table.gone:
            step = Step(pack=table.pack, turn=table.turn, left=gone)
            table = table_after(table, step)
            continue
        chosen = [
            Take(seat, pile.cards[: table.to_take(seat)])
            for seat in table.holders()
            if (pile := table.pile(seat)) is not None
        ]
        for step in steps_due(table, chosen):
            table = table_after(table, step)
            if table.rules.turns == "queue":
                break
    return table


@pytest.mark.req("FMT-7")
def test_the_first_pack_goes_left_and_the_second_right():
    table = open_draft(rules(seats=4, sizes=(2, 2)))
    takes = [Take(seat, (0,)) for seat in (1, 2, 3, 4)]

    turn, last = steps_due(table, takes)
    passed = table_after(table, turn)
    second = table_after(passed, last)
    again = table_after(second, next(iter(steps_due(second, takes))))

    assert [piles[0].origin for piles in passed.piles] == [4, 1, 2, 3]
    assert [piles[0].origin for piles in again.piles] == [2, 3, 4, 1]


@pytest.mark.req("FMT-7")
def test_a_turn_closes_when_all_have_taken_and_not_before():
    table = open_draft(rules())

    two = [Take(1, (0,)), Take(2, (1,))]

    assert list(steps_due(table, two)) == []
    assert seats_waited_for(table, two) == (3,)
    closed = list(steps_due(table, [*two, Take(3, (2,))]))
    assert [take.seat for take in closed[0].takes] == [1, 2, 3]


@pytest.mark.req("FMT-7")
def test_the_last_card_of_a_pile_is_taken_by_itself():
    table = open_draft(rules(sizes=(2,)))

    steps = list(steps_due(table, [Take(s, (0,)) for s in (1, 2, 3)]))

    assert [s.takes[0].how for s in steps] == ["player", "last"]
    assert reduce(table_after, steps, table).over


@pytest.mark.req("FMT-60")
def test_a_card_that_is_not_there_cannot_be_taken():
    table = open_draft(rules(sizes=(4,)))
    takes = [Take(seat, (0,)) for seat in (1, 2, 3)]
    table = table_after(table, next(iter(steps_due(table, takes))))

    gone = take_objection(table, Take(1, (0,)))
    two = take_objection(table, Take(1, (1, 2)))
    nobody = take_objection(table_after(table, Step(pack=1, turn=2, left=1)), Take(1, (1,)))

    assert gone is not None
    assert two is not None
    assert nobody is not None
    assert [gone.code, two.code, nobody.code] == ["not-in-the-pack", "wrong-number", "seat-left"]
    assert take_objection(table, Take(1, (1,))) is None


@pytest.mark.req("FMT-62")
def test_packs_pass_over_a_seat_that_was_left_and_its_later_packs_stay_closed():
    table = drafted(open_draft(rules(seats=3, sizes=(3, 3))), leaves={2: 2})

    opened_cards = {(t.pack, t.origin, t.card) for seat in table.taken for t in seat}

    assert len(table.taken[1]) == 1
    assert not any(pack == 2 and origin == 2 for pack, origin, _ in opened_cards)
    assert sum(map(len, table.taken)) == 9 + 6


def test_a_draft_that_everybody_has_left_is_over():
    table = open_draft(rules(seats=3))

    for seat in (1, 2, 3):
        table = table_after(table, Step(pack=1, turn=1, left=seat))

    assert table.over


TABLES = st.builds(
    rules,
    seats=st.integers(3, 6),
    sizes=st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple),
    each=st.integers(1, 3),
    turns=st.sampled_from(["together", "queue"]),
)


@given(TABLES, st.data())
@settings(deadline=None)
@pytest.mark.req("FMT-60")
def test_every_card_that_was_opened_is_in_exactly_one_pool(given_rules, data):
    seats = len(given_rules.sizes[0])
    moments, gone = st.integers(1, 20), st.integers(1, seats)
    leaves = data.draw(st.dictionaries(moments, gone, max_size=2))

    table = drafted(open_draft(given_rules), leaves=dict(leaves))

    cards = [taken for seat in table.taken for taken in seat]
    assert len(set(cards)) == len(cards)
    if not table.gone:
        whole = sum(sum(sizes) for sizes in given_rules.sizes)
        assert len(cards) == whole
        assert len(set(map(len, table.taken))) == 1


def name(taken):
    return f"{taken.pack}/{taken.origin}/{taken.card}"


def random_play(table, data):
    """Play a draft by chance, step by step, with people who get up."""
    count = len(table.taken)
    while not table.over:
        if len(table.gone) < count - 1 and data.draw(st.integers(0, 9)) == 0:
            seat = data.draw(st.sampled_from(sorted(set(range(1, count + 1)) - table.gone)))
            step = Step(pack=table.pack, turn=table.turn, left=seat)
        else:
            chosen = []
            for seat in table.holders():
                pile = table.pile(seat)
                assert pile is not None
                order = data.draw(st.permutations(pile.cards))
                chosen.append(Take(seat, tuple(order[: table.to_take(seat)])))
            if table.rules.turns == "queue":
                chosen = [data.draw(st.sampled_from(chosen))]
            step = next(iter(steps_due(table, chosen)))
        yield table, step
        table = table_after(table, step)


@given(TABLES, st.data())
@settings(deadline=None, max_examples=60)
@pytest.mark.req("FMT-7", "FMT-60")
def test_passing_agrees_with_piles_moved_by_hand(given_rules, data):
    packs = [
        [
            [f"{pack}/{seat}/{card}" for card in range(size)]
            for seat, size in enumerate(sizes, start=1)
        ]
        for pack, sizes in enumerate(given_rules.sizes, start=1)
    ]
    piles = Piles(packs, list(given_rules.directions))
    table = open_draft(given_rules)

    for before, step in random_play(table, data):
        for seat in before.holders():
            pile = before.pile(seat)
            assert pile is not None
            named = [f"{before.pack}/{pile.origin}/{card}" for card in pile.cards]
            assert named == piles.front(seat - 1)
        if step.left is not None:
            piles.leave(step.left - 1)
        else:
            piles.pick(
                {
                    take.seat - 1: [
                        f"{before.pack}/{before.pile(take.seat).origin}/{card}"  # type: ignore[union-attr]
                        for card in take.cards
                    ]
                    for take in step.takes
                }
            )
        table = table_after(before, step)

    assert piles.over()
    mine = [Counter(name(taken) for taken in seat) for seat in table.taken]
    assert mine == [Counter(pool) for pool in piles.pools]


def test_the_chain_shows_any_change_of_a_step():
    steps = [
        Step(pack=1, turn=1, takes=(Take(1, (0,)), Take(2, (1,)))),
        Step(pack=1, turn=2, takes=(Take(1, (2,)), Take(2, (0,)))),
    ]

    other = [steps[0], Step(pack=1, turn=2, takes=(Take(1, (1,)), Take(2, (0,))))]

    assert chain_head("deal", steps) != chain_head("deal", other)
    assert chain_head("deal", steps) != chain_head("deal", steps[::-1])
    assert chain_head("deal", steps) != chain_head("other deal", steps)

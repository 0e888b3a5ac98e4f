import pytest
import rustworkx
from exhaustive_rounds import all_rounds, best_rounds, field_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pairing_fields import drawn, fields

from padd.core.model import PlayerId
from padd.core.pairing.engine.blossom import Blossoms
from padd.core.pairing.engine.counting_proof import is_proved_by_counting, reaches_bound
from padd.core.pairing.engine.price_proof import find_prices, is_proved_by_prices

A, B, C, D = (PlayerId(name) for name in "abcd")


def test_counting_proves_a_round_that_crosses_only_odd_boundaries():
    field = field_of({"a": 8, "b": 5, "c": 5, "d": 1})

    assert is_proved_by_counting(field, [(A, B), (C, D)], [])


@pytest.mark.parametrize(
    ("tables", "byes"),
    [([(A, D), (B, C)], []), ([(A, B)], [C, D]), ([(A, B), (C, C)], []), ([(A, B), (A, B)], [])],
)
def test_counting_does_not_prove_what_is_not_best(tables, byes):
    field = field_of({"a": 8, "b": 5, "c": 5, "d": 1})

    assert not is_proved_by_counting(field, tables, byes)


def test_counting_does_not_prove_a_rematch_or_a_bye_out_of_turn():
    field = field_of({"a": 8, "b": 5, "c": 5}, ["bc"])

    assert not is_proved_by_counting(field, [(B, C)], [A])
    assert not is_proved_by_counting(field_of({"a": 8, "b": 5, "c": 5}), [(B, C)], [A])


@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_no_round_of_a_small_field_is_proved_by_counting_unless_it_is_best(number):
    totals = {name: number // 5**i % 5 for i, name in enumerate("abcdef"[: 4 + number % 3])}
    field = field_of(totals, ["ab"] if number % 2 else [])
    best = best_rounds(field)

    for tables, byes in all_rounds(field):
        proved = is_proved_by_counting(field, tables, byes)  # type: ignore[arg-type]
        round_ = frozenset(map(frozenset, tables)), frozenset(byes)
        assert not proved or round_ in best


@given(fields(least=2, most=30), st.integers(0, 1 << 30))
@settings(max_examples=60, deadline=None)
def test_prices_prove_every_round_of_the_engine(field, seed):
    draw = drawn(field, seed)

    prices = find_prices(field, draw.tables, draw.byes)

    assert is_proved_by_prices(field, draw.tables, draw.byes, prices)
    assert reaches_bound(field, draw.figures, draw.byes) == is_proved_by_counting(
        field, draw.tables, draw.byes
    )


@given(fields(least=4, most=7), st.integers(0, 1 << 30))
@settings(max_examples=40, deadline=None)
def test_no_prices_prove_a_round_that_is_not_best(field, seed):
    best = best_rounds(field, look_ahead=False)
    for tables, byes in all_rounds(field):
        round_ = frozenset(map(frozenset, tables)), frozenset(byes)
        prices = find_prices(field, tables, byes)  # type: ignore[arg-type]
        proved = is_proved_by_prices(field, tables, byes, prices)  # type: ignore[arg-type]
        assert proved == (round_ in best)


def test_prices_that_were_tampered_with_prove_nothing():
    field = field_of({"a": 8, "b": 8, "c": 4, "d": 4}, ["ab"])
    draw = drawn(field)
    prices = find_prices(field, draw.tables, draw.byes)

    lowered = {**prices.players, A: prices.players[A] - 1}
    negative = replace(prices, sets=((frozenset({A, B, C}), -2),))
    even = replace(prices, sets=((frozenset({A, B}), 0),))

    for wrong in (replace(prices, players=lowered), negative, even):
        assert not is_proved_by_prices(field, draw.tables, draw.byes, wrong)


@given(
    st.integers(2, 12),
    st.lists(st.integers(0, 9), min_size=66, max_size=66),
    st.sampled_from([1, 50, 10**40]),
)
@settings(max_examples=150, deadline=None)
def test_the_matching_that_makes_prices_agrees_with_rustworkx(count, numbers, unit):
    pairs = [(u, v) for u in range(count) for v in range(u + 1, count)]
    worth = {p: n for p, n in zip(pairs, numbers, strict=False) if n}
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(u, v, n) for (u, v), n in worth.items()])
    best = sum(
        graph.get_edge_data(u, v) for u, v in rustworkx.max_weight_matching(graph, weight_fn=int)
    )

    found = Blossoms(count, {pair: n * unit for pair, n in worth.items()})
    found.solve()

    pairs_found = {(u, v) for u, v in enumerate(found.mate) if u < v}
    assert sum(worth[pair] for pair in pairs_found) == best

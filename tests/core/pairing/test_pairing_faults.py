"""Faults planted in the engine on purpose: the checks must notice every one."""

from __future__ import annotations

from collections import Counter
from functools import cache

from exhaustive_rounds import as_round, best_rounds, chi_square_p, field_of, figures
from msgspec.structs import replace

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.future_rounds import FutureRounds
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.criteria.unequal_pairs import groups_by_total
from padd.core.pairing.engine import card_pile, small_fields, windows
from padd.core.pairing.engine import large_fields as large
from padd.core.pairing.engine.exact import draw_exactly
from padd.core.pairing.engine.windows import Windows
from padd.core.pairing.field import Pair, PairingField
from padd.core.pairing.round import Pairing
from padd.core.rng import Rng

SMALL_FIELDS = (
    field_of({"a": 8, "b": 8, "c": 4, "d": 4}, ["ab"]),
    field_of({"a": 9, "b": 6, "c": 6, "d": 1}),
    field_of({"a": 9, "b": 6, "c": 6, "d": 1}, ["ab", "ac"]),
    field_of({"a": 8, "b": 5, "c": 4, "d": 2, "e": 1}, had_bye="e"),
    field_of({"a": 8, "b": 5, "c": 4, "d": 1, "e": 1}, ["ad", "bc"], had_bye="d"),
    field_of({"a": 8, "b": 5, "c": 1}, ["ab"]),
    field_of(
        {"a": 9, "b": 9, "c": 9, "d": 6, "e": 6, "f": 2}, ["ab", "ac", "de", "cf"], round_number=3
    ),
    field_of({"a": 9, "b": 9, "c": 6, "d": 6, "e": 5, "f": 5}, ["cd"]),
    field_of(
        {"a": 8, "b": 8, "c": 5, "d": 5, "e": 2, "f": 2},
        ["ab", "cd", "ef", "ac", "be", "df"],
        round_number=3,
        rounds_after=2,
    ),
    field_of("abcdef", ["ab", "cd", "ef"], round_number=2, rounds_after=3),
)


@cache
def large_fields():
    """Return fields of 20 to 60 after some rounds, with their best figures."""
    found = []
    for count, rounds in ((20, 5), (33, 6), (40, 7), (60, 7)):
        chance = Rng(count)
        players = tuple(PlayerId(f"p{i:02}") for i in range(count))
        totals = dict.fromkeys(players, 0)
        pairs: list[Pair] = []
        had: set[PlayerId] = set()
        for number in range(1, rounds + 1):
            field = PairingField(
                players=players,
                totals=dict(totals),
                met=meetings(pairs),
                had_bye=frozenset(had),
                round_number=number,
            )
            tables, byes = draw_exactly(field, chance)
            found.append((field, figures(field, tables, byes)))
            for one, two in tables:
                points = chance.one_of([(4, 1), (1, 4), (3, 1), (2, 2)])
                totals[one] += points[0]
                totals[two] += points[1]
            pairs += tables
            had |= set(byes)
    return tuple(found)


@cache
def best_of(number):
    return best_rounds(SMALL_FIELDS[number])


def engine(field, seed):
    draw = best_pairings(field, seed=seed)
    assert isinstance(draw, Pairing)
    return draw


def complaints(pair):
    """Return everything that the checks find wrong with an engine."""
    found: set[str] = set()
    for number, field in enumerate(SMALL_FIELDS):
        for seed in range(12):
            draw = pair(field, seed)
            found |= _unsound(field, draw)
            if as_round(draw.tables, draw.byes) not in best_of(number):
                found.add("not best")
    for field, best in large_fields():
        draw = pair(field, 3)
        wrong = _unsound(field, draw)
        found |= wrong
        if not wrong and figures(field, draw.tables, draw.byes) != best:
            found.add("not best")
    return found | _unfair(pair)


def _unsound(field, draw):
    found = set()
    seats = [player for table in draw.tables for player in table]
    if sorted([*seats, *draw.byes]) != sorted(field.players):
        found.add("not everybody once")
    if any(two in field.met.get(one, ()) for one, two in draw.tables):
        found.add("rematch")
    return found


def _unfair(pair):
    """Return whether one of the fifteen first rounds of six is a favourite."""
    field = field_of("abcdef", round_number=1)
    draws = [pair(field, seed) for seed in range(1500)]
    counts = Counter(as_round(draw.tables, draw.byes) for draw in draws)
    observed = [*counts.values(), *[0] * (15 - len(counts))]
    likely = chi_square_p(observed[:15], [100.0] * 15)
    return {"not fair"} if likely < 0.001 or len(observed) > 15 else set()


def test_the_engine_itself_gives_no_cause_for_complaint():
    assert complaints(engine) == set()


def test_a_rematch_that_is_allowed_is_noticed(monkeypatch):
    monkeypatch.setattr(PairingField, "have_met", lambda *_: False)

    assert "rematch" in complaints(engine)


def test_a_pile_that_is_not_mended_is_noticed(monkeypatch):
    monkeypatch.setattr(card_pile, "_swap_partners", lambda pairs, *_: pairs)

    assert "rematch" in complaints(engine)


def test_a_bye_for_the_highest_is_noticed(monkeypatch):
    monkeypatch.setattr(small_fields, "bye_order", lambda f, p: (p in f.had_bye, -f.totals[p]))

    assert "not best" in complaints(engine)


def test_a_second_bye_that_is_ignored_is_noticed(monkeypatch):
    monkeypatch.setattr(small_fields, "bye_order", lambda f, p: (False, f.totals[p]))

    assert "not best" in complaints(engine)


def test_a_dropped_player_who_is_paired_is_noticed():
    def with_ghost(field, seed):
        ghost = PlayerId("zz")
        return engine(
            replace(field, players=(*field.players, ghost), totals={**field.totals, ghost: 0}), seed
        )

    assert "not everybody once" in complaints(with_ghost)


def test_a_greedy_dead_end_is_noticed():
    def greedy(field, seed):
        left = sorted(field.players, key=lambda p: (-field.totals[p], p))
        tables, byes = [], []
        while left:
            one = left.pop(0)
            two = next((p for p in left if not field.have_met(one, p)), None)
            if two is None:
                byes.append(one)
                continue
            left.remove(two)
            tables.append((one, two))
        return replace(engine(field, seed), tables=tuple(tables), byes=tuple(byes))

    assert "not best" in complaints(greedy)


def test_a_biased_shuffle_is_noticed(monkeypatch):
    fair = Rng.below
    monkeypatch.setattr(Rng, "below", lambda self, n: min(fair(self, n), fair(self, n)))

    assert "not fair" in complaints(engine)


def test_a_draw_without_chance_is_noticed(monkeypatch):
    monkeypatch.setattr(Rng, "below", lambda *_: 0)

    assert "not fair" in complaints(engine)


def test_distant_pairs_that_are_ignored_are_noticed(monkeypatch):
    monkeypatch.setattr(small_fields, "ranks_of_totals", lambda totals: dict.fromkeys(totals, 0))

    assert "not best" in complaints(engine)


def test_differences_turned_round_are_noticed(monkeypatch):
    right = small_fields._Count._costs

    def wrong(self, steps):
        return [[10**6 - cost for cost in row] for row in right(self, steps)]

    monkeypatch.setattr(small_fields._Count, "_costs", wrong)

    assert "not best" in complaints(engine)


def test_the_size_of_differences_that_is_ignored_is_noticed(monkeypatch):
    right = small_fields._Count._costs

    def wrong(self, steps):
        totals = [self.field.totals[p] for p in self.players]
        return [
            [cost - abs(totals[i] - totals[j]) for j, cost in enumerate(row)]
            for i, row in enumerate(right(self, steps))
        ]

    monkeypatch.setattr(small_fields._Count, "_costs", wrong)

    assert "not best" in complaints(engine)


def test_a_floater_who_came_down_and_floats_again_is_noticed(monkeypatch):
    right = Windows._seat

    def wrong(self, at, carried):
        if carried is not None and self.odd[at] and len(self.groups[at]) > 1:
            found = card_pile.pair_pile(list(self.groups[at]), self.met, self.chance)
            return None if found is None else (found, carried)
        return right(self, at, carried)

    monkeypatch.setattr(Windows, "_seat", wrong)

    assert "not best" in complaints(engine)


def test_provisional_points_that_are_ignored_are_noticed():
    def without_delayed(field, seed):
        delayed = sorted(field.players)[::3]
        totals = {
            player: total - (2 if player in delayed else 0)
            for player, total in field.totals.items()
        }
        return engine(replace(field, totals=totals), seed)

    assert "not best" in complaints(without_delayed)


def test_a_future_that_is_not_looked_at_is_noticed(monkeypatch):
    monkeypatch.setattr(small_fields, "future_after", lambda *_: FutureRounds.OPEN)

    assert "not best" in complaints(engine)


def test_a_window_that_forgets_who_has_met_is_noticed(monkeypatch):
    right = windows.near_edges
    monkeypatch.setattr(
        windows, "near_edges", lambda field, *rest: right(replace(field, met={}), *rest)
    )

    assert "rematch" in complaints(engine)


def test_a_bye_in_a_large_field_for_anybody_is_noticed(monkeypatch):
    def wrong(field, _):
        first, *rest = sorted(field.players, key=lambda p: -field.totals[p])
        if len(rest) % 2:
            return groups_by_total(field, field.players), None, []
        return groups_by_total(field, rest), None, [first]

    monkeypatch.setattr(large, "_with_bye", wrong)

    assert "not best" in complaints(engine)

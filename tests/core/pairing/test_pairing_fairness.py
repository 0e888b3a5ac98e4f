"""Chance has no favourites: draws by the thousand, counted."""

from __future__ import annotations

from collections import Counter

import pytest
from exhaustive_rounds import as_round, best_rounds, chi_square_p, field_of

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.engine.card_pile import pair_pile
from padd.core.pairing.engine.cheapest_pairs import cheapest_matching
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing


@pytest.fixture(params=[2_000, pytest.param(8_000, marks=pytest.mark.long)])
def draws(request):
    """Return how many rounds are drawn: enough to see a favourite, or many more."""
    count: int = request.param
    return count


SITUATIONS = {
    "six in round one": field_of("abcdef", round_number=1, rounds_after=2),
    "seven in round one": field_of("abcdefg", round_number=1, rounds_after=2),
    "eight in round one": field_of("abcdefgh", round_number=1, rounds_after=3),
    "seven, three equal for the bye": field_of(
        {"a": 4, "b": 4, "c": 4, "d": 2, "e": 1, "f": 1, "g": 1}, ["ae", "bf", "cg"], had_bye="d"
    ),
    "six in round three, two pair-downs": field_of(
        {"a": 8, "b": 5, "c": 5, "d": 5, "e": 2, "f": 2},
        ["ab", "cd", "ef", "ae", "bc", "df"],
        round_number=3,
        rounds_after=1,
    ),
    "eight with an odd top group": field_of(
        {"a": 8, "b": 8, "c": 8, "d": 5, "e": 5, "f": 5, "g": 2, "h": 2},
        ["ad", "be", "cf", "gh", "ab", "de"],
        round_number=3,
    ),
}


def rounds_drawn(field, draws):
    found = [best_pairings(field, seed=seed) for seed in range(draws)]
    assert all(isinstance(draw, Pairing) for draw in found)
    return [draw for draw in found if isinstance(draw, Pairing)]


def even_odds(seen, possible, total):
    """Return the likelihood of the counts if all possible things are as likely."""
    counts = Counter(seen)
    observed = [*counts.values(), *[0] * (possible - len(counts))]
    return chi_square_p(observed, [total / possible] * possible)


@pytest.mark.req("SWISS-67", "SWISS-72", "SWISS-98")
@pytest.mark.parametrize("name", SITUATIONS)
def test_every_best_round_is_drawn_equally_often(name, draws):
    field = SITUATIONS[name]
    possible = best_rounds(field)

    seen = [as_round(draw.tables, draw.byes) for draw in rounds_drawn(field, draws)]

    assert set(seen) <= possible
    assert even_odds(seen, len(possible), draws) > 0.001


@pytest.mark.req("SWISS-7")
def test_every_pair_and_every_bye_of_a_first_round_is_equally_likely(draws):
    rounds = rounds_drawn(field_of("abcdefg", round_number=1), draws)

    pairs = [frozenset(pair) for drawn in rounds for pair in drawn.tables]

    assert even_odds(pairs, 21, 3 * draws) > 0.001
    assert even_odds([drawn.byes for drawn in rounds], 7, draws) > 0.001


@pytest.mark.req("SWISS-67")
def test_every_member_of_an_odd_group_is_equally_likely_to_be_paired_down(draws):
    totals = {name: 8 if name in "abcde" else 4 for name in "abcdefghijkl"}
    field = field_of(totals)

    crossing = [
        pair
        for draw in rounds_drawn(field, draws)
        for pair in draw.tables
        if field.totals[pair[0]] != field.totals[pair[1]]
    ]

    assert len(crossing) == draws
    assert even_odds((pair[0] for pair in crossing), 5, draws) > 0.001
    assert even_odds((pair[1] for pair in crossing), 7, draws) > 0.001


def test_a_field_of_sixteen_has_no_favourite_pairs_byes_or_floaters(draws):
    names = [PlayerId(f"p{i:02}") for i in range(17)]
    totals = {p: 4 if i < 9 else 1 for i, p in enumerate(names)}
    field = PairingField(players=tuple(names), totals=totals, met={}, round_number=2)

    rounds = rounds_drawn(field, draws)
    floaters = [a for d in rounds for a, b in d.tables if totals[a] != totals[b]]
    level = [
        frozenset(pair)
        for drawn in rounds
        for pair in drawn.tables
        if totals[pair[0]] == totals[pair[1]] == 4
    ]

    assert even_odds((drawn.byes for drawn in rounds), 8, draws) > 0.001
    assert even_odds(floaters, 9, draws) > 0.001
    assert even_odds(level, 36, 4 * draws) > 0.001


def test_the_exact_matching_has_no_favourites_either(draws):
    from padd.core.rng import Rng

    edges = [(u, v, 0) for u in range(6) for v in range(u + 1, 6)]

    seen = [tuple(cheapest_matching(6, edges, Rng(seed))) for seed in range(draws)]

    assert even_odds(seen, 15, draws) > 0.001


def test_mending_a_large_pile_leaves_every_partner_equally_likely():
    from padd.core.rng import Rng

    names = [PlayerId(f"p{i:02}") for i in range(80)]
    met = meetings(zip(names[::2], names[1::2], strict=True))

    partners = []
    for seed in range(4000):
        chance = Rng(seed)
        found = pair_pile(chance.shuffled(names), met, chance)
        assert found is not None
        for one, two in found:
            if names[0] in {one, two}:
                partners.append(two if one == names[0] else one)

    assert names[1] not in partners
    assert even_odds(partners, 78, 4000) > 0.001

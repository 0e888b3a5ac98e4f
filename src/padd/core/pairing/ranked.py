"""Decipher's pairing methods: down the ranking, or at random (SWISS-77 to SWISS-80)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.figures import figures_of
from padd.core.pairing.criteria.future_rounds import future_after
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.pairing.round import NoLegalPairing, Pairing
from padd.core.rng import Rng


def ranked_shift(field: PairingField, *, seed: int) -> Pairing | NoLegalPairing:
    """Pair down the ranking, shifting past opponents met; the bye comes first."""
    stack = _ranking(field, seed)
    byes: list[PlayerId] = []
    if len(stack) % 2:
        fresh = [player for player in stack if player not in field.had_bye]
        byes = [(fresh or stack)[-1]]
        stack.remove(byes[0])
    pairs, _ = _shifted(field, stack)
    return _drawn(field, pairs, byes, seed)


def ranked_neighbours(field: PairingField, *, seed: int) -> Pairing | NoLegalPairing:
    """Pair first with second, third with fourth; the last one left has the bye."""
    stack = _ranking(field, seed)
    pairs = list(zip(stack[::2], stack[1::2], strict=False))
    return _drawn(field, pairs, stack[len(pairs) * 2 :], seed)


def random_any(field: PairingField, *, seed: int) -> Pairing | NoLegalPairing:
    """Pair down a shuffled stack, shifting past opponents met; the odd card is out."""
    stack = Rng(seed, "pairing").shuffled(sorted(field.players))
    pairs, byes = _shifted(field, stack)
    return _drawn(field, pairs, byes, seed)


def random_no_rematch(field: PairingField, *, seed: int) -> Pairing | NoLegalPairing:
    """Pair at random without a rematch as long as that is possible, else with few."""
    level = dict.fromkeys(field.players, 0)
    draw = best_pairings(msgspec.structs.replace(field, totals=level, had_bye=NOBODY), seed=seed)
    if isinstance(draw, NoLegalPairing):
        return draw
    left = Rng(seed, "left over").shuffled(draw.byes)
    pairs = [*draw.tables, *zip(left[::2], left[1::2], strict=False)]
    return _drawn(field, pairs, left[len(left) // 2 * 2 :], seed)


def _ranking(field: PairingField, seed: int) -> list[PlayerId]:
    """Return the players by total, then differential, then chance."""
    stack = Rng(seed, "pairing").shuffled(sorted(field.players))
    known = field.differentials
    stack.sort(key=lambda player: (-field.totals[player], -known.get(player, 0)))
    return stack


def _shifted(field: PairingField, stack: Sequence[PlayerId]) -> tuple[list[Pair], list[PlayerId]]:
    """Pair each highest player with the next one not met, or with the next one."""
    left = dict.fromkeys(stack)
    pairs: list[Pair] = []
    while len(left) > 1:
        first = next(iter(left))
        del left[first]
        met = field.met.get(first, NOBODY)
        second = next((p for p in left if p not in met), None) or next(iter(left))
        del left[second]
        pairs.append((first, second))
    return pairs, list(left)


def _drawn(
    field: PairingField, pairs: Sequence[Pair], byes: Sequence[PlayerId], seed: int
) -> Pairing | NoLegalPairing:
    if not field.players:
        return NoLegalPairing("no-players")
    future = future_after(field, pairs, byes)
    return Pairing(
        tables=tuple(pairs),
        byes=tuple(byes),
        figures=figures_of(field, pairs, byes, future),
        seed=seed,
        optimal=None,
    )

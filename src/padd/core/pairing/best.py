"""The best pairings of the Organized Play Guide (opg-5 §7.6, opg-4.1 §7.6)."""

from __future__ import annotations

from collections.abc import Iterable

from padd.core.model import PlayerId
from padd.core.pairing.criteria.figures import figures_of
from padd.core.pairing.criteria.future_rounds import FutureRounds, future_after
from padd.core.pairing.engine.counting_proof import reaches_bound
from padd.core.pairing.engine.large_fields import draw_large
from padd.core.pairing.engine.small_fields import SMALL, draw_small
from padd.core.pairing.field import Pair, PairingField
from padd.core.pairing.round import NoLegalPairing, Pairing, in_table_order
from padd.core.rng import Rng


def best_pairings(field: PairingField, *, seed: int) -> Pairing | NoLegalPairing:
    """Return a best round, drawn by the seed from all that are equally good."""
    if not field.players:
        return NoLegalPairing("no-players")
    chance = Rng(seed, "pairing")
    if len(field.players) <= SMALL:
        best = draw_small(field, chance)
        return _pairing(field, best.pairs, best.byes, seed, future=best.future)
    pairs, byes = draw_large(field, chance)
    future = future_after(field, pairs, byes)
    return _pairing(field, pairs, byes, seed, future=future)


def _pairing(
    field: PairingField,
    pairs: Iterable[Pair],
    byes: Iterable[PlayerId],
    seed: int,
    *,
    future: FutureRounds,
) -> Pairing:
    tables = in_table_order(field.totals, pairs)
    resting = tuple(sorted(byes))
    figures = figures_of(field, tables, resting, future)
    return Pairing(
        tables=tables,
        byes=resting,
        figures=figures,
        seed=seed,
        optimal=True,
        by_counting=reaches_bound(field, figures, resting),
    )

"""A drawn round, or why none can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.figures import Figures
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.rng import seed_from


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A complete round: every player sits at one table or has a bye.

    Tables stand in their order, the highest totals first. `optimal` is None for the
    systems that pair by rank or at random. `by_counting` says that the bound of
    odd boundaries alone proves the round best (see `engine/counting_proof.py`).
    """

    tables: tuple[Pair, ...]
    byes: tuple[PlayerId, ...]
    figures: Figures
    seed: int
    optimal: bool | None
    by_counting: bool = False


class NoLegalPairing(msgspec.Struct, frozen=True):
    """Why no round can be drawn, as a code the interface turns into words."""

    reason: str


def in_table_order(totals: Mapping[PlayerId, int], pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs as tables: higher totals first, else in the order drawn."""
    seated = [(a, b) if (-totals[a], a) <= (-totals[b], b) else (b, a) for a, b in pairs]
    seated.sort(key=lambda pair: (-totals[pair[0]], -totals[pair[1]]))
    return tuple(seated)


_PLAIN = str.maketrans({"\\": "\\\\", "\t": "\\\t", "\n": "\\\n", ",": "\\,"})


def fingerprint(field: PairingField) -> str:
    """Return the fingerprint of everything that the pairing of a field looks at."""
    digest = sha256()
    for player in sorted(field.players):
        digest.update(_line(field, player).encode())
    return digest.hexdigest()


def round_seed(secret: str, round_number: int, results_digest: str, redraw: int = 0) -> int:
    """Return the seed of a round; `redraw` counts the draws thrown away before it."""
    return seed_from(f"padd-seed/1\n{secret}\n{round_number}\n{results_digest}\n{redraw}\n")


def _line(field: PairingField, player: PlayerId) -> str:
    met = ",".join(p.translate(_PLAIN) for p in sorted(field.met.get(player, NOBODY)))
    figures = (
        player.translate(_PLAIN),
        str(field.totals[player]),
        str(field.differentials.get(player, 0)),
        str(int(player in field.had_bye)),
        met,
    )
    return "\t".join(figures) + "\n"

"""Possible opponents for pairing by hand, in the order of the guides (§7.6)."""

from __future__ import annotations

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.field import PairingField


class Partners(msgspec.Struct, frozen=True):
    """Among whom a player is drawn, and among whom if nobody of those is left."""

    same: tuple[PlayerId, ...]
    """Not met yet, with as many points."""
    below: tuple[PlayerId, ...]
    """Not met yet, of the next points below at which there is anybody."""


def partners(field: PairingField, player: PlayerId) -> Partners:
    """Leave out earlier opponents; take their own points, then the next below."""
    mine = field.totals[player]
    free = [
        other for other in field.players if other != player and not field.have_met(player, other)
    ]
    lower = {field.totals[other] for other in free if field.totals[other] < mine}
    next_below = max(lower, default=None)
    return Partners(
        same=tuple(other for other in free if field.totals[other] == mine),
        below=tuple(other for other in free if field.totals[other] == next_below),
    )

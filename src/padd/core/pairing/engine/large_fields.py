"""Fields of more than twelve: choose the cheapest exact method that works."""

from __future__ import annotations

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import first_in_line
from padd.core.pairing.criteria.unequal_pairs import groups_by_total
from padd.core.pairing.engine.distant_windows import draw_with_distant_pairs
from padd.core.pairing.engine.exact import draw_exactly
from padd.core.pairing.engine.windows import (
    ByeChoice,
    DistantPairError,
    Looseness,
    NotProvenError,
    Windows,
)
from padd.core.pairing.field import Pair, PairingField
from padd.core.rng import Rng

ATTEMPTS = (
    Looseness(least=10, stand_ins=4),
    Looseness(least=48, stand_ins=16),
    Looseness(least=1 << 62, stand_ins=0),
)
FAR_ATTEMPTS = 4
FIRST_FAR = Looseness(least=20, stand_ins=10, travellers=3)


def draw_large(field: PairingField, chance: Rng) -> tuple[list[Pair], list[PlayerId]]:
    """Return pairs and byes of a best round, drawn among the best by chance."""
    count = len(field.players)
    if 2 * (field.most_met + 1) > count - count % 2:
        return draw_exactly(field, chance)  # a legal round may not exist
    groups, bye, forced = _with_bye(field, chance)
    for looseness in ATTEMPTS:
        try:
            pairs, byes = Windows(field, groups, bye, looseness, chance).draw()
        except NotProvenError:
            continue
        except DistantPairError:
            break
        return pairs, forced + byes
    looseness = FIRST_FAR
    for _ in range(FAR_ATTEMPTS):
        try:
            pairs, byes = draw_with_distant_pairs(field, groups, bye, looseness, chance)
        except NotProvenError as short:
            looseness = _wider(looseness, short)
            continue
        return pairs, forced + byes
    return draw_exactly(field, chance)


def _wider(looseness: Looseness, short: NotProvenError) -> Looseness:
    """Return room for as many stand-ins as were missed, or for more if unsaid."""
    unsaid = not (short.stand_ins or short.travellers)
    stand_ins = max(looseness.stand_ins, short.stand_ins) + 1 + unsaid * 8
    travellers = max(looseness.travellers, short.travellers) + 1 + unsaid * 3
    return Looseness(
        least=max(looseness.least, 3 * stand_ins),
        stand_ins=max(stand_ins, travellers),
        travellers=travellers,
    )


def _with_bye(
    field: PairingField, chance: Rng
) -> tuple[list[list[PlayerId]], ByeChoice | None, list[PlayerId]]:
    """Return the groups and the bye: one of several, or the only one, taken out."""
    if len(field.players) % 2 == 0:
        return groups_by_total(field, field.players), None, []
    able = first_in_line(field)
    if len(able) == 1:
        rest = (p for p in field.players if p != able[0])
        return groups_by_total(field, rest), None, able
    groups = groups_by_total(field, field.players)
    at = next(i for i, g in enumerate(groups) if field.totals[g[0]] == field.totals[able[0]])
    return groups, ByeChoice(at, frozenset(able), chance.one_of(able)), []

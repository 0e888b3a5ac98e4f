"""Criteria 2 to 4: who gets the bye.

There are as few byes as possible; a player without a bye so far comes before one who
had one; among those the lowest total comes first.
"""

from __future__ import annotations

from collections.abc import Collection

from padd.core.model import PlayerId
from padd.core.pairing.field import PairingField


def bye_order(field: PairingField, player: PlayerId) -> tuple[bool, int]:
    """Return a player's place in line for the bye; the lowest comes first."""
    return player in field.had_bye, field.totals[player]


def first_in_line(field: PairingField) -> list[PlayerId]:
    """Return the players who are equally entitled to the bye, in id order."""
    first = min(bye_order(field, player) for player in field.players)
    return sorted(player for player in field.players if bye_order(field, player) == first)


def are_first_in_line(field: PairingField, byes: Collection[PlayerId]) -> bool:
    """Tell whether no player comes before those with a bye."""
    if not byes:
        return True
    first = min(bye_order(field, player) for player in field.players)
    return all(bye_order(field, player) == first for player in byes)


def count_second_byes(field: PairingField, byes: Collection[PlayerId]) -> int:
    """Return how many of the byes go to players who had one before."""
    return sum(player in field.had_bye for player in byes)


def bye_points(field: PairingField, byes: Collection[PlayerId]) -> int:
    """Return the sum of the totals of the players with a bye."""
    return sum(field.totals[player] for player in byes)


def bye_costs(field: PairingField, players: list[PlayerId], unit: int, *, exact: bool) -> list[int]:
    """Return what a bye for each player costs in a matching, by criteria 3 and 4.

    The sets of players that a matching can leave out are the bases of a matroid, so
    only the order of the costs matters, and the rank in line is enough. With kept
    tables above them the sums themselves have to be compared.
    """
    order = [bye_order(field, player) for player in players]
    if not exact:
        rank = {place: i for i, place in enumerate(sorted(set(order)))}
        return [rank[place] * unit for place in order]
    low = min(total for _, total in order)
    second = sum(total - low for _, total in order) + 1
    return [(second * had + total - low) * unit for had, total in order]

"""Many random numbers at once, for large fields.

The first number is drawn as any other; the rest are the words of SHAKE-256 of its
decimal digits, eight bytes each, most significant first.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import shake_256
from struct import unpack

from padd.core.model import PlayerId
from padd.core.rng import Rng

WORD_BITS = 64
TOP = 1 << WORD_BITS


def random_words(count: int, chance: Rng) -> tuple[int, ...]:
    """Return so many numbers of 64 bits."""
    start = chance.below(1 << (WORD_BITS - 1))
    return unpack(f">{count}Q", shake_256(str(start).encode()).digest(8 * count))


def shuffle_pile(players: Iterable[PlayerId], chance: Rng) -> list[PlayerId]:
    """Return a large pile in an order drawn from all orders."""
    pile = list(players)
    stream = random_words(len(pile), chance)
    for last in range(len(pile) - 1, 0, -1):
        word = stream[last]
        size = last + 1
        if word >= TOP - size and word >= TOP - TOP % size:
            word = chance.below(size)  # the few words that would favor some card
        other = word % size
        pile[last], pile[other] = pile[other], pile[last]
    return pile

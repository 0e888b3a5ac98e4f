"""Who sits where in a draft: groups as the rulebook asks, seats drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from padd.core.formats.draft_groups import draft_groups
from padd.core.model import PlayerId
from padd.core.rng import Rng, seed_for
from padd.rulebooks.schema import Rulebook

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def words_digest(words: Mapping[PlayerId, str]) -> str:
    """Return the fingerprint of the words that players added to the seed."""
    text = "".join(f"{player}\t{words[player]}\n" for player in sorted(words))
    return sha256(text.encode()).hexdigest()


def draw_seats(
    everybody: Sequence[PlayerId], book: Rulebook, *, secret: str, words: str
) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the groups, the largest first, each in the order of its seats.

    The order of `everybody` decides; at a deal it is that of the ids.
    """
    order = Rng(seed_for("seats", secret, words), "seats").shuffled(everybody)
    groups, at = [], 0
    for size in draft_groups(len(everybody), book):
        groups.append(tuple(order[at : at + size]))
        at += size
    return tuple(groups)


def pack_seed(secret: str, words: str, *, group: int, seat: int, pack: int, redeals: int) -> int:
    """Return the seed of one pack; kits count downwards from minus one."""
    return seed_for("pack", secret, words, group, seat, pack, redeals)


def group_name(number: int) -> str:
    """Return what people call a group: A, B … Z, AA."""
    name = ""
    while number:
        number, letter = divmod(number - 1, len(LETTERS))
        name = LETTERS[letter] + name
    return name

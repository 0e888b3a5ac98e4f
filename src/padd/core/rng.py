"""Random draws that anyone can replay, and seeds that no one can choose.

The numbers are read from SHAKE-256 of the seed's decimal digits, in blocks of
eight bytes, most significant first. Anyone can repeat a draw with any program that has
SHAKE-256; the random number generator of no language is involved.

An event makes a secret and shows its commitment; every draw takes its seed from the
secret and from what was fixed before the draw. When the secret is revealed, anyone
can calculate every seed again. The bytes never change:

    commitment = SHA-256(secret as UTF-8), as 64 hexadecimal digits
    seed       = first six bytes, as a number, the highest first, of SHA-256 of
                 "padd-seed/2" LF purpose LF secret LF each part followed by LF

Within purpose, secret and parts backslash and line feed have a backslash before them,
so no two lists of parts give the same bytes. Rounds have an older form of their own
(`core/pairing/round.py`). Six bytes keep the seed within what every JSON reader
holds exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

WORD = 8
FIRST_WORDS = 32
TOP = 1 << (8 * WORD)
SEED_BYTES = 6
_PLAIN = str.maketrans({"\\": "\\\\", "\n": "\\\n"})


class Rng:
    """A stream of fair draws that follows from its seed alone."""

    __slots__ = ("_at", "_name", "_words")

    def __init__(self, seed: int, purpose: str = "") -> None:
        self._name = f"{seed}:{purpose}".encode() if purpose else str(seed).encode()
        self._words: tuple[int, ...] = ()
        self._at = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1, each equally likely."""
        fair = TOP - TOP % limit
        while True:
            at = self._at
            if at == len(self._words):
                self._have(1)
            self._at = at + 1
            word = self._words[at]
            if word < fair:
                return word % limit

    def one_of(self, choices: Sequence[T]) -> T:
        """Return one of the choices, each equally likely."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return the things in an order drawn from all orders."""
        cards = list(things)
        self._have(len(cards))
        for last in range(len(cards) - 1, 0, -1):
            chosen = self.below(last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return cards

    def _have(self, words: int) -> None:
        """Read the stream on to at least so many unused words."""
        needed = self._at + words
        if needed > len(self._words):
            count = max(needed, 2 * len(self._words), FIRST_WORDS)
            digest = shake_256(self._name).digest(count * WORD)
            self._words = unpack(f">{count}Q", digest)


def commitment(secret: str) -> str:
    """Return what is shown of a secret before it is revealed."""
    return sha256(secret.encode()).hexdigest()


def seed_for(purpose: str, secret: str, *parts: str | int) -> int:
    """Return the seed of one draw: what it is for, and what was fixed before it."""
    lines = ("padd-seed/2", *map(_line, (purpose, secret, *parts)))
    return seed_from("".join(f"{line}\n" for line in lines))


def seed_from(text: str) -> int:
    """Return the seed that follows from a text."""
    return int.from_bytes(sha256(text.encode()).digest()[:SEED_BYTES], "big")


def _line(part: str | int) -> str:
    if isinstance(part, int):
        return str(part)
    return part.translate(_PLAIN)

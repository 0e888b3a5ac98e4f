"""Packs that follow from a seed: the same cards on every machine.

One stream of draws (`core/rng.py`, seed and the word "pack") fills a pack: first the
variant by its weight, then slot by slot and card by card. A draw is a number below the
sum of the weights that are left; the cards of a sheet stand in its order, and a card
that was drawn leaves the sheet for this pack, unless its slot allows repeats.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import accumulate
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.limited.product import (
    FixedCard,
    PackCard,
    PackKind,
    Product,
    Sheet,
    Variant,
    pack_card_of,
    product_fault,
)
from padd.core.refusal import RefusalError
from padd.core.rng import Rng, seed_for


class Pack(msgspec.Struct, frozen=True):
    """The cards of one pack, in the order in which they came."""

    kind: Annotated[str, Meta(description="Its kind.")]
    cards: Annotated[tuple[PackCard, ...], Meta(description="The cards.")]

    @property
    def fingerprint(self) -> str:
        """Sixty-four digits that tell this pack from every other."""
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()


class PackPress:
    """Makes packs of one product; sheets are prepared once."""

    def __init__(self, product: Product) -> None:
        waiting = product_fault(product)
        if waiting is not None:
            raise RefusalError(waiting)
        self.product = product
        self._sheets = {key: _Sheet(sheet) for key, sheet in product.sheets.items()}
        self._fixed = {k: _fixed(kind.cards) for k, kind in product.packs.items()}

    def pack(self, kind: str, seed: int) -> Pack:
        """Return the pack of a kind that follows from a seed."""
        made = self.product.packs[kind]
        cards = list(self._fixed[kind])
        if made.variants:
            rng = Rng(seed, "pack")
            left: dict[str, _Left] = {}
            for slot in _variant(made, rng).slots:
                sheet = self._sheets[slot.sheet]
                if slot.repeats:
                    cards += (sheet.one(rng) for _ in range(slot.count))
                    continue
                rest = left.get(slot.sheet)
                if rest is None:
                    rest = left[slot.sheet] = _Left(sheet)
                cards += rest.take(rng, slot.count)
        return Pack(kind, tuple(cards))


def packs_by_seed(product: Product, kinds: Iterable[str], seed: str) -> tuple[Pack, ...]:
    """Return packs numbered from one, each with a seed of its own from one text."""
    press = PackPress(product)
    return tuple(
        press.pack(kind, seed_for("pack", seed, number))
        for number, kind in enumerate(kinds, start=1)
    )


def packs_fingerprint(packs: Iterable[Pack]) -> str:
    """Return the fingerprint of several packs in order."""
    return sha256("\n".join(p.fingerprint for p in packs).encode()).hexdigest()


class _Sheet:
    """A sheet ready to be drawn from."""

    def __init__(self, sheet: Sheet) -> None:
        self.cards = [PackCard(**pack_card_of(card)) for card in sheet.cards]
        self.weights = [card.weight for card in sheet.cards]
        self.sums = list(accumulate(self.weights))
        self.equal = self.weights[0] if len(set(self.weights)) == 1 else 0

    def one(self, rng: Rng) -> PackCard:
        """Draw a card and leave it on the sheet."""
        return self.cards[bisect_right(self.sums, rng.below(self.sums[-1]))]


class _Left:
    """What one pack has not yet drawn of a sheet."""

    def __init__(self, sheet: _Sheet) -> None:
        self.cards = sheet.cards.copy()
        self.weights = [] if sheet.equal else sheet.weights.copy()
        self.equal = sheet.equal

    def take(self, rng: Rng, count: int) -> list[PackCard]:
        """Draw cards off the sheet, one after the other."""
        cards, equal, below = self.cards, self.equal, rng.below
        if equal:
            return [
                cards.pop(below(equal * size) // equal)
                for size in range(len(cards), len(cards) - count, -1)
            ]
        return [self._by_weight(below) for _ in range(count)]

    def _by_weight(self, below: Callable[[int], int]) -> PackCard:
        sums = list(accumulate(self.weights))
        at = bisect_right(sums, below(sums[-1]))
        del self.weights[at]
        return self.cards.pop(at)


def _variant(kind: PackKind, rng: Rng) -> Variant:
    if len(kind.variants) == 1:
        return kind.variants[0]
    sums = list(accumulate(variant.weight for variant in kind.variants))
    return kind.variants[bisect_right(sums, rng.below(sums[-1]))]


def _fixed(cards: Iterable[FixedCard]) -> list[PackCard]:
    return [PackCard(**pack_card_of(c)) for c in cards for _ in range(c.count)]

"""Deal to a group: everything follows from the secret and the players' words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from padd.core.limited.packs import Pack, PackPress, packs_fingerprint
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.core.limited.product import Product
from padd.core.limited.seats import draw_seats, pack_seed
from padd.core.model import PlayerId
from padd.rulebooks.schema import Rulebook


class DealSource(msgspec.Struct, frozen=True, kw_only=True):
    """What every pack of an event follows from."""

    plan: LimitedPlan
    secret: str
    words: str
    """The fingerprint of the words that players added."""
    redeals: int = 0


class PlacedPack(msgspec.Struct, frozen=True, kw_only=True):
    """A pack with its number and the seat it goes to; kits count below zero."""

    number: int
    seat: int
    choice: PackChoice
    pack: Pack


LATE: Final = 0
"""In place of a group: players who came too late for a seat and open packs alone."""


def packs_of_group(
    source: DealSource, products: Mapping[str, Product], group: int, seats: int
) -> tuple[PlacedPack, ...]:
    """Return every pack of a group, kits first, by packs and seats."""
    return _placed(source, products, group, range(1, seats + 1))


def packs_for_latecomer(
    source: DealSource, products: Mapping[str, Product], number: int
) -> tuple[PlacedPack, ...]:
    """Return the unopened packs of a latecomer, numbered by arrival."""
    return _placed(source, products, LATE, (number,))


def _placed(
    source: DealSource, products: Mapping[str, Product], group: int, seats: Sequence[int]
) -> tuple[PlacedPack, ...]:
    plan = source.plan
    chosen = (*plan.kit, *plan.packs)
    presses = {c.product: PackPress(products[c.product]) for c in chosen}
    numbered = [
        *((-number, choice) for number, choice in enumerate(plan.kit, start=1)),
        *enumerate(plan.packs, start=1),
    ]
    return tuple(
        PlacedPack(
            number=number,
            seat=seat,
            choice=choice,
            pack=presses[choice.product].pack(
                choice.kind,
                pack_seed(
                    source.secret,
                    source.words,
                    group=group,
                    seat=seat,
                    pack=number,
                    redeals=source.redeals,
                ),
            ),
        )
        for number, choice in numbered
        for seat in seats
    )


def deal_digest(packs: Iterable[PlacedPack]) -> str:
    """Return the fingerprint of everything that was dealt to a group."""
    placed = tuple(packs)
    places = ",".join(f"{one.number}/{one.seat}" for one in placed)
    text = f"{places}\n{packs_fingerprint(one.pack for one in placed)}"
    return sha256(text.encode()).hexdigest()


def draw_groups(
    order: Sequence[PlayerId], source: DealSource, book: Rulebook
) -> tuple[tuple[PlayerId, ...], ...]:
    """Return who sits where; a sealed event is one group in the order given."""
    if source.plan.format == "draft":
        return draw_seats(order, book, secret=source.secret, words=source.words)
    return (tuple(order),)

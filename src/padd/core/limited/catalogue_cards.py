"""Cards of the catalogue as packs hold them, for the searches of a product."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from padd.core.cards.printing import Printing
from padd.core.limited.product import PackCard

KINDS: Final = {
    "h": "headquarters",
    "p": "planet",
    "s": "space",
    "d": "dual",
    "s/p": "dual",
    "sp": "dual",
}
"""Kinds of missions and dilemmas, as card data abbreviates them."""
LONGEST: Final = 3
"""Digits of a figure that a pack shows."""


def pack_cards(printings: Iterable[Printing], edition: str) -> tuple[PackCard, ...]:
    """Return every printing of an edition once, as a pack holds it."""
    found = (_card(printing) for printing in printings if printing.edition == edition)
    return tuple(dict.fromkeys(found))


def _card(printing: Printing) -> PackCard:
    mark = printing.kind.replace("[", "").replace("]", "").casefold()
    kind = KINDS.get(mark, mark)
    return PackCard(
        title=printing.title[:200],
        set=printing.set,
        number=printing.number,
        rarity=printing.rarity,
        type=", ".join(filter(None, (printing.type, kind))),
        points=_figure(printing.points),
        cost=_figure(printing.cost),
    )


def _figure(text: str) -> int | None:
    plain = text.isascii() and text.isdigit() and len(text) <= LONGEST
    return int(text) if plain else None

"""Products that come with the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files

from padd.core.limited.certificate import PackCertificate
from padd.core.limited.packs import Pack
from padd.core.limited.product import (
    PackCard,
    PackKind,
    Product,
    fill_product,
    pack_cards,
    pack_contents,
    parse_product,
)


@cache
def shipped_products() -> dict[str, Product]:
    """Return the products that come with the program, by their ids."""
    folder = files("padd.presentation.limited") / "products"
    found = (
        parse_product(file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".toml")
    )
    return {product.id: product for product in found}


def known_products() -> dict[str, Product]:
    """Return every product here, its searches answered from the cards in use."""
    # Loaded here, so that the command line needs no Django for the shipped products.
    from padd.services.limited.products import added_products

    known = {**shipped_products(), **added_products()}
    return {slug: _answered(product) for slug, product in known.items()}


def _answered(product: Product) -> Product:
    from padd.services.cards.catalogue import current_catalogue

    if not any(sheet.search for sheet in product.sheets.values()):
        return product
    return fill_product(product, _cards(current_catalogue().version, product.edition))


@lru_cache(maxsize=8)
def _cards(_version: str, edition: str) -> tuple[PackCard, ...]:
    from padd.services.cards.catalogue import current_catalogue

    return pack_cards(current_catalogue().catalogue.printings, edition)


def contents_words(kind: PackKind) -> str:
    """Return what a pack holds: “1 rare, 3 uncommon, 11 common”."""
    return ", ".join(f"{n} {sheet or 'fixed'}" for n, sheet in pack_contents(kind))


def card_words(card: PackCard) -> str:
    """Return what stands beside a title: type, and points or cost."""
    figures = (
        f"{card.points} points" if card.points is not None else "",
        f"cost {card.cost}" if card.cost is not None else "",
    )
    return ", ".join(filter(None, (card.type, *figures)))


def pack_lines(certificate: PackCertificate) -> Iterator[str]:
    """Yield packs as text, with what it takes to make them again."""
    product = certificate.product
    yield f"{product.title}, {product.version.isoformat()}"
    yield f"Seed: {certificate.seed}"
    yield f"Fingerprint: {certificate.fingerprint}"
    for number, pack in enumerate(certificate.packs, start=1):
        yield ""
        yield f"Pack {number}: {product.packs[pack.kind].title}"
        for card in pack.cards:
            rarity = f"{card.rarity:<2} " if card.rarity else ""
            words = card_words(card)
            yield f"  {rarity}{card.title}" + (f" ({words})" if words else "")


def lackey_lines(packs: Iterable[Pack]) -> Iterator[str]:
    """Yield packs as a plain deck of LackeyCCG: number, tab, title."""
    held = Counter(card.title for pack in packs for card in pack.cards)
    for title, count in held.items():
        yield f"{count}\t{title}"

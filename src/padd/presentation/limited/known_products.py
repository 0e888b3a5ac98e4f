"""All products that packs can be made from here, with the cards in use."""

from __future__ import annotations

from functools import lru_cache

from padd.core.limited.product import PackCard, Product, fill_product, pack_cards
from padd.presentation.limited.products import shipped_products
from padd.services.cards.catalogue import current_catalogue
from padd.services.limited.products import added_products


def known_products() -> dict[str, Product]:
    """Return every product here, its searches answered from the cards in use."""
    known = {**shipped_products(), **added_products()}
    return {slug: _answered(product) for slug, product in known.items()}


def _answered(product: Product) -> Product:
    if not any(sheet.search for sheet in product.sheets.values()):
        return product
    return fill_product(product, _cards(current_catalogue().version, product.edition))


@lru_cache(maxsize=8)
def _cards(_version: str, edition: str) -> tuple[PackCard, ...]:
    return pack_cards(current_catalogue().catalogue.printings, edition)

"""Products that come with the program."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from padd.core.limited.product import Product, parse_product


@cache
def shipped_products() -> dict[str, Product]:
    """Return the products that come with the program, by their ids."""
    folder = files("padd.presentation.limited") / "products"
    found = (
        parse_product(file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".toml")
    )
    return {product.id: product for product in found}

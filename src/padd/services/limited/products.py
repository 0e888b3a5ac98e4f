"""Products in this installation: built-in ones, and those of directors."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from django.db import transaction

from padd.core.limited.lackey_packs import product_from_lackey
from padd.core.limited.product import Product, parse_product, product_digest
from padd.core.messages import message
from padd.core.model import Edition
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.refusal import refusal_error
from padd.store.models.limited import LimitedProduct
from padd.store.writes.event_log import add_audit_entry

LARGEST: Final = 2_000_000


def added_products() -> dict[str, Product]:
    """Return every product that was added here, by its id."""
    rows = LimitedProduct.objects.values_list("slug", "content")
    return {slug: msgspec.convert(content, Product) for slug, content in rows}


def read_product(content: bytes, *, name: str, edition: Edition, now: datetime) -> Product:
    """Read a product: a TOML file, or pack definitions of LackeyCCG."""
    if len(content) > LARGEST:
        raise refusal_error("too-large", message("The file is too large."))
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return product_from_lackey(content, name=name, edition=edition, on=now.date())
    return parse_product(content)


def add_product(
    *, content: bytes, name: str, edition: Edition, by: Actor, now: datetime
) -> Product:
    """Add a product, or put a new version in the place of the old one."""
    require(Permission.PRODUCT_ADD, by)
    product = read_product(content, name=name, edition=edition, now=now)
    with refuse_database_errors(), transaction.atomic():
        LimitedProduct.objects.update_or_create(
            slug=product.id,
            defaults={
                "title": product.title,
                "edition": product.edition,
                "digest": product_digest(product),
                "content": msgspec.to_builtins(product),
                "added_by": by.label,
                "added_at": now,
            },
        )
        add_audit_entry(
            Permission.PRODUCT_ADD,
            by=by.label,
            subject=f"product:{product.id}",
            at=now,
            after={"digest": product_digest(product)},
        )
    return product

"""What anyone needs to regenerate packs: the seed, the product, and the packs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from padd.core.limited.packs import Pack, packs_by_seed, packs_fingerprint
from padd.core.limited.product import Product, check_product
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError

SCHEMA: Final = "padd-packs/1"


class PackCertificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Packs with the seed and the product that they follow from."""

    schema: Annotated[Literal["padd-packs/1"], Meta(description="The schema of the document.")] = (
        "padd-packs/1"
    )
    made: Annotated[datetime, Meta(description="When it was made, in UTC.")]
    seed: Annotated[str, Meta(description="The seed the packs follow from.")]
    product: Annotated[Product, Meta(description="The product.")]
    packs: Annotated[tuple[Pack, ...], Meta(description="The packs.")]
    fingerprint: Annotated[str, Meta(description="A fingerprint of it.")]


def certify_packs(
    product: Product, kinds: tuple[str, ...], seed: str, *, now: datetime
) -> PackCertificate:
    """Make packs, with everything needed to make them again."""
    packs = packs_by_seed(product, kinds, seed)
    return PackCertificate(
        made=now, seed=seed, product=product, packs=packs, fingerprint=packs_fingerprint(packs)
    )


def read_certificate(content: bytes) -> PackCertificate:
    """Read a certificate, strictly."""
    try:
        found = msgspec.json.decode(content, type=PackCertificate)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = message("This is not a certificate: {error}", error=str(error))
        refusal = Refusal(code="not-a-certificate", message=reason, rule=SCHEMA)
        raise RefusalError(refusal) from error
    check_product(found.product)
    return found


def differing_packs(certificate: PackCertificate) -> tuple[int, ...]:
    """Make every pack again and return the numbers of those that differ.

    Zero stands for the fingerprint of them all.
    """
    unknown = [
        number
        for number, pack in enumerate(certificate.packs, start=1)
        if pack.kind not in certificate.product.packs
    ]
    if unknown:
        return tuple(unknown)
    kinds = tuple(pack.kind for pack in certificate.packs)
    again = packs_by_seed(certificate.product, kinds, certificate.seed)
    both = zip(certificate.packs, again, strict=True)
    wrong = [n for n, (told, made) in enumerate(both, start=1) if told != made]
    if packs_fingerprint(certificate.packs) != certificate.fingerprint:
        wrong.insert(0, 0)
    return tuple(wrong)

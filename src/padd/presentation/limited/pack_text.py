"""Packs in words, and as a deck that LackeyCCG opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from padd.core.limited.certificate import PackCertificate
from padd.core.limited.packs import Pack
from padd.core.limited.product import PackCard, PackKind, pack_contents


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

"""What kinds of card lists are called on pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from padd.core.cards.printing import ListKind

LIST_KINDS: Final[dict[ListKind, str]] = {
    "banned": "Banned",
    "retired": "Hall of Fame: retired",
    "core": "Core of Block",
    "block": "Current and previous block",
    "converted": "Converted cards",
    "printable": "Printable promos",
    "watermarked": "Watermarked",
    "allowed": "Exception: allowed",
    "forbidden": "Exception: not allowed",
    "errata": "Errata",
    "league": "League promos",
}

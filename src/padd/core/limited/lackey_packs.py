"""Reads the pack definitions of LackeyCCG (`packdefinitions1.xml` and so on)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from typing import Final, NoReturn
from xml.etree.ElementTree import Element, ParseError, fromstring

import msgspec

from padd.core.limited.product import (
    PackKind,
    PackSlot,
    Product,
    Sheet,
    SheetCard,
    Variant,
    check_product,
)
from padd.core.messages import Message, message
from padd.core.model import Edition
from padd.core.refusal import refuse
from padd.core.text import slug, transliterate

RULE: Final = "LackeyCCG packdefinitions"
FIELDS: Final = {
    "name": "title",
    "set": "set",
    "rarity": "rarity",
    "type": "type",
    "number": "number",
}
ENTITIES: Final = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
PRECISION: Final = 10_000
"""Chances may be written with decimals; as weights they are whole numbers."""


def product_from_lackey(content: bytes, *, name: str, edition: Edition, on: date) -> Product:
    """Return the packs of a file as a product; searches wait for a catalogue."""
    if ENTITIES.search(content):
        _refuse("entities", message("The file declares XML entities, which are not supported."))
    try:
        root = fromstring(content)  # noqa: S314 -- entities were refused above
    except ParseError as error:
        reason = message("This is not well-formed XML: {error}.", error=str(error))
        _refuse("not-xml", reason)
    if root.tag.lower() != "packdefinitions":
        _refuse("not-packs", message("The file does not define packs."), root.tag)
    sheets: dict[str, Sheet] = {}
    packs: dict[str, PackKind] = {}
    for number, pack in enumerate(root.iter("pack"), start=1):
        title = _text(pack, "packtitle") or f"Pack {number}"
        key = _key_text(title) or f"pack-{number}"
        while key in packs:
            key = f"{key}-{number}"
        packs[key] = _pack(pack, title, sheets)
    if not packs:
        _refuse("no-packs", message("The file defines no packs."))
    return check_product(
        Product(
            id=_key_text(name) or "lackey",
            title=name,
            edition=edition,
            version=on,
            source="LackeyCCG packdefinitions",
            packs=packs,
            sheets=sheets,
        )
    )


def _pack(pack: Element, title: str, sheets: dict[str, Sheet]) -> PackKind:
    common = [_criterion(c, title) for c in pack.findall("packcommoncrit")]
    doubles = _text(pack, "packdoubles").lower() in {"yes", "true", "1"}
    chances = pack.findall("chance")
    variants = tuple(_variant(c, common, title, sheets, doubles) for c in chances)
    if not variants:
        _refuse("empty-pack", message("The pack holds no cards."), title)
    return PackKind(title=title, variants=variants)


def _variant(
    chance: Element,
    common: list[tuple[str, str]],
    title: str,
    sheets: dict[str, Sheet],
    doubles: bool,  # noqa: FBT001 -- one flag of the file
) -> Variant:
    slots = []
    for kind in chance.findall("kind"):
        criteria = [*common, *(_criterion(c, title) for c in kind.findall("crit"))]
        if not criteria:
            _refuse("no-criterion", message("A kind matches no cards."), title)
        key = _key(criteria)
        sheets[key] = _sheet(criteria)
        count = _number(_text(kind, "qty") or "1", title)
        if count.denominator != 1:
            _refuse("not-whole", message("A quantity must be a whole number."), title)
        one = len(sheets[key].cards) == 1
        slots.append(PackSlot(sheet=key, count=int(count), repeats=doubles or one))
    if not slots:
        _refuse("empty-pack", message("The pack holds no cards."), title)
    weight = _number(_text(chance, "prob") or "1", title) * PRECISION
    return Variant(slots=tuple(slots), weight=max(1, int(weight)))


def _criterion(element: Element, title: str) -> tuple[str, str]:
    field = FIELDS.get(_text(element, "field").lower())
    if field is None:
        reason = message("Cards can’t be searched by {field}.", field=_text(element, "field"))
        _refuse("unknown-field", reason, title)
    if _text(element, "eval").upper() != "IS":
        reason = message("“{eval}” can’t be read.", eval=_text(element, "eval"))
        _refuse("unknown-comparison", reason, title)
    return field, _text(element, "data")


def _sheet(criteria: Iterable[tuple[str, str]]) -> Sheet:
    """Return one card where the title is given, else a search."""
    values = dict(criteria)
    if "title" in values:
        return Sheet(cards=(msgspec.convert(values, SheetCard),))
    return Sheet(search={field: (word,) for field, word in values.items()})


def _key(criteria: Iterable[tuple[str, str]]) -> str:
    return _key_text(" ".join(f"{field} {word}" for field, word in criteria))


def _key_text(text: str) -> str:
    """Return a key; letters that have no plain form are left out."""
    plain = slug(transliterate(text)).encode("ascii", "ignore").decode()
    return plain.strip("-")[:60].strip("-")


def _number(text: str, title: str) -> Fraction:
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        number = Fraction(0)
    if not 0 < number <= 500:  # noqa: PLR2004 -- as in Count
        _refuse("not-a-number", message("“{text}” is not a number.", text=text), title)
    return number


def _text(element: Element, tag: str) -> str:
    return (element.findtext(tag) or "").strip()


def _refuse(code: str, reason: Message, place: str = "") -> NoReturn:
    refuse(code, reason, place, RULE)

"""A product that packs are made from: card sheets, and what a pack takes from them.

A sheet is cards with weights: a list, or a search that a card catalogue answers. A
slot is so many cards of a sheet; a pack has fixed cards, and slots in one of several
weighted variants. A kit, such as a starter deck, is a pack that is not drafted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from padd.core.cards.printing import Printing
from padd.core.messages import Message, message
from padd.core.model import Edition
from padd.core.refusal import Refusal, RefusalError

SCHEMA: Final = "padd-product/1"
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Key: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,59}$")]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=500)]
Weight: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Detail: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]


class PackCard(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One card as a pack holds it; the title is enough."""

    title: Annotated[Name, Meta(description="The title, for people.")]
    set: Annotated[Detail, Meta(description="The set.")] = ""
    number: Annotated[Detail, Meta(description="The number in the set.")] = ""
    rarity: Annotated[Detail, Meta(description="The rarity.")] = ""
    type: Annotated[Detail, Meta(description="The type.")] = ""
    points: Annotated[Figure | None, Meta(description="The points.")] = None
    cost: Annotated[Figure | None, Meta(description="The cost.")] = None


class SheetCard(PackCard, frozen=True, kw_only=True, omit_defaults=True):
    """A card of a sheet: with twice the weight it is drawn twice as often."""

    weight: Annotated[
        Weight, Meta(description="How often it is drawn, compared with the others.")
    ] = 1


class FixedCard(PackCard, frozen=True, kw_only=True, omit_defaults=True):
    """A card that is in every pack of its kind."""

    count: Annotated[Count, Meta(description="How many.")] = 1


class Sheet(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Cards to draw from: listed, or all that a search finds in the catalogue."""

    cards: Annotated[tuple[SheetCard, ...], Meta(description="The cards.")] = ()
    search: Annotated[
        dict[str, tuple[str, ...]],
        Meta(description="For `set`, `number`, `rarity`, `type` or `title`, the words that count."),
    ] = {}


class PackSlot(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A number of cards from one sheet, all different unless repeats are allowed."""

    sheet: Annotated[Key, Meta(description="The sheet.")]
    count: Annotated[Count, Meta(description="How many.")] = 1
    repeats: Annotated[bool, Meta(description="Whether a card can appear more than once.")] = False


class Variant(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One way in which a pack can be filled."""

    slots: Annotated[
        tuple[PackSlot, ...],
        msgspec.Meta(min_length=1, max_length=60, description="The slots of a pack."),
    ]
    weight: Annotated[Weight, Meta(description="The weight.")] = 1


class PackKind(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What is in a pack: fixed cards, and the slots of one variant."""

    title: Annotated[Name, Meta(description="The title, for people.")]
    cards: Annotated[tuple[FixedCard, ...], Meta(description="The cards.")] = ()
    variants: Annotated[tuple[Variant, ...], Meta(description="The variants.")] = ()


class Product(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Sheets and the kinds of packs made from them, with where they come from."""

    id: Annotated[Key, Meta(description="The id; it never changes.")]
    title: Annotated[Name, Meta(description="The title, for people.")]
    edition: Annotated[Edition, Meta(description="The game: 1E, 2E or TR.")]
    version: Annotated[date, Meta(description="The day of this version.")]
    source: Annotated[Name, Meta(description="Where it comes from.")]
    packs: Annotated[dict[Key, PackKind], msgspec.Meta(min_length=1, description="The packs.")]
    sheets: Annotated[dict[Key, Sheet], Meta(description="The sheets.")] = {}


def parse_product(content: bytes | str) -> Product:
    """Read a product in TOML, strictly; what cannot be packed is refused."""
    try:
        product = msgspec.toml.decode(content, type=Product)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        place = getattr(error, "path", "")
        reason = message("This is not a product: {error}", error=str(error))
        raise RefusalError(_refusal("not-a-product", reason, place)) from error
    return check_product(product)


def check_product(product: Product) -> Product:
    """Return the product, or refuse it with everything that is wrong."""
    found = tuple(_faults(product))
    if found:
        raise RefusalError(*found)
    return product


def fill_product(product: Product, catalogue: Iterable[PackCard]) -> Product:
    """Return the product with its searches answered, unless nothing is known.

    What a search leaves empty or too small is refused when packs are asked for.
    """
    searched = {k: s for k, s in product.sheets.items() if s.search}
    known = tuple(catalogue) if searched else ()
    if not known:
        return product
    sheets = dict(product.sheets)
    for key, sheet in searched.items():
        cards = tuple(
            msgspec.convert(msgspec.structs.asdict(card), SheetCard)
            for card in sorted(known, key=_order)
            if _passes_search(card, sheet.search)
        )
        sheets[key] = Sheet(cards=(*sheet.cards, *cards))
    return msgspec.structs.replace(product, sheets=sheets)


def product_digest(product: Product) -> str:
    """Return the fingerprint of everything that packs of a product follow from."""
    text = msgspec.json.encode(product, order="sorted")
    return sha256(f"{SCHEMA}\n".encode() + text).hexdigest()


def pack_contents(kind: PackKind) -> tuple[tuple[int, str], ...]:
    """Return what a pack holds: how many cards, and of which sheet.

    Where variants differ, the first is told; fixed cards have no sheet.
    """
    fixed = sum(card.count for card in kind.cards)
    slots = kind.variants[0].slots if kind.variants else ()
    told = tuple((slot.count, slot.sheet) for slot in slots)
    return ((fixed, ""), *told) if fixed else told


def pack_size_range(kind: PackKind) -> frozenset[int]:
    """Return how many cards a pack of a kind can have."""
    fixed = sum(card.count for card in kind.cards)
    drawn = {sum(slot.count for slot in v.slots) for v in kind.variants} or {0}
    return frozenset(fixed + count for count in drawn)


def _order(card: PackCard) -> tuple[str, str, str]:
    return card.set, card.number, card.title


def _passes_search(card: PackCard, search: Mapping[str, tuple[str, ...]]) -> bool:
    """Tell whether a card passes; a type is found whole and by each of its parts."""
    for field, words in search.items():
        value = str(getattr(card, field)).casefold()
        held = {value, *value.split(", ")} if field == "type" else {value}
        if held.isdisjoint(word.casefold() for word in words):
            return False
    return True


SEARCHED: Final = frozenset({"set", "number", "rarity", "type", "title"})


def _faults(product: Product) -> Iterator[Refusal]:
    for key, sheet in product.sheets.items():
        for field in sorted(set(sheet.search) - SEARCHED):
            reason = message("Cards can’t be searched by {field}.", field=field)
            yield _refusal("unknown-field", reason, f"sheets.{key}.search")
    for key, kind in product.packs.items():
        if not kind.cards and not kind.variants:
            yield _refusal("empty-pack", message("The pack holds no cards."), f"packs.{key}")
        for number, variant in enumerate(kind.variants):
            place = f"packs.{key}.variants[{number}]"
            yield from _faults_of(product, kind.title, variant, place)


def _faults_of(product: Product, pack: str, variant: Variant, place: str) -> Iterator[Refusal]:
    wanted: dict[str, int] = {}
    for number, slot in enumerate(variant.slots, start=1):
        where = f"{place}.slots[{number - 1}]"
        sheet = product.sheets.get(slot.sheet)
        wanted[slot.sheet] = wanted.get(slot.sheet, 0) + slot.count
        if sheet is None:
            reason = message("There is no sheet {sheet}.", sheet=slot.sheet)
            yield _refusal("no-such-sheet", reason, where)
        elif not sheet.cards and not sheet.search:
            reason = message(
                "{pack}, slot {number}: sheet {sheet} is empty.",
                pack=pack,
                number=number,
                sheet=slot.sheet,
            )
            yield _refusal("empty-sheet", reason, where)
        elif sheet.search:
            continue
        elif not slot.repeats and wanted[slot.sheet] > len(sheet.cards):
            reason = message(
                "{pack}, slot {number}: {wanted} cards are needed, but sheet {sheet} has {held}.",
                pack=pack,
                number=number,
                wanted=wanted[slot.sheet],
                sheet=slot.sheet,
                held=len(sheet.cards),
            )
            yield _refusal("sheet-too-small", reason, where)


def product_fault(product: Product) -> Refusal | None:
    """Say why no packs can be made now: a search without cards, a sheet too small."""
    return _unanswered(product) or next(_faults(product), None)


def _unanswered(product: Product) -> Refusal | None:
    for key, sheet in product.sheets.items():
        if sheet.search:
            reason = message(
                "Sheet {sheet} is a card search, and no card data is loaded.", sheet=key
            )
            way = message("Load the cards, or list them in the product.")
            return _refusal("no-catalogue", reason, f"sheets.{key}", way)
    return None


def _refusal(
    code: str, reason: Message, place: str = "", way_out: Message | None = None
) -> Refusal:
    return Refusal(code=code, message=reason, rule=SCHEMA, place=place, way_out=way_out)


def pack_card_of(card: PackCard) -> dict[str, Any]:
    """Return a card of a sheet or a fixed one as a pack holds it."""
    return {field: getattr(card, field) for field in PackCard.__struct_fields__}


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

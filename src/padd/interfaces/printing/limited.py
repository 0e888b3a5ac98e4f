"""Sheets of drafts and sealed play: seats, slips for packs, pools, packs made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from padd.core.limited.certificate import PackCertificate
from padd.core.limited.event_state import LimitedState
from padd.core.limited.plan import pack_sizes
from padd.core.limited.pool import card_key
from padd.core.limited.product import PackCard
from padd.core.limited.seats import group_name
from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.lists import ListColumn, ListTable, PrintedList
from padd.presentation.limited.products import card_words

SPARE_LINES: Final = 4
"""Empty lines below a pool, for cards that are added."""


def has_seats(view: PrintView) -> bool:
    """Tell whether seats of a draft are drawn."""
    limited = view.limited
    return bool(limited and limited.dealt and limited.plan.format == "draft")


def has_products(view: PrintView) -> bool:
    """Tell whether the cards that can be in a pool are known."""
    return view.limited is not None and bool(view.limited.products)


def _limited(view: PrintView) -> LimitedState:
    if view.limited is None:
        reason = "The event has no plan for limited play yet."
        raise LookupError(reason)
    return view.limited


def seat_plan(view: PrintView) -> PrintedList:
    """Return who sits where, and where each pack goes: the list to pin up."""
    limited = _limited(view)
    passing = ", ".join(limited.plan.directions)
    columns = (ListColumn("Seat", 16, "middle", strong=True), ListColumn("Player", -1))
    parts = tuple(
        ListTable(
            title=f"Group {group_name(number)}",
            columns=columns,
            rows=tuple(
                (str(seat), view.names.get(player, str(player)))
                for seat, player in enumerate(players, start=1)
            ),
        )
        for number, players in enumerate(limited.groups, start=1)
    )
    turn = f"Seats clockwise. Packs go {passing}: left is to the next higher seat."
    return PrintedList(title="Draft seats", lines=(view.place_and_day, turn), parts=parts, size=13)


def pack_slips(view: PrintView) -> dict[str, Any]:
    """Return a slip for each pack of each seat, to cut and lay on the table."""
    limited = _limited(view)
    plan = limited.plan
    sizes = pack_sizes(plan, limited.products)
    return {
        "title": "Pack slips",
        "event": view.name,
        "tags": [
            {
                "name": f"{group_name(number)}{seat} · Pack {pack}",
                "handle": f"{view.names.get(player, player)}. {size} cards, "
                f"pass to the {direction}.",
            }
            for number, players in enumerate(limited.groups, start=1)
            for seat, player in enumerate(players, start=1)
            for pack, (size, direction) in enumerate(
                zip(sizes, plan.directions, strict=False), start=1
            )
        ],
        "foot": view.foot,
    }


def pool_check(view: PrintView) -> PrintedList:
    """Return every card that a pool can have, to count by hand."""
    limited = _limited(view)
    plan = limited.plan
    rows: dict[str, tuple[str, ...]] = {}
    for choice in dict.fromkeys((*plan.kit, *plan.packs)):
        product = limited.products[choice.product]
        kind = product.packs[choice.kind]
        sheets = {slot.sheet for variant in kind.variants for slot in variant.slots}
        cards: list[PackCard] = [*kind.cards]
        for sheet in sorted(sheets):
            cards += product.sheets[sheet].cards
        for card in cards:
            words = card_words(card)
            rows[card_key(card)] = ("", "", card.title, words, card.rarity)
    return PrintedList(
        title="Pool check",
        lines=(view.place_and_day, "Player: ________________  Checked by: ________"),
        parts=(_pool_table(sorted(rows.values(), key=lambda row: row[2].casefold())),),
        size=9.5,
        pad=0.8,
        line=4.6,
    )


def own_pool(
    title: str, cards: Iterable[PackCard], deck: Mapping[str, int], foot: str
) -> dict[str, Any]:
    """Return a player's own pool, with what is in the deck."""
    held = list(cards)
    counts, known = Counter(map(card_key, held)), {card_key(card): card for card in held}
    rows = [
        (str(counts[key]), str(deck.get(key, 0) or ""), *_about(card))
        for key, card in known.items()
    ]
    rows.sort(key=lambda row: (row[3], row[2].casefold()))
    empty = [("",) * len(rows[0])] * SPARE_LINES if rows else []
    table = ListTable(columns=POOL, rows=tuple(rows + empty))
    lines = (f"{len(held)} cards, {sum(deck.values())} in the deck.",)
    return PrintedList(title=title, lines=lines, parts=(table,), size=9.5, pad=1).content(foot)


def pack_list(certificate: PackCertificate) -> dict[str, Any]:
    """Return packs as lists, with what it takes to make them again."""
    product = certificate.product
    columns = (ListColumn("", 8, strong=True), ListColumn("Card", -1), ListColumn("", -1))
    parts = tuple(
        ListTable(
            title=f"Pack {number}: {product.packs[pack.kind].title}, {pack.fingerprint[:8]}",
            columns=columns,
            rows=tuple((c.rarity, c.title, card_words(c)) for c in pack.cards),
        )
        for number, pack in enumerate(certificate.packs, start=1)
    )
    lines = (
        f"Seed {certificate.seed}",
        f"{product.title}, {product.version.isoformat()}. {product.source}",
    )
    foot = f"Fingerprint {certificate.fingerprint[:32]}."
    made = PrintedList(
        title=f"{len(parts)} packs of {product.title}",
        lines=lines,
        parts=parts,
        size=9,
        pad=1.2,
        columns=2,
    )
    return made.content(foot)


POOL: Final = (
    ListColumn("Pool", 14, "middle", strong=True),
    ListColumn("Deck", 14, "middle"),
    ListColumn("Card", -1),
    ListColumn("Type", -1),
    ListColumn("Rarity", 15, "middle"),
)


def _pool_table(rows: Iterable[tuple[str, ...]]) -> ListTable:
    writing = (ListColumn("Pool", 14, write=True), ListColumn("Deck", 14, write=True), *POOL[2:])
    return ListTable(columns=writing, rows=tuple(rows))


def _about(card: PackCard) -> Iterator[str]:
    yield card.title
    yield card_words(card)
    yield card.rarity

"""A pool: the cards a player got at the event. The deck is built from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from padd.core.limited.product import PackCard
from padd.core.messages import Message, message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite

CardKey: TypeAlias = str
"""Title, set and number: what tells the cards of a pool apart."""


def card_key(card: PackCard) -> CardKey:
    """Return what tells a card from others; copies of it have the same."""
    return f"{card.title}|{card.set}|{card.number}"


def count_cards(cards: Iterable[PackCard]) -> Counter[CardKey]:
    """Return how many copies of each card there are."""
    return Counter(card_key(card) for card in cards)


def deck_faults(
    deck: Mapping[CardKey, int], pool: Iterable[PackCard], format_: str, book: Rulebook
) -> Iterator[Refusal]:
    """Yield what keeps a deck from being built out of a pool (FMT-9)."""
    cards = list(pool)
    owned, rule = count_cards(cards), cite(book, "formats.deck_cards")
    for key, count in deck.items():
        if count < 0 or count > owned[key]:
            yield Refusal(
                "not-in-the-pool",
                message(
                    "{title}: {count} in the deck, {owned} in your pool.",
                    title=key.split("|")[0],
                    count=count,
                    owned=owned[key],
                ),
                rule=rule,
                way_out=message("Use only cards that you were given."),
            )
    yield from _size_faults(deck, cards, format_, book)


def swap_fault(
    before: Mapping[CardKey, int], then: Mapping[CardKey, int], book: Rulebook
) -> Refusal | None:
    """Refuse a change between games that is not one for one, where that is asked."""
    if (book.decks.size or {}).get("sealed") is None:
        return None
    if sum(before.values()) == sum(then.values()):
        return None
    return Refusal(
        "not-one-for-one",
        message("Swap cards one for one: the deck keeps its size."),
        rule=cite(book, "decks.changes"),
    )


def _size_faults(
    deck: Mapping[CardKey, int], pool: list[PackCard], format_: str, book: Rulebook
) -> Iterator[Refusal]:
    wanted = (book.decks.size or {}).get(format_)
    held = sum(deck.values())
    if wanted is not None and held != wanted:
        reason = message(
            "The deck has {held} cards; it must have {wanted}.", held=held, wanted=wanted
        )
        yield _refusal("deck-size", reason, cite(book, "decks.size"))
    missions = (book.decks.missions or {}).get(format_)
    types = {card_key(card): card.type.casefold() for card in pool}
    if missions is None or not any(types.values()):
        return
    found = sum(n for key, n in deck.items() if "mission" in types.get(key, ""))
    if found != missions:
        reason = message(
            "The deck has {found} missions; it must have {missions}.",
            found=found,
            missions=missions,
        )
        yield _refusal("missions", reason, cite(book, "decks.missions"))


def _refusal(code: str, reason: Message, rule: str) -> Refusal:
    way = message("Move cards between the deck and the rest.")
    return Refusal(code, reason, rule=rule, way_out=way)

"""What a rulebook requires of the cards of a draft or sealed event, for the plan."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from padd.core.messages import Message, message, plural
from padd.rulebooks.schema import Rulebook, cite


class Advice(msgspec.Struct, frozen=True):
    """One sentence of advice with the section behind it."""

    message: Message
    rule: str


def limited_advice(book: Rulebook, format_: str, edition: str) -> Iterator[Advice]:
    """Yield what the rulebook says of a format, in the order of a plan."""
    fixed = (book.formats.fixed_sets or {}).get(format_, {}).get(edition, ())
    if fixed:
        products = ", ".join(fixed)
        yield Advice(
            message("Each player may be given: {products}.", products=products),
            cite(book, "formats.fixed_sets"),
        )
    if format_ == "draft" and book.formats.draft.packs:
        kinds = ", ".join(kind.replace("-", " ") for kind in book.formats.draft.packs)
        yield Advice(
            message("Drafted packs: {kinds}.", kinds=kinds), cite(book, "formats.draft.packs")
        )
    if format_ == "sealed":
        yield from _sealed(book)
    minutes = (book.formats.build_minutes or {}).get(format_)
    if minutes is not None:
        yield Advice(
            message("Allow at least {minutes} minutes for deck building.", minutes=minutes),
            cite(book, "formats.build_minutes"),
        )
    subsets = book.formats.limited_pool
    if subsets:
        kinds = ", ".join(kind.replace("-", " ") for kind in subsets)
        yield Advice(
            message("The cards may be limited by: {kinds}.", kinds=kinds),
            cite(book, "formats.limited_pool"),
        )


def _sealed(book: Rulebook) -> Iterator[Advice]:
    sealed = book.decks.sealed
    if sealed.starters is not None:
        yield Advice(
            message(
                "Each player gets starter decks: {starters}; expansion "
                "packs: {expansions}, all from one set; Warp Packs: "
                "{warps}.",
                starters=sealed.starters,
                expansions=sealed.expansion_packs or 0,
                warps=sealed.warp_packs or 0,
            ),
            cite(book, "decks.sealed.starters"),
        )
    if sealed.commons is not None:
        yield Advice(
            plural(
                "Each player adds {count} common card.",
                "Each player adds {count} common cards.",
                count=sealed.commons,
            ),
            cite(book, "decks.sealed.commons"),
        )
    if sealed.pool is not None:
        yield Advice(
            message(
                "That makes about {pool} cards; what was actually handed out counts.",
                pool=sealed.pool,
            ),
            cite(book, "decks.sealed.pool"),
        )

"""A printing: one row of a card list, with its set, number and rarity."""

from __future__ import annotations

from datetime import date
from typing import Final, Literal

import msgspec

from padd.rulebooks.sections.section import Edition

EDITIONS: Final[tuple[Edition, ...]] = ("1E", "2E", "TR")
Uniqueness = Literal["unique", "universal", "enigma", ""]

MISSION: Final = "Mission"
PERSONNEL: Final = "Personnel"
SHIP: Final = "Ship"
DILEMMA: Final = "Dilemma"

VIRTUAL: Final = "V"
VIRTUAL_PROMO: Final = "VP"
BORDERLESS: Final = "B"
PREVIEW: Final = "P"
OF_DECIPHER: Final = frozenset({"C", "U", "R", "R+", "R*", "S", "UR"})
"""Rarities that only cards of Decipher have."""


def card_edition(name: str) -> Edition:
    """Return the edition of a name; First Edition where there is no such one."""
    return next((each for each in EDITIONS if each == name), "1E")


class CardSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set of cards: an expansion, a pack, a collection of promos."""

    edition: Edition
    code: str
    name: str = ""
    virtual: bool = False
    release: date | None = None
    block: str = ""
    """The block and the place in it, as announced."""


class Printing(msgspec.Struct, frozen=True, kw_only=True):
    """One printing of a card, with the facts that rules ask for."""

    edition: Edition
    title: str
    set: str = ""
    number: str = ""
    rarity: str = ""
    type: str = ""
    uniqueness: Uniqueness = ""
    affiliation: str = ""
    card_class: str = ""
    points: str = ""
    span: str = ""
    region: str = ""
    quadrant: str = ""
    kind: str = ""
    """Planet or space for missions and dilemmas, as printed."""
    icons: str = ""
    staff: str = ""
    persona: str = ""
    species: str = ""
    keywords: str = ""
    cost: str = ""
    property_logo: str = ""
    attributes: tuple[str, str, str] = ("", "", "")
    """Integrity, cunning, strength; of ships range, weapons, shields."""
    from_second_edition: bool = False
    """A card of Second Edition that First Edition uses."""
    virtual: bool | None = None
    """Whether its source counts it among the virtual cards; null is not known."""
    set_number: str = ""
    """The number of the set before the rarity in a collector's number (13R99)."""
    name: str = ""
    """The title without its subtitle, where that is known."""
    name_known: bool = True
    aliases: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """Set, number and rarity, as people write it."""
        return " ".join(filter(None, (self.set, self.number + self.rarity)))

    @property
    def is_mission(self) -> bool:
        """Whether it is a mission."""
        return self.type == MISSION


class ListedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card on a card list, from a day on."""

    title: str
    set: str = ""
    number: str = ""
    in_force: date
    announced: date | None = None
    until: date | None = None
    """The first day on which it is off the list again."""

    def holds(self, day: date) -> bool:
        """Tell whether the card is on the list that day."""
        return self.in_force <= day and (self.until is None or day < self.until)


ListKind = Literal[
    "banned",
    "retired",
    "core",
    "block",
    "converted",
    "printable",
    "watermarked",
    "allowed",
    "forbidden",
    "errata",
    "league",
]
"""`allowed` and `forbidden` are the exceptions for single cards, `league` the promos
of a season."""


class CardList(msgspec.Struct, frozen=True, kw_only=True):
    """A published list of cards: bans, retired cards, a block, exceptions."""

    kind: ListKind
    edition: Edition
    rules: str = ""
    """The rules set of a ban list; empty is any."""
    source: str = ""
    cards: tuple[ListedCard, ...]

    @property
    def known_from(self) -> date:
        """The first day of which the list says anything."""
        return min(card.in_force for card in self.cards)

    def on(self, day: date) -> tuple[ListedCard, ...]:
        """Return what is on the list that day."""
        return tuple(card for card in self.cards if card.holds(day))

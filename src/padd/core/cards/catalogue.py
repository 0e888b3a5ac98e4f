"""The catalogue: every known printing, which of them are one card, sets and lists.

One immutable value; a process keeps one. A title alone does not make a card: printings
are one card if title, type, class, attributes, points and affiliation agree, and
officers can join and separate cards by hand.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final

import msgspec

from padd.core.cards.card_file import CardFile
from padd.core.cards.printing import PERSONNEL, SHIP, CardList, CardSet, Printing
from padd.core.cards.titles import (
    BACK,
    LABELS,
    fold_title,
    other_ship_name,
    title_parts,
    with_current_name,
)
from padd.rulebooks.sections.section import Edition

SIDES: Final = frozenset({PERSONNEL, SHIP, "Facility"})
"""Types whose affiliation tells cards of one title apart."""
NEAREST: Final = 3
SHORTEST: Final = 4
"""A place may be left out of a mission only where this many letters are left."""

CardKey = tuple[str, ...]


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """An officer's word on one printing: the same card as another, or its own."""

    edition: Edition
    set: str
    number: str
    title: str
    card: str
    """A name that all printings of the card share from now on."""


class Card(msgspec.Struct, frozen=True):
    """Printings that count as one card."""

    key: CardKey
    printings: tuple[Printing, ...]

    @property
    def title(self) -> str:
        """The title people know it by: the shortest."""
        return min((each.title for each in self.printings), key=len)

    @property
    def slug(self) -> str:
        """An address for it: edition, title, and what tells it from namesakes."""
        rest = sha256("\0".join(self.key).encode()).hexdigest()[:8]
        return f"{self.key[0].lower()}-{fold_title(self.key[1])}-{rest}"


class TitleMatch(msgspec.Struct, frozen=True):
    """What a title was found to be."""

    cards: tuple[Card, ...] = ()
    printings: tuple[Printing, ...] = ()
    """The printings that bear the title, or all of the card."""
    nearest: tuple[str, ...] = ()
    """Titles like it, where nothing or more than one card was found."""

    @property
    def card(self) -> Card | None:
        """The card, where it is clear which."""
        return self.cards[0] if len(self.cards) == 1 else None


class _TitleIndex(msgspec.Struct, frozen=True):
    """The cards of an edition sorted, with their folded titles and a way into these."""

    cards: tuple[Card, ...]
    titles: tuple[str, ...]
    """The titles of the printings of each card, a line each."""
    places: Mapping[str, array[int]]
    """The places of the cards whose titles have three letters in a row."""


class Catalogue:
    """All that is known of the cards of every edition."""

    def __init__(
        self,
        *,
        printings: Iterable[Printing] = (),
        sets: Iterable[CardSet] = (),
        lists: Iterable[CardList] = (),
        corrections: Iterable[Correction] = (),
    ) -> None:
        self.printings = tuple(printings)
        self.sets = {(each.edition, each.code): each for each in sets}
        self.lists = tuple(lists)
        self._labels = LABELS | {fold_title(each.name) for each in self.sets.values()}
        self._corrected = {
            (each.edition, each.set, each.number, fold_title(each.title)): each.card
            for each in corrections
        }

    @cached_property
    def cards(self) -> Mapping[CardKey, Card]:
        """Every card by its key."""
        grouped: defaultdict[CardKey, list[Printing]] = defaultdict(list)
        for printing in self.printings:
            grouped[self.key_of(printing)].append(printing)
        return {key: Card(key, tuple(found)) for key, found in grouped.items()}

    def joined_name(self, printing: Printing) -> str:
        """Return the name that an officer gave the card of a printing, if any."""
        place = (printing.edition, printing.set, printing.number, fold_title(printing.title))
        return self._corrected.get(place, "")

    def key_of(self, printing: Printing) -> CardKey:
        """Return what makes printings one card."""
        return self._keys.get(id(printing)) or self._key(printing)

    @cached_property
    def _keys(self) -> Mapping[int, CardKey]:
        return {id(each): self._key(each) for each in self.printings}

    def _key(self, printing: Printing) -> CardKey:
        if joined := self.joined_name(printing):
            return (printing.edition, joined)
        parts = title_parts(printing.title)
        base = with_current_name(fold_title(parts.base))
        if BACK in parts.brackets:
            front = self._fronts.get((printing.edition, printing.set, base))
            if front is not None:
                return self._key(front)
        if printing.is_mission:
            base = self._whole_missions.get((printing.edition, base), base)
        key = [printing.edition, base, fold_title(printing.type)]
        if printing.edition == "1E":
            key += self._first_edition_key(printing, parts.brackets)
        return tuple(key)

    @cached_property
    def _fronts(self) -> Mapping[tuple[str, str, str], Printing]:
        """The fronts of double-sided cards, by edition, set and title."""
        backs = {
            (each.edition, each.set, with_current_name(fold_title(parts.base)))
            for each in self.printings
            if BACK in (parts := title_parts(each.title)).brackets
        }
        fronts: dict[tuple[str, str, str], Printing] = {}
        for each in self.printings if backs else ():
            parts = title_parts(each.title)
            place = (each.edition, each.set, with_current_name(fold_title(parts.base)))
            if place in backs and not parts.brackets:
                fronts[place] = each
        return fronts

    @cached_property
    def _whole_missions(self) -> Mapping[tuple[str, str], str]:
        """The whole titles of missions that are also known without their place."""
        return {
            (each.edition, fold_title(alias)): fold_title(title_parts(each.title).base)
            for each in self.printings
            if each.is_mission
            for alias in each.aliases
        }

    def _first_edition_key(self, printing: Printing, brackets: tuple[str, ...]) -> list[str]:
        subtitles = [
            folded
            for folded in map(fold_title, brackets)
            if printing.from_second_edition and folded not in self._labels
        ]
        letters = "".join(c if c.isalpha() else " " for c in printing.affiliation)
        sides = sorted(set(letters.split())) if printing.type in SIDES else []
        return [
            fold_title(printing.card_class),
            *printing.attributes,
            printing.points,
            "".join(sides),
            "".join(subtitles),
        ]

    def holding(self, edition: Edition, words: Sequence[str]) -> Iterable[Card]:
        """Return the cards whose folded titles hold the longest of some words, sorted.

        Only titles with the rarest three letters of the word are looked at.
        """
        index = self._title_index.get(edition)
        if index is None:
            return ()
        if not words:
            return index.cards
        wanted = max(words, key=len)
        places: Sequence[int] = min(
            (index.places.get(piece, ()) for piece in _word_pieces(wanted)),
            key=len,
            default=range(len(index.cards)),
        )
        return [index.cards[at] for at in places if wanted in index.titles[at]]

    @cached_property
    def _title_index(self) -> Mapping[Edition, _TitleIndex]:
        sorted_in: dict[Edition, list[Card]] = {}
        for card in sorted(self.cards.values(), key=lambda x: (fold_title(x.title), x.key)):
            sorted_in.setdefault(card.printings[0].edition, []).append(card)
        return {edition: _title_index(cards) for edition, cards in sorted_in.items()}

    def card_of(self, printing: Printing) -> Card:
        """Return the card of a printing."""
        return self.cards[self.key_of(printing)]

    def set_of(self, printing: Printing) -> CardSet | None:
        """Return the set of a printing, if it is known."""
        return self.sets.get((printing.edition, printing.set))

    @cached_property
    def by_slug(self) -> Mapping[str, Card]:
        """Every card by its address."""
        return {card.slug: card for card in self.cards.values()}

    @cached_property
    def titles(self) -> Mapping[Edition, Mapping[str, tuple[Printing, ...]]]:
        """The printings of each edition by every title they are known under."""
        found: dict[Edition, defaultdict[str, list[Printing]]] = {}
        for printing in self.printings:
            index = found.setdefault(printing.edition, defaultdict(list))
            for title in self._spellings(printing):
                if printing not in index[title]:
                    index[title].append(printing)
        return {
            edition: {title: tuple(all_of) for title, all_of in index.items()}
            for edition, index in found.items()
        }

    def _spellings(self, printing: Printing) -> set[str]:
        parts = title_parts(printing.title)
        brackets = [each for each in parts.brackets if fold_title(each) not in LABELS]
        whole = fold_title(" ".join((parts.base, *brackets)))
        marked = {whole + "2e"} if parts.second_edition else set()
        aliases = (fold_title(" ".join(_plain_title(alias))) for alias in printing.aliases)
        return {fold_title(printing.title), whole, *marked, *aliases} - {""}

    @cached_property
    def bases(self) -> Mapping[Edition, Mapping[str, tuple[Printing, ...]]]:
        """The printings of each edition by their titles without brackets."""
        found: dict[Edition, defaultdict[str, list[Printing]]] = {}
        for printing in self.printings:
            index = found.setdefault(printing.edition, defaultdict(list))
            index[fold_title(title_parts(printing.title).base)].append(printing)
        return {
            edition: {title: tuple(all_of) for title, all_of in index.items()}
            for edition, index in found.items()
        }

    def find(self, title: str, edition: Edition) -> TitleMatch:
        """Return the card that a title means; never a guess."""
        second = title_parts(title).second_edition
        for all_found in self._candidates(title, edition):
            own = tuple(x for x in all_found if x.from_second_edition == second)
            if found := own or all_found:
                if len(found) == 1:
                    return TitleMatch((self.card_of(found[0]),), found)
                cards = tuple({self.key_of(each): None for each in found})
                if len(cards) == 1:
                    return TitleMatch((self.cards[cards[0]],), found)
                return TitleMatch(
                    tuple(self.cards[key] for key in cards),
                    found,
                    tuple(dict.fromkeys(each.title for each in found))[:NEAREST],
                )
        return TitleMatch(nearest=self.nearest(title, edition))

    def knows(self, title: str, edition: Edition) -> bool:
        """Tell whether some card has a title, however it is written."""
        return any(self._candidates(title, edition))

    def _candidates(self, title: str, edition: Edition) -> Iterable[tuple[Printing, ...]]:
        titles = self.titles.get(edition, {})
        yield titles.get(fold_title(title), ())
        bases = self.bases.get(edition, {})
        parts = title_parts(title)
        folded = fold_title(" ".join(_plain_title(title)))
        yield titles.get(folded, ())
        if parts.second_edition:
            yield titles.get(folded + "2e", ())
        if (other := other_ship_name(folded)) is not None:
            yield titles.get(other, ())
        if not parts.brackets:
            yield bases.get(folded, ())
        yield self._missions_ending(folded, edition)

    def _missions_ending(self, folded: str, edition: Edition) -> tuple[Printing, ...]:
        """Return the missions whose title is this behind the name of a place."""
        if len(folded) < SHORTEST:
            return ()
        return tuple(
            printing
            for title, printings in self._missions.get(edition, ())
            if title.endswith(folded)
            for printing in printings
        )

    @cached_property
    def _missions(self) -> Mapping[Edition, tuple[tuple[str, tuple[Printing, ...]], ...]]:
        return {
            edition: tuple(
                (title, printings) for title, printings in index.items() if printings[0].is_mission
            )
            for edition, index in self.bases.items()
        }

    def nearest(self, title: str, edition: Edition) -> tuple[str, ...]:
        """Return the titles most like one that was not found."""
        asked = _word_pieces(f" {fold_title(title_parts(title).base)} ")
        scored = sorted(
            (
                (-len(asked & pieces) / (len(asked | pieces) or 1), printing.title)
                for pieces, printing in self._piece_index.get(edition, ())
                if asked & pieces
            )
        )
        return tuple(title for _, title in scored[:NEAREST])

    @cached_property
    def _piece_index(self) -> Mapping[Edition, tuple[tuple[frozenset[str], Printing], ...]]:
        return {
            edition: tuple((_word_pieces(f" {title} "), found[0]) for title, found in index.items())
            for edition, index in self.bases.items()
        }


def _plain_title(title: str) -> tuple[str, ...]:
    parts = title_parts(title)
    return (parts.base, *(each for each in parts.brackets if fold_title(each) not in LABELS))


def _title_index(cards: list[Card]) -> _TitleIndex:
    titles = tuple(
        "\n".join(dict.fromkeys(fold_title(each.title) for each in card.printings))
        for card in cards
    )
    places: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for at, title in enumerate(titles):
        for piece in _word_pieces(title):
            places[piece].append(at)
    return _TitleIndex(tuple(cards), titles, dict(places))


def _word_pieces(text: str) -> frozenset[str]:
    return frozenset(text[start : start + 3] for start in range(len(text) - 2))


def catalogue_of(files: Iterable[CardFile], corrections: Iterable[Correction] = ()) -> Catalogue:
    """Return the catalogue that some files make; later sets replace earlier ones."""
    files = tuple(files)
    return Catalogue(
        printings=(each for file in files for each in file.printings),
        sets=(each for file in files for each in file.sets),
        lists=(each for file in files for each in file.lists),
        corrections=corrections,
    )

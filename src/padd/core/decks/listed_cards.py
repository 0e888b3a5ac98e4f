"""Which cards are on the lists: bans, conversions, retired cards, exceptions.

A list names a card by edition and number first; its title is a cross-check, and the
whole of it: “Scan” is not “Full Planet Scan”.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from padd.core.cards.catalogue import CardKey, Catalogue
from padd.core.cards.printing import CardList, ListedCard, ListKind, Printing
from padd.core.cards.titles import fold_title, title_parts
from padd.core.decks.verdicts import LegalityQuestion
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.cards import Conversion

NUMBER: Final = re.compile(r"(\d*)([A-Z]+)(\d+)$")
SECOND_MARK: Final = re.compile(r"\s*\(2E\)$")
OF_ONE_PRINTING: Final[frozenset[ListKind]] = frozenset({"printable", "watermarked", "league"})
"""Lists that speak of a printing, not of every version of its card."""


class ListedCards:
    """The cards that the lists of a catalogue and a rulebook name on one day."""

    def __init__(self, catalogue: Catalogue, book: Rulebook, question: LegalityQuestion) -> None:
        self.catalogue = catalogue
        self.book = book
        self.question = question
        self._named: dict[ListKind, frozenset[int]] = {}
        self._lines: dict[ListKind, dict[int, list[ListedCard]]] = {}
        self.conversion_results: frozenset[int] = frozenset()
        """The cards that conversions led to."""
        self.banned = frozenset(self._banned())
        self.converted = self._converted()

    def lists(self, kind: ListKind) -> tuple[CardList, ...]:
        """Return the lists of a kind that hold for the question's rules set."""
        return tuple(
            each
            for each in self.catalogue.lists
            if each.kind == kind
            and each.edition == self.question.edition
            and each.rules in {"", self.question.rules}
        )

    def known(self, kind: ListKind) -> bool:
        """Tell whether a list of the kind says something of the day."""
        return any(each.known_from <= self.question.on for each in self.lists(kind))

    def named(self, kind: ListKind) -> frozenset[int]:
        """Return the printings that the lists of a kind name on the day."""
        if kind not in self._named:
            self._named[kind] = frozenset(
                id(printing)
                for each in self.lists(kind)
                for listed in each.on(self.question.on)
                for printing in self.printings_of(listed, kind)
            )
        return self._named[kind]

    def lines_naming(self, kind: ListKind, printing: Printing) -> tuple[ListedCard, ...]:
        """Return the lines of a kind of list that name a printing, on any day."""
        if kind not in self._lines:
            found: dict[int, list[ListedCard]] = {}
            for each in self.lists(kind):
                for listed in each.cards:
                    for named in self.printings_of(listed, kind):
                        found.setdefault(id(named), []).append(listed)
            self._lines[kind] = found
        return tuple(self._lines[kind].get(id(printing), ()))

    def doubtful(self, kind: ListKind) -> frozenset[int]:
        """Return the printings of which the lists of a kind do not say for sure.

        A line that was damaged by copying runs on into another title; and what is on
        the first list that is known may have been on one before.
        """
        lists = self.lists(kind)
        first = min((each.known_from for each in lists), default=self.question.on)
        return frozenset(
            id(printing)
            for each in lists
            for listed in each.cards
            for printing in self._doubted(listed, kind, first)
        )

    def _doubted(self, listed: ListedCard, kind: ListKind, first: date) -> Iterator[Printing]:
        day = self.question.on
        if day < first == listed.in_force:
            yield from self.printings_of(listed, kind)
        if listed.holds(day):
            rest = self._cut(listed.title)[1]
            yield from self._whole(rest) if rest else ()

    def printings_of(self, listed: ListedCard, kind: ListKind) -> tuple[Printing, ...]:
        """Return every printing of the card that a line names, or the one it means."""
        if listed.set and not listed.title:
            return tuple(
                each
                for each in self.catalogue.printings
                if each.edition == self.question.edition
                and each.set == listed.set
                and (not listed.number or each.number == listed.number)
            )
        found = self._whole(listed.title) or self._whole(self._cut(listed.title)[0])
        if listed.set:
            found = tuple(each for each in found if each.set == listed.set) or found
        if listed.number:
            found = tuple(x for x in found if x.number == listed.number) or found
        return found if kind in OF_ONE_PRINTING else self._versions(found)

    def _whole(self, title: str) -> tuple[Printing, ...]:
        folded = fold_title(title_parts(title).base) if title else ""
        titles = self.catalogue.titles.get(self.question.edition, {})
        return titles.get(fold_title(title)) or titles.get(folded) or ()

    def _cut(self, title: str) -> tuple[str, str]:
        """Return the longest title at the start of a line that ran on, and the rest."""
        if self._whole(title):
            return title, ""
        words = title.split()
        for end in range(len(words) - 1, 0, -1):
            start = " ".join(words[:end])
            if self._whole(start):
                return start, " ".join(words[end:])
        return "", ""

    def _versions(self, found: Iterable[Printing]) -> tuple[Printing, ...]:
        keys = dict.fromkeys(self.catalogue.key_of(each) for each in found)
        return tuple(each for key in keys for each in self.catalogue.cards[key].printings)

    def _banned(self) -> Iterator[int]:
        rules = self.question.rules or ""
        aliases = self.book.decks.banned_aliases.get(rules, {})
        for title in self.book.decks.banned.get(rules, ()):
            names = [title, *([aliases[title]] if title in aliases else [])]
            yield from map(id, self._banned_printings(names))
        yield from self.named("banned")

    def _banned_printings(self, names: list[str]) -> Iterator[Printing]:
        if SECOND_MARK.search(names[0]):
            yield from self._second_edition(names[0])
            return
        index = self.catalogue.titles.get(self.question.edition, {})
        direct = [
            printing
            for name in names
            for printing in index.get(fold_title(name), ())
            if not printing.from_second_edition
        ]
        yield from self._versions(direct)

    def _second_edition(self, title: str) -> Iterator[Printing]:
        """Give the cards of Second Edition that a ban names, never their namesakes."""
        parts = title_parts(title)
        base, wanted = fold_title(parts.base), [fold_title(each) for each in parts.brackets]
        named = [each for each in self._titled(base) if each.from_second_edition]
        exact = [
            printing
            for printing in named
            if [fold_title(each) for each in title_parts(printing.title).brackets] == wanted
        ]
        yield from exact or named

    def _converted(self) -> dict[int, CardKey]:
        """Return the converted cards of Second Edition, each with its 1E card."""
        found: dict[int, CardKey] = {}
        if self.question.edition != "1E":
            return found
        results: list[Printing] = []
        for conversion in self.conversions:
            first = self._first(conversion)
            results += [first] if first else []
            for printing in self._second(conversion):
                own = self.catalogue.key_of(printing)
                found[id(printing)] = self.catalogue.key_of(first) if first else own
        self.conversion_results = frozenset(map(id, results))
        return found

    @property
    def conversions(self) -> tuple[Conversion, ...]:
        """The conversions of the rules set; else those that any rules set names."""
        own = self.book.decks.conversions.get(self.question.rules or "")
        if own is not None:
            return own
        return tuple(
            dict.fromkeys(
                each for listed in self.book.decks.conversions.values() for each in listed
            )
        )

    @property
    def conversions_known(self) -> bool:
        """Whether the rules set's own list of conversions is known."""
        own = (self.question.rules or "") in self.book.decks.conversions
        return own or self.known("converted")

    def _first(self, conversion: Conversion) -> Printing | None:
        code = conversion.first.split()
        title = fold_title(conversion.first_title or conversion.title)
        found = NUMBER.match(code[-1])
        number = found[3] if found else code[-1].rstrip("VP")
        rarity = code[-1].lstrip("0123456789")
        for printing in self._titled(title):
            if printing.from_second_edition or printing.rarity != rarity:
                continue
            if printing.number == number:
                return printing
        return None

    def _second(self, conversion: Conversion) -> Iterator[Printing]:
        numbers = {
            (found[2], found[3]) for code in conversion.second if (found := NUMBER.match(code))
        }
        titles = {conversion.title, conversion.first_title or conversion.title}
        for printing in (each for title in titles for each in self._titled(fold_title(title))):
            if printing.from_second_edition and (printing.rarity, printing.number) in numbers:
                yield printing

    def _titled(self, folded: str) -> tuple[Printing, ...]:
        return self.catalogue.bases.get(self.question.edition, {}).get(folded, ())

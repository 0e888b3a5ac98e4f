"""Search for people by a name or handle that may be misspelled.

The words of all names and handles are kept in memory, each once, with the people who
have it. A search compares words, so it takes the same few milliseconds wherever a word
is in a name. Before each search, people who have changed since the last one are read,
so every process finds what another added.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from threading import Lock
from typing import Final, Protocol

from django.db import connection
from rapidfuzz import process
from rapidfuzz.distance import OSA

from padd.core.text import look_alike_outline
from padd.store.models.people import Person

ALIKE: Final = 0.7
"""How alike a misspelled word must be, from 0 to 1."""
PREFIX: Final = 0.95
"""What the beginning of a word is worth."""
INSIDE: Final = 0.8
"""What the middle or end of a word is worth: wolf in AwayWolf."""
SHORTEST_INSIDE: Final = 3
APART: Final = str.maketrans("-_.", "   ")
JOINED: Final = str.maketrans("", "", "-_.'’")
MOST_WORDS: Final = 6
MOST_ALIKE: Final = 60


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A person and how well the search fits, from 0 to 1."""

    person_id: int
    fit: float


def name_words(text: str) -> list[str]:
    """Return the words of a name as they look."""
    return [word for word in map(look_alike_outline, text.translate(APART).split()) if word]


def joined_name_words(text: str) -> list[str]:
    """Return the words of a name, those with a hyphen as one: jeanluc."""
    return [word for word in map(look_alike_outline, text.translate(JOINED).split()) if word]


class NameShown(Protocol):
    """Tells whether a viewer sees the name of somebody."""

    def __call__(self, birth_year: int | None, /, *, hides_name: bool) -> bool:
        """Tell it by the year of birth, and by what they wish."""


@dataclass(frozen=True, slots=True)
class NameReserve:
    """What decides who sees a name, and what everybody may find."""

    handle: frozenset[str]
    """The words of the handle, by which anybody may be found."""
    birth_year: int | None
    hides_name: bool


def _parts_of(text: str) -> set[str]:
    """Return the words of a handle or name, taken apart and joined."""
    joined = joined_name_words(text) if text.translate(JOINED) != text else ()
    return {*name_words(text), *joined}


class PeopleIndex:
    """The words of everybody's name and handle."""

    def __init__(self) -> None:
        self.revision = -1
        self.words: list[str] = []
        self.by_length: dict[int, list[str]] = {}
        self.text = ""
        """All words in one text, a line each, so that parts of words are found fast."""
        self.owners: defaultdict[str, set[int]] = defaultdict(set)
        self.words_by_person: dict[int, set[str]] = {}
        self.reserved: dict[int, NameReserve] = {}
        """Whose name not everybody may see, nor find."""
        self.lock = Lock()

    def refresh(self) -> None:
        """Read whoever has changed since the last time."""
        with self.lock:
            changed = Person.objects.filter(revision__gt=self.revision).values_list(
                *("id", "revision", "handle", "name", "merged_into", "anonymised_at"),
                *("birth_year", "hides_name"),
            )
            fresh = list(changed)
            for person, revision, handle, name, merged, gone, *about in fresh:
                self.revision = max(self.revision, revision)
                self._drop(person)
                if merged is None and gone is None:
                    self._take(person, handle, name, (about[0], about[1]))
            if fresh:
                self._sort()

    def _sort(self) -> None:
        """Lay the words out for searches: in order, and by their length."""
        self.words = sorted(self.owners)
        by_length: defaultdict[int, list[str]] = defaultdict(list)
        for word in self.words:
            by_length[len(word)].append(word)
        self.by_length = dict(by_length)
        self.text = "\n".join(("", *self.words, ""))

    def _drop(self, person: int) -> None:
        self.reserved.pop(person, None)
        for word in self.words_by_person.pop(person, ()):
            self.owners[word].discard(person)
            if not self.owners[word]:
                del self.owners[word]

    def _take(self, person: int, handle: str, name: str, about: tuple[int | None, bool]) -> None:
        public = {look_alike_outline(handle), *_parts_of(handle)}
        words = public | _parts_of(name)
        if any(about):
            self.reserved[person] = NameReserve(frozenset(public), *about)
        self.words_by_person[person] = words
        for word in words:
            self.owners[word].add(person)

    def search(self, text: str, *, limit: int, shown: NameShown) -> list[SearchHit]:
        """Return the people whose names and handles fit best."""
        words = name_words(text)[:MOST_WORDS]
        if not words:
            return []
        fits = [self._fits(word, shown) for word in words]
        whole = self._fits(look_alike_outline(text), shown) if len(words) > 1 else {}
        totals: defaultdict[int, float] = defaultdict(float)
        for by_person in fits:
            for person_id, fit in by_person.items():
                totals[person_id] += fit / len(words)
        for person_id, fit in whole.items():
            totals[person_id] = max(totals[person_id], fit)
        ranked = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))
        return [SearchHit(person_id, round(fit, 3)) for person_id, fit in ranked[:limit]]

    def _fits(self, word: str, shown: NameShown) -> dict[int, float]:
        fits: dict[int, float] = {}
        for known, fit in self._alike(word):
            for person_id in self.owners[known]:
                if self._may_be_found(person_id, known, shown):
                    fits[person_id] = max(fit, fits.get(person_id, 0.0))
        return fits

    def _may_be_found(self, person: int, word: str, shown: NameShown) -> bool:
        """Tell whether somebody may be found by a word: a hidden name finds nobody."""
        kept = self.reserved.get(person)
        return (
            kept is None
            or word in kept.handle
            or shown(kept.birth_year, hides_name=kept.hides_name)
        )

    def _alike(self, word: str) -> Iterator[tuple[str, float]]:
        start = bisect_left(self.words, word)
        for known in self.words[start : start + MOST_ALIKE]:
            if not known.startswith(word):
                break
            yield known, 1.0 if known == word else PREFIX
        if len(word) >= SHORTEST_INSIDE:
            for known in islice(self._holding(word), MOST_ALIKE):
                yield known, INSIDE
        for known, fit in self._misspelt(word):
            yield known, fit * PREFIX if known != word else 1.0

    def _holding(self, part: str) -> Iterator[str]:
        """Give the words that hold a part behind their first letter, in order."""
        at = self.text.find(part)
        while at >= 0:
            end = self.text.index("\n", at)
            start = self.text.rindex("\n", 0, at) + 1
            if start < at:
                yield self.text[start:end]
                at = self.text.find(part, end)
            else:
                at = self.text.find(part, at + 1)

    def _misspelt(self, word: str) -> list[tuple[str, float]]:
        """Return the words most alike; much shorter or longer ones cannot be."""
        least = int(len(word) * ALIKE)
        most = int(len(word) / ALIKE) + 1
        similar = [
            (known, fit)
            for length in range(least, most + 1)
            for known, fit, _ in process.extract(
                word,
                self.by_length.get(length, ()),
                scorer=OSA.normalized_similarity,
                score_cutoff=ALIKE,
                limit=MOST_ALIKE,
            )
        ]
        return sorted(similar, key=lambda pair: (-pair[1], pair[0]))[:MOST_ALIKE]


_indexes: dict[str, PeopleIndex] = {}


def _all_names(birth_year: int | None, /, *, hides_name: bool) -> bool:  # noqa: ARG001
    return True


def find_people(text: str, *, limit: int = 10, shown: NameShown = _all_names) -> list[SearchHit]:
    """Return the people whose name or handle fits a search, the best first.

    `shown` tells by year of birth and wish whether this viewer sees a name.
    """
    return _refreshed().search(text, limit=limit, shown=shown)


def load_people_index() -> None:
    """Read everybody's names before the first search asks for them."""
    _refreshed()


def _refreshed() -> PeopleIndex:
    name = str(connection.settings_dict["NAME"])
    index = _indexes.setdefault(name, PeopleIndex())
    index.refresh()
    return index


def clear_people_index() -> None:
    """Drop what is held in memory, as after a database was replaced."""
    _indexes.clear()

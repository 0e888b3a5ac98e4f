"""Which rulebook applies to an event, as of which day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Any, Final

import msgspec

from padd.core.model import Event
from padd.presentation import page_words
from padd.presentation import words as wording
from padd.rulebooks.compare import citation_of, value_at
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Citation, Rulebook
from padd.services.rulebooks.event_rulebook import event_start_date, ruling_folders


def rulebook_named(name: str) -> Rulebook | None:
    """Return the rulebook of that name as printed, if there is one."""
    return rulebook(name) if name in rulebook_ids() else None


def book_for(event: Event, name: str | None = None) -> Rulebook:
    """Return an event's rulebook with the rulings in force when it started."""
    return rulebook(name or event.rulebook, on=event_start_date(event), rulings=ruling_folders())


def printed_book_for(event: Event) -> Rulebook:
    """Return an event's rulebook without any interim ruling."""
    return rulebook(event.rulebook)


MOST_FOUND: Final = 80
ORDER: Final = (
    "sanctioning", "formats", "roles", "decks", "time", "online", "scoring",
    "standings", "pairing", "brackets", "tribbles", "ratings", "championships",
    "leagues", "conduct",
)  # fmt: skip
"""Subjects as an event meets them; any other comes after these."""
CODES: Final = {
    "trek-or-tribbles-cards": "Star Trek or Tribbles cards",
    "all-but-watermarked": "all but watermarked ones",
    "printable-and-physical": "printable and physical cards",
    **{code.value: words for code, words in wording.RESULTS.items()},
    **wording.STEPS,
    **page_words.EDITIONS,
    **page_words.STYLES,
    "otf": "OTF",
    "otf-beta-1": "OTF Beta 1",
    "warp-speed": "Warp Speed",
    "infinite-diversity": "Infinite Diversity",
    "hall-of-fame": "Hall of Fame",
    "x-list": "X-List",
}


class RulebookValue(msgspec.Struct, frozen=True):
    """What one rulebook says on one point, and where."""

    book: Rulebook
    value: Any
    citation: Citation


class Rule(msgspec.Struct, frozen=True):
    """One point, and what one or more rulebooks say on it."""

    path: str
    label: str
    about: str
    unit: str
    said: tuple[RulebookValue, ...]
    shown_only: str | None

    @property
    def why_shown_only(self) -> str:
        """Why the program does nothing with it; nothing where it does."""
        if self.shown_only is None:
            return ""
        if self.shown_only.endswith("."):
            return f"Only shown: {self.shown_only[0].lower()}{self.shown_only[1:]}"
        return f"Only shown: not used before {self.shown_only}."

    @property
    def differs(self) -> bool:
        """Tell whether the rulebooks say different things."""
        return any(value.value != self.said[0].value for value in self.said)


class RulebookTopic(msgspec.Struct, frozen=True):
    """The rules of one subject."""

    name: str
    title: str
    rules: tuple[Rule, ...]


class RulingNote(msgspec.Struct, frozen=True):
    """How one doubt in the documents was decided, and which values rest on it."""

    id: str
    rules: tuple[Rule, ...]
    """Each with what only the rulebooks concerned say."""


def topics(*books: Rulebook, differing: bool = False) -> tuple[RulebookTopic, ...]:
    """Return all that the rulebooks say, by subject, in the order of the data."""
    rules = (rule for rule in rulebook_rules(*books) if rule.differs or not differing)
    return tuple(
        RulebookTopic(subject, topic_title(subject), tuple(group))
        for subject, group in groupby(rules, key=lambda rule: subject_of(rule.path))
    )


def rulebook_rules(*books: Rulebook) -> Iterator[Rule]:
    """Yield every point on which at least one of the rulebooks speaks."""
    paths = dict.fromkeys(path for book in books for path in book.citations)
    spoken = {subject_of(path) for path in paths if "." in path}
    silent = {path for path in paths if path in spoken}
    subjects = dict.fromkeys((*ORDER, *map(subject_of, paths)))
    turn = {subject: number for number, subject in enumerate(subjects)}
    for path in sorted(paths, key=lambda path: turn[subject_of(path)]):
        if path not in silent:
            yield _rule(path, books)


def _rule(path: str, books: Iterable[Rulebook]) -> Rule:
    values = tuple(
        RulebookValue(book, _plain(value_at(book, path)), citation_of(book, path)) for book in books
    )
    speaking = next((value for value in values if path in value.book.citations), values[0]).citation
    label = path.partition(".")[2] or path
    return Rule(
        path, topic_title(label), speaking.about, speaking.unit, values, speaking.shown_only
    )


def _plain(value: object) -> Any:  # noqa: ANN401 -- any value of the schema
    return msgspec.to_builtins(value, str_keys=True)


def subject_of(path: str) -> str:
    """Return the subject that a path belongs to."""
    return path.partition(".")[0]


def topic_title(name: str) -> str:
    """Return the name of a subject or point as it stands over it."""
    return page_words.capitalised(name.replace("_", " ").replace(".", ", "))


def value_words(code: object) -> str:
    """Return a single value as people say it."""
    if code is None:
        return "none"
    if isinstance(code, bool):
        return "yes" if code else "no"
    if isinstance(code, int):
        return page_words.number(code)
    text = str(code)
    return CODES.get(text) or text.replace("-", " ").replace("_", " ")


def unit_of(value: object, unit: str) -> str:
    """Return what is counted, for one of it too."""
    if value != 1 or not unit.endswith("s"):
        return unit
    return f"{unit[:-3]}y" if unit.endswith("ies") else unit[:-1]


def publication_of(book: Rulebook) -> str:
    """Return who published a rulebook and when, as far as it says so."""
    try:
        on = date.fromisoformat(book.dated)
    except ValueError:
        return ", ".join(filter(None, (book.publisher, book.dated)))
    return f"{book.publisher}, {on.day} {on:%B %Y}"


def search_rules(query: str) -> tuple[tuple[Rule, ...], int]:
    """Return the points in which every word of the query stands, and how many."""
    words = query.casefold().split()
    books = [rulebook(name) for name in rulebook_ids()]
    hits = [rule for rule in rulebook_rules(*books) if _matches(rule, words)] if words else []
    return tuple(hits[:MOST_FOUND]), len(hits)


def _matches(rule: Rule, words: list[str]) -> bool:
    texts = [rule.path, topic_title(rule.path), rule.about, rule.unit]
    for value in rule.said:
        cited = value.citation
        texts += [cited.cite, cited.note or "", cited.ruling or "", str(value.value)]
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def ruling_notes() -> tuple[RulingNote, ...]:
    """Return the doubts in the documents that were decided, by their number."""
    by_id: dict[str, list[Rule]] = {}
    for rule in rulebook_rules(*(rulebook(name) for name in rulebook_ids())):
        resting: dict[str, list[RulebookValue]] = {}
        for value in rule.said:
            for reading in ruling_numbers(value.citation):
                resting.setdefault(reading, []).append(value)
        for reading, values in resting.items():
            narrowed = msgspec.structs.replace(rule, said=tuple(values))
            by_id.setdefault(reading, []).append(narrowed)
    return tuple(RulingNote(id_, tuple(by_id[id_])) for id_ in sorted(by_id, key=_turn))


def ruling_numbers(citation: Citation) -> list[str]:
    """Return the numbers of the readings that a value rests on."""
    return [ruling.strip() for ruling in (citation.ruling or "").split(",") if ruling.strip()]


def _turn(reading: str) -> tuple[int, str]:
    digits = "".join(character for character in reading if character.isdigit())
    return (int(digits or 0), reading)

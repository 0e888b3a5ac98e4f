"""What a deck as a whole must be: size, seeds, missions, copies, side decks.

Sizes and copy limits that a rulebook leaves to the rules of the game are not in its
data, and nothing is said about them here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from padd.core.cards.printing import DILEMMA, MISSION, PERSONNEL, SHIP
from padd.core.cards.titles import fold_title, title_parts
from padd.core.decks.card_legality import CardLegality
from padd.core.decks.deck_list import PLAYED, SEEDED
from padd.core.decks.verdicts import CheckedLine, VerdictReason, verdict_reason
from padd.core.messages import message, plural

SEED_TYPES: Final = frozenset(
    {MISSION, DILEMMA, "Facility", "Artifact", "Doorway", "Site", "Time Location"}
)
"""Types that are put into play before play begins, where a list has no sections."""
STANDARD: Final = "standard"


class Structure:
    """The counts of a deck, and what stands against them."""

    def __init__(self, judge: CardLegality, lines: tuple[CheckedLine, ...]) -> None:
        self.judge = judge
        self.book = judge.book
        self.format = judge.question.format
        self.lines = lines
        self.parted = any(line.written.section is not None for line in lines)

    def reasons(self) -> Iterator[VerdictReason]:
        """Give everything that stands against the deck as a whole."""
        yield from self._size()
        yield from self._seeds()
        yield from self._missions()
        yield from self._copies()
        yield from self._seeded_copies()
        yield from self._side_decks()
        yield from self._not_together()

    def _is_seed(self, line: CheckedLine) -> bool:
        if self.parted:
            return line.written.section in SEEDED
        return line.printing is not None and line.printing.type in SEED_TYPES

    def _played(self) -> list[CheckedLine]:
        return [
            line
            for line in self.lines
            if line.written.section is None or line.written.section in PLAYED
        ]

    def _unknown(self) -> int:
        """Return how many cards might be of any type: not found, in no section."""
        return (
            0
            if self.parted
            else sum(line.written.quantity for line in self._played() if line.printing is None)
        )

    def _size(self) -> Iterator[VerdictReason]:
        sizes = self.book.decks.size or {}
        wanted = {sizes[self.format]} if self.format in sizes else set()
        if STANDARD in sizes:
            wanted = set(sizes.values())
        count = sum(line.written.quantity for line in self._played())
        if wanted and count not in wanted:
            yield verdict_reason(
                "size",
                "not-legal",
                message(
                    "The deck has {count} cards; it must have {wanted}.",
                    count=count,
                    wanted=" or ".join(map(str, sorted(wanted))),
                ),
                book=self.book,
                path="decks.size",
            )

    def _seeds(self) -> Iterator[VerdictReason]:
        most = (self.book.decks.seed_most or {}).get(self.format)
        least = (self.book.decks.draw_least or {}).get(self.format)
        played = self._played()
        seeds = sum(each.written.quantity for each in played if self._is_seed(each))
        draw = sum(each.written.quantity for each in played) - seeds
        if most is not None and seeds > most:
            yield verdict_reason(
                "seeds",
                "not-legal",
                message("{seeds} seed cards; at most {most} are allowed.", seeds=seeds, most=most),
                book=self.book,
                path="decks.seed_most",
            )
        # Cards that were not found count as drawn: too few with them are too few.
        if least is not None and draw < least:
            yield verdict_reason(
                "draw-deck",
                "not-legal",
                message(
                    "{draw} cards in the draw deck; at least {least} are required.",
                    draw=draw,
                    least=least,
                ),
                book=self.book,
                path="decks.draw_least",
            )

    def _missions(self) -> Iterator[VerdictReason]:
        wanted = (self.book.decks.missions or {}).get(self.format)
        if wanted is None:
            return
        count = sum(
            each.written.quantity
            for each in self._played()
            if each.written.section == "missions"
            or (each.printing is not None and each.printing.is_mission)
        )
        if count == wanted:
            return
        exact = self.format in (self.book.decks.size or {})
        few = count < wanted and not exact
        open_yet = count < wanted <= count + self._unknown()
        yield verdict_reason(
            "missions",
            "note" if few else "not-checked" if open_yet else "not-legal",
            plural(
                "{count} mission; the format has {wanted}.",
                "{count} missions; the format has {wanted}.",
                count=count,
                wanted=wanted,
            ),
            book=self.book,
            path="decks.missions",
        )

    def _copies(self) -> Iterator[VerdictReason]:
        most = self.book.decks.copies.get(self.judge.question.edition)
        if most is None or self.format in self.book.decks.copies_suspended:
            return
        names = self._names()
        for name, count in names.items():
            if count > most:
                yield verdict_reason(
                    "copies",
                    "not-legal",
                    message(
                        "{count} copies of {title}; at most {most} are allowed.",
                        count=count,
                        title=name,
                        most=most,
                    ),
                    book=self.book,
                    path="decks.copies",
                )
        over = {_first_word(name) for name, count in names.items() if count > most}
        for word, count in self._unsplit().items():
            if count > most and word not in over:
                yield verdict_reason(
                    "copies-undecided",
                    "not-checked",
                    message(
                        "{count} cards start with {word}, and it is unclear where "
                        "the title ends and the subtitle starts.",
                        count=count,
                        word=word,
                    ),
                    book=self.book,
                    path="decks.copies",
                )

    def _names(self) -> dict[str, int]:
        """Return the copies of each title without its subtitle."""
        counted: dict[str, int] = {}
        spelled: dict[str, str] = {}
        for line in self._played():
            title = line.written.title
            if line.printing is not None:
                title = line.printing.name or line.printing.title
            name = spelled.setdefault(fold_title(title_parts(title).base), title)
            counted[name] = counted.get(name, 0) + line.written.quantity
        return counted

    def _unsplit(self) -> dict[str, int]:
        """Return how many cards may share a title that is not split yet."""
        people = [
            line
            for line in self._played()
            if line.printing is not None and line.printing.type in {PERSONNEL, SHIP}
        ]
        counted: defaultdict[str, int] = defaultdict(int)
        unknown: set[str] = set()
        for line in people:
            if line.printing is not None:
                word = _first_word(line.printing.name)
                counted[word] += line.written.quantity
                unknown |= set() if line.printing.name_known else {word}
        return {word: counted[word] for word in sorted(unknown)}

    def _seeded_copies(self) -> Iterator[VerdictReason]:
        most = self.book.decks.seeded_copies.get(self.judge.question.rules or "")
        if most is None:
            return
        counted: defaultdict[tuple[str, ...], int] = defaultdict(int)
        named: dict[tuple[str, ...], str] = {}
        for line in self.lines:
            if line.printing is None or not self._like_a_dilemma(line):
                continue
            key = self.judge.copy_of(line.printing)
            counted[key] += line.written.quantity
            named.setdefault(key, line.printing.title)
        for key, count in counted.items():
            if count > most:
                yield verdict_reason(
                    "seeded-copies",
                    "not-legal",
                    message(
                        "{count} copies of {title} seeded like a dilemma; at most "
                        "{most} are allowed.",
                        count=count,
                        title=named[key],
                        most=most,
                    ),
                    book=self.book,
                    path="decks.seeded_copies",
                )

    def _like_a_dilemma(self, line: CheckedLine) -> bool:
        """Tell whether a card is placed to be encountered under a mission."""
        section = line.written.section
        is_dilemma = line.printing is not None and line.printing.type == DILEMMA
        return section == "dilemmas" or (section in {"seed", None} and is_dilemma)

    def _side_decks(self) -> Iterator[VerdictReason]:
        tent = sum(each.written.quantity for each in self.lines if each.written.section == "tent")
        most = self.book.decks.qs_tent
        if most is not None and tent > most:
            yield verdict_reason(
                "tent",
                "not-legal",
                message(
                    "{tent} cards in Q’s Tent; at most {most} are allowed.", tent=tent, most=most
                ),
                book=self.book,
                path="decks.qs_tent",
            )
        sideboards = self.book.decks.sideboards
        side = any(each.written.section == "sideboard" for each in self.lines)
        if side and sideboards is not None and self.format not in sideboards:
            yield verdict_reason(
                "sideboard",
                "not-legal",
                message("This format has no sideboard."),
                book=self.book,
                path="decks.sideboards",
            )

    def _not_together(self) -> Iterator[VerdictReason]:
        titles = {
            fold_title(title_parts(each.printing.title).base)
            for each in self.lines
            if each.printing is not None
        }
        for first, second in self.book.decks.not_together:
            if {fold_title(first), fold_title(second)} <= titles:
                yield verdict_reason(
                    "not-together",
                    "note",
                    message(
                        "{first} and {second} may not be in play together.",
                        first=first,
                        second=second,
                    ),
                    book=self.book,
                    path="decks.not_together",
                )


def _first_word(title: str) -> str:
    return title.split(maxsplit=1)[0] if title else ""

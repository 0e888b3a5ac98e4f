"""Verdicts: legal, not legal, not checked, with every reason and its section."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal

import msgspec

from padd.core.cards.printing import Printing
from padd.core.decks.deck_list import DeckLine
from padd.core.messages import Message
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.section import Edition

Verdict = Literal["legal", "not-legal", "not-checked", "note"]


class VerdictReason(msgspec.Struct, frozen=True, kw_only=True):
    """One objection, doubt or note."""

    code: str
    verdict: Verdict
    message: Message
    rule: str
    """The section of the rulebook."""
    ruling: str = ""
    changes: date | None = None
    """The day from which the answer is another."""
    way_out: Message | None = None


class CardVerdict(msgspec.Struct, frozen=True):
    """A verdict with its reasons."""

    reasons: tuple[VerdictReason, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The worst of the reasons; nothing against it is legal."""
        return worst_verdict(reason.verdict for reason in self.reasons)


class LegalityQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What a card or a deck is to be played in, and when."""

    edition: Edition
    pool: str = "complete"
    rules: str | None = None
    format: str = "constructed"
    on: date
    release_of: str = ""
    """The set whose release the event celebrates."""
    theme: str = ""
    """A card query that every card must pass, where the event has a deck theme."""
    league: bool = False
    """Whether it is an event of a league."""


def worst_verdict(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict of a whole from those of its parts."""
    found = set(verdicts)
    if "not-legal" in found:
        return "not-legal"
    return "not-checked" if "not-checked" in found else "legal"


def verdict_reason(
    code: str,
    verdict: Verdict,
    said: Message,
    *,
    book: Rulebook,
    path: str,
    section: str = "",
    changes: date | None = None,
    way_out: Message | None = None,
) -> VerdictReason:
    """Return a reason that cites the rulebook's own section of a value."""
    return VerdictReason(
        code=code,
        verdict=verdict,
        message=said,
        rule=section or cite(book, path),
        ruling=book.citations[path].ruling or "",
        changes=changes,
        way_out=way_out,
    )


class CheckedLine(msgspec.Struct, frozen=True):
    """A line of a deck list, its card and what is to say of it."""

    written: DeckLine
    printing: Printing | None
    judgement: CardVerdict
    nearest: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Whether this line may be played."""
        return self.judgement.verdict

    @property
    def shown_title(self) -> str:
        """The title of the card, or what was written where none was found."""
        return self.written.title if self.printing is None else self.printing.title


class CheckedDeck(msgspec.Struct, frozen=True):
    """A deck list with the verdicts of its lines and of the whole."""

    lines: tuple[CheckedLine, ...]
    deck: tuple[VerdictReason, ...]

    @property
    def verdict(self) -> Verdict:
        """Whether the deck may be played."""
        whole = (reason.verdict for reason in self.deck)
        return worst_verdict((*(line.verdict for line in self.lines), *whole))

"""A deck list with a card and a verdict for each line, and for the whole."""

from __future__ import annotations

import msgspec

from padd.core.cards.printing import Printing
from padd.core.decks.deck_list import DeckLine
from padd.core.decks.verdicts import CardVerdict, Verdict, VerdictReason, worst_verdict


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

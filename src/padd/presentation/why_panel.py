"""The why-panel: the explanation in words, with icons and links to the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.model import PlayerId
from padd.core.scoring.explanation import CITED, Explanation
from padd.presentation.reasons import ChainLine, Sum, Why, why
from padd.rulebooks.schema import Rulebook

ICONS: Final = {"=": "equal", "−": "minus", "→": "arrow-right", "?": "hourglass", "×": "x"}
DECIDES: Final = "→"
DOES_NOT_APPLY: Final = "−"


class Tried(msgspec.Struct, frozen=True):
    """One rule of the chain: its icon, what it gave, where it stands."""

    icon: str
    lead: str
    rest: str
    cite: str
    aside: bool = False


class WhyPanel(msgspec.Struct, frozen=True):
    """Everything that an opened row shows."""

    question: str
    answer: str
    chain: tuple[Tried, ...]
    sums: tuple[Sum, ...]
    paths: dict[str, str]
    """For each section that is cited, the value of the rulebook behind it."""


def panel(explanation: Explanation, names: dict[PlayerId, str], *, has_schedule: bool) -> WhyPanel:
    """Return the why-panel of one line of the standings."""
    words = why(explanation, names, has_schedule=has_schedule)
    return WhyPanel(
        question=words.question,
        answer=words.answer,
        chain=tuple(_chain(explanation, words.chain)),
        sums=words.sums,
        paths={cite: CITED[name] for name, cite in explanation.cites.items()},
    )


def told(words: Why, book: Rulebook) -> WhyPanel:
    """Return the why-panel of an explanation in words."""
    chain = tuple(Tried(ICONS[line.mark], line.lead, line.rest, line.cite) for line in words.chain)
    cited = {*(line.cite for line in words.chain), *(sum_.cite for sum_ in words.sums)}
    paths = {
        citation.cite: path
        for path, citation in reversed(book.citations.items())
        if citation.cite in cited
    }
    return WhyPanel(words.question, words.answer, chain, words.sums, paths)


def _chain(explanation: Explanation, chain: tuple[ChainLine, ...]) -> Iterator[Tried]:
    if not chain and not explanation.row.disqualified:
        decided = f"Decided by victory points: {explanation.row.record.vp} VP"
        yield Tried(ICONS[DECIDES], decided, "", explanation.cites["vp"])
    for line in chain:
        aside = line.mark == DOES_NOT_APPLY
        yield Tried(ICONS[line.mark], line.lead, line.rest, line.cite, aside=aside)
    if explanation.moved_by_final:
        lead, rest = "Final confrontation:", " the winner wins the event."
        yield Tried("trophy", lead, rest, explanation.cites["final-confrontation"])

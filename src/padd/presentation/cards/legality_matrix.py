"""One card in every card pool and rules set on a day, each cell with its reasons."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from padd.core.cards.catalogue import Card, Catalogue
from padd.core.decks.card_legality import CardLegality
from padd.core.decks.verdicts import CardVerdict, LegalityQuestion, Verdict
from padd.presentation.rulebooks.values import topic_title, value_words
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.section import Edition

BEST: Final[tuple[Verdict, ...]] = ("legal", "not-checked", "not-legal")


class MatrixCell(msgspec.Struct, frozen=True, kw_only=True):
    """A card in one pool under one rules set."""

    pool: str
    rules: str
    title: str
    judged: CardVerdict

    @property
    def verdict(self) -> Verdict:
        """The verdict of the version that serves best."""
        return self.judged.verdict


class MatrixRow(msgspec.Struct, frozen=True, kw_only=True):
    """A card pool and its cells."""

    pool: str
    title: str
    cite: str
    cells: tuple[MatrixCell, ...]


class LegalityMatrix(msgspec.Struct, frozen=True, kw_only=True):
    """Every pool and rules set of the card's edition."""

    rules: tuple[str, ...]
    rows: tuple[MatrixRow, ...]


def legality_matrix(card: Card, catalogue: Catalogue, book: Rulebook, on: date) -> LegalityMatrix:
    """Return where a card may be played on a day."""
    edition: Edition = card.printings[0].edition
    names = [x for x, editions in book.formats.rules.items() if edition in editions]
    pools = [x for x, editions in book.formats.card_pools.items() if edition in editions]
    return LegalityMatrix(
        rules=tuple(topic_title(value_words(name)) for name in names),
        rows=tuple(
            MatrixRow(
                pool=pool,
                title=topic_title(value_words(pool)),
                cite=book.decks.pools[pool].cite,
                cells=tuple(
                    _cell(card, catalogue, book, (edition, pool, name, on)) for name in names
                ),
            )
            for pool in pools
        ),
    )


def best_verdict(card: Card, judge: CardLegality) -> CardVerdict:
    """Return the verdict of the version that serves best."""
    verdicts = [judge.judge(each) for each in card.printings]
    return min(verdicts, key=lambda found: BEST.index(found.verdict))


def _cell(
    card: Card, catalogue: Catalogue, book: Rulebook, asked: tuple[Edition, str, str, date]
) -> MatrixCell:
    edition, pool, rules, on = asked
    question = LegalityQuestion(edition=edition, pool=pool, rules=rules, on=on)
    judge = CardLegality(catalogue, book, question)
    best = best_verdict(card, judge)
    title = f"{topic_title(value_words(pool))}, {topic_title(value_words(rules))}"
    return MatrixCell(pool=pool, rules=rules, title=title, judged=best)

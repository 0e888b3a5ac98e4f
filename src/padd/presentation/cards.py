"""Search cards by a query, and read the query back in words."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from padd.core.cards.catalogue import Card, Catalogue
from padd.core.cards.query import FIGURES, LegalTest, QueryTerm, Test, find_cards, parse_query
from padd.core.cards.titles import fold_title
from padd.core.decks.card_legality import CardLegality, legality_for
from padd.core.decks.verdicts import CardVerdict, LegalityQuestion, Verdict
from padd.core.messages import Message, message, verbatim
from padd.presentation.page_words import day
from padd.presentation.rulebooks import topic_title, value_words
from padd.rulebooks.loader import rulebook, rulebook_ids
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


class TermWords(msgspec.Struct, frozen=True):
    """A term as it was typed, and what it asks for."""

    written: str
    said: Message


def term_words(term: QueryTerm, catalogue: Catalogue, today: date) -> TermWords:
    """Return what a term asks for, in words."""
    said = _said(term, catalogue, today)
    if not term.wanted:
        said = message("not {what}", what=said)
    return TermWords(term.written, said)


def _said(term: QueryTerm, catalogue: Catalogue, today: date) -> Message:
    if term.field in FIGURES:
        return _figure(term)
    said = message("{field} has {value}", field=term.field, value=term.value)
    match term.field:
        case "":
            said = message("in the title")
        case "is":
            said = verbatim(term.value)
        case "type":
            said = message("of type {type}", type=topic_title(term.value))
        case "set":
            said = message("printed in {set}", set=_set_name(term.value, catalogue))
        case "rarity":
            said = message("of rarity {rarity}", rarity=term.value.upper())
        case "legal":
            said = _legal(term.value, today)
    return said


def _figure(term: QueryTerm) -> Message:
    field, value = term.field, term.value
    match term.sign:
        case ">=":
            return message("{field} at least {value}", field=field, value=value)
        case "<=":
            return message("{field} at most {value}", field=field, value=value)
        case ">":
            return message("{field} over {value}", field=field, value=value)
        case "<":
            return message("{field} under {value}", field=field, value=value)
    return message("{field} {value}", field=field, value=value)


def _legal(value: str, today: date) -> Message:
    asked, _, on = value.partition("@")
    rules, _, pool = asked.partition("/")
    return message(
        "legal in {rules}, {pool} pool, on {day}",
        rules=topic_title(value_words(rules)) if rules else message("any rules set"),
        pool=topic_title(value_words(pool or "complete")),
        day=day(on or today.isoformat()),
    )


def _set_name(code: str, catalogue: Catalogue) -> str:
    names = (
        each.name for each in catalogue.sets.values() if fold_title(each.code) == fold_title(code)
    )
    return next(filter(None, names), code)


class CardSearchResult(msgspec.Struct, frozen=True):
    """The cards that a query finds, and the query read back."""

    cards: tuple[Card, ...]
    terms: tuple[TermWords, ...] = ()
    judge: CardLegality | None = None
    """What judged `legal:`, where the query has it."""

    def judged(self, card: Card) -> CardVerdict | None:
        """Return the verdict of the version of a card that serves best."""
        if self.judge is None:
            return None
        return best_verdict(card, self.judge)


def search_cards(
    catalogue: Catalogue, edition: Edition, text: str, *, today: date
) -> CardSearchResult:
    """Return the cards that a query finds; one that cannot be read is refused."""
    judges: list[CardLegality] = []
    query = parse_query(text, legal=legality_test(catalogue, edition, today, judges))
    return CardSearchResult(
        tuple(find_cards(catalogue, edition, query)),
        tuple(term_words(term, catalogue, today) for term in query.terms),
        judges[0] if judges else None,
    )


def legality_test(
    catalogue: Catalogue, edition: Edition, today: date, judges: list[CardLegality]
) -> LegalTest:
    """Return the test of `legal:rules/pool@day`, by the newest rulebook.

    A card is legal if one of its versions is. The answer says what was judged, for
    the reasons.
    """

    def test_of(rules: str, pool: str, on: date | None) -> Test:
        book = rulebook(rulebook_ids()[0])
        question = LegalityQuestion(
            edition=edition, pool=pool or "complete", rules=rules or None, on=on or today
        )
        judge = legality_for(catalogue, book, question)
        judges.append(judge)
        return lambda printing: any(
            judge.judge(each).verdict == "legal" for each in catalogue.card_of(printing).printings
        )

    return test_of

"""The query language of cards: words, fields, figures, `or`, minus and brackets.

`picard type:personnel -set:VP points>=40 legal:otf-beta-1/complete@2026-03-14`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from operator import eq, ge, gt, le, lt
from typing import Final

import msgspec

from padd.core.cards.catalogue import Card, Catalogue
from padd.core.cards.printing import Printing
from padd.core.cards.titles import fold_title
from padd.core.messages import message
from padd.core.refusal import refuse
from padd.rulebooks.sections.section import Edition

RULE: Final = "padd-cards/1"
LONGEST: Final = 200
DEEPEST: Final = 20
OPENING: Final = frozenset({"("})
TOKEN: Final = re.compile(r'\s*(\(|\)|-?(?:[a-z]+(?:[:=<>]|[<>]=))?(?:"[^"]*"|[^\s()"]+)|-)')
FIELD: Final = re.compile(r"([a-z]+)(>=|<=|[:=<>])(.*)$", re.DOTALL)
LOGOS: Final = {
    "DS9": "DS9 Deep Space Nine",
    "TOS": "TOS The Original Series",
    "TNG": "TNG The Next Generation",
    "Gen": "Gen Generations TNG The Next Generation",
    "VOY": "VOY Voyager",
}
"""The names of property logos; Generations counts with The Next Generation."""
TEXTS: Final[dict[str, Callable[[Printing], str]]] = {
    "title": lambda each: each.title,
    "type": lambda each: each.type,
    "affiliation": lambda each: each.affiliation,
    "class": lambda each: each.card_class,
    "icon": lambda each: each.icons,
    "staff": lambda each: each.staff,
    "region": lambda each: each.region,
    "quadrant": lambda each: each.quadrant,
    "persona": lambda each: each.persona,
    "species": lambda each: each.species,
    "keyword": lambda each: each.keywords,
    "kind": lambda each: each.kind,
    "logo": lambda each: LOGOS.get(each.property_logo, each.property_logo),
}
EXACT: Final[dict[str, Callable[[Printing], str]]] = {
    "set": lambda each: each.set,
    "rarity": lambda each: each.rarity,
    "number": lambda each: each.number,
}
FIGURES: Final[dict[str, Callable[[Printing], str]]] = {
    "points": lambda each: each.points,
    "span": lambda each: each.span,
    "cost": lambda each: each.cost,
    "integrity": lambda each: each.attributes[0],
    "range": lambda each: each.attributes[0],
    "cunning": lambda each: each.attributes[1],
    "weapons": lambda each: each.attributes[1],
    "strength": lambda each: each.attributes[2],
    "shields": lambda each: each.attributes[2],
}
IS: Final[dict[str, Callable[[Printing], bool]]] = {
    "universal": lambda each: each.uniqueness == "universal",
    "unique": lambda each: each.uniqueness == "unique",
    "enigma": lambda each: each.uniqueness == "enigma",
    "virtual": lambda each: each.rarity == "V",
    "promo": lambda each: each.rarity in {"VP", "B"},
    "mission": lambda each: each.is_mission,
}
SHORT: Final = {"aff": "affiliation", "t": "type", "s": "set", "r": "rarity"}
COMPARE: Final = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq, ":": eq}
LEADING_NUMBER: Final = re.compile(r"-?\d+")

Test = Callable[["Printing"], bool]
LegalTest = Callable[[str, str, date | None], Test]
"""Gives the test of `legal:rules/pool@day`."""


class QueryTerm(msgspec.Struct, frozen=True, kw_only=True):
    """One term of a query, as it was understood."""

    written: str
    wanted: bool
    field: str = ""
    """Its whole name; empty for a word of the title."""
    sign: str = ""
    value: str


class CardQuery(msgspec.Struct, frozen=True):
    """A query that was understood: its test, and its terms."""

    test: Test
    terms: tuple[QueryTerm, ...]
    words: tuple[str, ...] = ()
    """Folded words that every title must hold, so that most cards are passed over."""
    one_word: bool = False
    """Whether it asks for one word and nothing else."""


def parse_query(text: str, *, legal: LegalTest) -> CardQuery:
    """Return what a query asks for; one that cannot be read is refused."""
    if len(text) > LONGEST:
        refuse("query-too-long", message("A search can be at most 200 characters."), "q", RULE)
    reader = _Reader(_tokens(text), legal)
    test = reader.either(0)
    if reader.left:
        refuse("query-brackets", message("There is a closing parenthesis too many."), "q", RULE)
    words = () if reader.has_choice else tuple(reader.words)
    one_word = len(words) == len(reader.terms) == 1
    return CardQuery(test, tuple(reader.terms), words, one_word)


def parse_theme(text: str) -> CardQuery:
    """Return the query behind a deck theme; it asks what cards are, not where legal."""

    def legal(_rules: str, _pool: str, _day: date | None) -> Test:
        return refuse(
            "theme-legal",
            message("A theme can describe cards, not where they are legal."),
            "theme_cards",
            RULE,
        )

    return parse_query(text, legal=legal)


def find_cards(catalogue: Catalogue, edition: Edition, query: CardQuery) -> list[Card]:
    """Return the cards of which a printing passes the test, by title."""
    held = catalogue.holding(edition, query.words)
    if query.one_word:
        return list(held)
    return [card for card in held if any(map(query.test, card.printings))]


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    place = 0
    while text[place:].strip():
        match = TOKEN.match(text, place)
        if match is None:
            refuse("query-quotes", message("A closing quotation mark is missing."), "q", RULE)
        found.append(match[1])
        place = match.end()
    return found


class _Reader:
    """Reads the terms of a query from the left."""

    def __init__(self, tokens: list[str], legal: LegalTest) -> None:
        self.left = tokens
        self.legal = legal
        self.terms: list[QueryTerm] = []
        self.words: list[str] = []
        self.has_choice = False

    def either(self, depth: int) -> Test:
        """Read terms between which `or` stands."""
        if depth > DEEPEST:
            refuse("query-brackets", message("Too many brackets."), "q", RULE)
        tests = [self.all_of(depth)]
        while self.left and self.left[0].casefold() == "or":
            self.left.pop(0)
            self.has_choice = self.has_choice or depth == 0
            tests.append(self.all_of(depth))
        if len(tests) == 1:
            return tests[0]
        return lambda each: any(test(each) for test in tests)

    def all_of(self, depth: int) -> Test:
        """Read terms that all must hold."""
        tests = list(self._terms(depth))
        if len(tests) == 1:
            return tests[0]
        return lambda each: all(test(each) for test in tests)

    def _terms(self, depth: int) -> Iterator[Test]:
        while self.left and self.left[0] != ")" and self.left[0].casefold() != "or":
            token = self.left.pop(0)
            wanted = not token.startswith("-") or len(token) == 1
            if token.lstrip("-") == "" and self.left[:1] == ["("]:
                token, wanted = self.left.pop(0), False
            if token in OPENING:
                test = self.either(depth + 1)
                if self.left[:1] != [")"]:
                    refuse(
                        "query-brackets", message("A closing parenthesis is missing."), "q", RULE
                    )
                self.left.pop(0)
            else:
                test = self._term(token if wanted else token[1:])
                if wanted and depth == 0 and FIELD.match(token) is None:
                    self.words += filter(None, [fold_title(token.strip('"'))])
                self.terms.append(_term_or_refuse(token, wanted=wanted))
            yield test if wanted else _negated(test)

    def _term(self, token: str) -> Test:
        found = FIELD.match(token)
        if found is None:
            return _word_test(token)
        name, sign, value = SHORT.get(found[1], found[1]), found[2], found[3].strip('"')
        if name == "legal":
            return self._legal(value)
        if name in FIGURES:
            return _figure_test(name, sign, value)
        if sign not in {":", "="} or not fold_title(value):
            return _word_test(token)
        return _field_test(name, value)

    def _legal(self, value: str) -> Test:
        asked, _, day = value.partition("@")
        rules, _, pool = asked.partition("/")
        try:
            on = date.fromisoformat(day) if day else None
        except ValueError:
            refuse(
                "query-date",
                message("“{day}” is not a date such as 2026-03-14.", day=day),
                "q",
                RULE,
            )
        return self.legal(rules, pool, on)


def _word_test(token: str) -> Test:
    folded = fold_title(token.strip('"'))
    return lambda each: folded in fold_title(each.title)


def _field_test(name: str, value: str) -> Test:
    folded = fold_title(value)
    if name == "is" and value in IS:
        return IS[value]
    if name in EXACT:
        exact = EXACT[name]
        return lambda each: fold_title(exact(each)) == folded
    if name not in TEXTS:
        refuse(
            "query-field",
            message(
                "“{name}” is not a field; there are {fields}.",
                name=name,
                fields=", ".join((*EXACT, *TEXTS, *FIGURES, "is", "legal")),
            ),
            "q",
            RULE,
        )
    text = TEXTS[name]
    return lambda each: folded in fold_title(text(each))


def _figure_test(name: str, sign: str, value: str) -> Test:
    read, compare = FIGURES[name], COMPARE[sign]
    if not LEADING_NUMBER.fullmatch(value):
        return lambda each: fold_title(read(each)) == fold_title(value)
    wanted = int(value)

    def test(each: Printing) -> bool:
        # “30*” counts as 30; “X” and nothing reach no number.
        found = LEADING_NUMBER.match(read(each))
        return found is not None and bool(compare(int(found[0]), wanted))

    return test


def _negated(test: Test) -> Test:
    return lambda each: not test(each)


def _term_or_refuse(token: str, *, wanted: bool) -> QueryTerm:
    found = FIELD.match(token if wanted else token[1:])
    if found is None:
        value = token if wanted else token[1:]
        return QueryTerm(written=token, wanted=wanted, value=value.strip('"'))
    return QueryTerm(
        written=token,
        wanted=wanted,
        field=SHORT.get(found[1], found[1]),
        sign=found[2],
        value=found[3].strip('"'),
    )

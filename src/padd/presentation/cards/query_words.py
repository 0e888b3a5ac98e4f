"""A card query read back in words, term by term."""

from __future__ import annotations

from datetime import date

import msgspec

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.query import FIGURES, QueryTerm
from padd.core.cards.titles import fold
from padd.core.messages import Message, message, written
from padd.presentation.page_words import day
from padd.presentation.rulebooks.values import in_words, titled


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
            said = written(term.value)
        case "type":
            said = message("of type {type}", type=titled(term.value))
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
        rules=titled(in_words(rules)) if rules else message("any rules set"),
        pool=titled(in_words(pool or "complete")),
        day=day(on or today.isoformat()),
    )


def _set_name(code: str, catalogue: Catalogue) -> str:
    names = (each.name for each in catalogue.sets.values() if fold(each.code) == fold(code))
    return next(filter(None, names), code)

"""API of the rulebooks: every value with its section, and comparisons."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import AnyRulebook, OtherRulebook, RulebookId, Topic
from padd.interfaces.api.refusals import not_found
from padd.rulebooks.compare import rulebook_differences, value_at
from padd.rulebooks.loader import rulebook as loaded
from padd.rulebooks.loader import rulebook_ids
from padd.rulebooks.schema import Citation, Rulebook
from padd.services.rulebooks import interim_rulings

router = Router("Rulebooks")


class RulebookFront(msgspec.Struct, frozen=True, kw_only=True):
    """The title page of a rulebook."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    title: Annotated[str, Meta(description="The title, for people.")]
    document: Annotated[str, Meta(description="The document.")]
    publisher: Annotated[str, Meta(description="Who publishes it.")]
    version: Annotated[str, Meta(description="The version of the guide.")]
    dated: Annotated[str, Meta(description="The date on the guide.")]
    games: Annotated[tuple[str, ...], Meta(description="The games.")]


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook says on one point, and where."""

    path: Annotated[str, Meta(description="The name of the rule value.")]
    value: Annotated[Any, Meta(description="The value.")]
    about: Annotated[str, Meta(description="What it is about.")]
    cite: Annotated[str, Meta(description="The section of the rulebook.")]
    ruling: Annotated[
        str, Meta(description="The reading of an ambiguous text, if it is ambiguous.")
    ]


class RulebookList(msgspec.Struct, frozen=True, kw_only=True):
    """All rulebooks."""

    rulebooks: Annotated[tuple[RulebookFront, ...], Meta(description="The rulebooks.")]


class RulebookRead(msgspec.Struct, frozen=True, kw_only=True):
    """What one rulebook says."""

    rulebook: Annotated[RulebookFront, Meta(description="The rulebook.")]
    values: Annotated[tuple[Value, ...], Meta(description="The values.")]


class RulebookDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A point on which two rulebooks differ."""

    path: Annotated[str, Meta(description="The name of the rule value.")]
    a: Annotated[Value, Meta(description="The first of the two.")]
    b: Annotated[Value, Meta(description="The second of the two.")]


class RulebookComparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two rulebooks side by side."""

    a: Annotated[RulebookFront, Meta(description="The first of the two.")]
    b: Annotated[RulebookFront, Meta(description="The second of the two.")]
    differences: Annotated[tuple[RulebookDifference, ...], Meta(description="What differs.")]


class PublishedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """An interim ruling published by the Director."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    rulebook: Annotated[str, Meta(description="The id of the rulebook.")]
    title: Annotated[str, Meta(description="The title, for people.")]
    about: Annotated[str, Meta(description="What it is about.")]
    cite: Annotated[str, Meta(description="The article that announces it.")]
    in_force: Annotated[date, Meta(description="It applies to events that start then or later.")]
    file: Annotated[str, Meta(description="The ruling as the file that `padd` reads.")]


class PublishedRulings(msgspec.Struct, frozen=True, kw_only=True):
    """All published interim rulings."""

    rulings: Annotated[tuple[PublishedRuling, ...], Meta(description="The rulings, oldest first.")]


@router.get("/rulings")
def rulings(_request: ApiRequest) -> PublishedRulings:
    """List published interim rulings, oldest first."""
    return PublishedRulings(
        rulings=tuple(
            answer_from(PublishedRuling, row, id=row.ruling, file=interim_rulings.ruling_toml(row))
            for row in interim_rulings.published_rulings()
        )
    )


@router.get("/rulebooks")
def rulebooks(_request: ApiRequest) -> RulebookList:
    """List the rulebooks."""
    return RulebookList(rulebooks=tuple(_front_answer(loaded(name)) for name in rulebook_ids()))


@router.get("/rulebooks/compare")
def rulebooks_compared(
    _request: ApiRequest, *, a: AnyRulebook, b: OtherRulebook, topic: Topic = ""
) -> RulebookComparison:
    """Compare two rulebooks, value by value."""
    first, second = _rulebook(a), _rulebook(b)
    return RulebookComparison(
        a=_front_answer(first),
        b=_front_answer(second),
        differences=tuple(
            RulebookDifference(
                path=difference.path,
                a=_value_answer(difference.path, difference.a, difference.a_citation),
                b=_value_answer(difference.path, difference.b, difference.b_citation),
            )
            for difference in rulebook_differences(first, second)
            if difference.path.startswith(topic)
        ),
    )


@router.get("/rulebooks/{rulebook}")
def rulebook(_request: ApiRequest, rulebook: RulebookId, *, topic: Topic = "") -> RulebookRead:
    """Read what a rulebook says, each value with its section."""
    book = _rulebook(rulebook)
    return RulebookRead(
        rulebook=_front_answer(book),
        values=tuple(
            _value_answer(path, value_at(book, path), citation)
            for path, citation in book.citations.items()
            if path.startswith(topic)
        ),
    )


def _rulebook(name: str) -> Rulebook:
    if name not in rulebook_ids():
        raise not_found()
    return loaded(name)


def _front_answer(book: Rulebook) -> RulebookFront:
    return answer_from(
        RulebookFront,
        book,
        version=str(book.version),
        dated=str(book.dated),
        games=tuple(map(str, book.games)),
    )


def _value_answer(path: str, value: object, citation: Citation) -> Value:
    return Value(
        path=path,
        value=value,
        about=citation.about,
        cite=citation.cite,
        ruling=citation.ruling or "",
    )

"""API of the rulebooks: every value with its section, and comparisons."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from ninja import Router

from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.parameters import AnyRulebook, OtherRulebook, RulebookId, Topic
from padd.interfaces.api.refusals import missing
from padd.rulebooks.compare import differences, value_at
from padd.rulebooks.loader import rulebook as loaded
from padd.rulebooks.loader import rulebook_ids
from padd.rulebooks.schema import Citation, Rulebook
from padd.services.rulebooks import interim_rulings

router = Router(tags=["Rulebooks"])


class RulebookFront(msgspec.Struct, frozen=True, kw_only=True):
    """The title page of a rulebook."""

    id: str
    title: str
    document: str
    publisher: str
    version: str
    dated: str
    games: tuple[str, ...]


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook says on one point, and where."""

    path: str
    value: Any
    about: str
    cite: str
    ruling: Annotated[
        str, msgspec.Meta(description=("The reading of an ambiguous text, if it is ambiguous."))
    ]


class Shelf(msgspec.Struct, frozen=True, kw_only=True):
    """All rulebooks."""

    rulebooks: tuple[RulebookFront, ...]


class RulebookRead(msgspec.Struct, frozen=True, kw_only=True):
    """What one rulebook says."""

    rulebook: RulebookFront
    values: tuple[Value, ...]


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """A point on which two rulebooks differ."""

    path: str
    a: Value
    b: Value


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """Two rulebooks side by side."""

    a: RulebookFront
    b: RulebookFront
    differences: tuple[Differs, ...]


class PublishedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """An interim ruling published by the Director."""

    id: str
    rulebook: str
    title: str
    about: str
    cite: Annotated[str, msgspec.Meta(description="The article that announces it.")]
    in_force: Annotated[
        date, msgspec.Meta(description="It applies to events that start then or later.")
    ]
    file: Annotated[str, msgspec.Meta(description="The ruling as the file that `padd` reads.")]


class PublishedRulings(msgspec.Struct, frozen=True, kw_only=True):
    """All published interim rulings."""

    rulings: tuple[PublishedRuling, ...]


@operation(router, "GET", "/rulings", answer=PublishedRulings)
def rulings(request: ApiRequest) -> PublishedRulings:
    """List published interim rulings, oldest first."""
    del request
    return PublishedRulings(
        rulings=tuple(
            PublishedRuling(
                id=row.ruling,
                rulebook=row.rulebook,
                title=row.title,
                about=row.about,
                cite=row.cite,
                in_force=row.in_force,
                file=interim_rulings.ruling_toml(row),
            )
            for row in interim_rulings.published_rulings()
        )
    )


@operation(router, "GET", "/rulebooks", answer=Shelf)
def rulebooks(request: ApiRequest) -> Shelf:
    """List the rulebooks."""
    del request
    return Shelf(rulebooks=tuple(_front(loaded(name)) for name in rulebook_ids()))


@operation(router, "GET", "/rulebooks/compare", answer=Compared)
def rulebooks_compared(
    request: ApiRequest, *, a: AnyRulebook, b: OtherRulebook, topic: Topic = ""
) -> Compared:
    """Compare two rulebooks, value by value."""
    del request
    first, second = _book(a), _book(b)
    return Compared(
        a=_front(first),
        b=_front(second),
        differences=tuple(
            Differs(
                path=difference.path,
                a=_value(difference.path, difference.a, difference.a_citation),
                b=_value(difference.path, difference.b, difference.b_citation),
            )
            for difference in differences(first, second)
            if difference.path.startswith(topic)
        ),
    )


@operation(router, "GET", "/rulebooks/{rulebook}", answer=RulebookRead)
def rulebook(request: ApiRequest, rulebook: RulebookId, *, topic: Topic = "") -> RulebookRead:
    """Read what a rulebook says, each value with its section."""
    del request
    book = _book(rulebook)
    return RulebookRead(
        rulebook=_front(book),
        values=tuple(
            _value(path, value_at(book, path), citation)
            for path, citation in book.citations.items()
            if path.startswith(topic)
        ),
    )


def _book(name: str) -> Rulebook:
    if name not in rulebook_ids():
        raise missing()
    return loaded(name)


def _front(book: Rulebook) -> RulebookFront:
    return RulebookFront(
        id=book.id,
        title=book.title,
        document=book.document,
        publisher=book.publisher,
        version=str(book.version),
        dated=str(book.dated),
        games=tuple(map(str, book.games)),
    )


def _value(path: str, value: object, citation: Citation) -> Value:
    return Value(
        path=path,
        value=value,
        about=citation.about,
        cite=citation.cite,
        ruling=citation.ruling or "",
    )

"""The decks of a finished event: the published ones, and statistics of the field."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from padd.core.decks.field_figures import FieldDeck, FieldFigure, field_figures
from padd.core.model import PlayerId
from padd.presentation.decks.deck_view import DeckView, deck_view
from padd.presentation.eventlog.event_view import EventView
from padd.services.decks.deck_access import DeckShown
from padd.services.decks.published_decks import PublishedDecks

UNPLACED: Final = 10**6


class PublicDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck that its player lets others see."""

    player: str
    name: str
    place: int | None
    deck: DeckView
    text: str


class FieldBar(msgspec.Struct, frozen=True, kw_only=True):
    """One bar of a picture: what, how many, and the average place in words."""

    title: str
    decks: int
    place: str


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """What the page of an event's decks shows."""

    decks: tuple[PublicDeck, ...]
    registered: int
    counted: int
    over: bool
    cards: tuple[FieldBar, ...] = ()
    affiliations: tuple[FieldBar, ...] = ()
    types: tuple[tuple[str, str], ...] = ()


def field_view(view: EventView, published: PublishedDecks) -> FieldView:
    """Return the decks by place, and figures without names."""
    places = view.places if published.over else {}
    figures = field_figures(
        [
            FieldDeck(checked=each.checked, place=places.get(PlayerId(each.player)))
            for each in published.field
            if each.checked is not None
        ]
    )
    decks = [_seen(view, each, places) for each in published.decks]
    return FieldView(
        decks=tuple(sorted(decks, key=lambda one: (one.place or UNPLACED, one.name))),
        registered=published.registered,
        counted=figures.decks,
        over=published.over,
        cards=tuple(map(_bar, figures.cards)),
        affiliations=tuple(map(_bar, figures.affiliations)),
        types=tuple((kind, one_decimal(mean)) for kind, mean in figures.types),
    )


def _seen(view: EventView, deck: DeckShown, places: dict[PlayerId, int]) -> PublicDeck:
    player = PlayerId(deck.player)
    assert deck.checked is not None  # noqa: S101 -- erased lists are not published
    return PublicDeck(
        player=deck.player,
        name=view.name(player),
        place=places.get(player),
        deck=deck_view(deck.checked),
        text=deck.text,
    )


def _bar(figure: FieldFigure) -> FieldBar:
    place = "" if figure.place is None else one_decimal(figure.place)
    return FieldBar(title=figure.title, decks=figure.decks, place=place)


def one_decimal(value: Fraction) -> str:
    """Return a figure with one place behind the point, rounded half up."""
    tenths = (value * 20 + 1) // 2
    return f"{tenths // 10}.{tenths % 10}"

"""Decks shown after an event with the players' consent; in the cut, to opponents."""

from __future__ import annotations

import msgspec

from padd.core.decks.event_decks import EventDecks
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.services.access.actors import Actor
from padd.services.decks.deck_access import DeckShown, deck_with_verdict, own_player
from padd.services.decks.deck_terms import deck_terms
from padd.services.refusal import NotFound
from padd.store.models.decks import RegisteredDeck


class PublishedDecks(msgspec.Struct, frozen=True, kw_only=True):
    """The decks of an event that an actor may see."""

    decks: tuple[DeckShown, ...]
    field: tuple[DeckShown, ...]
    """Every deck, for figures alone; empty until the event is over."""
    registered: int
    over: bool


def published_decks(*, by: Actor, event: str) -> PublishedDecks:
    """Return the decks that may be seen; an unfinished event publishes nothing.

    While the cut is played, its players see the decks of those in it who agreed.
    """
    terms = deck_terms(event)
    over = terms.state.phase in {Phase.FINISHED, Phase.REPORTED}
    in_cut = cut_players(terms.state)
    own = own_player(by)
    if not over and own not in in_cut:
        raise NotFound("page")
    records = (terms.state.decks or EventDecks()).records
    rows = [
        row
        for row in RegisteredDeck.objects.filter(event=terms.row).order_by("player")
        if row.content and row.player in records
    ]
    every = {row.player: deck_with_verdict(row, terms) for row in rows} if over else {}
    seen = [
        row
        for row in rows
        if (over and row.for_all) or (row.for_cut and row.player in in_cut and own in in_cut)
    ]
    return PublishedDecks(
        decks=tuple(every.get(row.player) or deck_with_verdict(row, terms) for row in seen),
        field=tuple(every.values()),
        registered=len(records),
        over=over,
    )


def cut_players(state: LogState) -> frozenset[str]:
    """Return the players of the cut; none until it has started."""
    event = state.event
    if state.cut_after is None or event is None or not event.stages:
        return frozenset()
    return frozenset(event.stages[0].players)

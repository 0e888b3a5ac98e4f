"""How an online event is played: what was announced, and what its rulebook says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.state.way_of_play import ANY, WayOfPlay, usual_way_of_play
from padd.core.model import DeckFormat, Edition, Event
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.page_words import count
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.play import OnlineRules, Unplayed
from padd.services.events.event_form import EventForm

PLAYERS: Final = {
    "community-member": "Any member of the community may play.",
    "anyone": "Anyone may play.",
}
RULINGS: Final = {
    "save-ask-resume": "Need a ruling? Save the game, ask the director, reload and resume."
}
CRASHES: Final = {
    "resume-or-replay": "After a crash, resume from the last save. If there is none, "
    "or it is corrupt, replay from the beginning."
}
REFUSING: Final = {"responsible": "A player who refuses to replay is responsible."}
RESULTS: Final = {"missed-game": "a missed game", "bye": "a bye"}
TIMED_BY: Final = {"players": "The players time their game themselves"}
POOL_MAKER: Final = {
    "discouraged": "The person who makes and hands out the pools is asked not to play.",
    "forbidden": "The person who makes and hands out the pools may not play.",
}
LIMITED: Final = frozenset({DeckFormat.DRAFT, DeckFormat.SEALED})
EXTENDED_BY: Final = {"director": "The director may extend a deadline."}


class OnlineTerm(msgspec.Struct, frozen=True):
    """One thing that players of an online event should know, and where it stands."""

    text: str
    path: str
    cite: str


def event_online_terms(view: EventView, listed: EventForm | Event) -> tuple[OnlineTerm, ...]:
    """Return the terms of an event as it is listed or under way; none in a room."""
    settings = view.state.settings if view.opened else listed
    if not settings.online:
        return ()
    return online_terms(
        view.snapshot.book or rulebook(settings.rulebook),
        edition=settings.edition,
        deck_format=settings.format,
        way=view.state.way_of_play if view.opened else None,
    )


def online_terms(
    book: Rulebook, *, edition: str, deck_format: str, way: WayOfPlay | None
) -> tuple[OnlineTerm, ...]:
    """Return the terms; none where the rulebook has no online play."""
    if book.online is None:
        return ()
    found = (
        *_announced(book.online, way or usual_way_of_play(book, edition)),
        *_ruled(book.online, edition, deck_format),
    )
    return tuple(OnlineTerm(text, path, cite(book, path)) for path, text in found)


def _announced(rules: OnlineRules, way: WayOfPlay | None) -> Iterator[tuple[str, str]]:
    yield "online.players", PLAYERS[rules.players]
    if way is None:
        return
    plugin = " ".join(filter(None, (way.plugin, way.version)))
    with_ = f", plugin {plugin}" if plugin else ""
    yield "online.software", f"Played with {way.software}{with_}."
    free = not way.voice or way.voice.casefold() == ANY
    voice = "an application the players choose" if free else way.voice
    yield "online.voice", f"Players talk by {voice}."
    if way.round_days is not None:
        yield "online.extensions", f"A round lasts {count(way.round_days, 'day')}."
    if way.no_extensions_from is None:
        yield "online.extensions", EXTENDED_BY[rules.extensions]
    else:
        since = way.no_extensions_from
        then = f" from round {since} on" if since > 1 else ""
        yield "online.no_extensions_announced", f"No extensions{then}."


def _ruled(rules: OnlineRules, edition: str, deck_format: str) -> Iterator[tuple[str, str]]:
    setup = rules.tribbles_setup_minutes if edition == Edition.TRIBBLES else None
    more = f", including {setup} minutes for setting up" if setup else ""
    yield "online.timekeeper", f"{TIMED_BY[rules.timekeeper]}{more}."
    changes = rules.deck_changes.get(deck_format)
    if changes is not None:
        may = "You may change" if changes else "Do not change"
        yield "online.deck_changes", f"{may} your deck between rounds."
    if deck_format in LIMITED:
        yield "online.pool_maker_plays", POOL_MAKER[rules.pool_maker_plays]
    yield "online.rulings", RULINGS[rules.rulings]
    yield "online.crash", CRASHES[rules.crash]
    yield "online.refusing_replay", REFUSING[rules.refusing_replay]
    yield "online.unplayed.responsible", _unplayed(rules.unplayed)
    if rules.watermarked_cards is False:
        text = "Promotional cards with a watermark over their text are not legal."
        yield "online.watermarked_cards", text


def _unplayed(rules: Unplayed) -> str:
    one, other = RESULTS[rules.responsible], RESULTS[rules.opponent]
    return (
        f"A game not finished by the deadline: the player responsible gets {one}, the "
        f"other {other}. If that is both, neither or unclear, both get "
        f"{RESULTS[rules.otherwise]}."
    )

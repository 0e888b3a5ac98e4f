"""API of cards and decks: search, checks that save nothing, decks of events."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from padd.core.cards.catalogue import Card, Catalogue
from padd.core.cards.printing import card_edition
from padd.core.decks.card_legality import rules_set_of
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import MOST_BYTES, read_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.eventlog.actions.decks import DeckChecksDrawn, draw_players_for_check
from padd.core.messages import message
from padd.core.model import Edition
from padd.interfaces.api.eventlog.context import event_for_staff, event_for_visitor
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import CardId, EventId, OneEdition, PlayerId
from padd.interfaces.api.refusals import status_refusal
from padd.presentation.cards import search_cards
from padd.presentation.decks.check_document import CheckDocument, deck_check_document
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.access.api_tokens import Scope
from padd.services.cards.catalogue import current_catalogue
from padd.services.decks import deck_access, deck_registration, published_decks
from padd.services.eventlog.history import snapshot_for_reader
from padd.services.refusal import NotFound

router = Router("Cards and decks")

MOST_CARDS: Final = 100
MOST_DRAWN: Final = 8
SEEDS: Final = 2**48
DeckText = Annotated[
    str, Meta(max_length=MOST_BYTES, description="The list, in any of the formats that PADD reads.")
]
Words = Annotated[str, Meta(max_length=200, description="A search, as on the cards page.")]


class PrintingRead(msgspec.Struct, frozen=True, kw_only=True):
    """One printing of a card."""

    title: Annotated[str, Meta(description="The title as printed.")]
    set: Annotated[str, Meta(description="The code of the set.")]
    number: Annotated[str, Meta(description="The number in the set.")]
    rarity: Annotated[str, Meta(description="The rarity.")]
    released: Annotated[date | None, Meta(description="When the set was released, if known.")]


class CardRead(msgspec.Struct, frozen=True, kw_only=True):
    """A card with its printings."""

    id: Annotated[str, Meta(description="The id of the card.")]
    title: Annotated[str, Meta(description="The title people know it by.")]
    edition: Annotated[str, Meta(description="1E, 2E or TR.")]
    type: Annotated[str, Meta(description="The type, as printed.")]
    printings: Annotated[
        tuple[PrintingRead, ...], Meta(description="All printings that count as one card.")
    ]


class CardsRead(msgspec.Struct, frozen=True, kw_only=True):
    """The cards a search finds, by title."""

    total: Annotated[int, Meta(description="How many were found.")]
    cards: Annotated[tuple[CardRead, ...], Meta(description="The first hundred.")]


class CheckBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck list to check."""

    list: DeckText
    edition: Annotated[Edition, Meta(description="The game.")]
    rulebook: Annotated[
        str, Meta(description="The id of the rulebook; the newest if left out.")
    ] = ""
    pool: Annotated[str, Meta(description="The card pool.")] = "complete"
    rules: Annotated[str | None, Meta(description="The rules set; null for any.")] = None
    format: Annotated[str, Meta(description="The format.")] = "constructed"
    on: Annotated[date | None, Meta(description="The day of the event; today if left out.")] = None


class DeckBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck to register."""

    list: DeckText
    for_cut: Annotated[bool, Meta(description="Opponents in the cut may see it.")] = False
    for_all: Annotated[bool, Meta(description="Everyone may see it after the event.")] = False


class RegisteredRead(msgspec.Struct, frozen=True, kw_only=True):
    """A registered deck, for its player and for judges who do not play."""

    player: Annotated[str, Meta(description="The id of the player.")]
    list: Annotated[str, Meta(description="The list; empty once erased.")]
    check: Annotated[CheckDocument | None, Meta(description="Its verdict, line by line.")]
    for_cut: Annotated[bool, Meta(description="Opponents in the cut may see it.")]
    for_all: Annotated[bool, Meta(description="Everyone may see it after the event.")]


class PublishedRead(msgspec.Struct, frozen=True, kw_only=True):
    """A deck its player has made public."""

    player: Annotated[str, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="What the player is called.")]
    list: Annotated[str, Meta(description="The list.")]


class EventDecksRead(msgspec.Struct, frozen=True, kw_only=True):
    """The decks of a finished event."""

    registered: Annotated[int, Meta(description="How many were registered.")]
    decks: Annotated[tuple[PublishedRead, ...], Meta(description="The decks that are public.")]


class DeckDrawBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many players to draw for a deck check."""

    count: Annotated[int, Meta(ge=1, le=MOST_DRAWN, description="How many players.")] = 2


class DrawnDecks(msgspec.Struct, frozen=True, kw_only=True):
    """Players drawn for a deck check, and the seed that reproduces the draw."""

    players: Annotated[tuple[str, ...], Meta(description="Whose decks are checked.")]
    seed: Annotated[int, Meta(description="The seed of the draw.")]


@router.get("/cards")
def find_cards(request: ApiRequest, *, edition: OneEdition, q: Words) -> CardsRead:
    """Search cards."""
    catalogue = current_catalogue().catalogue
    today = request.now.date()
    found = search_cards(catalogue, card_edition(edition), q, today=today).cards
    return CardsRead(
        total=len(found), cards=tuple(_card_answer(card, catalogue) for card in found[:MOST_CARDS])
    )


@router.get("/cards/{card}")
def one_card(_request: ApiRequest, card: CardId) -> CardRead:
    """Read one card with its printings."""
    catalogue = current_catalogue().catalogue
    found = catalogue.by_slug.get(card)
    if found is None:
        raise NotFound("card")
    return _card_answer(found, catalogue)


def _card_answer(card: Card, catalogue: Catalogue) -> CardRead:
    return CardRead(
        id=card.slug,
        title=card.title,
        edition=card.printings[0].edition,
        type=card.printings[0].type,
        printings=tuple(
            answer_from(
                PrintingRead, one, released=of.release if (of := catalogue.set_of(one)) else None
            )
            for one in card.printings
        ),
    )


@router.post("/decks/check", limit=MOST_BYTES, takes_key=False)
def deck_check(request: ApiRequest, body: CheckBody) -> CheckDocument:
    """Check a deck list; no account is needed, and nothing is stored."""
    name = body.rulebook or rulebook_ids()[0]
    if name not in rulebook_ids():
        raise status_refusal(
            422,
            "unknown-rulebook",
            message("There is no rulebook {name}.", name=name),
            place="rulebook",
        )
    book, edition = rulebook(name), card_edition(body.edition)
    question = LegalityQuestion(
        edition=edition,
        pool=body.pool,
        rules=rules_set_of(edition, body.rules, book),
        format=body.format,
        on=body.on or request.now.date(),
    )
    deck = read_deck(body.list.encode(), source="list")
    checked = check_deck(deck, current_catalogue().catalogue, book, question)
    return deck_check_document(checked)


@router.get("/events/{event}/decks")
def event_decks(request: ApiRequest, event: EventId) -> EventDecksRead:
    """Read the decks of a finished event that their players made public."""
    context = event_for_visitor(request, event)
    decks = published_decks.published_decks(by=context.actor, event=event)
    return EventDecksRead(
        registered=decks.registered,
        decks=tuple(
            PublishedRead(
                player=deck.player,
                name=context.names.get(deck.player, ""),  # type: ignore[call-overload]
                list=deck.text,
            )
            for deck in decks.decks
        ),
    )


@router.get("/events/{event}/decks/{player}", scopes=(Scope.READ, Scope.RUN, Scope.PLAY))
def event_deck(request: ApiRequest, event: EventId, player: PlayerId) -> RegisteredRead:
    """Read a registered deck: your own, or any as a judge who does not play."""
    actor = _deck_actor(request, event, player, (Scope.READ, Scope.RUN))
    shown = deck_access.registered_deck(by=actor, event=event, player=player)
    return _deck_answer(shown)


def _deck_answer(shown: deck_access.DeckShown) -> RegisteredRead:
    return RegisteredRead(
        player=shown.player,
        list=shown.text,
        check=deck_check_document(shown.checked) if shown.checked else None,
        for_cut=shown.for_cut,
        for_all=shown.for_all,
    )


def _deck_actor(request: ApiRequest, event: str, player: str, scopes: tuple[Scope, ...]) -> Actor:
    """Return the actor; for another player's deck the token needs one of the scopes."""
    if not request.caller.covers(event):
        raise NotFound("event")
    actor = request.caller.actor
    snapshot_for_reader(event_id=event, by=actor)
    if deck_access.own_player(actor) != player:
        request.require_scope(*scopes)
    return actor


@router.post("/events/{event}/decks/{player}", scopes=(Scope.PLAY, Scope.RUN), limit=MOST_BYTES)
def register_deck(
    request: ApiRequest, event: EventId, player: PlayerId, body: DeckBody
) -> RegisteredRead:
    """Register a deck: your own, or a player's as a director."""
    deck_registration.register_deck(
        by=_deck_actor(request, event, player, (Scope.RUN,)),
        now=request.now,
        event=event,
        player=player,
        text=body.list,
        for_cut=body.for_cut,
        for_all=body.for_all,
        key=request.log_key,
    )
    shown = deck_access.registered_deck(by=request.caller.actor, event=event, player=player)
    return _deck_answer(shown)


@router.post("/events/{event}/deck-checks", scopes=(Scope.RUN,))
def draw_deck_checks(request: ApiRequest, event: EventId, body: DeckDrawBody) -> DrawnDecks:
    """Draw players for a deck check; the action deck.checked records the outcome."""
    context, seed = event_for_staff(request, event), secrets.randbelow(SEEDS)
    drawn = draw_players_for_check(context.state, body.count, seed)
    eventlog.record_action(
        event_id=event,
        action=DeckChecksDrawn(players=drawn, seed=seed),
        by=context.actor,
        now=request.now,
        key=request.log_key,
    )
    return DrawnDecks(players=drawn, seed=seed)

"""The cards that a phone has sealed: titles and salts, only in its session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from padd.core.eventlog.state.seeding import BESIDE
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.core.scenarios.seed_phase import over_seed_limit
from padd.core.text import slug
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.rulebooks.schema import cite
from padd.services.decks.deck_terms import copy_identity

Stack = list[tuple[str, str]]
"""Titles with their salts, the first to be met first."""
Stacks = dict[str, Stack]
"""Stacks by the place of their mission."""


def _session_key(context: PlayerContext) -> str:
    number = context.round.number if context.round is not None else 0
    table = context.table.number if context.table is not None else 0
    return f"seeds:{context.id}:{number}:{table}"


def sealed_cards(request: HttpRequest, context: PlayerContext) -> dict[str, Stacks]:
    """Return what this phone has sealed, by step and place."""
    kept: dict[str, Stacks] = request.session.get(_session_key(context), {})
    return kept


def store_sealed_cards(
    request: HttpRequest, context: PlayerContext, step: int, stacks: Stacks
) -> None:
    """Store the cards that this phone placed in a step, in place of earlier ones."""
    everything = {**sealed_cards(request, context), str(step): stacks}
    request.session[_session_key(context)] = everything


def sealed_stack(request: HttpRequest, place: int, titles: Iterable[str], *, key: str) -> Stack:
    """Return titles with salts that cannot be guessed.

    The same form of the same phone gives the same salts, so that sending it twice
    places the same cards.
    """
    if request.session.session_key is None:
        request.session.create()
    phone = request.session.session_key

    def salt(at: int) -> str:
        what = f"{phone}:{key}:{place}:{at}"
        return salted_hmac("padd.seal", what, algorithm="sha256").hexdigest()

    return [(title, salt(at)) for at, title in enumerate(titles)]


def closed_cards(
    request: HttpRequest, context: PlayerContext
) -> Iterator[tuple[int, int, int, str, str]]:
    """Yield own cards that are not open: step, place, position, title and salt."""
    table = context.table
    if table is None:
        return
    seeding = table.seeding
    open_now = {
        (card.step, card.mission, card.position)
        for card in seeding.opened
        if card.owner == context.player
    }
    for step, stacks in sealed_cards(request, context).items():
        for place, stack in stacks.items():
            for at, (title, salt) in enumerate(stack):
                card = (int(step), int(place), at)
                if card not in open_now and int(step) < seeding.step:
                    yield (*card, title, salt)


def limit_objection(
    request: HttpRequest, context: PlayerContext, step: int, stacks: Stacks
) -> Refusal | None:
    """Refuse more copies of a card than may be seeded like a dilemma (OTF-18).

    What is seeded beside the missions is no dilemma and not counted (OTF-19).
    """
    view = context.view
    everything = {**sealed_cards(request, context), str(step): stacks}
    titles = [
        title
        for places in everything.values()
        for place, stack in places.items()
        if place != str(BESIDE)
        for title, _ in stack
    ]
    identity = copy_identity(view.state, view.book, view.now) if titles else slug
    over = over_seed_limit(titles, view.book, identity)
    if not over:
        return None
    return Refusal(
        "seed-limit",
        message(
            "{title} is seeded like a dilemma more than {limit} times.",
            title=over[0],
            limit=view.book.formats.otf_beta.seed_limit or 0,
        ),
        rule=cite(view.book, "formats.otf_beta.seed_limit"),
        way_out=message("Remove one copy."),
    )

"""Pools: the cards a player got, the deck built from them, and its registration."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.limited.event_state import LimitedState
from padd.core.limited.pool import CardKey, card_key, count_cards, deck_faults, swap_fault
from padd.core.limited.product import PackCard
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import cached_log, stored_event
from padd.services.limited.drafts import drafting_player
from padd.services.limited.tables import group_table
from padd.services.refusal import ActionRefused, NotFound, raise_if_refused
from padd.services.text_fields import normalize_line
from padd.store.models.events import Event
from padd.store.models.limited import PlayerPool

LONGEST_TITLE: Final = 200
COMMON: Final = "C"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """What one player was given, and what is in the deck."""

    player: PlayerId
    limited: LimitedState
    cards: tuple[PackCard, ...]
    deck: dict[CardKey, int]
    added: tuple[str, ...]
    may_add: int
    """How many commons the rulebook lets a player add."""
    registered_at: datetime | None
    open_picks: bool
    faults: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolState:
    """How far a player is with building, for those who run the event: no cards."""

    player: PlayerId
    cards: int
    in_deck: int
    registered_at: datetime | None


def own_pool(*, event_id: str, by: Actor) -> Pool:
    """Return the pool of an actor."""
    row = stored_event(event_id)
    known = cached_log(row)
    player = drafting_player(by, row, known.state)
    if known.state.limited is None or known.book is None:
        raise NotFound("pool")
    return _pool(row, player, known.state.limited, known.book)


def pool_states(*, event_id: str, by: Actor) -> tuple[PoolState, ...]:
    """Return how far everybody is with building."""
    row = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=row)
    known = cached_log(row)
    limited = known.state.limited
    if limited is None or known.book is None or not limited.dealt:
        return ()
    pools = [
        _pool(row, player, limited, known.book)
        for group in (*limited.groups, limited.late)
        for player in group
    ]
    return tuple(
        PoolState(
            player=pool.player,
            cards=len(pool.cards),
            in_deck=sum(pool.deck.values()),
            registered_at=pool.registered_at,
        )
        for pool in pools
    )


def save_deck(
    *, event_id: str, deck: dict[CardKey, int], register: bool, by: Actor, now: datetime
) -> None:
    """Mark which cards of the pool are the deck; a wrong deck is not registered.

    While decks are built anything within the pool may be marked. Between rounds the
    rulebook and the plan say what may change.
    """
    with refuse_database_errors(), transaction.atomic():
        row, pool, book = _own(event_id, by)
        wanted = {key: count for key, count in deck.items() if count}
        faults = list(deck_faults(wanted, pool.cards, pool.limited.plan.format, book))
        beyond = next((f for f in faults if f.code == "not-in-the-pool"), None)
        raise_if_refused(beyond)
        _refuse_late_change(pool, wanted, book)
        if register and faults:
            raise ActionRefused(faults[0])
        done = {"deck": wanted}
        if register:
            done["registered_at"] = now  # type: ignore[assignment]
        PlayerPool.objects.update_or_create(event=row, player=pool.player, defaults=done)


def add_common_card(*, event_id: str, title: str, by: Actor) -> None:
    """Add a common to one's pool, where the rulebook gives each player some."""
    with refuse_database_errors(), transaction.atomic():
        row, pool, book = _own(event_id, by)
        words = normalize_line(title)[:LONGEST_TITLE]
        if not words:
            raise ActionRefused(Refusal("no-title", message("Choose the card you are adding.")))
        if len(pool.added) >= pool.may_add:
            raise ActionRefused(
                Refusal(
                    "no-more-commons",
                    message("You may add {count} common cards.", count=pool.may_add),
                    rule=cite(book, "decks.sealed.commons"),
                )
            )
        PlayerPool.objects.update_or_create(
            event=row, player=pool.player, defaults={"added": [*pool.added, words]}
        )


def choose_picks_shown(*, event_id: str, shown: bool, by: Actor) -> None:
    """Agree, or not, that one's picks are shown after the event."""
    with refuse_database_errors(), transaction.atomic():
        row, pool, _ = _own(event_id, by)
        PlayerPool.objects.update_or_create(
            event=row, player=pool.player, defaults={"open_picks": shown}
        )


def _own(event_id: str, by: Actor) -> tuple[Event, Pool, Rulebook]:
    row = stored_event(event_id)
    known = cached_log(row)
    player = drafting_player(by, row, known.state)
    if known.state.limited is None or known.book is None:
        raise NotFound("pool")
    return row, _pool(row, player, known.state.limited, known.book), known.book


def _pool(row: Event, player: PlayerId, limited: LimitedState, book: Rulebook) -> Pool:
    place = limited.seat_of(player)
    if place is None or limited.plan.real_packs:
        raise NotFound("pool")
    group, seat = place
    kept = PlayerPool.objects.filter(event=row, player=player).first()
    added = tuple(kept.added) if kept else ()
    commons = tuple(PackCard(title=title, rarity=COMMON) for title in added)
    cards = (*group_table(row, limited, group).pool(seat), *commons)
    deck = dict(kept.deck) if kept else {}
    may_add = book.decks.sealed.commons if limited.plan.format == "sealed" else None
    return Pool(
        player=player,
        limited=limited,
        cards=cards,
        deck=deck,
        added=added,
        may_add=may_add or 0,
        registered_at=kept.registered_at if kept else None,
        open_picks=bool(kept and kept.open_picks),
        faults=tuple(deck_faults(deck, cards, limited.plan.format, book)),
    )


def _refuse_late_change(pool: Pool, deck: dict[CardKey, int], book: Rulebook) -> None:
    """Refuse a change of a deck after the time to build, where the rules forbid it."""
    if pool.limited.built_at is None or not pool.deck:
        return
    changes = (book.decks.changes or {}).get(pool.limited.plan.format, False)
    if not (changes and pool.limited.plan.swaps):
        raise ActionRefused(
            Refusal(
                "no-swaps",
                message("Decks can’t be changed between rounds."),
                rule=cite(book, "decks.changes"),
                way_out=message("Ask the director."),
            )
        )
    raise_if_refused(swap_fault(pool.deck, deck, book))


def cards_by_key(cards: tuple[PackCard, ...]) -> dict[CardKey, tuple[PackCard, int]]:
    """Return each card of a pool once, with the number of its copies."""
    counts = count_cards(cards)
    return {card_key(card): (card, counts[card_key(card)]) for card in cards}

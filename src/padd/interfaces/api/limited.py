"""API of limited play: products, packs, your own seat and pool, draft groups."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

import msgspec
from ninja import Query, Router

from padd.core.limited.certificate import PackCertificate, certify
from padd.core.limited.plan import LimitedPlan
from padd.core.limited.pool import key_of
from padd.core.limited.product import contents, digest, unfit
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.interfaces.api.event_view import directed, played_by
from padd.interfaces.api.operation import READS, WRITES, ApiRequest, operation
from padd.interfaces.api.parameters import EventId
from padd.interfaces.api.refusals import by_rules, missing, refuse
from padd.presentation.limited.group_view import GroupView, group_view, groups_at_tables
from padd.presentation.limited.known_products import known_products
from padd.presentation.messages import text
from padd.services.access.api_tokens import Scope
from padd.services.eventlog import new_command_key
from padd.services.limited import drafts, pools

router = Router(tags=["Limited play"])
STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)
PLAYS: Final = (Scope.PLAY,)
MOST: Final = 120

Described = msgspec.Meta
ProductName = Annotated[
    str, Query(max_length=60, description="The id of a product, see /products.")
]
KindName = Annotated[
    str, Query(max_length=60, description="The kind of pack; required if there are several.")
]
PackNumber = Annotated[int, Query(ge=1, le=MOST, description="How many packs.")]
Seed = Annotated[
    str,
    Query(min_length=1, max_length=80, description="Any text; the same seed gives the same packs."),
]
Places = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=10_000)], ...],
    Described(max_length=20, description="The cards taken, by their `at`."),
]


class PackRead(msgspec.Struct, frozen=True):
    """A kind of pack."""

    kind: Annotated[str, Described(description="The name of the kind.")]
    title: Annotated[str, Described(description="What people call it.")]
    holds: Annotated[
        tuple[tuple[int, str], ...],
        Described(
            description=("How many cards come from which sheet; fixed cards come from none.")
        ),
    ]


class ProductRead(msgspec.Struct, frozen=True, kw_only=True):
    """A product that packs are made from."""

    id: Annotated[str, Described(description="The id of the product.")]
    title: Annotated[str, Described(description="What people call it.")]
    edition: Annotated[str, Described(description="The game.")]
    version: Annotated[str, Described(description="The day of this version.")]
    source: Annotated[str, Described(description="Where its cards come from.")]
    digest: Annotated[str, Described(description="The fingerprint of all of it.")]
    ready: Annotated[bool, Described(description="Whether packs can be made from the cards here.")]
    packs: Annotated[tuple[PackRead, ...], Described(description="Its kinds of packs.")]


class ProductsRead(msgspec.Struct, frozen=True):
    """Every product here."""

    products: Annotated[tuple[ProductRead, ...], Described(description="By title.")]


class DraftRead(msgspec.Struct, frozen=True, kw_only=True):
    """The groups of a draft and who is still picking; never any cards."""

    commitment: Annotated[
        str | None, Described(description="The hash of the secret that determines the packs.")
    ]
    plan: Annotated[LimitedPlan, Described(description="The plan as it was sealed.")]
    dealt: Annotated[bool, Described(description="Whether packs are dealt.")]
    redeals: Annotated[int, Described(description="How often they were dealt again.")]
    building_until: Annotated[datetime | None, Described(description="Until when decks are built.")]
    groups: Annotated[tuple[GroupView, ...], Described(description="The groups, by number.")]


class PileCardRead(msgspec.Struct, frozen=True, kw_only=True):
    """A card in your current pack."""

    at: Annotated[int, Described(description=("Its position in the pack; used to take it."))]
    title: Annotated[str, Described(description="Its title.")]
    type: Annotated[str, Described(description="Its type, where known.")]


class OwnSeatRead(msgspec.Struct, frozen=True, kw_only=True):
    """Your seat: your current pack and your picks."""

    group: Annotated[int, Described(description="The number of the group.")]
    seat: Annotated[int, Described(description="The number of the seat.")]
    pack: Annotated[int, Described(description="The pack that is passed.")]
    turn: Annotated[int, Described(description="The turn of this seat.")]
    take: Annotated[int, Described(description="How many cards to take now.")]
    due: Annotated[datetime | None, Described(description="When time is up.")]
    paused: Annotated[bool, Described(description="Whether the draft is paused.")]
    over: Annotated[bool, Described(description="Whether all packs are drafted.")]
    pile: Annotated[tuple[PileCardRead, ...], Described(description=("The cards in the pack."))]
    chosen: Annotated[
        tuple[int, ...],
        Described(description="What is chosen; it can change until the turn closes."),
    ]
    picks: Annotated[tuple[str, ...], Described(description="Titles taken so far.")]


class PickBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards to take from your current pack."""

    pack: Annotated[int, Described(ge=1, le=100, description="The pack looked at.")]
    turn: Annotated[int, Described(ge=1, le=10_000, description="The turn looked at.")]
    cards: Places


class PoolCardRead(msgspec.Struct, frozen=True, kw_only=True):
    """A card of your pool."""

    key: Annotated[str, Described(description="Title, set and number.")]
    title: Annotated[str, Described(description="Its title.")]
    owned: Annotated[int, Described(description="How many are in the pool.")]
    in_deck: Annotated[int, Described(description="How many are in the deck.")]


class OwnPoolRead(msgspec.Struct, frozen=True, kw_only=True):
    """What a player was given, and the deck made of it."""

    player: Annotated[PlayerId, Described(description="The id of the player.")]
    cards: Annotated[tuple[PoolCardRead, ...], Described(description="Every card.")]
    registered: Annotated[datetime | None, Described(description="When the deck was registered.")]
    faults: Annotated[tuple[str, ...], Described(description="Why the deck is not valid.")]


class PoolDeckBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cards of the pool are the deck."""

    deck: Annotated[
        dict[str, Annotated[int, msgspec.Meta(ge=0, le=1000)]],
        Described(max_length=2000, description="How many copies, by key."),
    ]
    register: Annotated[
        bool, Described(description="Register the deck; an invalid one is refused.")
    ] = False


@operation(router, "GET", "/products", answer=ProductsRead)
def products(request: ApiRequest) -> ProductsRead:
    """List the products that packs can be made from."""
    del request
    return ProductsRead(
        tuple(
            ProductRead(
                id=slug,
                title=product.title,
                edition=str(product.edition),
                version=product.version.isoformat(),
                source=product.source,
                digest=digest(product),
                ready=unfit(product) is None,
                packs=tuple(
                    PackRead(key, kind.title, contents(kind)) for key, kind in product.packs.items()
                ),
            )
            for slug, product in sorted(known_products().items(), key=lambda item: item[1].title)
        )
    )


@operation(router, "GET", "/packs", answer=PackCertificate, statuses=(*READS, 422))
def packs(
    request: ApiRequest,
    *,
    product: ProductName,
    seed: Seed,
    kind: KindName = "",
    number: PackNumber = 1,
) -> PackCertificate:
    """Make packs of a product; the same seed gives the same packs."""
    found = known_products().get(product)
    if found is None:
        raise missing()
    kinds = list(found.packs)
    wanted = kind or (kinds[0] if len(kinds) == 1 else "")
    if wanted not in found.packs:
        named = ", ".join(kinds)
        raise refuse(
            422, "no-such-pack", message("Choose one of: {kinds}.", kinds=named), place="kind"
        )
    try:
        return certify(found, (wanted,) * number, seed, now=request.now)
    except RefusalError as refused:
        raise by_rules(refused.refusal) from refused


@operation(
    router,
    "GET",
    "/events/{event}/draft",
    answer=DraftRead,
    scopes=STAFF,
    statuses=(*READS, 403, 422),
)
def draft(request: ApiRequest, event: EventId) -> DraftRead:
    """Read the groups of a draft: seats, turns and who is still picking; no cards."""
    return draft_of(request, event)


def draft_of(request: ApiRequest, event: str) -> DraftRead:
    """Return a draft for those who run the event."""
    view = directed(request, event).view
    limited = view.state.limited
    if limited is None:
        raise missing()
    tables = drafts.public_draft_groups(event_id=event, now=request.now)
    return DraftRead(
        commitment=view.state.settings.commitment,
        plan=limited.plan,
        dealt=limited.dealt,
        redeals=limited.redeals,
        building_until=None if limited.built_at else limited.building_ends,
        groups=tuple(group_view(view, table) for table in tables)
        if limited.plan.format == "draft" and not limited.plan.real_packs
        else groups_at_tables(view),
    )


@operation(
    router, "GET", "/events/{event}/seat", answer=OwnSeatRead, scopes=PLAYS, statuses=(*READS, 403)
)
def seat(request: ApiRequest, event: EventId) -> OwnSeatRead:
    """Read your seat in a draft: your current pack and your picks."""
    return _seat(request, event)


@operation(
    router,
    "POST",
    "/events/{event}/picks",
    answer=OwnSeatRead,
    body=PickBody,
    scopes=PLAYS,
    statuses=WRITES,
)
def picks(request: ApiRequest, event: EventId) -> OwnSeatRead:
    """Take cards from your current pack."""
    played_by(request, event)
    body: PickBody = request.body
    refusal = drafts.pick_cards(
        event_id=event,
        cards=body.cards,
        by=request.caller.actor,
        now=request.now,
        key=request.log_key or new_command_key(),
        pack=body.pack,
        turn=body.turn,
    )
    if refusal is not None:
        raise by_rules(refusal)
    return _seat(request, event)


@operation(
    router, "GET", "/events/{event}/pool", answer=OwnPoolRead, scopes=PLAYS, statuses=(*READS, 403)
)
def pool(request: ApiRequest, event: EventId) -> OwnPoolRead:
    """Read your pool, and which of its cards are in your deck."""
    return _pool(request, event)


@operation(
    router,
    "POST",
    "/events/{event}/pool",
    answer=OwnPoolRead,
    body=PoolDeckBody,
    scopes=PLAYS,
    statuses=WRITES,
)
def pool_deck(request: ApiRequest, event: EventId) -> OwnPoolRead:
    """Choose the cards of your pool that form your deck, and register it."""
    played_by(request, event)
    body: PoolDeckBody = request.body
    refusal = pools.save_deck(
        event_id=event,
        deck=body.deck,
        register=body.register,
        by=request.caller.actor,
        now=request.now,
    )
    if refusal is not None:
        raise by_rules(refusal)
    return _pool(request, event)


def _seat(request: ApiRequest, event: str) -> OwnSeatRead:
    played_by(request, event)
    own = drafts.own_seat(event_id=event, by=request.caller.actor, now=request.now)
    table, number = own.table.table, own.number
    pile = table.pile(number)
    cards = own.table.cards[table.pack, pile.origin] if pile else ()
    return OwnSeatRead(
        group=own.group,
        seat=number,
        pack=table.pack,
        turn=table.turn_of(number),
        take=table.to_take(number),
        due=own.table.due(number),
        paused=own.table.row.paused_at is not None,
        over=table.over,
        pile=tuple(
            PileCardRead(at=at, title=cards[at].title, type=cards[at].type)
            for at in (pile.cards if pile else ())
        ),
        chosen=next((t.cards for t in own.table.chosen if t.seat == number), ()),
        picks=tuple(own.table.card(one).title for one in table.taken[number - 1]),
    )


def _pool(request: ApiRequest, event: str) -> OwnPoolRead:
    played_by(request, event)
    own = pools.own_pool(event_id=event, by=request.caller.actor)
    held = pools.cards_by_key(own.cards)
    return OwnPoolRead(
        player=own.player,
        cards=tuple(
            PoolCardRead(
                key=key_of(card), title=card.title, owned=owned, in_deck=own.deck.get(key, 0)
            )
            for key, (card, owned) in held.items()
        ),
        registered=own.registered_at,
        faults=tuple(text(fault.message) for fault in own.faults) if own.deck else (),
    )

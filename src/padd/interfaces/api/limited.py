"""API of limited play: products, packs, your own seat and pool, draft groups."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from padd.core.limited.certificate import PackCertificate, certify_packs
from padd.core.limited.plan import LimitedPlan
from padd.core.limited.pool import card_key
from padd.core.limited.product import pack_contents, product_digest, product_fault
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.interfaces.api.eventlog.context import event_for_player, event_for_staff
from padd.interfaces.api.operation import ApiRequest, Router
from padd.interfaces.api.parameters import EventId
from padd.interfaces.api.refusals import not_found, status_refusal
from padd.presentation.limited.group_view import GroupView, group_view, groups_at_tables
from padd.presentation.limited.products import known_products
from padd.presentation.messages import text
from padd.services.access.api_tokens import Scope
from padd.services.eventlog import new_command_key
from padd.services.limited import deals, drafts, pools

router = Router("Limited play")
STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)
PLAYS: Final = (Scope.PLAY,)
MOST: Final = 120
ProductName = Annotated[str, Meta(max_length=60, description="The id of a product, see /products.")]
KindName = Annotated[
    str, Meta(max_length=60, description="The kind of pack; required if there are several.")
]
PackNumber = Annotated[int, Meta(ge=1, le=MOST, description="How many packs.")]
Seed = Annotated[
    str,
    Meta(min_length=1, max_length=80, description="Any text; the same seed gives the same packs."),
]
Places = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=10_000)], ...],
    Meta(max_length=20, description="The cards taken, by their `at`."),
]
RUNS: Final = (Scope.RUN,)
HELP: Final[dict[str, Callable[..., Refusal | None]]] = {
    "random": drafts.pick_at_random,
    "more-time": drafts.extend_time,
    "let-go": drafts.remove_seat,
}


class PackRead(msgspec.Struct, frozen=True):
    """A kind of pack."""

    kind: Annotated[str, Meta(description="The name of the kind.")]
    title: Annotated[str, Meta(description="What people call it.")]
    holds: Annotated[
        tuple[tuple[int, str], ...],
        Meta(description="How many cards come from which sheet; fixed cards come from none."),
    ]


class ProductRead(msgspec.Struct, frozen=True, kw_only=True):
    """A product that packs are made from."""

    id: Annotated[str, Meta(description="The id of the product.")]
    title: Annotated[str, Meta(description="What people call it.")]
    edition: Annotated[str, Meta(description="The game.")]
    version: Annotated[str, Meta(description="The day of this version.")]
    source: Annotated[str, Meta(description="Where its cards come from.")]
    digest: Annotated[str, Meta(description="The fingerprint of all of it.")]
    ready: Annotated[bool, Meta(description="Whether packs can be made from the cards here.")]
    packs: Annotated[tuple[PackRead, ...], Meta(description="Its kinds of packs.")]


class ProductsRead(msgspec.Struct, frozen=True):
    """Every product here."""

    products: Annotated[tuple[ProductRead, ...], Meta(description="By title.")]


class DraftRead(msgspec.Struct, frozen=True, kw_only=True):
    """The groups of a draft and who is still picking; never any cards."""

    commitment: Annotated[
        str | None, Meta(description="The hash of the secret that determines the packs.")
    ]
    plan: Annotated[LimitedPlan, Meta(description="The plan as it was sealed.")]
    dealt: Annotated[bool, Meta(description="Whether packs are dealt.")]
    redeals: Annotated[int, Meta(description="How often they were dealt again.")]
    building_until: Annotated[datetime | None, Meta(description="Until when decks are built.")]
    groups: Annotated[tuple[GroupView, ...], Meta(description="The groups, by number.")]


class PileCardRead(msgspec.Struct, frozen=True, kw_only=True):
    """A card in your current pack."""

    at: Annotated[int, Meta(description="Its position in the pack; used to take it.")]
    title: Annotated[str, Meta(description="Its title.")]
    type: Annotated[str, Meta(description="Its type, where known.")]


class OwnSeatRead(msgspec.Struct, frozen=True, kw_only=True):
    """Your seat: your current pack and your picks."""

    group: Annotated[int, Meta(description="The number of the group.")]
    seat: Annotated[int, Meta(description="The number of the seat.")]
    pack: Annotated[int, Meta(description="The pack that is passed.")]
    turn: Annotated[int, Meta(description="The turn of this seat.")]
    take: Annotated[int, Meta(description="How many cards to take now.")]
    due: Annotated[datetime | None, Meta(description="When time is up.")]
    paused: Annotated[bool, Meta(description="Whether the draft is paused.")]
    over: Annotated[bool, Meta(description="Whether all packs are drafted.")]
    pile: Annotated[tuple[PileCardRead, ...], Meta(description="The cards in the pack.")]
    chosen: Annotated[
        tuple[int, ...], Meta(description="What is chosen; it can change until the turn closes.")
    ]
    picks: Annotated[tuple[str, ...], Meta(description="Titles taken so far.")]


class PickBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards to take from your current pack."""

    pack: Annotated[int, Meta(ge=1, le=100, description="The pack looked at.")]
    turn: Annotated[int, Meta(ge=1, le=10_000, description="The turn looked at.")]
    cards: Places


class PoolCardRead(msgspec.Struct, frozen=True, kw_only=True):
    """A card of your pool."""

    key: Annotated[str, Meta(description="Title, set and number.")]
    title: Annotated[str, Meta(description="Its title.")]
    owned: Annotated[int, Meta(description="How many are in the pool.")]
    in_deck: Annotated[int, Meta(description="How many are in the deck.")]


class OwnPoolRead(msgspec.Struct, frozen=True, kw_only=True):
    """What a player was given, and the deck made of it."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    cards: Annotated[tuple[PoolCardRead, ...], Meta(description="Every card.")]
    registered: Annotated[datetime | None, Meta(description="When the deck was registered.")]
    faults: Annotated[tuple[str, ...], Meta(description="Why the deck is not valid.")]


class PoolDeckBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cards of the pool are the deck."""

    deck: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=1000)]],
        Meta(max_length=2000, description="How many copies, by key."),
    ]
    register: Annotated[bool, Meta(description="Register the deck; an invalid one is refused.")] = (
        False
    )


class PlanBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is dealt, passed and built."""

    plan: Annotated[
        LimitedPlan, Meta(description="Sealed with copies of its products; see /products.")
    ]


class DealBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seats and packs are drawn at random."""

    reason: Annotated[
        str, Meta(max_length=500, description="Required to deal again; everyone sees the count.")
    ] = ""


class HelpBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to do about a missing pick, or the whole draft."""

    act: Annotated[
        Literal["random", "more-time", "let-go", "pause", "resume"],
        Meta(
            description="A random card, another minute or leaving the draft; or pausing it for all."
        ),
    ]
    group: Annotated[int, Meta(ge=0, le=10_000, description="The group; 0 to pause or resume.")] = 0
    seat: Annotated[int, Meta(ge=0, le=100, description="The seat; 0 to pause or resume.")] = 0


@router.get("/products")
def products(_request: ApiRequest) -> ProductsRead:
    """List the products that packs can be made from."""
    return ProductsRead(
        tuple(
            ProductRead(
                id=slug,
                title=product.title,
                edition=str(product.edition),
                version=product.version.isoformat(),
                source=product.source,
                digest=product_digest(product),
                ready=product_fault(product) is None,
                packs=tuple(
                    PackRead(key, kind.title, pack_contents(kind))
                    for key, kind in product.packs.items()
                ),
            )
            for slug, product in sorted(known_products().items(), key=lambda item: item[1].title)
        )
    )


@router.get("/packs", statuses=(422,))
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
        raise not_found()
    kinds = list(found.packs)
    wanted = kind or (kinds[0] if len(kinds) == 1 else "")
    if wanted not in found.packs:
        named = ", ".join(kinds)
        raise status_refusal(
            422, "no-such-pack", message("Choose one of: {kinds}.", kinds=named), place="kind"
        )
    return certify_packs(found, (wanted,) * number, seed, now=request.now)


@router.get("/events/{event}/draft", scopes=STAFF, statuses=(422,))
def draft(request: ApiRequest, event: EventId) -> DraftRead:
    """Read the groups of a draft: seats, turns and who is still picking; no cards."""
    return _read_draft(request, event)


def _read_draft(request: ApiRequest, event: str) -> DraftRead:
    """Return the draft of an event for its staff."""
    view = event_for_staff(request, event).view
    limited = view.state.limited
    if limited is None:
        raise not_found()
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


@router.get("/events/{event}/seat", scopes=PLAYS)
def seat(request: ApiRequest, event: EventId) -> OwnSeatRead:
    """Read your seat in a draft: your current pack and your picks."""
    return _read_seat(request, event)


@router.post("/events/{event}/picks", scopes=PLAYS)
def picks(request: ApiRequest, event: EventId, body: PickBody) -> OwnSeatRead:
    """Take cards from your current pack."""
    event_for_player(request, event)
    drafts.pick_cards(
        event_id=event,
        cards=body.cards,
        by=request.caller.actor,
        now=request.now,
        key=request.log_key or new_command_key(),
        pack=body.pack,
        turn=body.turn,
    )
    return _read_seat(request, event)


@router.get("/events/{event}/pool", scopes=PLAYS)
def pool(request: ApiRequest, event: EventId) -> OwnPoolRead:
    """Read your pool, and which of its cards are in your deck."""
    return _read_pool(request, event)


@router.post("/events/{event}/pool", scopes=PLAYS)
def pool_deck(request: ApiRequest, event: EventId, body: PoolDeckBody) -> OwnPoolRead:
    """Choose the cards of your pool that form your deck, and register it."""
    event_for_player(request, event)
    pools.save_deck(
        event_id=event,
        deck=body.deck,
        register=body.register,
        by=request.caller.actor,
        now=request.now,
    )
    return _read_pool(request, event)


def _read_seat(request: ApiRequest, event: str) -> OwnSeatRead:
    event_for_player(request, event)
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


def _read_pool(request: ApiRequest, event: str) -> OwnPoolRead:
    event_for_player(request, event)
    own = pools.own_pool(event_id=event, by=request.caller.actor)
    held = pools.cards_by_key(own.cards)
    return OwnPoolRead(
        player=own.player,
        cards=tuple(
            PoolCardRead(
                key=card_key(card), title=card.title, owned=owned, in_deck=own.deck.get(key, 0)
            )
            for key, (card, owned) in held.items()
        ),
        registered=own.registered_at,
        faults=tuple(text(fault.message) for fault in own.faults) if own.deck else (),
    )


@router.post("/events/{event}/draft/plan", scopes=RUNS)
def plan(request: ApiRequest, event: EventId, body: PlanBody) -> DraftRead:
    """Seal the plan of a draft or sealed event before anyone can know the cards."""
    event_for_staff(request, event)
    deals.seal_plan(
        event_id=event,
        plan=body.plan,
        products=known_products(),
        by=request.caller.actor,
        now=request.now,
        key=request.log_key or new_command_key(),
    )
    return _read_draft(request, event)


@router.post("/events/{event}/draft/deal", scopes=RUNS)
def deal(request: ApiRequest, event: EventId, body: DealBody) -> DraftRead:
    """Draw the seats and deal every pack, from the secret and words of the event."""
    event_for_staff(request, event)
    deals.deal_packs(
        event_id=event,
        by=request.caller.actor,
        now=request.now,
        reason=body.reason,
        key=request.log_key or new_command_key(),
    )
    return _read_draft(request, event)


@router.post("/events/{event}/draft/help", scopes=RUNS)
def help_players(request: ApiRequest, event: EventId, body: HelpBody) -> DraftRead:
    """Help a player who is holding up the draft, or pause it for everyone."""
    view = event_for_staff(request, event).view
    if view.state.limited is None:
        raise not_found()
    actor, now = request.caller.actor, request.now
    service = HELP.get(body.act)
    if service is None:
        paused = body.act == "pause"
        drafts.pause_draft(event_id=event, paused=paused, by=actor, now=now)
        return _read_draft(request, event)
    service(event_id=event, group=body.group, seat=body.seat, by=actor, now=now)
    return _read_draft(request, event)

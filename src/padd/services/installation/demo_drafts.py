"""Limited events of the made-up community: a draft in pack 2, a sealed one building."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from padd.core.event_file import SCHEMA
from padd.core.eventlog.action_kinds import BuildingStarted, CheckedIn, WordAdded
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.core.messages import message
from padd.core.model import DeckFormat, Edition, Event, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import open_event, record
from padd.services.limited import deals, drafts
from padd.services.refusal import no
from padd.store.models import Event as EventRow

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from padd.core.limited.product import Product

NAMES: Final = (
    *("Hanna Kowalczyk", "Ivo Marušić", "Lucien Perrault"),
    *("Maximiliane Oberdorfer-Lindqvist", "Noor Haddad", "Pieter van der Meulen"),
)
PLAYERS: Final = tuple(
    Player(id=PlayerId(f"drafter-{number}"), name=name)
    for number, name in enumerate(NAMES, start=1)
)
BOOSTER: Final = PackChoice(product="frontier", kind="booster")
STARTER: Final = PackChoice(product="frontier", kind="starter")
MINUTES: Final = 30
TURNS: Final = 17
"""Pack 1 has fourteen turns with a choice; these lead into pack 2."""


def add_drafts(*, products: Mapping[str, Product], by: Actor, now: datetime) -> int:
    """Add the limited events to a demo; return how many."""
    require(Permission.DEMO_FILL, by)
    drafted = LimitedPlan(
        format="draft",
        packs=(BOOSTER,) * 3,
        kit=(STARTER,),
        directions=("left", "right", "left"),
        build_minutes=MINUTES,
    )
    draft = _opened("Frontier Draft", drafted, products, by, now)
    for turn in range(TURNS):
        for player in PLAYERS:
            _pick(draft, player.id, now + timedelta(seconds=10 * turn))
    sealed = LimitedPlan(
        format="sealed",
        packs=(BOOSTER,) * 3,
        kit=(STARTER,),
        build_minutes=MINUTES,
    )
    event = _opened("Frontier Sealed", sealed, products, by, now)
    _done(record(event_id=event, action=BuildingStarted(), by=by, now=now))
    return 2


def _opened(
    name: str,
    plan: LimitedPlan,
    products: Mapping[str, Product],
    by: Actor,
    now: datetime,
) -> str:
    facts = Event(
        schema=SCHEMA,
        name=name,
        rulebook="opg-5",
        edition=Edition.SECOND,
        format=DeckFormat(plan.format),
        card_pool="limited",
        rounds_planned=3,
        players=PLAYERS,
        rounds=(),
    )
    event = _done(open_event(facts=facts, by=by, now=now))
    everybody = tuple(player.id for player in PLAYERS)
    here = CheckedIn(players=everybody)
    _done(record(event_id=event, action=here, by=by, now=now))
    _done(deals.seal_plan(event_id=event, plan=plan, products=products, by=by, now=now))
    word = WordAdded(word="lantern")
    _done(record(event_id=event, action=word, by=_phone(event, everybody[0]), now=now))
    _done(deals.deal(event_id=event, by=by, now=now))
    return event


def _phone(event: str, player: PlayerId) -> Actor:
    row = EventRow.objects.only("pk").get(public_id=event)
    return Actor(kind=ActorKind.PLAYER, public_id=player, event_id=row.pk)


def _pick(event: str, player: PlayerId, now: datetime) -> None:
    """Take the first card of the pile, as somebody in a hurry does."""
    by = _phone(event, player)
    seat = drafts.own_seat(event_id=event, by=by, now=now)
    pile, table = seat.table.table.pile(seat.number), seat.table.table
    if pile is None:
        return
    turn = table.turn_of(seat.number)
    drafts.pick(
        event_id=event,
        cards=pile.cards[:1],
        by=by,
        now=now,
        key=f"demo {table.pack}.{turn} {player}",
        pack=table.pack,
        turn=turn,
    )


def _done(answer: object) -> str:
    if isinstance(answer, Refusal):
        reason = message("The demo was refused: {why}", why=answer.message)
        raise RefusalError(no("demo", reason))
    return str(answer)

"""Limited events of the made-up community: begun, in building, and finished."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted, WordAdded
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import GameOutcome
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.core.limited.product import Product
from padd.core.messages import message
from padd.core.model import DeckFormat, Edition, Ending, Event, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import draw_round, event_state, open_event, record_action
from padd.services.limited import deals, drafts, pools
from padd.services.refusal import no
from padd.store.models.events import Event as EventRow

NAMES: Final = (
    *("Hanna Kowalczyk", "Ivo Marušić", "Lucien Perrault"),
    *("Maximiliane Oberdorfer-Lindqvist", "Noor Haddad", "Pieter van der Meulen"),
)
PLAYERS: Final = tuple(
    Player(id=PlayerId(f"drafter-{number}"), name=name)
    for number, name in enumerate(NAMES, start=1)
)
BOOSTER: Final = PackChoice(product="frontier", kind="booster")
MISSIONS: Final = PackChoice(product="frontier", kind="missions")
STARTER: Final = PackChoice(product="frontier", kind="starter")
MINUTES: Final = 30
SECONDS: Final = 45
"""For each pick from a real booster."""
TURNS: Final = 17
"""Pack 1 has fourteen turns with a choice; these lead into pack 2."""
MISSION_TURNS: Final = 8
"""Turns with a choice in a pack of nine missions."""


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
        format="sealed", packs=(BOOSTER,) * 3, kit=(STARTER,), build_minutes=MINUTES
    )
    event = _opened("Frontier Sealed", sealed, products, by, now)
    _done(record_action(event_id=event, action=BuildingStarted(), by=by, now=now))
    boosters = LimitedPlan(
        format="draft",
        real_packs=(15,) * 3,
        directions=("left", "right", "left"),
        seconds=SECONDS,
        build_minutes=MINUTES,
    )
    _opened("Booster Draft", boosters, products, by, now)
    _finished(products, by, now - timedelta(days=7))
    return 4


def _finished(products: Mapping[str, Product], by: Actor, now: datetime) -> None:
    """Play a short draft to its end; everybody agreed to a replay."""
    plan = LimitedPlan(
        format="draft",
        packs=(MISSIONS, MISSIONS),
        directions=("left", "right"),
        build_minutes=MINUTES,
    )
    event = _opened("Frontier Draft, last week", plan, products, by, now)
    for _ in range(len(plan.packs) * MISSION_TURNS):
        now += timedelta(seconds=20)
        for player in PLAYERS:
            _pick(event, player.id, now)
    for player in PLAYERS:
        pools.choose_picks_shown(event_id=event, shown=True, by=_phone(event, player.id))
    acts: list[Action] = [BuildingStarted(), BuildingEnded()]
    for action in acts:
        _done(record_action(event_id=event, action=action, by=by, now=now))
        now += timedelta(minutes=MINUTES)
    for number in (1, 2):
        _done(draw_round(event_id=event, by=by, now=now))
        _done(record_action(event_id=event, action=RoundPublished(number=number), by=by, now=now))
        for table in event_state(event_id=event).existing(number).tables:
            # No two players have the same differential, whoever meets whom.
            lead = table if number == 1 else 10 * table
            outcome = GameOutcome(ending=Ending.TIME, scores=(40 + lead, 40))
            entered = ResultEntered(number=number, table=table, outcome=outcome)
            _done(record_action(event_id=event, action=entered, by=by, now=now))
        closed = RoundClosed(number=number)
        _done(record_action(event_id=event, action=closed, by=by, now=now))
    _done(record_action(event_id=event, action=EventFinished(), by=by, now=now))


def _opened(
    name: str, plan: LimitedPlan, products: Mapping[str, Product], by: Actor, now: datetime
) -> str:
    facts = Event(
        schema=SCHEMA,
        name=name,
        rulebook="opg-5",
        edition=Edition.SECOND,
        format=DeckFormat(plan.format),
        card_pool="limited",
        rounds_planned=2,
        players=PLAYERS,
        rounds=(),
    )
    event = _done(open_event(facts=facts, by=by, now=now))
    everybody = tuple(player.id for player in PLAYERS)
    here = CheckedIn(players=everybody)
    _done(record_action(event_id=event, action=here, by=by, now=now))
    _done(deals.seal_plan(event_id=event, plan=plan, products=products, by=by, now=now))
    word = WordAdded(word="lantern")
    _done(record_action(event_id=event, action=word, by=_phone(event, everybody[0]), now=now))
    _done(deals.deal_packs(event_id=event, by=by, now=now))
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
    drafts.pick_cards(
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
        reason = message("The demo could not be set up: {why}", why=answer.message)
        raise RefusalError(no("demo", reason))
    return str(answer)

"""Load the limited events of the sample community: begun, in building, and finished."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted, WordAdded
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import GameOutcome
from padd.core.limited.plan import LimitedPlan
from padd.core.limited.product import Product
from padd.core.model import DeckFormat, Edition, Ending, Event, Player, PlayerId
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import draw_round, event_state, open_event, record_action
from padd.services.installation.demo import FOLDER, accept_or_raise
from padd.services.limited import deals, drafts, pools
from padd.store.models.events import Event as EventRow

FILE: Final = tomllib.loads((FOLDER / "drafts.toml").read_text(encoding="utf-8"))
PLAYERS: Final = tuple(
    Player(id=PlayerId(f"drafter-{number}"), name=name)
    for number, name in enumerate(FILE["players"], start=1)
)


def add_drafts(*, products: Mapping[str, Product], by: Actor, now: datetime) -> int:
    """Load the limited events; return how many."""
    require(Permission.DEMO_FILL, by)
    for draft in FILE["drafts"]:
        at = now - timedelta(days=draft.get("days_ago", 0))
        DemoDraft(draft, products, by=by, now=at).load()
    return len(FILE["drafts"])


class DemoDraft:
    """A limited event that is played on, moment by moment."""

    def __init__(
        self, draft: Mapping[str, Any], products: Mapping[str, Product], *, by: Actor, now: datetime
    ) -> None:
        self.draft, self.products, self.by, self.now = draft, products, by, now
        self.plan = msgspec.convert(draft["plan"], LimitedPlan)
        facts = Event(
            schema=SCHEMA,
            name=draft["name"],
            rulebook="opg-5",
            edition=Edition.SECOND,
            format=DeckFormat(self.plan.format),
            card_pool="limited",
            rounds_planned=2,
            players=PLAYERS,
            rounds=(),
        )
        self.id = str(accept_or_raise(open_event(facts=facts, by=by, now=now)))
        self.key = EventRow.objects.only("pk").get(public_id=self.id).pk

    def load(self) -> None:
        """Deal the packs and do as much as the file says."""
        self._record(CheckedIn(players=tuple(player.id for player in PLAYERS)))
        accept_or_raise(
            deals.seal_plan(
                event_id=self.id, plan=self.plan, products=self.products, by=self.by, now=self.now
            )
        )
        self._record(WordAdded(word="lantern"), by=self._phone(PLAYERS[0].id))
        accept_or_raise(deals.deal_packs(event_id=self.id, by=self.by, now=self.now))
        for _ in range(self.draft.get("turns", 0)):
            for player in PLAYERS:
                self._pick(player.id)
            self.now += timedelta(seconds=self.draft["seconds"])
        if self.draft.get("building"):
            self._record(BuildingStarted())
        if self.draft.get("finished"):
            self._finish()

    def _finish(self) -> None:
        """Play two rounds to the end; all players agree to a replay."""
        for player in PLAYERS:
            pools.choose_picks_shown(event_id=self.id, shown=True, by=self._phone(player.id))
        self.now += timedelta(minutes=self.plan.build_minutes)
        self._record(BuildingEnded())
        for number in (1, 2):
            accept_or_raise(draw_round(event_id=self.id, by=self.by, now=self.now))
            self._record(RoundPublished(number=number))
            for table in event_state(event_id=self.id).existing(number).tables:
                # No two players have the same differential, whatever the pairing is.
                lead = table if number == 1 else 10 * table
                outcome = GameOutcome(ending=Ending.TIME, scores=(40 + lead, 40))
                self._record(ResultEntered(number=number, table=table, outcome=outcome))
            self._record(RoundClosed(number=number))
        self._record(EventFinished())

    def _record(self, action: Action, *, by: Actor | None = None) -> None:
        accept_or_raise(
            record_action(event_id=self.id, action=action, by=by or self.by, now=self.now)
        )

    def _phone(self, player: PlayerId) -> Actor:
        return Actor(kind=ActorKind.PLAYER, public_id=player, event_id=self.key)

    def _pick(self, player: PlayerId) -> None:
        by = self._phone(player)
        seat = drafts.own_seat(event_id=self.id, by=by, now=self.now)
        table = seat.table.table
        pile, turn = table.pile(seat.number), table.turn_of(seat.number)
        if pile is not None:
            drafts.pick_cards(
                event_id=self.id,
                cards=pile.cards[:1],
                by=by,
                now=self.now,
                key=f"demo {table.pack}.{turn} {player}",
                pack=table.pack,
                turn=turn,
            )

"""A draft for tests: an event in the database whose players pick on their phones."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.limited.plan import LimitedPlan, PackChoice, usual_directions
from padd.presentation.eventlog.event_view import EventView, Viewer
from padd.presentation.limited.products import shipped_products
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import Actor, ActorKind
from padd.services.eventlog import snapshot_event
from padd.services.limited import deals, drafts
from padd.store.models.events import Event

SIX = ("data", "geordi", "picard", "riker", "troi", "worf")


class DraftDay(AtTheTable):
    """An event whose draft is planned, dealt and picked through the services."""

    def __init__(self, names=SIX, *, format_="draft", **more):
        super().__init__(names, format=format_, **more)
        self.pk = Event.objects.get(public_id=self.id).pk

    def player(self, name):
        """Return somebody who came in by a pass."""
        return Actor(kind=ActorKind.PLAYER, public_id=name, event_id=self.pk)

    def seal(self, packs=1, **values):
        kind = values.pop("kind", "missions")
        choice = PackChoice(product="frontier", kind=kind)
        usual: dict[str, Any] = {
            "format": str(self.state.settings.format),
            "packs": (choice,) * packs,
            "directions": usual_directions(rulebook("opg-5"), packs),
            "build_minutes": 30,
        }
        if usual["format"] == "sealed":
            usual["directions"] = ()
        plan = LimitedPlan(**usual | values)
        deals.seal_plan(
            event_id=self.id, plan=plan, products=shipped_products(), by=self.by, now=self.now
        )

    def deal(self, **more):
        return deals.deal_packs(event_id=self.id, by=self.by, now=self.now, **more)

    def seat(self, name):
        return drafts.own_seat(event_id=self.id, by=self.player(name), now=self.now)

    def pick(self, name, *cards, **more):
        """Take cards, or the first of the pile, as one's phone would."""
        seat = self.seat(name)
        table = seat.table.table
        pile = table.pile(seat.number)
        self.now += timedelta(seconds=1)
        wanted: dict[str, Any] = {
            "cards": cards or (pile.cards[: table.to_take(seat.number)] if pile else ()),
            "pack": table.pack,
            "turn": table.turn_of(seat.number),
            "key": f"{name} {table.pack}.{table.turn_of(seat.number)} {self.now}",
        }
        return answer(
            drafts.pick_cards, event_id=self.id, by=self.player(name), now=self.now, **wanted | more
        )

    def view(self):
        """Return the event as its staff sees it."""
        snapshot = snapshot_event(event_id=self.id)
        return EventView(snapshot, Viewer.STAFF, self.by, self.now)

    def group_of(self, name):
        return self.seat(name).group

    def draft(self, names=SIX, *, turns=10_000):
        """Let everybody pick until the draft is over, or for some turns."""
        while turns:
            turns -= 1
            for name in names:
                seat = self.seat(name)
                if seat.table.table.over:
                    return
                if seat.number in seat.table.waited_for:
                    assert self.pick(name) is None

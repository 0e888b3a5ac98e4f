"""Online event."""

from datetime import UTC, datetime

from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.actions.publication import RoundPublished
from padd.services.access.actors import Actor, ActorKind
from padd.store.models.events import Event

DEADLINE = datetime(2026, 12, 24, 20, 0, tzinfo=UTC)

EVENING = datetime(2026, 12, 20, 18, 0, tzinfo=UTC)

EARLY = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


class OnlineEvent(AtTheTable):
    """An online event whose first round has a deadline."""

    def __init__(self):
        super().__init__(online=True)
        Event.objects.filter(public_id=self.id).update(online=True)
        self.draw()
        self.do(RoundPublished(number=1, deadline=DEADLINE.isoformat()))
        self.one, self.two = self.round.tables[1].players

    def as_player(self, player):
        key = Event.objects.get(public_id=self.id).pk
        return Actor(kind=ActorKind.PLAYER, public_id=player, event_id=key)

    def asked(self, player):
        return {"by": self.as_player(player), "now": EARLY, "event_id": self.id}

    def place(self, player):
        return {**self.asked(player), "number": 1, "table": 1}

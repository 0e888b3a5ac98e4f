"""League world."""

from tests.services.leagues.league_world import facts

from padd.services.access.actors import SYSTEM
from padd.services.leagues import season_events
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event, EventState
from padd.store.models.people import Person


def played(world):
    """End the world's event, which its league has asked for; return who played."""
    people = [
        Person.objects.get(handle=handle).public_id
        for handle in ("member", "director", "second", "third")
    ]
    row = FinishedEvent.objects.create(
        event=Event.objects.get(public_id=world.ids["event"]),
        sequence=0,
        head="",
        finished_at=world.now,
        facts=facts(people),
    )
    row.event.state = EventState.RESULTS_ENTERED
    row.event.save(update_fields=["state"])
    season_events.accept_event(by=SYSTEM, now=world.now, event=world.ids["event"])
    return people

"""Report builder."""

from datetime import timedelta
from functools import cache

from django.db import transaction
from tests.services.eventlog.table_driver import AtTheTable, entered
from tests.world import NOW

from padd.core.eventlog.actions.finish import EventFinished, EventReopened
from padd.services import eventlog
from padd.services.eventlog.log_cache import clear_logs
from padd.services.reports import ReportOutcome
from padd.store.models.events import Directorship, Event

NAMES = ("kirk", "khan", "spock", "gorn")


def finished(**more):
    """Play an event to its end."""
    more = {
        "starts": NOW.isoformat(),
        "registered": (NOW - timedelta(days=10)).isoformat(),
        "players": entered(*NAMES),
        **more,
    }
    day = AtTheTable(NAMES, **more)
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    return day


@cache
def file_from_elsewhere(*, longer=False):
    """Return the file of an event that this installation has never seen.

    With `longer`, the second file is the same event, opened again and finished anew.
    """
    first = second = b""
    with transaction.atomic():
        day = finished()
        first = second = eventlog.export_event_file(event_id=day.id)
        if longer:
            day.do(EventReopened(), reason="A wrong score")
            day.do(EventFinished(), expected=day.sequence)
            second = eventlog.export_event_file(event_id=day.id)
        transaction.set_rollback(True)
    clear_logs()
    return first, second


def took(done):
    assert isinstance(done, ReportOutcome), done
    return done


def director(world, event):
    by = world.member("Riker")
    Directorship.objects.filter(event__public_id=event).delete()
    Directorship.objects.create(event=world.row(event), person_id=by.person_id, rank=1)
    return by


def listing(world):
    """List an event two weeks before, directed by somebody with an account."""
    event = world.event()
    Event.objects.filter(public_id=event).update(
        starts_at=NOW, registered_at=NOW - timedelta(days=14), rounds_planned=3, state="listed"
    )
    return event, director(world, event)

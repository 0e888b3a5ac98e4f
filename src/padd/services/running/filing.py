"""An event as its file: facts and log, to be taken along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.eventfile import write_event
from padd.core.running.chain import rows_of
from padd.core.running.facts import facts
from padd.core.running.filelog import with_log
from padd.services.refused import Refused, no
from padd.services.running.held import event_row, held
from padd.services.running.saving import saving

if TYPE_CHECKING:
    from padd.services.running.held import Held


def export(*, event_id: str) -> bytes:
    """Return the event file of an event, log and all."""
    with saving():
        known = held(event_row(event_id))
    if known.book is None or known.state.event is None:
        raise Refused(no("not-opened", "The event has not been opened."))
    return file_of(known)


def file_of(known: Held) -> bytes:
    """Return the event file of a log that is held."""
    return write_event(with_log(facts(known.state), rows_of(known.log.entries)))

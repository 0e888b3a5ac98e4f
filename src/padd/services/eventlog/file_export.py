"""Export an event as its file, with its log."""

from __future__ import annotations

from padd.core.event_file import write_event
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import with_log
from padd.core.eventlog.state.facts import event_facts
from padd.core.messages import message
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog.log_cache import CachedLog, cached_log, stored_event
from padd.services.refusal import refusal_error


def export_event_file(*, event_id: str) -> bytes:
    """Return the event file of an event, log and all."""
    with refuse_database_errors():
        known = cached_log(stored_event(event_id))
    if known.book is None or known.state.event is None:
        raise refusal_error("not-opened", message("The event has not been opened."))
    return event_file_bytes(known)


def event_file_bytes(known: CachedLog) -> bytes:
    """Return the event file of a log that is held."""
    return write_event(with_log(event_facts(known.state), log_rows(known.log.entries)))

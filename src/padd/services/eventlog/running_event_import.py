"""Import a running event with its log, to continue it here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from padd.core.event_file import UPLOAD, read_event
from padd.core.eventlog.log.chain import LogRow
from padd.core.eventlog.log.file_log import FileLog, file_log_rows, verify_file_log
from padd.core.eventlog.state.actor import log_moment
from padd.core.eventlog.state.event_state import START, Phase
from padd.core.messages import message
from padd.core.model import Event
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import followers
from padd.services.eventlog.automatic_backup import run_copy_writers
from padd.services.eventlog.command_handler import row_refusal
from padd.services.eventlog.event_start import add_event
from padd.services.eventlog.finished_events import project_finished_event, update_calendar_entry
from padd.services.eventlog.log_cache import cached_log, clear_logs, fold_rows, stored_event
from padd.services.refusal import ActionRefused, raise_if_refused
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.store.models.eventlog import EventAction
from padd.store.writes import event_log as rows


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedEvent:
    """What became of a file that was brought here."""

    event_id: str
    added: int
    """How many entries were new."""


def import_event_file(*, data: bytes, by: Actor, now: datetime) -> ImportedEvent:
    """Take over an event with its log, and go on with it here.

    An event that is known here takes the entries that it lacks, and one that was
    deleted comes back; two logs that went on apart from each other are refused.
    """
    event, log = read_file_with_log(data)
    deleted = False
    with refuse_database_errors(), transaction.atomic():
        known = EventAction.objects.filter(sequence=1, hash=log.rows[0].hash)
        first = known.select_related("event").first()
        if first is None:
            require(Permission.EVENT_RUN, by)
            event_id = add_event(event, now=now)
        else:
            event_id = first.event.public_id
            if deleted := first.event.deleted_at is not None:
                first.event.deleted_at = None
                first.event.save()
        require(Permission.EVENT_RUN, by, event=stored_event(event_id))
        imported = append_missing_rows(event_id, log.rows)
        if deleted:
            row = stored_event(event_id)
            project_finished_event(row, cached_log(row))
    clear_logs()
    followers.notify(event_id, len(log.rows))
    now_here = cached_log(stored_event(event_id))
    if now_here.state.phase is Phase.OPEN:
        run_copy_writers(now_here)
    return imported


def _book(name: str) -> Rulebook | None:
    return rulebook(name) if name in rulebook_ids() else None


def read_file_with_log(data: bytes) -> tuple[Event, FileLog]:
    """Return an event with its log from a file, replayed and found to agree."""
    try:
        event = read_event(data, book_of=_book, limits=UPLOAD)
    except RefusalError as error:
        raise ActionRefused(error.refusal) from error
    log = raise_if_refused(file_log_rows(event))
    verdict = verify_file_log(event, event_rulebook(event))
    if verdict is None or not verdict.intact or not log.rows:
        problem = verdict.problem if verdict else None
        no_log = message("The file has no log.")
        raise ActionRefused(
            Refusal("log-broken", problem or no_log, way_out=message("Use an older copy."))
        )
    for row in log.rows:
        raise_if_refused(row_refusal(row) or _moment_refusal(row))
    return event, log


def _moment_refusal(row: LogRow) -> Refusal | None:
    """Refuse a moment that would be written in another way when it is read back."""
    if log_moment(datetime.fromisoformat(row.at)) == row.at:
        return None
    reason = message("Entry {sequence} has its time as {at}.", sequence=row.sequence, at=row.at)
    return Refusal("log-unreadable", reason)


def append_missing_rows(event_id: str, brought: tuple[LogRow, ...]) -> ImportedEvent:
    """Add the entries that a log lacks here; two that went on apart are refused."""
    row = stored_event(event_id, in_turn=True)
    here = rows.log_rows(row.pk)
    for ours, theirs in zip(here, brought, strict=False):
        if ours.hash != theirs.hash:
            raise ActionRefused(
                Refusal(
                    "logs-differ",
                    message(
                        "From entry {sequence} on, the two copies of this event differ.",
                        sequence=ours.sequence,
                    ),
                    way_out=message(
                        "Continue with one copy, and enter by hand what is missing in it."
                    ),
                    actions=(ours.sequence,),
                )
            )
    new = brought[len(here) :]
    if new:
        try:
            with transaction.atomic():
                rows.append_rows(row.pk, *new)
        except rows.TakenError as error:
            raise ActionRefused(
                Refusal(
                    "changed-meanwhile",
                    message("Someone else changed this event at the same moment."),
                    way_out=message("Import the file again."),
                )
            ) from error
        after = fold_rows(event_id, brought)
        before = fold_rows(event_id, here).state if here else START
        update_calendar_entry(row, before=before, after=after.state)
        project_finished_event(row, after)
    return ImportedEvent(event_id=event_id, added=len(new))

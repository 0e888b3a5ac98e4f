"""Append to the audit and to the logs of events; both are append-only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, connections, router
from django.db.models import Max

from padd.core.eventlog.log.chain import LogRow
from padd.store.columns.event_rows import COLUMNS, event_action, log_row
from padd.store.models.eventlog import AuditEntry, EventAction


class TakenError(Exception):
    """Another action of the event has this number, or this key."""


def add_audit_entry(
    action: str,
    *,
    by: str,
    subject: str,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Add one entry to the audit."""
    AuditEntry.objects.create(
        act=action,
        actor=by,
        subject=subject,
        at=at,
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason,
    )


def log_rows(event_pk: int, sequence: int = 1) -> tuple[LogRow, ...]:
    """Return the rows of an event's log from a number on."""
    rows = EventAction.objects.filter(event_id=event_pk, sequence__gte=sequence)
    return tuple(log_row(values) for values in rows.values_list(*COLUMNS))


def row_with_key(event_pk: int, key: str) -> LogRow | None:
    """Return the row that an earlier sending of the same wish has made."""
    rows = EventAction.objects.filter(event_id=event_pk, key=key)
    values = rows.values_list(*COLUMNS).first()
    return None if values is None else log_row(values)


def key_prefix_exists(event_pk: int, beginning: str) -> bool:
    """Tell whether a row of an event has a key that begins so."""
    rows = EventAction.objects.filter(event_id=event_pk, key__startswith=beginning)
    return rows.exists()


def last_sequences(public_ids: Iterable[str]) -> dict[str, int]:
    """Return the number of the last action of each of these events."""
    rows = EventAction.objects.filter(event__public_id__in=list(public_ids))
    return dict(rows.order_by().values_list("event__public_id").annotate(last=Max("sequence")))


IN_FLIGHT: Final = 200
"""How many of the newest rows are counted: on PostgreSQL a row can become visible
after one with a higher number, and then the newest number alone tells nothing."""


GENERATION: Final = """
SELECT
    (SELECT MAX(id) FROM store_auditentry),
    (SELECT COUNT(*) FROM store_auditentry
      WHERE id > (SELECT MAX(id) FROM store_auditentry) - %s),
    (SELECT MAX(id) FROM store_eventaction),
    (SELECT COUNT(*) FROM store_eventaction
      WHERE id > (SELECT MAX(id) FROM store_eventaction) - %s),
    (SELECT MAX(generation) FROM store_ratingsnow)
"""
"""Asked before every page that is kept: one question, and none that Django words."""


def data_generation() -> str:
    """Return what changes whenever anything is recorded: audit, logs or ratings."""
    with connections[router.db_for_read(AuditEntry)].cursor() as cursor:
        cursor.execute(GENERATION, [IN_FLIGHT, IN_FLIGHT])
        return ".".join(str(number or 0) for number in cursor.fetchone())


def rewrite_log(event_pk: int, rows: Iterable[LogRow]) -> int:
    """Put redacted rows in the place of the old ones; the database lets an erasure."""
    new_rows = {row.sequence: row for row in rows}
    changed = []
    for action in EventAction.objects.filter(event_id=event_pk):
        row = new_rows[action.sequence]
        if action.hash != row.hash:
            action.payload, action.reason, action.actor = (row.payload, row.reason, row.actor)
            action.previous_hash, action.hash = row.previous_hash, row.hash
            changed.append(action)
    EventAction.objects.bulk_update(
        changed, ["payload", "reason", "actor", "previous_hash", "hash"], batch_size=100
    )
    return len(changed)


def append_rows(event_pk: int, *rows: LogRow) -> None:
    """Add rows to the log of an event; whoever comes second gets `TakenError`."""
    actions = [event_action(event_pk, row) for row in rows]
    try:
        EventAction.objects.bulk_create(actions)
    except IntegrityError as error:
        raise TakenError from error

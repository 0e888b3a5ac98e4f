"""The rows of a log, each chained to the one before, so tampering is detected.

The hash of a row is SHA-256 over these bytes:

    "padd-log/1" LF, the hash before it LF, then the row without its hashes as JSON:
    keys sorted, no spaces, UTF-8.

The first row follows sixty-four zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.log.action_kinds import action_payload, decode_action
from padd.core.eventlog.state.actor import parse_actor

SCHEMA: Final = "padd-log/1"
NO_HASH: Final = "0" * 64


class LogRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry as it is kept: in the database, and in the event file."""

    sequence: int
    kind: str
    payload: dict[str, Any]
    actor: str
    at: str
    reason: str = ""
    key: str = ""
    previous_hash: str = NO_HASH
    hash: str = ""


def row_hash(previous_hash: str, row: LogRow) -> str:
    """Return the hash of a row that follows another."""
    content = {
        "sequence": row.sequence,
        "kind": row.kind,
        "payload": row.payload,
        "actor": row.actor,
        "at": row.at,
        "reason": row.reason,
        "key": row.key,
    }
    text = msgspec.json.encode(content, order="sorted")
    return sha256(f"{SCHEMA}\n{previous_hash}\n".encode() + text).hexdigest()


def log_row(entry: LogEntry, previous_hash: str) -> LogRow:
    """Return an entry as it is kept, bound to the one before it."""
    row = LogRow(
        sequence=entry.sequence,
        kind=entry.kind,
        payload=action_payload(entry.action),
        actor=str(entry.by),
        at=entry.at,
        reason=entry.reason,
        key=entry.key,
        previous_hash=previous_hash,
    )
    return msgspec.structs.replace(row, hash=row_hash(previous_hash, row))


def log_rows(entries: Iterable[LogEntry]) -> tuple[LogRow, ...]:
    """Return the rows of a log from its first entry on."""
    rows: list[LogRow] = []
    previous = NO_HASH
    for entry in entries:
        rows.append(log_row(entry, previous))
        previous = rows[-1].hash
    return tuple(rows)


def log_entry(row: LogRow) -> LogEntry:
    """Return the entry that a row holds; raises `UnknownActionError`."""
    return LogEntry(
        sequence=row.sequence,
        at=row.at,
        by=parse_actor(row.actor),
        action=decode_action(row.kind, row.payload),
        reason=row.reason,
        key=row.key,
    )


def check_chain(rows: Sequence[LogRow], head: str | None = None) -> int | None:
    """Return the index of the first row that is not as it was written, if any.

    With the hash of the last row known from elsewhere, missing last rows show too:
    the index is then that of the row after the last.
    """
    previous = NO_HASH
    for index, row in enumerate(rows):
        linked = row.previous_hash == previous and row.hash == row_hash(previous, row)
        if row.sequence != index + 1 or not linked:
            return index
        previous = row.hash
    return len(rows) if head is not None and head != previous else None

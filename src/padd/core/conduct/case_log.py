"""The rows of a case's log, chained like those of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from padd.core.conduct.case import AnyCaseAct, CaseEntry, Part
from padd.core.eventlog.log.chain import NO_HASH, LogRow, row_hash
from padd.core.eventlog.state.actor import log_moment


def case_row(entry: CaseEntry, previous_hash: str) -> LogRow:
    """Return an entry as it is kept, bound to the one before it."""
    payload = msgspec.to_builtins(entry.act)
    payload.pop("kind")
    row = LogRow(
        sequence=entry.sequence,
        kind=entry.kind,
        payload=payload,
        actor=entry.by,
        at=log_moment(entry.at),
        key=entry.part,
        previous_hash=previous_hash,
    )
    return msgspec.structs.replace(row, hash=row_hash(previous_hash, row))


def case_entry(row: LogRow) -> CaseEntry:
    """Return the entry that a row holds."""
    return CaseEntry(
        sequence=row.sequence,
        at=datetime.fromisoformat(row.at),
        by=row.actor,
        part=Part(row.key),
        act=msgspec.convert({**row.payload, "kind": row.kind}, AnyCaseAct),
    )


def redact_case_rows(rows: Sequence[LogRow], words: Callable[[Any], Any]) -> tuple[LogRow, ...]:
    """Return rows whose payloads went through `words`, bound to each other anew."""
    new: list[LogRow] = []
    previous = NO_HASH
    for row in rows:
        changed = msgspec.structs.replace(row, payload=words(row.payload), previous_hash=previous)
        new.append(msgspec.structs.replace(changed, hash=row_hash(previous, changed)))
        previous = new[-1].hash
    return tuple(new)


def case_entries(rows: Iterable[LogRow]) -> tuple[CaseEntry, ...]:
    """Return the entries of a case from its rows."""
    return tuple(map(case_entry, rows))

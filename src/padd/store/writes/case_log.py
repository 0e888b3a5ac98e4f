"""Begin a case, and append to its log; its row is updated from the log."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError

from padd.core.conduct.case import (
    CaseEntry,
    CaseStage,
    CaseState,
    case_entries,
    case_row,
    fold_case,
    state_after_entry,
)
from padd.core.eventlog.log.chain import NO_HASH, LogRow
from padd.core.eventlog.state.actor import log_moment
from padd.store.models.conduct import Case, CaseAction
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import TakenError


def create_case(case: Case, entry: CaseEntry) -> Case:
    """Keep a new case with its first entry."""
    case.number = next_number("case")
    case.created_at = entry.at
    case.save()
    _write(case, case_row(entry, NO_HASH))
    return case


def case_rows(case_pk: int) -> tuple[LogRow, ...]:
    """Return the log of a case."""
    return tuple(
        LogRow(
            sequence=action.sequence,
            kind=action.kind,
            payload=action.payload,
            actor=action.actor,
            at=log_moment(action.at),
            key=action.part,
            previous_hash=action.previous_hash,
            hash=action.hash,
        )
        for action in CaseAction.objects.filter(case_id=case_pk)
    )


def case_state(case: Case) -> CaseState:
    """Return how the log of a case leaves it."""
    return fold_case(case_entries(case_rows(case.pk)))


def append_to_case(case: Case, state: CaseState, entry: CaseEntry) -> CaseState:
    """Add an entry; whoever comes second gets `TakenError`."""
    rows = case_rows(case.pk)
    try:
        _write(case, case_row(entry, rows[-1].hash))
    except IntegrityError as error:
        raise TakenError from error
    new = state_after_entry(state, entry)
    case.stage = new.stage
    case.answer_by = new.answer_by if new.stage is CaseStage.ASKED else None
    case.outcome = new.decision.outcome if new.decision else ""
    case.closed_at = entry.at if new.stage is CaseStage.CLOSED else None
    case.save(update_fields=["stage", "answer_by", "outcome", "closed_at"])
    return new


def rewrite_case(case: Case, rows: Iterable[LogRow]) -> None:
    """Put redacted rows in the place of the old ones; the database lets an erasure."""
    new = {row.sequence: row for row in rows}
    changed = list(CaseAction.objects.filter(case=case))
    for action in changed:
        row = new[action.sequence]
        action.payload = row.payload
        action.previous_hash, action.hash = row.previous_hash, row.hash
    CaseAction.objects.bulk_update(changed, ["payload", "previous_hash", "hash"])


def shrink_case(case: Case, *, now: datetime) -> None:
    """Keep the outcome of a case alone: its log and its files go."""
    case.shrunk_at = now
    case.save(update_fields=["shrunk_at"])
    case.files.all().delete()
    CaseAction.objects.filter(case=case).delete()


def _write(case: Case, row: LogRow) -> None:
    CaseAction.objects.create(
        case=case,
        sequence=row.sequence,
        kind=row.kind,
        payload=row.payload,
        actor=row.actor,
        at=datetime.fromisoformat(row.at),
        part=row.key,
        previous_hash=row.previous_hash,
        hash=row.hash,
    )

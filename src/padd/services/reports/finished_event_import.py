"""Import finished events from files, many at once.

A file with a log is treated like a report. One without has only its facts; it is
recognized by them, so importing it a second time changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from typing import Final

import msgspec
from django.db import transaction

from padd.core.event_file import UPLOAD, read_event, write_event
from padd.core.formats.registry import format_of, ranking_of
from padd.core.messages import Message, message, sentences
from padd.core.model import Event as Facts
from padd.core.refusal import RefusalError
from padd.core.scoring.results import score_event
from padd.core.scoring.terms import Code
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import SYSTEM, Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import add_event, stored_event, without_names
from padd.services.ratings import refresh_ratings
from padd.services.refusal import ActionRefused, NotFound, refusal_error
from padd.services.reports import intake
from padd.services.reports.outcome import finished_event_view, stored_facts
from padd.services.reports.status import ReportOutcome, process_report, report_outcome, report_row
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import Event
from padd.store.models.reports import Report, ReportSource, ReportState
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

LONGEST_REASON: Final = 500


class ImportFate(StrEnum):
    """What became of a file."""

    TAKEN = "taken"
    KNOWN = "known"
    WAITS = "waits"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFile:
    """One file, and what became of it."""

    file: str
    fate: ImportFate
    message: Message
    event: str = ""
    event_name: str = ""
    report: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventUpload:
    """A file as it was brought: the facts, or bytes that are still to be read."""

    name: str
    data: bytes = b""
    facts: Facts | None = None
    source: ReportSource = ReportSource.FILE


def import_events(
    *, files: Iterable[EventUpload], by: Actor, now: datetime, create: bool = True
) -> tuple[ImportedFile, ...]:
    """Take in the events of many files; one that is refused does not stop the rest.

    With `create`, players whom nobody is known to be are added; otherwise the report
    waits until somebody has said who they are.
    """
    require(Permission.EVENT_IMPORT, by)
    done = tuple(_one(file, by=by, now=now, create=create) for file in files)
    if any(file.fate is not ImportFate.REFUSED for file in done):
        refresh_ratings(by=by, clock=lambda: now, cause="import")
    return done


def _one(file: EventUpload, *, by: Actor, now: datetime, create: bool) -> ImportedFile:
    try:
        outcome = _taken(file, by=by, now=now, create=create)
    except ActionRefused as refused:
        return _refused(file, sentences(refused.refusal.message, refused.refusal.way_out))
    except RefusalError as refused:
        refusal = refused.refusal
        place = message("({place})", place=refusal.place) if refusal.place else None
        return _refused(file, sentences(refusal.message, place))
    return ImportedFile(
        file=file.name,
        fate=_fate(outcome),
        message=_message(outcome),
        event=outcome.event,
        event_name=outcome.event_name,
        report=outcome.report,
    )


def _refused(file: EventUpload, message: Message) -> ImportedFile:
    return ImportedFile(file=file.name, fate=ImportFate.REFUSED, message=message)


def _fate(outcome: ReportOutcome) -> ImportFate:
    if outcome.again:
        return ImportFate.KNOWN
    waits = {ReportState.PLAYERS, ReportState.HELD}
    return ImportFate.WAITS if outcome.state in waits else ImportFate.TAKEN


def _message(outcome: ReportOutcome) -> Message:
    state = str(outcome.state.label)
    if outcome.again:
        return message("It was already imported: {state}. Nothing changed.", state=state.lower())
    reasons = (reason.message for reason in outcome.reasons)
    return sentences(message("{state}.", state=state), *reasons)


def _taken(file: EventUpload, *, by: Actor, now: datetime, create: bool) -> ReportOutcome:
    event = file.facts or read_event(file.data, book_of=_book, limits=UPLOAD)
    if event.log is not None:
        return intake.import_report(
            data=file.data, by=by, now=now, source=file.source, create=create
        )
    if not event.rounds:
        raise refusal_error("no-rounds", message("No round of this event has been played."))
    require_over(event)
    return take_facts(event, source=file.source, by=by, now=now, create=create)


def require_over(event: Facts) -> None:
    """Refuse an event of which results are still to come."""
    if not format_of(event).gives_victory_points:
        return
    for round_ in score_event(event, event_rulebook(event)).rounds:
        for result in round_.results:
            if result.code is Code.PENDING:
                reason = message(
                    "Round {number} lacks a result, so the event is not over.", number=round_.number
                )
                raise refusal_error("not-over", reason)


def _book(name: str) -> Rulebook | None:
    return rulebook(name) if name in rulebook_ids() else None


def take_facts(
    event: Facts, *, source: ReportSource, by: Actor, now: datetime, create: bool
) -> ReportOutcome:
    """Take in an event that has no log, once; its facts are its name."""
    head = sha256(write_event(event)).hexdigest()
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        known = Report.objects.filter(head=head, sequence=0).first()
        if known is not None:
            return report_outcome(known, again=True)
        event_id = add_event(event, now=now)
        row = stored_event(event_id)
        if event.registered is not None:
            claimed = datetime.fromisoformat(event.registered)
            row.registered_at = claimed if claimed.tzinfo else _utc(claimed)
            Event.objects.filter(pk=row.pk).update(registered_at=row.registered_at)
        _finish(row, event, head=head, now=now)
        return intake.file_report(
            row,
            head=head,
            sequence=0,
            players=event.players,
            source=source,
            by=by,
            now=now,
            listed=True,
            create=create,
            file=write_event(event),
        )


def facts_on_record(*, event: str, by: Actor, now: datetime) -> Facts:
    """Return an event without a log as it is kept, for whoever may correct it."""
    row = _correctable(event, by)
    kept = stored_facts(row.finished.facts)
    named = finished_event_view(event=event, by=by, now=now).event
    return msgspec.structs.replace(kept, name=row.name, players=named.players)


def _correctable(event: str, by: Actor) -> Event:
    """Return an event whose facts may be corrected, or refuse."""
    row = stored_event(event)
    require(Permission.REPORT_DECIDE, by, event=row)
    if row.actions.exists():
        raise refusal_error(
            "has-a-log",
            message(
                "This event was run with PADD: its director corrects it on the "
                "console and reports it again."
            ),
        )
    if not FinishedEvent.objects.filter(event=row).exists():
        raise NotFound("event")
    return row


def facts_to_replace(data: bytes, kept: Facts) -> Facts:
    """Return the corrected facts in a file, or refuse those of another event."""
    facts = read_event(data, book_of=_book, limits=UPLOAD)
    require_over(facts)
    same = (facts.edition, facts.starts) == (kept.edition, kept.starts)
    if not same:
        raise refusal_error(
            "other-event",
            message("This file has a different game or start, so it is another event."),
            place="file",
        )
    return msgspec.structs.replace(facts, log=None)


def correct_facts(
    *, event: str, data: bytes, by: Actor, now: datetime, reason: str
) -> ReportOutcome:
    """Put other facts instead of those of an event without a log (AMB-61)."""
    words = normalize_line(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = _correctable(event, by)
        wrong = text_refusal(words, place="reason", most=LONGEST_REASON, needed=True)
        if wrong is not None:
            raise RefusalError(wrong)
        facts = facts_to_replace(data, stored_facts(row.finished.facts))
        head = sha256(write_event(facts)).hexdigest()
        known = Report.objects.filter(event=row, head=head).first()
        if known is not None:
            return report_outcome(known, again=True)
        FinishedEvent.objects.filter(event=row).delete()
        _finish(row, facts, head=head, now=now)
        done = intake.file_report(
            row,
            head=head,
            sequence=0,
            players=facts.players,
            source=ReportSource.FILE,
            by=SYSTEM,
            now=now,
            listed=True,
            create=True,
        )
        if done.state is not ReportState.PROCESSED:
            # The Department has looked at it: it waits for nobody.
            report = report_row(done.report)
            process_report(report, by=by, now=now, words=words)
            done = report_outcome(report)
        add_audit_entry(
            Permission.REPORT_DECIDE,
            by=by.label,
            subject=f"event:{event}",
            at=now,
            after={"report": done.report, "head": head},
            reason=words,
        )
    refresh_ratings(by=by, clock=lambda: now)
    return done


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC)


def _finish(row: Event, event: Facts, *, head: str, now: datetime) -> None:
    finished = FinishedEvent.objects.create(
        event=row,
        sequence=0,
        head=head,
        finished_at=min(now, row.starts_at),
        facts=msgspec.to_builtins(without_names(event), str_keys=True),
    )
    order = ranking_of(event, event_rulebook(event)).order
    Placing.objects.bulk_create(
        Placing(finished=finished, player=player, place=place)
        for place, player in enumerate(order, start=1)
    )

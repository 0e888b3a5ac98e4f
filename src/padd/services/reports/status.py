"""An event report and its status: held, awaiting, processed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.db import transaction

from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Event as FileFacts
from padd.core.model import Player
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission
from padd.services.championships import book_event_rights
from padd.services.eventlog import cached_log, stored_event
from padd.services.ratings import ReportedEvent, reported_event, write_records
from padd.services.refusal import NotFound
from padd.services.reports import emails
from padd.services.reports.player_matches import PlayerQuestion
from padd.services.reports.review import reasons_to_hold, within_the_week
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.events import Event, EventState
from padd.store.models.messages import Reason, read_reasons, stored_reasons
from padd.store.models.reports import Report, ReportState
from padd.store.writes.event_log import add_audit_entry

STATES = {
    ReportState.PLAYERS: EventState.RESULTS_ENTERED,
    ReportState.HELD: EventState.HELD,
    ReportState.AWAITING: EventState.AWAITING_PROCESSING,
    ReportState.PROCESSED: EventState.PROCESSED,
    ReportState.VOIDED: EventState.VOIDED,
    ReportState.SENT_BACK: EventState.RESULTS_ENTERED,
}
"""What the listing says, by the report that was last decided on."""

LONGEST: Final = 500
OPEN = (ReportState.PLAYERS, ReportState.HELD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOutcome:
    """What became of a report: for a page, a program, and a director in a hurry."""

    report: str
    event: str
    event_name: str
    state: ReportState
    again: bool = False
    """The very same report came in before; nothing has changed."""
    added: int = 0
    """How many entries of the log were new here."""
    reasons: tuple[Reason, ...] = ()
    asked: tuple[PlayerQuestion, ...] = ()
    """Players that nobody is known to be, while the report waits for answers."""


def report_outcome(report: Report, *, again: bool = False, added: int = 0) -> ReportOutcome:
    """Return a report as it stands."""
    return ReportOutcome(
        report=report.public_id,
        event=report.event.public_id,
        event_name=report.event.name,
        state=ReportState(report.state),
        again=again,
        added=added,
        reasons=read_reasons(report.reasons),
    )


def decide_report(report: Report, *, by: Actor, now: datetime, listed: bool) -> None:
    """Hold a report, let it await the refresh, or process it."""
    event = report.event
    reported = reported_event(event)
    counting = Report.objects.filter(
        event=event, state__in=(ReportState.AWAITING, ReportState.PROCESSED)
    ).exclude(pk=report.pk)
    corrects = counting.filter(state=ReportState.PROCESSED).exists()
    report.reasons = stored_reasons(
        reasons_to_hold(reported, by=by, now=now, listed=listed, corrects=corrects)
    )
    # What was held for a contest comes here again; its players know of it.
    if not corrects and report.state != ReportState.HELD:
        emails.email_results(report)
    if report.reasons:
        set_state(report, ReportState.HELD, by=by, now=now)
        emails.email_held_report(report, now=now)
    elif within_the_week(reported, now):
        process_report(report, by=by, now=now, reported=reported)
    else:
        counting.update(state=ReportState.REPLACED)
        set_state(report, ReportState.AWAITING, by=by, now=now)


def process_report(
    report: Report,
    *,
    by: Actor,
    now: datetime,
    words: str = "",
    reported: ReportedEvent | None = None,
) -> None:
    """Take the event into the record; ratings follow when the transaction has ended."""
    with transaction.atomic():
        Report.objects.filter(
            event=report.event, state__in=(ReportState.AWAITING, ReportState.PROCESSED)
        ).exclude(pk=report.pk).update(state=ReportState.REPLACED)
        write_records(report.event, reported)
        set_state(report, ReportState.PROCESSED, by=by, now=now, words=words)
        book_event_rights(report.event, now=now)


def set_state(
    report: Report, state: ReportState, *, by: Actor, now: datetime, words: str = ""
) -> None:
    """Move a report on, and the listing with it, with one entry in the audit."""
    before = report.state
    report.state = state
    if words or state in {ReportState.PROCESSED, ReportState.VOIDED}:
        report.decided_by, report.decided_at, report.decision = by.label, now, words
    report.save()
    if state in STATES and not _overtaken(report, state):
        Event.objects.filter(pk=report.event_id).update(state=STATES[state])
    add_audit_entry(
        Permission.REPORT_DECIDE,
        by=by.label,
        subject=f"event:{report.event.public_id}",
        at=now,
        before={"report": report.public_id, "state": before},
        after={"state": state, "reasons": [reason["code"] for reason in report.reasons]},
        reason=words,
    )


def _overtaken(report: Report, state: ReportState) -> bool:
    """Tell whether what is processed goes on counting while a correction waits."""
    if state in {ReportState.PROCESSED, ReportState.VOIDED}:
        return False
    others = Report.objects.filter(event=report.event_id, state=ReportState.PROCESSED)
    return others.exclude(pk=report.pk).exists()


def required_reason(text: str, *, place: str = "reason") -> str:
    """Return what somebody says to a decision; without a word it is refused."""
    words = normalize_line(text)
    refusal = text_refusal(words, place=place, most=LONGEST, needed=True)
    if refusal is not None:
        raise RefusalError(refusal)
    return words


def report_players(report: Report) -> tuple[Player, ...]:
    """Return the players of a report as its director wrote them."""
    if report.sequence == 0 and report.file is not None:
        return msgspec.json.decode(bytes(report.file), type=FileFacts).players
    return event_facts(cached_log(stored_event(report.event.public_id)).state).players


def report_row(report: str) -> Report:
    """Return a report by its public id."""
    row = (
        Report.objects.select_related("event__region")
        .prefetch_related("event__directorships")
        .filter(public_id=report)
        .first()
    )
    if row is None:
        raise NotFound("report")
    return row

"""Decide on event reports: release, send back, void, correct the rating."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.championships import book_event_rights
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import append_missing_rows, clear_logs, read_file_with_log, stored_event
from padd.services.ratings import remove_records, write_records
from padd.services.refusal import NotFound, refusal_error
from padd.services.reports import emails
from padd.services.reports.player_matches import match_players
from padd.services.reports.review import corrects_processed
from padd.services.reports.status import (
    ReportOutcome,
    process_report,
    report_outcome,
    report_players,
    report_row,
    required_reason,
    set_state,
)
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.models.reports import Contest, RatingCorrection, Report, ReportState
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry


def release_report(*, report: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Let a held report count as it is; what is not sanctioned stays unrated."""
    words = required_reason(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = report_row(report)
        require(Permission.REPORT_DECIDE, by, event=row.event)
        if row.state == ReportState.PROCESSED:
            return report_outcome(row, again=True)
        if row.state not in {ReportState.HELD, ReportState.AWAITING}:
            raise refusal_error(
                "not-held", message("It is {lower}.", lower=row.get_state_display().lower())
            )
        _require_answered(row)
        corrected = _corrects_processed(row)
        if row.file is not None:
            _take_up(row, by=by, now=now)
        process_report(row, by=by, now=now, words=words)
        emails.email_decision(row, words=words, corrected=corrected)
        return report_outcome(row)


def _require_answered(row: Report) -> None:
    """Refuse what a player still contests: that was promised."""
    open_ = Contest.objects.filter(event=row.event, settled_at=None)
    rounds = sorted(set(open_.values_list("round", flat=True)))
    if rounds:
        named = ", ".join(map(str, rounds))
        reason = message("A player has contested round {named}. Answer that first.", named=named)
        raise refusal_error("contested", reason)


def _corrects_processed(row: Report) -> bool:
    """Tell whether a report changes what is rated: from a file, or from a console."""
    codes = {reason["code"] for reason in row.reasons}
    return row.file is not None or corrects_processed().code in codes


def _take_up(row: Report, *, by: Actor, now: datetime) -> None:
    """Add what a correction brought to the log, and see that its players are known."""
    _, log = read_file_with_log(bytes(row.file or b""))
    append_missing_rows(row.event.public_id, log.rows)
    row.file = None
    row.save()
    clear_logs()
    open_ = [
        question
        for question in match_players(row.event, report_players(row), by=by, now=now)
        if not question.found
    ]
    if open_:
        names = ", ".join(question.name or question.handle or question.player for question in open_)
        raise refusal_error(
            "players-unknown", message("No player here has the handle {names}.", names=names)
        )


def send_report_back(*, report: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Send a report back to its director, with what is to be corrected."""
    words = required_reason(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = report_row(report)
        require(Permission.REPORT_DECIDE, by, event=row.event)
        if row.state not in {ReportState.HELD, ReportState.PLAYERS}:
            raise refusal_error(
                "not-held", message("It is {lower}.", lower=row.get_state_display().lower())
            )
        row.file = None
        set_state(row, ReportState.SENT_BACK, by=by, now=now, words=words)
        emails.email_decision(row, words=words)
        return report_outcome(row)


def void_event(*, event: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Take a processed event out of the record, as if it had never been rated."""
    words = required_reason(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = _counting(event, ReportState.PROCESSED, ReportState.AWAITING)
        require(Permission.REPORT_VOID, by, event=row.event)
        remove_records(row.event)
        set_state(row, ReportState.VOIDED, by=by, now=now, words=words)
        book_event_rights(row.event, now=now)
        emails.email_decision(row, words=words)
        return report_outcome(row)


def reinstate_event(*, event: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Let a voided event count again."""
    words = required_reason(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = _counting(event, ReportState.VOIDED)
        require(Permission.REPORT_VOID, by, event=row.event)
        process_report(row, by=by, now=now, words=words)
        emails.email_reinstatement(row, words=words)
        return report_outcome(row)


def _counting(event: str, *states: ReportState) -> Report:
    row = Report.objects.filter(event__public_id=event, state__in=states)
    report = row.order_by("-at", "-id").first()
    if report is None:
        raise NotFound("report")
    return report_row(report.public_id)


def correct_rating(
    *,
    event: str,
    by: Actor,
    now: datetime,
    reason: str,
    round_: int | None = None,
    first: str = "",
    second: str = "",
    score: float | None = None,
) -> str:
    """Let a game be rated in another way, or an event not at all.

    The announced standings stay; only ratings look here.
    """
    words = required_reason(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = stored_event(event)
        require(Permission.RATING_CORRECT, by, event=row)
        people = Person.objects.in_bulk([first, second], field_name="public_id")
        whole = round_ is None
        if not whole and (first not in people or second not in people):
            raise refusal_error("unknown-person", message("There is no such person."))
        if score is not None and not 0 <= score <= 1:
            raise refusal_error("score", message("A score must be between 0 and 1."), place="score")
        correction = RatingCorrection.objects.create(
            event=row,
            round=round_,
            first=None if whole else people[first],
            second=None if whole else people[second],
            score=None if whole else score,
            reason=words,
            by=by.label,
            at=now,
        )
        _rewrite(row, correction, by=by, now=now, words=words)
        return correction.public_id


def withdraw_correction(*, correction: str, by: Actor, now: datetime, reason: str) -> None:
    """Rate a game as it is on record again."""
    words = required_reason(reason)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        correction_row = RatingCorrection.objects.filter(
            public_id=correction, withdrawn_at=None
        ).first()
        if correction_row is None:
            raise NotFound("correction")
        row = stored_event(correction_row.event.public_id)
        require(Permission.RATING_CORRECT, by, event=row)
        correction_row.withdrawn_at = now
        correction_row.save()
        _rewrite(row, correction_row, by=by, now=now, words=words)


def _rewrite(
    row: Event, correction: RatingCorrection, *, by: Actor, now: datetime, words: str
) -> None:
    if row.records.filter(counts=True).exists():
        write_records(row)
    add_audit_entry(
        Permission.RATING_CORRECT,
        by=by.label,
        subject=f"event:{row.public_id}",
        at=now,
        after={"correction": correction.public_id, "withdrawn": bool(correction.withdrawn_at)},
        reason=words,
    )
    emails.email_rating_correction(correction, words=words)


def process_waiting(*, by: Actor, now: datetime) -> int:
    """Process what awaited the refresh, the earliest event first; return how many."""
    waiting = Report.objects.filter(state=ReportState.AWAITING)
    order = waiting.order_by("event__starts_at", "event__public_id")
    done = 0
    for public_id in list(order.values_list("public_id", flat=True)):
        with refuse_database_errors(), transaction.atomic():
            next_number("report")
            row = report_row(public_id)
            if row.state == ReportState.AWAITING:
                process_report(row, by=by, now=now)
                done += 1
    return done

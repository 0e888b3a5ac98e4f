"""Take event reports in exactly once: replay, compare, match players.

The hash of a log's last entry covers all of it, so the same report is recognized
however it arrives. Reports are taken one after the other: if one is sent twice at the
same moment, the second gets the answer of the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from padd.core.eventlog.log.file_log import FileLog
from padd.core.eventlog.state.event_state import Phase
from padd.core.eventlog.state.facts import event_facts
from padd.core.messages import message
from padd.core.model import Event as Facts
from padd.core.model import Player
from padd.core.refusal import Refusal
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.database_errors import refuse_database_errors
from padd.services.delivery.emails import notify_waiting_task
from padd.services.eventlog import (
    FINISHED_PHASES,
    add_event,
    append_missing_rows,
    cached_log,
    clear_logs,
    fold_rows,
    mark_reported,
    notify,
    open_disqualification_cases,
    read_file_with_log,
    stored_event,
)
from padd.services.leagues import count_finished, is_in_league
from padd.services.refusal import HOUSE, ActionRefused, NotFound
from padd.services.reports import emails
from padd.services.reports.player_matches import NEW, match_players, store_matches
from padd.services.reports.review import corrects_processed
from padd.services.reports.status import (
    OPEN,
    ReportOutcome,
    decide_report,
    report_outcome,
    report_players,
    report_row,
    set_state,
)
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Directorship, Event, EventState
from padd.store.models.messages import Reason, stored_reasons
from padd.store.models.reports import Report, ReportSource, ReportState
from padd.store.queries.access import coordinator_addresses, director_addresses
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry, log_rows


def submit_report(
    *, event_id: str, by: Actor, now: datetime, create: bool = False
) -> ReportOutcome:
    """Report an event that was run here; the director has looked at its totals."""
    row = stored_event(event_id)
    require(Permission.REPORT_SUBMIT, by, event=row)
    known = cached_log(row)
    if known.state.phase is Phase.FINISHED:
        mark_reported(event_id=event_id, by=by, now=now)
    elif known.state.phase is not Phase.REPORTED:
        raise ActionRefused(
            Refusal(
                "not-finished",
                message("The event is not finished."),
                way_out=message("Finish it on the console first."),
            )
        )
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = stored_event(event_id)
        known = cached_log(row)
        return file_report(
            row,
            head=known.head,
            sequence=known.log.sequence,
            players=event_facts(known.state).players,
            source=ReportSource.HERE,
            by=by,
            now=now,
            listed=True,
            create=create,
        )


def import_report(
    *,
    data: bytes,
    by: Actor,
    now: datetime,
    source: ReportSource = ReportSource.FILE,
    event_id: str = "",
    create: bool = False,
) -> ReportOutcome:
    """Take in an event with its log that was run elsewhere.

    `event_id` names the event of this calendar that it is, where somebody says so.
    """
    event, log = read_file_with_log(data)
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        outcome = _take_in(
            event, log, data, by=by, now=now, source=source, place=event_id, create=create
        )
    clear_logs()
    notify(outcome.event, len(log.rows))
    return outcome


def _take_in(
    event: Facts,
    log: FileLog,
    data: bytes,
    *,
    by: Actor,
    now: datetime,
    source: ReportSource,
    place: str,
    create: bool,
) -> ReportOutcome:
    after = fold_rows("", log.rows)
    if after.state.phase not in FINISHED_PHASES:
        raise ActionRefused(
            Refusal(
                "not-finished",
                message("The event in this file is not finished."),
                way_out=message("Finish it on the console, then report it."),
            )
        )
    event_id, listed = _place(event, log, by=by, now=now, event_id=place)
    row = stored_event(event_id)
    require(Permission.REPORT_SUBMIT, by, event=row)
    known = _known(row, log, by=by, now=now) or _correction(
        row, log, data, source=source, by=by, now=now
    )
    if known is not None:
        return known
    brought = append_missing_rows(event_id, log.rows)
    outcome = file_report(
        row,
        head=log.head,
        sequence=len(log.rows),
        players=event_facts(after.state).players,
        source=source,
        by=by,
        now=now,
        listed=listed,
        create=create,
    )
    return replace(outcome, added=brought.added)


def _place(
    event: Facts, log: FileLog, *, by: Actor, now: datetime, event_id: str
) -> tuple[str, bool]:
    """Find or make the event that a report is of; tell whether it was there."""
    known = EventAction.objects.filter(sequence=1, hash=log.rows[0].hash)
    first = known.select_related("event").first()
    if first is not None:
        named = first.event.public_id
        return named, _was_listed(first.event)
    if event_id:
        row = stored_event(event_id)
        require(Permission.REPORT_SUBMIT, by, event=row)
        if row.actions.exists():
            raise ActionRefused(
                Refusal(
                    "other-event",
                    message("This listed event was run with another log."),
                    way_out=message("Send the report to the listed event it was run for."),
                )
            )
        if row.state not in {EventState.LISTED, EventState.RUNNING}:
            raise ActionRefused(Refusal("not-listed", message("This event can’t be reported now.")))
        return event_id, True
    require(Permission.REPORT_BRING, by)
    if by.event_id is not None:
        raise NotFound("event")
    place = add_event(event, now=now)
    row = stored_event(place)
    if by.person_id is not None:
        Directorship.objects.create(event=row, person_id=by.person_id, rank=1)
    return place, False


def _was_listed(row: Event) -> bool:
    """Tell whether an event was in the calendar before it was reported."""
    first = row.reports.order_by("at").first()
    return first is None or not any(reason["code"] == "not-listed" for reason in first.reasons)


def _known(row: Event, log: FileLog, *, by: Actor, now: datetime) -> ReportOutcome | None:
    """Return the report that has all of a log already, if there is one."""
    same = row.reports.filter(head=log.head).first()
    if same is not None and same.state != ReportState.SENT_BACK:
        return _once_more(same, by=by, now=now)
    here = log_rows(row.pk)
    newest = row.reports.order_by("-sequence").first()
    is_older = len(here) > len(log.rows) and here[len(log.rows) - 1].hash == log.head
    return report_outcome(newest, again=True) if is_older and newest is not None else None


def _once_more(report: Report, *, by: Actor, now: datetime) -> ReportOutcome:
    """Return a report that came in before, with the players that it still asks for."""
    outcome = report_outcome(report, again=True)
    if outcome.state is not ReportState.PLAYERS:
        return outcome
    return replace(
        outcome, asked=match_players(report.event, report_players(report), by=by, now=now)
    )


def _correction(
    row: Event, log: FileLog, data: bytes, *, source: ReportSource, by: Actor, now: datetime
) -> ReportOutcome | None:
    """Keep a longer log of a processed event until the Department has looked at it."""
    processed = row.reports.filter(state=ReportState.PROCESSED).exists()
    if not processed or allowed(Permission.REPORT_DECIDE, roles_of(by, event=row)):
        return None
    here = log_rows(row.pk)
    if [row.hash for row in here] != [row.hash for row in log.rows[: len(here)]]:
        return None
    row.reports.filter(state__in=OPEN).update(state=ReportState.REPLACED)
    report = Report.objects.create(
        event=row,
        head=log.head,
        sequence=len(log.rows),
        source=source,
        state=ReportState.HELD,
        file=data,
        reasons=stored_reasons([corrects_processed()]),
        by=by.label,
        account_id=by.account_id,
        at=now,
    )
    _noted(report, by=by, now=now)
    emails.email_held_report(report, now=now)
    return report_outcome(report)


def _noted(report: Report, *, by: Actor, now: datetime) -> None:
    add_audit_entry(
        Permission.REPORT_SUBMIT,
        by=by.label,
        subject=f"event:{report.event.public_id}",
        at=now,
        after={"report": report.public_id, "head": report.head, "from": report.source},
    )


def file_report(
    row: Event,
    *,
    head: str,
    sequence: int,
    players: Sequence[Player],
    source: ReportSource,
    by: Actor,
    now: datetime,
    listed: bool,
    create: bool,
    file: bytes | None = None,
) -> ReportOutcome:
    """File a report once, match its players, and decide what becomes of it."""
    known = row.reports.filter(head=head).first()
    if known is not None and known.state != ReportState.SENT_BACK:
        return _once_more(known, by=by, now=now)
    row.reports.filter(state__in=OPEN).update(state=ReportState.REPLACED)
    # What was sent back may come again as it was, once the reason is gone.
    report = known or Report(event=row, head=head, sequence=sequence)
    report.source, report.state, report.file = source, ReportState.PLAYERS, file
    report.reasons = [] if listed else stored_reasons([_unlisted()])
    report.by, report.account_id, report.at = by.label, by.account_id, now
    report.save()
    _noted(report, by=by, now=now)
    return _matched(report, players, by=by, now=now, listed=listed, create=create)


def _unlisted() -> Reason:
    return Reason("not-listed", message("It was not listed here."), HOUSE)


def _matched(
    report: Report,
    players: Sequence[Player],
    *,
    by: Actor,
    now: datetime,
    listed: bool,
    create: bool,
) -> ReportOutcome:
    questions = match_players(report.event, players, by=by, now=now)
    open_ = [question for question in questions if not question.found]
    if open_ and create:
        store_matches(
            report.event, players, {question.player: NEW for question in open_}, by=by, now=now
        )
        open_ = []
    if open_:
        set_state(report, ReportState.PLAYERS, by=by, now=now)
        return replace(report_outcome(report), asked=questions)
    # Names of players are kept no longer than they are needed.
    report.file = None
    _count_in_league(report)
    _open_cases(report, now=now)
    decide_report(report, by=by, now=now, listed=listed)
    return report_outcome(report)


def _count_in_league(report: Report) -> None:
    """Give league points and missions to players whom only the report made known."""
    if is_in_league(report.event.public_id):
        count_finished(report.event)


def _open_cases(report: Report, *, now: datetime) -> None:
    """Open the cases of disqualifications that the report brings, and tell the desk."""
    if report.sequence == 0:
        return
    row = stored_event(report.event.public_id)
    opened = open_disqualification_cases(row, cached_log(row).state, account_id=report.account_id)
    if opened:
        today = now.date()
        desk = coordinator_addresses(opened[0].area, on=today)
        notify_waiting_task(to=[*desk, *director_addresses(on=today)])


def players_to_match(*, report: str, by: Actor, now: datetime) -> ReportOutcome:
    """Return a report with its players: found, perhaps somebody, or new."""
    row = report_row(report)
    _require_match(row, by)
    return replace(
        report_outcome(row), asked=match_players(row.event, report_players(row), by=by, now=now)
    )


def answer_players(
    *, report: str, answers: Mapping[str, str], by: Actor, now: datetime
) -> ReportOutcome:
    """Say who the players of a report are; when all are known, it goes on."""
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = report_row(report)
        _require_match(row, by)
        if row.state != ReportState.PLAYERS:
            return report_outcome(row, again=True)
        players = report_players(row)
        store_matches(row.event, players, answers, by=by, now=now)
        listed = not any(reason["code"] == "not-listed" for reason in row.reasons)
        return _matched(row, players, by=by, now=now, listed=listed, create=False)


def _require_match(row: Report, by: Actor) -> None:
    require(Permission.REPORT_MATCH, by, event=row.event, account_id=row.account_id)

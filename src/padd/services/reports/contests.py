"""A player contests a result; someone who did not take part in the event decides."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import stored_event
from padd.services.ratings import facts_of_finished, matched_people, remove_records
from padd.services.refusal import HOUSE, NotFound, refusal_error
from padd.services.reports import emails
from padd.services.reports.status import OPEN, decide_report, report_row, required_reason, set_state
from padd.store.models.events import Event, EventState
from padd.store.models.messages import Reason, stored_reasons
from padd.store.models.reports import Contest, Report, ReportState
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

BEFORE_RATING: Final = frozenset(
    {EventState.RESULTS_ENTERED, EventState.HELD, EventState.AWAITING_PROCESSING}
)


def contest_result(*, event: str, round_: int, words: str, by: Actor, now: datetime) -> str:
    """Say that a result is not as it is on record, before it is rated."""
    text = required_reason(words, place="words")
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event)
        person = by.person_id
        if person is None or not _took_part(row, person):
            raise NotFound("event")
        require(Permission.REPORT_CONTEST, by, event=row, person_id=person)
        if not may_be_contested(row, now=now):
            reason = message(
                "Results can be contested for {days} days after they are "
                "processed. Write to the coordinator of your area.",
                days=settings.HOLDING.contest_days,
            )
            raise refusal_error("already-rated", reason, rule="AMB-61")
        rounds = len(facts_of_finished(row).rounds)
        if not 1 <= round_ <= rounds:
            reason = message("The event had {rounds} rounds.", rounds=rounds)
            raise refusal_error("no-such-round", reason, place="round")
        contest_row = _contest(row, person, round_, text, now)
        add_audit_entry(
            Permission.REPORT_CONTEST,
            by=by.label,
            subject=f"event:{event}",
            at=now,
            after={"contest": contest_row.public_id, "round": round_},
        )
        _hold_contested(row, by=by, now=now)
        emails.email_contest(contest_row, now=now)
        return contest_row.public_id


def is_open_to_contest(*, event: str, now: datetime) -> bool:
    """Tell whether the results of an event may still be contested."""
    return may_be_contested(stored_event(event), now=now)


def may_be_contested(row: Event, *, now: datetime) -> bool:
    """Tell whether a player may still say that a result is wrong."""
    if row.state in BEFORE_RATING:
        return True
    since = now - timedelta(days=settings.HOLDING.contest_days)
    counting = row.reports.filter(state=ReportState.PROCESSED, decided_at__gte=since)
    return row.state == EventState.PROCESSED and counting.exists()


def _contest(row: Event, person: int, round_: int, text: str, now: datetime) -> Contest:
    said = message("You have already reported this; an official will review it.")
    if Contest.objects.filter(event=row, person_id=person, round=round_).exists():
        raise refusal_error("said-before", said)
    try:
        with transaction.atomic():
            return Contest.objects.create(
                event=row, person_id=person, round=round_, words=text, at=now
            )
    except IntegrityError as error:
        raise refusal_error("said-before", said) from error


def _took_part(row: Event, person: int) -> bool:
    try:
        facts = facts_of_finished(row)
    except RefusalError:
        return False
    known = matched_people(row, (player.id for player in facts.players))
    return any(
        person in {match.pk, match.merged_into_id}
        for player in facts.players
        if (match := known.get(player.id)) is not None
    )


def _hold_contested(row: Event, *, by: Actor, now: datetime) -> None:
    """Take a contested event out of the ratings until somebody has decided.

    A correction that waits at the desk already is not overtaken: it is decided there.
    """
    counts = Report.objects.filter(
        event=row, state__in=(ReportState.AWAITING, ReportState.PROCESSED)
    ).first()
    if counts is not None and not row.reports.filter(state__in=OPEN).exists():
        waiting = counts
        remove_records(row)
        words = message("A player has contested a result.")
        waiting.reasons = stored_reasons([Reason("contested", words, HOUSE)])
        set_state(waiting, ReportState.HELD, by=by, now=now)


def settle_contest(*, contest: str, by: Actor, now: datetime, answer: str) -> None:
    """Answer a player who contests a result; what was held for it goes on."""
    text = required_reason(answer, place="answer")
    with refuse_database_errors(), transaction.atomic():
        next_number("report")
        row = Contest.objects.filter(public_id=contest, settled_at=None).first()
        if row is None:
            raise NotFound("contest")
        event = stored_event(row.event.public_id)
        require(Permission.REPORT_SETTLE, by, event=event)
        _require_bystander(event, by)
        row.settled_at, row.settled_by, row.answer = now, by.label, text
        row.save()
        add_audit_entry(
            Permission.REPORT_SETTLE,
            by=by.label,
            subject=f"event:{event.public_id}",
            at=now,
            after={"contest": contest},
        )
        emails.email_settlement(row)
        report = Report.objects.filter(event=event, state=ReportState.HELD).first()
        if report is not None and report.file is None:
            _go_on(report_row(report.public_id), by=by, now=now)


def _require_bystander(event: Event, by: Actor) -> None:
    """Refuse whoever directs or plays in an event to judge what is contested there."""
    person = by.person_id
    if person is None:
        return
    directs = event.directorships.filter(person=person).exists()
    if directs or _took_part(event, person):
        raise refusal_error(
            "own-event", message("You direct or play in this event, so someone else has to answer.")
        )


def _go_on(row: Report, *, by: Actor, now: datetime) -> None:
    left = [reason for reason in row.reasons if reason["code"] != "contested"]
    if left or Contest.objects.filter(event=row.event, settled_at=None).exists():
        return
    decide_report(row, by=by, now=now, listed=True)

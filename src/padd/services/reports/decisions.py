"""Decide on event reports: release, send back, void, contest, correct."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.permissions import Permission, require
from padd.services.championships.awarded_rights import book_event
from padd.services.database_errors import saving
from padd.services.eventlog.log_cache import event_row, forget
from padd.services.eventlog.running_event_import import add_rows, read_with_log
from padd.services.ratings.projection import (
    facts_of_finished,
    people_of,
    strike_records,
    write_records,
)
from padd.services.refusal import HOUSE, NotFound, no
from padd.services.reports import emails
from padd.services.reports.intake import OPEN, players_of, report_row
from padd.services.reports.player_matches import match
from padd.services.reports.status import ReportOutcome, decide, filed, process, put
from padd.services.typed_text import objection, tidy
from padd.store.append_only import record
from padd.store.counters import next_number
from padd.store.messages import Reason, stored_reasons
from padd.store.models import (
    Contest,
    Event,
    EventState,
    Person,
    RatingCorrection,
    Report,
    ReportState,
)

if TYPE_CHECKING:
    from datetime import datetime

    from padd.services.access.actors import Actor

LONGEST: Final = 500
BEFORE_RATING: Final = frozenset(
    {EventState.RESULTS_ENTERED, EventState.HELD, EventState.AWAITING_PROCESSING}
)


def _words(text: str, *, place: str = "reason") -> str:
    words = tidy(text)
    refusal = objection(words, place=place, most=LONGEST, needed=True)
    if refusal is not None:
        raise RefusalError(refusal)
    return words


def release(*, report: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Let a held report count as it is; what is not sanctioned stays unrated."""
    words = _words(reason)
    with saving(), transaction.atomic():
        next_number("report")
        row = report_row(report)
        require(Permission.REPORT_DECIDE, by, event=row.event)
        if row.state == ReportState.PROCESSED:
            return filed(row, again=True)
        if row.state not in {ReportState.HELD, ReportState.AWAITING}:
            raise RefusalError(
                no(
                    "not-held",
                    message("It is {lower}.", lower=row.get_state_display().lower()),
                )
            )
        _require_answered(row)
        corrects = row.file is not None
        if corrects:
            _take_up(row, by=by, now=now)
        process(row, by=by, now=now, words=words)
        emails.decided(row, words=words, corrected=corrects)
        return filed(row)


def _require_answered(row: Report) -> None:
    """Refuse what a player still contests: that was promised."""
    open_ = Contest.objects.filter(event=row.event, settled_at=None)
    rounds = sorted(set(open_.values_list("round", flat=True)))
    if rounds:
        named = ", ".join(map(str, rounds))
        reason = message(
            "A player contests round {named}. Answer that first.", named=named
        )
        raise RefusalError(no("contested", reason))


def _take_up(row: Report, *, by: Actor, now: datetime) -> None:
    """Add what a correction brought to the log, and see that its players are known."""
    read = read_with_log(bytes(row.file or b""))
    if isinstance(read, Refusal):
        raise RefusalError(no(read.code, read.message))
    added = add_rows(row.event.public_id, read[1].rows)
    if isinstance(added, Refusal):
        raise RefusalError(no(added.code, added.message))
    row.file = None
    row.save()
    forget()
    open_ = [
        question
        for question in match(row.event, players_of(row), by=by, now=now)
        if not question.found
    ]
    if open_:
        names = ", ".join(
            question.name or question.handle or question.player for question in open_
        )
        raise RefusalError(
            no(
                "players-unknown",
                message("Nobody here is known as {names}.", names=names),
            )
        )


def send_back(*, report: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Send a report back to its director, with what is to be put right."""
    words = _words(reason)
    with saving(), transaction.atomic():
        next_number("report")
        row = report_row(report)
        require(Permission.REPORT_DECIDE, by, event=row.event)
        if row.state not in {ReportState.HELD, ReportState.PLAYERS}:
            raise RefusalError(
                no(
                    "not-held",
                    message("It is {lower}.", lower=row.get_state_display().lower()),
                )
            )
        row.file = None
        put(row, ReportState.SENT_BACK, by=by, now=now, words=words)
        emails.decided(row, words=words)
        return filed(row)


def void(*, event: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Take a processed event out of the record, as if it had never been rated."""
    words = _words(reason)
    with saving(), transaction.atomic():
        next_number("report")
        row = _counting(event, ReportState.PROCESSED, ReportState.AWAITING)
        require(Permission.REPORT_VOID, by, event=row.event)
        strike_records(row.event)
        put(row, ReportState.VOIDED, by=by, now=now, words=words)
        book_event(row.event, now=now)
        emails.decided(row, words=words)
        return filed(row)


def reinstate(*, event: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Let a voided event count again."""
    words = _words(reason)
    with saving(), transaction.atomic():
        next_number("report")
        row = _counting(event, ReportState.VOIDED)
        require(Permission.REPORT_VOID, by, event=row.event)
        process(row, by=by, now=now, words=words)
        emails.reinstated(row, words=words)
        return filed(row)


def _counting(event: str, *states: ReportState) -> Report:
    row = Report.objects.filter(event__public_id=event, state__in=states)
    report = row.order_by("-at", "-id").first()
    if report is None:
        raise NotFound("report")
    return report_row(report.public_id)


def contest(*, event: str, round_: int, words: str, by: Actor, now: datetime) -> str:
    """Say that a result is not as it is on record, before it is rated."""
    text = _words(words, place="words")
    with saving(), transaction.atomic():
        row = event_row(event)
        person = by.person_id
        if person is None or not _took_part(row, person):
            raise NotFound("event")
        require(Permission.REPORT_CONTEST, by, event=row, person_id=person)
        if not may_be_contested(row, now=now):
            reason = message(
                "Results can be contested for {days} days after they were processed. "
                "Write to the coordinator of the area.",
                days=settings.HOLDING.contest_days,
            )
            raise RefusalError(no("already-rated", reason, rule="AMB-61"))
        rounds = len(facts_of_finished(row).rounds)
        if not 1 <= round_ <= rounds:
            reason = message("The event had {rounds} rounds.", rounds=rounds)
            raise RefusalError(no("no-such-round", reason, place="round"))
        contest_row = _contest(row, person, round_, text, now)
        record(
            Permission.REPORT_CONTEST,
            by=by.label,
            subject=f"event:{event}",
            at=now,
            after={"contest": contest_row.public_id, "round": round_},
        )
        _hold_contested(row, by=by, now=now)
        emails.contested(contest_row, now=now)
        return contest_row.public_id


def is_open_to_contest(*, event: str, now: datetime) -> bool:
    """Tell whether the results of an event may still be contested."""
    return may_be_contested(event_row(event), now=now)


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
        raise RefusalError(no("said-before", said))
    try:
        with transaction.atomic():
            return Contest.objects.create(
                event=row, person_id=person, round=round_, words=text, at=now
            )
    except IntegrityError as error:
        raise RefusalError(no("said-before", said)) from error


def _took_part(row: Event, person: int) -> bool:
    try:
        facts = facts_of_finished(row)
    except RefusalError:
        return False
    known = people_of(row, (player.id for player in facts.players))
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
        strike_records(row)
        words = message("A player contests a result.")
        waiting.reasons = stored_reasons([Reason("contested", words, HOUSE)])
        put(waiting, ReportState.HELD, by=by, now=now)


def settle(*, contest: str, by: Actor, now: datetime, answer: str) -> None:
    """Answer a player who contests a result; what was held for it goes on."""
    text = _words(answer, place="answer")
    with saving(), transaction.atomic():
        next_number("report")
        row = Contest.objects.filter(public_id=contest, settled_at=None).first()
        if row is None:
            raise NotFound("contest")
        event = event_row(row.event.public_id)
        require(Permission.REPORT_SETTLE, by, event=event)
        _require_bystander(event, by)
        row.settled_at, row.settled_by, row.answer = now, by.label, text
        row.save()
        record(
            Permission.REPORT_SETTLE,
            by=by.label,
            subject=f"event:{event.public_id}",
            at=now,
            after={"contest": contest},
        )
        emails.settled(row)
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
        raise RefusalError(
            no(
                "own-event",
                message(
                    "You direct or play in this event, so somebody else answers here."
                ),
            )
        )


def _go_on(row: Report, *, by: Actor, now: datetime) -> None:
    left = [reason for reason in row.reasons if reason["code"] != "contested"]
    if left or Contest.objects.filter(event=row.event, settled_at=None).exists():
        return
    decide(row, by=by, now=now, listed=True)


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
    words = _words(reason)
    with saving(), transaction.atomic():
        next_number("report")
        row = event_row(event)
        require(Permission.RATING_CORRECT, by, event=row)
        people = Person.objects.in_bulk([first, second], field_name="public_id")
        whole = round_ is None
        if not whole and (first not in people or second not in people):
            raise RefusalError(
                no("unknown-person", message("There is no such person."))
            )
        if score is not None and not 0 <= score <= 1:
            raise RefusalError(
                no("score", message("A score is between 0 and 1."), place="score")
            )
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


def withdraw_correction(
    *, correction: str, by: Actor, now: datetime, reason: str
) -> None:
    """Rate a game as it is on record again."""
    words = _words(reason)
    with saving(), transaction.atomic():
        next_number("report")
        correction_row = RatingCorrection.objects.filter(
            public_id=correction, withdrawn_at=None
        ).first()
        if correction_row is None:
            raise NotFound("correction")
        row = event_row(correction_row.event.public_id)
        require(Permission.RATING_CORRECT, by, event=row)
        correction_row.withdrawn_at = now
        correction_row.save()
        _rewrite(row, correction_row, by=by, now=now, words=words)


def _rewrite(
    row: Event, correction: RatingCorrection, *, by: Actor, now: datetime, words: str
) -> None:
    if row.records.filter(counts=True).exists():
        write_records(row)
    record(
        Permission.RATING_CORRECT,
        by=by.label,
        subject=f"event:{row.public_id}",
        at=now,
        after={
            "correction": correction.public_id,
            "withdrawn": bool(correction.withdrawn_at),
        },
        reason=words,
    )
    emails.rated_otherwise(correction, words=words)


def process_waiting(*, by: Actor, now: datetime) -> int:
    """Process what awaited the refresh, the earliest event first; return how many."""
    waiting = Report.objects.filter(state=ReportState.AWAITING)
    order = waiting.order_by("event__starts_at", "event__public_id")
    done = 0
    for public_id in list(order.values_list("public_id", flat=True)):
        with saving(), transaction.atomic():
            next_number("report")
            row = report_row(public_id)
            if row.state == ReportState.AWAITING:
                process(row, by=by, now=now)
                done += 1
    return done

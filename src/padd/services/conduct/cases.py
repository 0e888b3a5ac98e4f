"""Cases: reported, opened, answered, decided, appealed, closed, and shrunk after some years."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db import transaction

from padd.core.conduct import case_rules
from padd.core.conduct.case import (
    AnswerAsked,
    AnyCaseAct,
    CaseAnswered,
    CaseAppealed,
    CaseAudience,
    CaseClosed,
    CaseDecided,
    CaseEntry,
    CaseNoted,
    CaseOpened,
    CaseReported,
    CaseSource,
    CaseStage,
    CaseState,
    EvidenceAdded,
    Outcome,
    Part,
    retention_end,
)
from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.core.text import canonical, hidden_character
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, area_of, require
from padd.services.access.suspensions import objection_to_entry
from padd.services.conduct.case_access import CaseSeat, case_for_reader, home_area, is_player_of
from padd.services.delivery import calendar_file, emails
from padd.services.refusal import NotAllowed, NotFound, Outdated, refusal_error
from padd.services.text_fields import text_refusal
from padd.store.models.conduct import Case, CaseFile, Complaint, Suspension
from padd.store.models.events import Event, EventState, Registration, RegistrationState
from padd.store.models.people import Person
from padd.store.queries.access import coordinator_addresses, director_addresses
from padd.store.writes.case_log import append_to_case, case_state, create_case, shrink_case
from padd.store.writes.event_log import TakenError, add_audit_entry
from padd.store.writes.seats import locked_event, promote_waiting

LARGEST: Final = 2_000_000
LONGEST_NAME: Final = 80
BEGINNINGS: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (b"\xff\xd8\xff", "image/jpeg", "jpg"),
    (b"%PDF-", "application/pdf", "pdf"),
)
PLAIN: Final = ("text/plain; charset=utf-8", "txt")


def case_file_type(content: bytes) -> tuple[str, str] | None:
    """Return the type of a file and the end of its name; None for any other kind."""
    for beginning, media_type, ending in BEGINNINGS:
        if content.startswith(beginning):
            return media_type, ending
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    lines = text.replace("\t", " ").splitlines()
    return None if any(hidden_character(line) for line in lines) else PLAIN


def checked_file_type(content: bytes) -> tuple[str, str]:
    """Return the type of a file and the end of its name, or refuse it."""
    if not content:
        raise refusal_error("missing", message("Choose a file."), place="file")
    if len(content) > LARGEST:
        raise refusal_error("too-large", message("A file can be at most 2 MB."), place="file")
    kind = case_file_type(content)
    if kind is None:
        reason = message("Upload a PNG, JPEG, PDF or plain text file.")
        raise refusal_error("file-kind", reason, place="file")
    return kind


def safe_file_name(name: str, ending: str) -> str:
    """Return a name that is safe in a header, with the end that the content has."""
    stem = name.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    kept = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-"
        for letter in stem
    ).strip("-")
    return f"{kept[: LONGEST_NAME - 5] or 'file'}.{ending}"


def withdraw_entries(person_id: int, *, by: Actor, now: datetime) -> None:
    """Withdraw a suspended person from events that have not begun; others move up.

    Each in a transaction of its own, as an event's row is held while seats change.
    An entry made at the same moment is left out when the event is opened.
    """
    entries = Registration.objects.filter(
        person=person_id, event__state=EventState.LISTED, event__starts_at__gt=now
    ).exclude(state=RegistrationState.WITHDRAWN)
    for entry in entries.select_related("event"):
        if objection_to_entry(person_id, event=entry.event) is not None:
            _withdraw_entry(entry, by=by, now=now)


def _withdraw_entry(entry: Registration, *, by: Actor, now: datetime) -> None:
    with transaction.atomic():
        entry.event = locked_event(entry.event_id)
        entry.state, entry.seat = RegistrationState.WITHDRAWN, None
        entry.save()
        for risen in promote_waiting(entry.event):
            emails.notify_moved_up(risen, calendar=calendar_file(risen.event, now=now))
        add_audit_entry(
            Permission.ENTRY_WITHDRAW, by=by.label, subject=f"entry:{entry.public_id}", at=now
        )


LONGEST: Final = 4000
LONGEST_REASON: Final = 2000
MOST_OPEN_REPORTS: Final = 3


def report_breach(
    *, by: Actor, now: datetime, event: str, person: str, text: str, collusion: bool
) -> str:
    """Report a serious breach at an event; return the public id of the case."""
    text = _lines(text, place="text")
    with transaction.atomic():
        require(Permission.CASE_REPORT, by)
        row = Event.objects.select_related("region").filter(public_id=event).first()
        if row is None:
            raise NotFound("event")
        concerned = Person.objects.filter(public_id=person, anonymised_at=None).first()
        there = concerned and is_player_of(concerned.public_id, row)
        if concerned is None or not there or concerned.pk == by.person_id:
            raise refusal_error(
                "player-unknown", message("Choose a player of the event."), place="person"
            )
        mine = Case.objects.filter(reporter=by.account_id)
        if mine.exclude(stage=CaseStage.CLOSED).count() >= MOST_OPEN_REPORTS:
            raise refusal_error(
                "too-many-reports",
                message("You already have three open reports. Wait until one is closed."),
            )
        source = CaseSource.COLLUSION if collusion else CaseSource.BREACH
        case = _begin_case(
            Case(person=concerned, event=row, area=area_of(row)),
            CaseReported(source=source, text=text),
            by=by,
            now=now,
        )
    return case.public_id


def open_case_from_complaint(*, by: Actor, now: datetime, complaint: str) -> str:
    """Make a case of a complaint about a director; return its public id."""
    with transaction.atomic():
        row = (
            Complaint.objects.select_related("about", "event", "raised_by")
            .filter(public_id=complaint)
            .first()
        )
        if row is None:
            raise NotFound("complaint")
        require(Permission.CASE_NOTE, by, area=row.area or "-")
        if by.person_id == row.about_id:
            raise NotAllowed(Permission.CASE_NOTE)
        there = Case.objects.filter(complaint=row).first()
        if there is not None:
            return there.public_id
        case = Case(person=row.about, event=row.event, area=row.area, complaint=row)
        case.reporter = row.raised_by
        reported = CaseReported(source=CaseSource.COMPLAINT, text=row.text)
        _begin_case(case, reported, by=by, now=now, part=Part.DESK)
    return case.public_id


def open_case(*, by: Actor, now: datetime, case: str, letter: str = "") -> None:
    """Send the letter to the coordinator and the Director, or take the case up."""
    letter = _lines(letter, place="letter", needed=False)

    def act(_: CaseState, __: CaseSeat) -> AnyCaseAct:
        return CaseOpened(letter=letter, audience=CaseAudience.REPORTER)

    row = _append_act(Permission.CASE_OPEN, act, by=by, now=now, case=case)
    emails.notify_waiting_task(to=_desk_addresses(row, now=now))


def ask_for_answer(
    *,
    by: Actor,
    now: datetime,
    case: str,
    until: date | None,
    question: str = "",
    expected: int | None = None,
) -> None:
    """Ask the person concerned for an answer by a day."""
    question = _lines(question, place="question", needed=False)
    if until is None:
        raise refusal_error("missing", message("Enter a deadline."), place="until")

    def act(_: CaseState, __: CaseSeat) -> AnyCaseAct:
        return AnswerAsked(until=until, question=question, audience=CaseAudience.CONCERNED)

    row = _append_act(Permission.CASE_ASK, act, by=by, now=now, case=case, expected=expected)
    emails.notify_waiting_task(to=_concerned_addresses(row))


def answer_case(*, by: Actor, now: datetime, case: str, text: str) -> None:
    """Answer as the person concerned."""
    text = _lines(text, place="text")

    def act(state: CaseState, _: CaseSeat) -> AnyCaseAct:
        about_a_complaint = (
            state.reported is not None and state.reported.source is CaseSource.COMPLAINT
        )
        audience = CaseAudience.CONCERNED if about_a_complaint else CaseAudience.ALL
        return CaseAnswered(text=text, audience=audience)

    row = _append_act(Permission.CASE_ANSWER, act, by=by, now=now, case=case)
    emails.notify_waiting_task(to=coordinator_addresses(row.area, on=now.date()))


def add_case_note(
    *, by: Actor, now: datetime, case: str, text: str, audience: str = "desk"
) -> None:
    """Add a note at the desk, for the chosen readers."""
    text = _lines(text, place="text")
    readers = _audience(audience)

    def act(_: CaseState, __: CaseSeat) -> AnyCaseAct:
        return CaseNoted(text=text, audience=readers)

    _append_act(Permission.CASE_NOTE, act, by=by, now=now, case=case)


def add_case_file(
    *, by: Actor, now: datetime, case: str, name: str, content: bytes, audience: str = "all"
) -> str:
    """Add a file to a case; return its public id."""
    media_type, ending = checked_file_type(content)
    file = CaseFile(name=safe_file_name(name, ending), media_type=media_type, content=content)
    readers = _audience(audience)

    def act(_: CaseState, seat: CaseSeat) -> AnyCaseAct:
        of_the_desk = seat.part in {Part.DESK, Part.DIRECTOR}
        everybody = readers is CaseAudience.ALL
        return EvidenceAdded(
            file=file.public_id,
            name=file.name,
            digest=sha256(content).hexdigest(),
            # The person who adds a file goes on seeing it.
            audience=readers if of_the_desk or everybody else CaseAudience(seat.part),
        )

    with transaction.atomic():
        file.case = _append_act(Permission.CASE_EVIDENCE, act, by=by, now=now, case=case)
        file.save()
    return file.public_id


def decide_case(
    *,
    by: Actor,
    now: datetime,
    case: str,
    outcome: str,
    reason: str,
    since: date | None = None,
    until: date | None = None,
    expected: int | None = None,
) -> None:
    """Decide a case, or an appeal against a decision; a suspension takes effect."""
    reason = _lines(reason, place="reason", most=LONGEST_REASON)
    if outcome not in set(Outcome):
        raise refusal_error("outcome-unknown", message("Choose a decision."), place="outcome")
    chosen = Outcome(outcome)
    dated = chosen is Outcome.SUSPENSION

    def act(_: CaseState, __: CaseSeat) -> AnyCaseAct:
        return CaseDecided(
            outcome=chosen,
            reason=reason,
            since=since if dated else None,
            until=until if dated else None,
        )

    with transaction.atomic():
        row = _append_act(Permission.CASE_DECIDE, act, by=by, now=now, case=case, expected=expected)
        row.suspensions.filter(lifted_at=None).update(lifted_at=now)
        if dated and since is not None and until is not None:
            Suspension.objects.create(person=row.person, case=row, since=since, until=until)
        reporter = [row.reporter.email] if row.reporter else []
        emails.notify_waiting_task(to=[*_concerned_addresses(row), *reporter])
    if dated:
        withdraw_entries(row.person_id, by=by, now=now)


def appeal_decision(*, by: Actor, now: datetime, case: str, text: str) -> None:
    """Appeal a decision, once, as the person concerned."""
    text = _lines(text, place="text")

    def act(_: CaseState, __: CaseSeat) -> AnyCaseAct:
        return CaseAppealed(text=text, audience=CaseAudience.CONCERNED)

    row = _append_act(Permission.CASE_APPEAL, act, by=by, now=now, case=case)
    emails.notify_waiting_task(to=_desk_addresses(row, now=now))


def close_case(*, by: Actor, now: datetime, case: str) -> None:
    """Close a case that is decided."""

    def act(_: CaseState, __: CaseSeat) -> AnyCaseAct:
        return CaseClosed()

    _append_act(Permission.CASE_CLOSE, act, by=by, now=now, case=case)


def _begin_case(
    case: Case, reported: CaseReported, *, by: Actor, now: datetime, part: Part = Part.REPORTER
) -> Case:
    if part is Part.REPORTER:
        case.reporter_id = by.account_id
    case.source = reported.source.value
    entry = CaseEntry(sequence=1, at=now, by=by.label, part=part, act=reported)
    create_case(case, entry)
    add_audit_entry(
        Permission.CASE_REPORT,
        by=by.label,
        subject=f"case:{case.public_id}",
        at=now,
        after={"source": case.source, "area": case.area},
    )
    emails.notify_waiting_task(to=_desk_addresses(case, now=now))
    return case


def _append_act(
    permission: Permission,
    act: Callable[[CaseState, CaseSeat], AnyCaseAct],
    *,
    by: Actor,
    now: datetime,
    case: str,
    expected: int | None = None,
) -> Case:
    """Add one entry to a case: one permission, one transaction, one audit entry."""
    try:
        with transaction.atomic():
            row, seat = case_for_reader(case, by)
            if not seat.decides:
                raise NotAllowed(permission)
            state = case_state(row)
            if expected is not None and expected != state.sequence:
                raise Outdated("case")
            entry = CaseEntry(
                sequence=state.sequence + 1,
                at=now,
                by=by.label,
                part=seat.part,
                act=act(state, seat),
            )
            refusal = case_rules.case_objection(state, entry, house=settings.HOUSE_PROCEDURE)
            if refusal is not None:
                raise RefusalError(refusal)
            append_to_case(row, state, entry)
            add_audit_entry(permission, by=by.label, subject=f"case:{row.public_id}", at=now)
    except TakenError as error:
        raise Outdated("case") from error
    return row


def _lines(text: str, *, place: str, most: int = LONGEST, needed: bool = True) -> str:
    """Return a text of several lines in one spelling, or refuse it."""
    lines = [" ".join(line.split()) for line in canonical(text).strip().splitlines()]
    whole = "\n".join(lines)
    refusal = text_refusal(whole.replace("\n", " "), place=place, most=most, needed=needed)
    if refusal is not None:
        raise RefusalError(refusal)
    return whole


def _audience(said: str) -> CaseAudience:
    if said not in set(CaseAudience):
        raise refusal_error(
            "audience-unknown", message("Choose who can read it."), place="audience"
        )
    return CaseAudience(said)


def _desk_addresses(case: Case, *, now: datetime) -> list[str]:
    """Return the coordinator of the area, of the director's own, and the Director."""
    today = now.date()
    told = {case.area, home_area(case)} - {""}
    coordinators = [address for area in told for address in coordinator_addresses(area, on=today)]
    return [*coordinators, *director_addresses(on=today)]


def _concerned_addresses(case: Case) -> list[str]:
    account = getattr(case.person, "account", None)
    return [account.email] if account is not None else []


AT_ONCE: Final = 100


def shrink_closed_cases(*, by: Actor, now: datetime) -> int:
    """Shrink cases whose years are over, some at a time; return how many."""
    require(Permission.CASE_SHRINK, by)
    closed = Case.objects.filter(stage=CaseStage.CLOSED, shrunk_at=None)
    oldest = closed.order_by("closed_at")[:AT_ONCE]
    over = [row for row in oldest if row.closed_at and retention_end(row.closed_at) <= now]
    for case in over:
        with transaction.atomic():
            shrink_case(case, now=now)
            add_audit_entry(
                Permission.CASE_SHRINK, by=by.label, subject=f"case:{case.public_id}", at=now
            )
    return len(over)

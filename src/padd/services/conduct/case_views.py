"""The cases that someone can read: their own, and those of their desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.db.models.fields.json import KT

from padd.core.conduct.case import (
    CaseEntry,
    CaseStage,
    CaseState,
    EvidenceAdded,
    Part,
    case_entries,
)
from padd.core.text import look_alike_outline
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.conduct.case_access import (
    ENTERED,
    all_cases,
    case_for_reader,
    desk_areas,
    events_with,
    role_in_case,
)
from padd.services.refusal import NotFound
from padd.store.models.conduct import Case, CaseFile, Suspension
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event, Registration, RegistrationState
from padd.store.models.people import Account, Person
from padd.store.queries.people import search
from padd.store.writes.case_log import case_rows, case_state

FIT: Final = 0.9
"""How well a name has to fit, from 0 to 1."""
MOST_SECOND_ACCOUNTS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondAccount:
    """A person who may be the suspended person."""

    person: str
    handle: str
    why: str
    entered: tuple[str, ...]
    """Events to come that they have entered."""


def second_accounts(case: Case, *, now: datetime) -> tuple[SecondAccount, ...]:
    """Return who may be the person of a case, while they are suspended."""
    suspended = Suspension.objects.filter(case=case, lifted_at=None, until__gte=now.date())
    if not suspended.exists():
        return ()
    concerned = case.person
    alike = {row.pk: (row, why) for row, why in _alike(concerned)}
    entered = _entered(alike, now=now)
    return tuple(
        SecondAccount(
            person=row.public_id, handle=row.handle, why=why, entered=tuple(entered.get(row.pk, ()))
        )
        for row, why in list(alike.values())[:MOST_SECOND_ACCOUNTS]
    )


def _alike(concerned: Person) -> Iterator[tuple[Person, str]]:
    words = [text for text in (concerned.name, concerned.handle) if text]
    found = {
        hit.person_id: hit.fit
        for text in words
        for hit in search.find_people(text, limit=2 * MOST_SECOND_ACCOUNTS)
        if hit.fit >= FIT and hit.person_id != concerned.pk
    }
    rows = Person.objects.filter(pk__in=found, merged_into=None, anonymised_at=None).order_by(
        "handle"
    )
    for row in rows:
        same = bool(row.name) and look_alike_outline(row.name) == look_alike_outline(concerned.name)
        yield row, "The same name." if same else "A very similar name."


def _entered(people: Iterable[int], *, now: datetime) -> dict[int, list[str]]:
    entries = Registration.objects.filter(
        person__in=list(people), event__starts_at__gt=now
    ).exclude(state=RegistrationState.WITHDRAWN)
    events: dict[int, list[str]] = {}
    for person, name in entries.values_list("person_id", "event__name"):
        events.setdefault(person or 0, []).append(name)
    return events


MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """A case in a list."""

    public_id: str
    number: int
    source: str
    stage: str
    outcome: str
    about: str
    """The handle of the person concerned."""
    event: str
    event_name: str
    created_at: datetime
    answer_by: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFacts:
    """A case as a reader may see it."""

    row: CaseRow
    part: Part
    decides: bool
    """Whether it is theirs to act on."""
    state: CaseState
    entries: tuple[CaseEntry, ...]
    names: dict[str, str]
    """Who acted, as this reader may know them; others are called by their part."""
    person: str
    area: str
    house: bool
    """Whether the site has a procedure of its own."""
    penalty_stands: bool | None
    """Whether the penalty is still in the log of its event, where there was one."""
    second_accounts: tuple[SecondAccount, ...] = ()
    """Who may be the suspended person under another name; for the desk alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSuspension:
    """The days on which a person enters no sanctioned event."""

    since: date
    until: date
    case: str


def case_for(
    *, by: Actor, case: str, standing: frozenset[int] | None, now: datetime | None = None
) -> CaseFacts:
    """Return a case as a reader may see it.

    `standing` are the penalties that the log of its event still holds. With `now` the
    desk also gets who may be a suspended person under another name.
    """
    row, seat = case_for_reader(case, by)
    entries = case_entries(case_rows(row.pk))
    seen = tuple(one for one in entries if one.act.audience.is_for(seat.part))
    return CaseFacts(
        row=_listed(row),
        part=seat.part,
        decides=seat.decides,
        state=case_state(row),
        entries=seen,
        names=_names(row, seen, seat.part),
        person=row.person.public_id,
        area=row.area,
        house=settings.HOUSE_PROCEDURE,
        penalty_stands=None if row.penalty is None or standing is None else row.penalty in standing,
        second_accounts=second_accounts(row, now=now)
        if now is not None and seat.part in {Part.DESK, Part.DIRECTOR}
        else (),
    )


def event_of_case(*, by: Actor, case: str) -> tuple[str, str]:
    """Return event and rulebook of a case for a reader, or None twice."""
    row, _ = case_for_reader(case, by)
    return (row.event.public_id, row.event.rulebook) if row.event else ("", "")


def cases_at_desk(*, by: Actor) -> tuple[CaseRow, ...]:
    """Return the cases of an actor's desk, those that wait first."""
    if not keeps_cases(by):
        raise NotFound("page")
    desks = desk_areas(by)
    rows = all_cases().filter(shrunk_at=None)
    if desks is not None:
        rows = rows.filter(area__in=desks)
    open_first = sorted(
        rows.exclude(stage=CaseStage.CLOSED).order_by("-number")[:MOST],
        key=lambda row: WAITS.index(row.stage),
    )
    closed = rows.filter(stage=CaseStage.CLOSED).order_by("-number")[:MOST]
    shown = [*open_first, *closed]
    involved = events_with(by, [row.event_id for row in shown])
    return tuple(
        _listed(row)
        for row in shown
        if (seat := role_in_case(row, by, involved=involved)) is not None
        and seat.part in {Part.DESK, Part.DIRECTOR}
    )


WAITS: Final = tuple(
    str(stage)
    for stage in (
        CaseStage.APPEALED,
        CaseStage.ANSWERED,
        CaseStage.OPENED,
        CaseStage.REPORTED,
        CaseStage.ASKED,
        CaseStage.DECIDED,
    )
)
"""The stages in the order in which they wait for the desk."""


def keeps_cases(by: Actor) -> bool:
    """Tell whether an actor has a desk with cases."""
    area = next(iter(by.areas), "")
    return allowed(Permission.CASE_NOTE, roles_of(by, area=area or "-"))


def own_cases(*, by: Actor) -> tuple[CaseRow, ...]:
    """Return the cases that concern a person, or that the person reported."""
    if by.account_id is None:
        return ()
    mine = all_cases().filter(shrunk_at=None)
    rows = mine.filter(reporter=by.account_id)
    if by.person_id is not None:
        rows |= mine.filter(person=by.person_id)
    return tuple(_listed(row) for row in rows.order_by("-number")[:MOST])


def own_suspensions(*, by: Actor, now: datetime) -> tuple[OwnSuspension, ...]:
    """Return the suspensions of a person that have not ended."""
    rows = Suspension.objects.filter(
        person=by.person_id or 0, lifted_at=None, until__gte=now.date()
    ).select_related("case")
    return tuple(
        OwnSuspension(since=row.since, until=row.until, case=row.case.public_id) for row in rows
    )


def reportable_players(*, event: str, by: Actor) -> tuple[tuple[str, str], ...]:
    """Return the players of an event whom an actor may report: id and handle."""
    row = Event.objects.filter(public_id=event).first()
    require(Permission.CASE_REPORT, by)
    if row is None:
        return ()
    walk_ins = EventAction.objects.filter(event=row, kind=ENTERED)
    people = Person.objects.filter(
        Q(entries__event=row)
        | Q(matches__event=row)
        | Q(placings__finished__event=row)
        | Q(public_id__in=walk_ins.values_list(KT("payload__player"), flat=True)),
        anonymised_at=None,
    )
    others = people.exclude(pk=by.person_id or 0).distinct().order_by("handle")
    return tuple(others.values_list("public_id", "handle"))


def file_for(*, by: Actor, case: str, file: str) -> tuple[str, str, bytes]:
    """Return name, type and content of a file for a reader."""
    row, seat = case_for_reader(case, by)
    shown = {
        entry.act.file
        for entry in case_entries(case_rows(row.pk))
        if isinstance(entry.act, EvidenceAdded) and entry.act.audience.is_for(seat.part)
    }
    kept = CaseFile.objects.filter(case=row, public_id=file).first()
    if kept is None or file not in shown:
        raise NotFound("file")
    return kept.name, kept.media_type, bytes(kept.content)


def _names(row: Case, entries: tuple[CaseEntry, ...], reader: Part) -> dict[str, str]:
    """Return who acted; a complaint does not say who raised it to the one it is about.

    The desk is named to the desk alone.
    """
    labels = {
        entry.by: entry.part
        for entry in entries
        if _is_named(entry.part, reader, complaint=row.complaint_id is not None)
    }
    ids = [label.partition(":")[2] for label in labels]
    accounts = Account.objects.filter(public_id__in=ids).select_related("person")
    return {
        f"account:{account.public_id}": account.person.handle
        for account in accounts
        if account.person is not None
    }


def _is_named(part: Part, reader: Part, *, complaint: bool) -> bool:
    if reader in {Part.DESK, Part.DIRECTOR} or part is reader:
        return True
    return part in {Part.CONCERNED, Part.REPORTER} and not complaint


def _listed(row: Case) -> CaseRow:
    return CaseRow(
        public_id=row.public_id,
        number=row.number,
        source=row.source,
        stage=row.stage,
        outcome=row.outcome,
        about=row.person.handle,
        event=row.event.public_id if row.event else "",
        event_name=row.event.name if row.event else "",
        created_at=row.created_at,
        answer_by=row.answer_by,
    )

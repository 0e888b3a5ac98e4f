"""Queries of one event: its facts, its people, its changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from padd.store.models import ApprovalState, Event, Registration, RegistrationState
from padd.store.queries.calendar import EventRow, line_of
from padd.store.queries.venues import VenueFacts, venue_facts_of

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredPlayer:
    """Somebody who is coming, as everybody may see them."""

    entry: str
    person: str
    handle: str
    name: str
    minor: bool
    hides_name: bool
    """Perhaps under age: the name is not for everybody."""
    region: str
    state: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorName:
    """Who directs, and in which rank."""

    public_id: str
    handle: str
    name: str
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts:
    """Everything an event page shows before the event is run."""

    line: EventRow
    version: int
    pool_note: str
    theme: str
    theme_cards: str
    release_set: str
    final_confrontation: bool
    league_event: bool
    registered_at: datetime | None
    venue: VenueFacts | None
    directors: tuple[DirectorName, ...]
    contact_name: str
    contact_email: str
    contact_phone: str
    discussion_thread: str
    entry_fee: str
    prizes: str
    special_rules: str
    deck_lists_required: bool
    deck_deadline: datetime | None
    preregistration_required: bool
    expected_players: int | None
    seats: tuple[RegisteredPlayer, ...]
    open_approvals: int


def event_facts(public_id: str, *, now: datetime) -> EventFacts | None:
    """Return the facts of an event in any state, or nothing; five queries.

    Who may see a draft, and who may see the contact, is for the caller to ask the
    tables in `services.permissions` and `services.sight`.
    """
    row = (
        Event.objects.filter(public_id=public_id)
        .select_related("region", "venue__region")
        .prefetch_related("directorships__person")
        .first()
    )
    if row is None:
        return None
    seats = _seats(row, now=now)
    coming = sum(seat.state == RegistrationState.GOING for seat in seats)
    return EventFacts(
        line=line_of(row, coming=coming, waiting=len(seats) - coming),
        version=row.version,
        pool_note=row.pool_note,
        theme=row.theme,
        theme_cards=row.theme_cards,
        release_set=row.release_set,
        final_confrontation=row.final_confrontation,
        league_event=row.league_event,
        registered_at=row.registered_at,
        venue=venue_facts_of(row.venue) if row.venue else None,
        directors=tuple(
            DirectorName(
                public_id=of.person.public_id,
                handle=of.person.handle,
                name=of.person.name,
                rank=of.rank,
            )
            for of in row.directorships.all()
        ),
        contact_name=row.contact_name,
        contact_email=row.contact_email,
        contact_phone=row.contact_phone,
        discussion_thread=row.discussion_thread,
        entry_fee=row.entry_fee,
        prizes=row.prizes,
        special_rules=row.special_rules,
        deck_lists_required=row.deck_lists_required,
        deck_deadline=row.deck_deadline,
        preregistration_required=row.preregistration_required,
        expected_players=row.expected_players,
        seats=seats,
        open_approvals=row.approvals.filter(state=ApprovalState.OPEN).count(),
    )


ADULT: Final = 18


def _seats(event: Event, *, now: datetime) -> tuple[RegisteredPlayer, ...]:
    rows = (
        Registration.objects.filter(
            event=event, state__in=[RegistrationState.GOING, RegistrationState.WAITING]
        )
        .select_related("person__region")
        .order_by("number")
    )
    return tuple(_seat(row, now=now) for row in rows)


def _seat(row: Registration, *, now: datetime) -> RegisteredPlayer:
    person = row.person
    young = bool(person and person.birth_year and now.year - person.birth_year <= ADULT)
    return RegisteredPlayer(
        entry=row.public_id,
        person=person.public_id if person else "",
        handle=person.handle if person else "",
        name=person.name if person else row.name,
        minor=young,
        hides_name=bool(person and person.hides_name),
        region=person.region.name if person and person.region else "",
        state=row.state,
        number=row.number,
    )

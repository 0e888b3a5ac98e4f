"""Queries of one event: its facts, its people, its changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch, QuerySet

from padd.store.models.events import (
    Approval,
    ApprovalState,
    Directorship,
    Event,
    Registration,
    RegistrationState,
)
from padd.store.queries.events.calendar import EventRow, event_row_from_model
from padd.store.queries.events.venues import VenueFacts, venue_facts_of


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
    row = find_event(public_id)
    return facts_of_row(row, now=now) if row else None


def find_event(public_id: str, *, in_turn: bool = False) -> Event | None:
    """Return the row of an event with place and directors; two queries.

    Whoever is to act waits for a turn, where the database knows turns.
    """
    rows = Event.objects.filter(public_id=public_id)
    if in_turn:
        rows = rows.select_for_update(of=("self",), no_key=True)
    directorships = Prefetch("directorships", Directorship.objects.select_related("person"))
    return rows.select_related("region", "venue__region").prefetch_related(directorships).first()


def facts_of_row(row: Event, *, now: datetime) -> EventFacts:
    """Return the facts of an event whose row is at hand; two queries."""
    seats = _seats(row, now=now)
    coming = sum(seat.state == RegistrationState.GOING for seat in seats)
    open_approvals = Approval.objects.filter(event=row, state=ApprovalState.OPEN).count()
    return EventFacts(
        line=event_row_from_model(row, coming=coming, waiting=len(seats) - coming),
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
        open_approvals=open_approvals,
    )


ADULT: Final = 18


def _registered(event: Event) -> QuerySet[Any, Any]:
    shown = [RegistrationState.GOING, RegistrationState.WAITING]
    rows = Registration.objects.filter(event=event, state__in=shown)
    return rows.order_by("number").values_list(
        *("public_id", "state", "number", "name"),
        *("person__public_id", "person__handle", "person__name"),
        *("person__birth_year", "person__hides_name", "person__region__name"),
    )


def _seats(event: Event, *, now: datetime) -> tuple[RegisteredPlayer, ...]:
    return tuple(
        RegisteredPlayer(
            entry=entry,
            person=person or "",
            handle=handle or "",
            name=own_name if person else name,
            minor=bool(birth_year and now.year - birth_year <= ADULT),
            hides_name=bool(hides_name),
            region=region or "",
            state=state,
            number=number,
        )
        for entry, state, number, name, person, handle, own_name, *others in (_registered(event))
        for birth_year, hides_name, region in (others,)
    )

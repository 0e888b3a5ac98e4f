"""The row of an event: found for an actor, locked for a change, filled from a form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import F

from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.events.event_form import EventForm
from padd.services.events.sanction_adviser import event_level, start_moment
from padd.services.local_time import moment
from padd.services.refusal import NotFound, Outdated
from padd.services.text_fields import normalize_line
from padd.store.columns.event_rows import PLAIN
from padd.store.models.events import Directorship, Event, EventState, Venue
from padd.store.models.people import Account, Person, Region
from padd.store.queries.events.facts import find_event


def visible_event(public_id: str, *, by: Actor) -> Event:
    """Return the event of a public id; a draft is known to its people only."""
    row = find_event(public_id)
    if row is None or not _is_visible(row, by):
        raise NotFound("event")
    return row


def director_emails(event: Event) -> list[str]:
    """Return the addresses of those who direct an event and have an account."""
    accounts = Account.objects.filter(person__directorships__event=event, is_active=True)
    return list(accounts.values_list("email", flat=True))


def _is_visible(event: Event, actor: Actor) -> bool:
    if event.state not in {EventState.DRAFT, EventState.AWAITING_APPROVAL}:
        return True
    own = event.registrar_id is not None and event.registrar_id == actor.account_id
    return own or allowed(Permission.EVENT_EDIT, roles_of(actor, event=event))


def event_for_change(public_id: str, version: int, permission: Permission, by: Actor) -> Event:
    """Return the event to change, and make any other change of it outdated."""
    row = visible_event(public_id, by=by)
    require(permission, by, event=row)
    fresh = Event.objects.filter(pk=row.pk, version=version)
    if not fresh.update(version=F("version") + 1):
        raise Outdated("event")
    row.version = version + 1
    return row


def complete_form(form: EventForm, by: Actor) -> EventForm:
    """Fill in what follows: own directorship, usual rules, region of the venue."""
    book = rulebook(form.rulebook) if form.rulebook in rulebook_ids() else None
    changes: dict[str, object] = {
        field: normalize_line(value)
        for field in PLAIN
        if isinstance(value := getattr(form, field), str)
    }
    if not form.directors and by.person_id is not None:
        own = Person.objects.get(pk=by.person_id)
        changes["directors"] = (own.public_id,)
    if not form.rules and book is not None:
        changes["rules"] = book.formats.preferred_rules.get(form.edition, "")
    if form.online:
        changes["region"], changes["venue"] = form.region or "online", ""
        return replace(form, **changes)  # type: ignore[arg-type]
    place = Venue.objects.filter(public_id=form.venue).first()
    if place is not None:
        changes["region"] = form.region or place.region.slug
        changes["time_zone"] = form.time_zone or place.time_zone
    return replace(form, **changes)  # type: ignore[arg-type]


def fill_row(event: Event, form: EventForm) -> Event:
    """Return an event with what its form says, not saved yet."""
    for field in PLAIN:
        setattr(event, field, getattr(form, field))
    starts = start_moment(form)
    if starts is not None:
        event.starts_at = starts
    event.deck_deadline = moment(form.deck_deadline, form.time_zone) if form.deck_deadline else None
    event.level = event_level(rulebook(form.rulebook), form.kind)
    event.region = Region.objects.get(slug=form.region)
    event.venue = Venue.objects.get(public_id=form.venue) if form.venue else None
    return event


def set_directors(event: Event, directors: Sequence[str]) -> None:
    """Name the directors of an event, the first of them first."""
    now_named = [row.person.public_id for row in event.directorships.all()]
    if list(directors) == now_named:
        return
    people = Person.objects.in_bulk(directors, field_name="public_id")
    event.directorships.all().delete()
    Directorship.objects.bulk_create(
        Directorship(event=event, person=people[public_id], rank=rank)
        for rank, public_id in enumerate(directors, start=1)
    )
    if hasattr(event, "_prefetched_objects_cache"):
        event._prefetched_objects_cache.pop("directorships", None)  # noqa: SLF001 -- read anew

"""Venues: added by anyone who registers an event, verified by a coordinator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, URLValidator
from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.core.text import look_alike_outline
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.access.rate_limit import limit_creation
from padd.services.events.approvals_needed import request_venue_approval
from padd.services.local_time import zone_names
from padd.services.refusal import NotFound, house_refusal, refusal_error, refuse_all
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.events import Venue, VenueState
from padd.store.models.people import Region
from padd.store.writes.event_log import add_audit_entry

LONGEST: Final = {
    "name": 100,
    "street": 200,
    "postcode": 20,
    "town": 100,
    "phone": 40,
    "email": 254,
    "website": 200,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueDetails:
    """What a form says of a venue."""

    name: str
    town: str
    region: str
    """The slug of a region."""
    time_zone: str
    street: str = ""
    postcode: str = ""
    phone: str = ""
    email: str = ""
    website: str = ""

    def tidied(self) -> VenueDetails:
        """Return the same in one spelling."""
        return VenueDetails(
            **{field.name: normalize_line(getattr(self, field.name)) for field in fields(self)}
        )


def add_venue(*, by: Actor, now: datetime, details: VenueDetails) -> str:
    """Add a venue, unverified unless a coordinator adds it; return its public id."""
    require(Permission.VENUE_ADD, by)
    limit_creation(Permission.VENUE_ADD, by, now=now)
    tidy = details.tidied()
    refuse_all(venue_refusals(tidy))
    with transaction.atomic():
        venue = _filled(Venue(created_at=now), tidy)
        by_coordinator = allowed(Permission.VENUE_VERIFY, roles_of(by, area=venue.region.area))
        venue.state = VenueState.VERIFIED if by_coordinator else VenueState.UNVERIFIED
        _save(venue)
        if not by_coordinator:
            request_venue_approval(venue, requester=by, now=now)
        add_audit_entry(
            Permission.VENUE_ADD,
            by=by.label,
            subject=f"venue:{venue.public_id}",
            at=now,
            after={"state": venue.state, "town": venue.town},
        )
    return venue.public_id


def edit_venue(*, by: Actor, now: datetime, venue: str, details: VenueDetails) -> None:
    """Correct a venue."""
    tidy = details.tidied()
    with transaction.atomic():
        row = venue_row(venue)
        require(Permission.VENUE_EDIT, by, area=row.region.area)
        refuse_all(venue_refusals(tidy))
        before = _facts(row)
        _save(_filled(row, tidy))
        add_audit_entry(
            Permission.VENUE_EDIT,
            by=by.label,
            subject=f"venue:{row.public_id}",
            at=now,
            before=before,
            after=_facts(row),
        )


def venue_row(public_id: str) -> Venue:
    """Return the venue of a public id."""
    row = Venue.objects.select_related("region").filter(public_id=public_id).first()
    if row is None:
        raise NotFound("venue")
    return row


def venue_refusals(details: VenueDetails) -> Iterator[Refusal]:
    """Give everything that is wrong with the details of a venue."""
    for field, most in LONGEST.items():
        needed = field in {"name", "town"}
        text = getattr(details, field)
        refusal = text_refusal(text, place=field, most=most, needed=needed)
        if refusal is not None:
            yield refusal
    if not Region.objects.filter(slug=details.region).exists():
        yield house_refusal(
            "region-unknown", message("Choose the region of the venue."), place="region"
        )
    if details.time_zone not in zone_names():
        reason = message("This country has several time zones. Choose the venue’s.")
        yield house_refusal("zone-unknown", reason, place="time_zone")
    if details.email and not _passes(EmailValidator(), details.email):
        yield house_refusal("email", message("This is not an e-mail address."), place="email")
    web = URLValidator(schemes=["http", "https"])
    if details.website and not _passes(web, details.website):
        yield house_refusal(
            "website", message("The address must start with https://."), place="website"
        )


def _passes(validator: EmailValidator | URLValidator, text: str) -> bool:
    try:
        validator(text)
    except ValidationError:
        return False
    return True


def _filled(venue: Venue, details: VenueDetails) -> Venue:
    for field in LONGEST:
        setattr(venue, field, getattr(details, field))
    venue.outline = look_alike_outline(f"{details.name} {details.town}")
    venue.region = Region.objects.get(slug=details.region)
    venue.time_zone = details.time_zone
    return venue


def _save(venue: Venue) -> None:
    try:
        with transaction.atomic():
            venue.save()
    except IntegrityError as error:
        raise refusal_error(
            "venue-known", message("This venue is already known; choose it."), place="name"
        ) from error


def _facts(venue: Venue) -> dict[str, str]:
    return {field: getattr(venue, field) for field in (*LONGEST, "time_zone")}

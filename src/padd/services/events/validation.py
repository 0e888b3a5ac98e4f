"""Validate an event of the calendar: every reason against it at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from padd.core.cards.query import parse_theme
from padd.core.messages import message
from padd.core.model import Edition
from padd.core.refusal import Refusal, RefusalError
from padd.core.validation.sanction import implausible_date_message, is_plausible_date
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.events.championship_calendar import objections_to_date
from padd.services.events.event_form import EventForm
from padd.services.events.release_tournaments import objections_to_release
from padd.services.events.sanction_adviser import form_choices
from padd.services.local_time import moment, zone_names
from padd.services.refusal import house_refusal, refuse_all
from padd.services.text_fields import text_refusal
from padd.store.models.events import MOST_ROUNDS, MOST_SEATS, Event, Venue, VenueState
from padd.store.models.people import Person, Region

LONGEST: Final = {
    "name": 120,
    "pool_note": 200,
    "theme": 200,
    "theme_cards": 200,
    "release_set": 80,
    "contact_name": 100,
    "contact_email": 254,
    "contact_phone": 40,
    "discussion_thread": 200,
    "entry_fee": 100,
    "prizes": 500,
    "special_rules": 1000,
}
MOST_DIRECTORS: Final = 3


def check_form(
    form: EventForm, *, by: Actor, now: datetime, publish: bool, event: Event | None = None
) -> None:
    """Refuse a draft that cannot be a listing, with every reason."""
    refuse_all(_objections(form, by=by, now=now, publish=publish, event=event))


def _objections(
    form: EventForm, *, by: Actor, now: datetime, publish: bool, event: Event | None
) -> Iterator[Refusal]:
    for field, most in LONGEST.items():
        needed = field == "name"
        refusal = text_refusal(getattr(form, field), place=field, most=most, needed=needed)
        if refusal is not None:
            yield refusal
    if form.rulebook not in rulebook_ids():
        yield house_refusal("rulebook-unknown", message("Choose a rulebook."), place="rulebook")
        return
    yield from _combination(form, rulebook(form.rulebook))
    yield from _theme(form)
    yield from objections_to_release(form, rulebook(form.rulebook))
    yield from _when(form, now=now)
    yield from objections_to_date(form) if publish else ()
    yield from _where(form, publish=publish)
    yield from _who(form, publish=publish)
    yield from _numbers(form)
    yield from _league(form, by=by, event=event)


def _theme(form: EventForm) -> Iterator[Refusal]:
    """Refuse a card search that cannot be read, or that stands for no theme."""
    if not form.theme_cards:
        return
    if not form.theme:
        yield house_refusal("theme-missing", message("Describe the theme."), place="theme")
    try:
        parse_theme(form.theme_cards)
    except RefusalError as error:
        for refusal in error.refusals:
            yield house_refusal(refusal.code, refusal.message, place="theme_cards")


def _combination(form: EventForm, book: Rulebook) -> Iterator[Refusal]:
    """Only what the matrices of the rulebook allow can be chosen."""
    if form.edition not in set(Edition):
        yield house_refusal("edition-unknown", message("Choose 1E, 2E or TR."), place="edition")
        return
    offered = form_choices(book, form.edition)
    for field, chosen, options, path in (
        ("format", form.format, offered.formats, "formats.formats"),
        ("card_pool", form.card_pool, offered.card_pools, "formats.card_pools"),
        ("rules", form.rules, offered.rules, "formats.rules"),
        ("scenario", form.scenario, offered.scenarios, "formats.scenarios"),
        ("pairing_style", form.pairing_style, offered.styles, "sanctioning.styles"),
        ("kind", form.kind, offered.kinds, "championships.levels"),
    ):
        known = [option.value for option in options]
        if chosen in known or (field == "scenario" and not chosen):
            continue
        cite = book.citations[path].cite if path in book.citations else book.title
        yield house_refusal(
            f"{field.replace('_', '-')}-not-allowed",
            message(
                "“{chosen}” cannot be chosen for {edition} under {title}.",
                chosen=chosen,
                edition=form.edition,
                title=book.title,
            ),
            place=field,
            rule=cite,
        )
    needed = book.formats.format_required.get(form.rules)
    if needed is not None and form.format != needed:
        yield house_refusal(
            "format-required",
            message(
                "The rules set “{rules}” needs the format “{needed}”.",
                rules=form.rules,
                needed=needed,
            ),
            place="format",
            rule=book.citations["formats.format_required"].cite,
        )


def _when(form: EventForm, *, now: datetime) -> Iterator[Refusal]:
    today, days = now.date(), {"starts": form.starts, "ends_on": form.ends_on}
    wrong = [
        place
        for place, day in days.items()
        if day is not None and not is_plausible_date(day, today=today)
    ]
    if wrong:
        for place in wrong:
            yield house_refusal(
                "date-out-of-range", implausible_date_message(today=today), place=place
            )
        return
    if form.starts is None:
        yield house_refusal("missing", message("Enter when it starts."), place="starts")
    if form.time_zone not in zone_names():
        yield house_refusal("zone-unknown", message("Choose the time zone."), place="time_zone")
    elif form.starts is not None:
        try:
            moment(form.starts, form.time_zone, second_time=form.second_time)
        except RefusalError as refused:
            yield refused.refusal
    if form.deck_deadline and form.starts and form.deck_deadline > form.starts:
        yield house_refusal(
            "deadline-after-start",
            message("Decks are due when the event starts, or earlier."),
            place="deck_deadline",
        )
    if form.ends_on and form.starts and form.ends_on < form.starts.date():
        yield house_refusal("ends-too-early", message("It ends before it starts."), place="ends_on")


def _where(form: EventForm, *, publish: bool) -> Iterator[Refusal]:
    if not Region.objects.filter(slug=form.region).exists():
        yield house_refusal("region-unknown", message("Choose the region."), place="region")
    if form.venue:
        venue = Venue.objects.select_related("region").filter(public_id=form.venue).first()
        if venue is None:
            yield house_refusal(
                "venue-unknown", message("Choose a venue, or add one."), place="venue"
            )
        elif form.region and venue.region.area != _area(form.region):
            yield house_refusal(
                "region-elsewhere",
                message(
                    "{name} is in {name2}; choose that region.",
                    name=venue.name,
                    name2=venue.region.name,
                ),
                place="region",
            )
        elif venue.state == VenueState.REFUSED:
            yield house_refusal(
                "venue-refused",
                message("The coordinator declined this venue. Choose another one."),
                place="venue",
            )
    elif publish and not form.online:
        yield house_refusal("missing", message("Enter where it is held."), place="venue")
    if form.contact_email:
        try:
            validate_email(form.contact_email)
        except ValidationError:
            yield house_refusal(
                "email", message("This is not an e-mail address."), place="contact_email"
            )


def _area(region: str) -> str:
    return Region.objects.filter(slug=region).values_list("area", flat=True).first() or ""


def _who(form: EventForm, *, publish: bool) -> Iterator[Refusal]:
    if publish and not form.directors:
        yield house_refusal("missing", message("Name the director."), place="directors")
    if len(form.directors) > MOST_DIRECTORS:
        yield house_refusal(
            "too-many", message("An event can have at most three directors."), place="directors"
        )
    if len(set(form.directors)) < len(form.directors):
        yield house_refusal("twice", message("Name each director only once."), place="directors")
    known = Person.objects.filter(
        public_id__in=form.directors, merged_into=None, anonymised_at=None
    ).count()
    if known < len(set(form.directors)):
        yield house_refusal(
            "person-unknown", message("One of the directors was not found."), place="directors"
        )


def _numbers(form: EventForm) -> Iterator[Refusal]:
    if not 1 <= form.rounds_planned <= MOST_ROUNDS:
        yield house_refusal(
            "rounds",
            message("Choose from 1 to {most_rounds} rounds.", most_rounds=MOST_ROUNDS),
            place="rounds_planned",
        )
    if form.capacity is not None and not 2 <= form.capacity <= MOST_SEATS:  # noqa: PLR2004 -- two can play
        yield house_refusal(
            "capacity", message("Seats: 2 or more, or leave it empty."), place="capacity"
        )
    expected = form.expected_players
    if expected is not None and not 0 <= expected <= MOST_SEATS:
        yield house_refusal(
            "expected", message("Enter a number of players."), place="expected_players"
        )


def _league(form: EventForm, *, by: Actor, event: Event | None) -> Iterator[Refusal]:
    unchanged = event is not None and event.league_event
    if not form.league_event or unchanged:
        return
    if not allowed(Permission.EVENT_LEAGUE, roles_of(by, event=event)):
        yield house_refusal(
            "league-director",
            message("Only a current League Director can make this a league event."),
            place="league_event",
        )

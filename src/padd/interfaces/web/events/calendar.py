"""Home and calendar: live now, upcoming, last results, feeds."""

from __future__ import annotations

import calendar
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.web.delivery.ical import calendar_response
from padd.interfaces.web.request_actor import actor_of
from padd.presentation import page_words
from padd.presentation.events.event_rows import calendar_row, rows_by_month
from padd.presentation.events.quick_start import quick_start_form, upload_form_parts
from padd.presentation.ratings.figures import whole_change, whole_rating
from padd.services.access import visibility
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.eventlog.history import progress_of_events
from padd.services.installation.installation import is_installation_empty
from padd.services.people.search import search_people
from padd.services.ratings import careers
from padd.store.queries.eventlog import attendance_by_event
from padd.store.queries.events.calendar import (
    CalendarFilter,
    count_events,
    events_by_day,
    feed_events,
    first_events,
    list_events,
)
from padd.store.queries.events.venues import find_venues, list_regions

MOST_LIVE: Final = 12
MOST_UPCOMING: Final = 12
MOST_RESULTS: Final = 5
MOST_FOUND: Final = 8
LONGEST: Final = 80
FIRST_YEAR: Final = 1994
"""The game is as old as that."""
LAST_YEAR: Final = 2100
FORMATS: Final = ("constructed", "draft", "sealed", "junior")
KINDS: Final = {
    "other": "Local event",
    "regional": "Regional",
    "national": "National",
    "masters": "Trek Masters",
    "continental": "Continental",
    "world": "World",
}
WHENS: Final = {"upcoming": "Upcoming", "live": "Live now", "past": "Past", "all": "All dates"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    """A day of the month's sheet."""

    number: int
    inside: bool
    count: int
    state: str
    address: str


def calendar_filter(query: QueryDict, *, when: str = "upcoming") -> CalendarFilter:
    """Return what the address asks of the calendar; nonsense asks for nothing."""

    def one_of(name: str, known: Iterable[str]) -> str:
        value = query.get(name, "")
        return value if value in known else ""

    date_ = _day_asked(query.get("day", ""))
    return CalendarFilter(
        when="all" if date_ else one_of("when", WHENS) or when,
        day=date_,
        area=one_of("area", page_words.AREAS),
        region=query.get("region", "")[:LONGEST],
        edition=one_of("game", page_words.EDITIONS),
        kind=one_of("kind", KINDS),
        format=one_of("format", FORMATS),
        text=query.get("q", "").strip()[:LONGEST],
    )


def _day_asked(text: str) -> date | None:
    try:
        return _known(date.fromisoformat(text)) if text else None
    except ValueError:
        return None


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """Show what is on now, what comes, and how the last events ended."""
    now, actor = timezone.now(), actor_of(request)
    choice = calendar_filter(request.GET)
    # A laptop shows its own events at once; headquarters what has been processed.
    over = CalendarFilter(when="results" if settings.HOSTED else "past")
    live, coming, played = first_events(
        (CalendarFilter(when="live"), MOST_LIVE),
        (choice, MOST_UPCOMING),
        (over, MOST_RESULTS),
        now=now,
    )
    if not (live or coming or played) and is_installation_empty():
        may_fill = allowed(Permission.DEMO_FILL, roles_of(actor))
        context = {
            **quick_start_form(),
            **upload_form_parts(settings.UPLOAD_LIMIT),
            "section": "home",
            "may_fill": may_fill,
        }
        return render(request, "events/welcome.html", context)
    first = _month(request.GET.get("month", ""), now)
    ended = [line.public_id for line in played]
    context = {
        "section": "home",
        "won": careers.event_winners(ended, by=actor, now=now),
        "attended": attendance_by_event(ended),
        "change_of": whole_change,
        "live": [calendar_row(line) for line in live],
        "at_a_glance": progress_of_events(line.public_id for line in live),
        "months": list(rows_by_month(coming)),
        "total": count_events(choice, now=now),
        "played": [calendar_row(line) for line in played],
        "wanted": choice,
        "first": first,
        "months_beside": _neighbouring_months(first),
        "weeks": _month_sheet(first, now),
        "areas": page_words.AREAS,
    }
    return render(request, "events/home.html", context)


@require_safe
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Show the whole calendar, filtered and paged."""
    choice, now = calendar_filter(request.GET), timezone.now()
    number = request.GET.get("page", "1")
    page = list_events(choice, now=now, page=int(number) if number.isdecimal() else 1)
    filters = {name: value for name, value in request.GET.items() if name != "page"}
    context = {
        "section": "calendar",
        "page": page,
        "months": list(rows_by_month(page.lines)),
        "wanted": choice,
        "whens": WHENS,
        "areas": page_words.AREAS,
        "regions": list_regions(),
        "kinds": KINDS,
        "formats": FORMATS,
        "kept": urlencode(filters),
        "feed": urlencode({k: v for k, v in filters.items() if v and k != "when"}),
    }
    return render(request, "events/calendar.html", context)


def _month(text: str, now: datetime) -> date:
    try:
        first = _known(date.fromisoformat(f"{text}-01"))
    except ValueError:
        first = None
    return first or now.date().replace(day=1)


def _neighbouring_months(first: date) -> tuple[date | None, date | None]:
    """Return the month before and the one after, as far as the calendar goes."""
    before = (first - timedelta(days=1)).replace(day=1)
    after = (first + timedelta(days=31)).replace(day=1)
    return _known(before), _known(after)


def _known(date_: date) -> date | None:
    return date_ if FIRST_YEAR <= date_.year <= LAST_YEAR else None


def _month_sheet(first: date, now: datetime) -> list[tuple[CalendarDay, ...]]:
    """Return the weeks of a month with how many events begin on each day."""
    sheet = calendar.Calendar().monthdatescalendar(first.year, first.month)
    counts = events_by_day(sheet[0][0], sheet[-1][-1])
    calendar_page = reverse("calendar")
    return [
        tuple(_day(date_, first, counts.get(date_, 0), now.date(), calendar_page) for date_ in week)
        for week in sheet
    ]


def _day(date_: date, first: date, count: int, today: date, calendar_page: str) -> CalendarDay:
    state = "played" if date_ < today else "planned"
    return CalendarDay(
        number=date_.day,
        inside=date_.month == first.month,
        count=count,
        state="today" if date_ == today else (state if count else ""),
        address=f"{calendar_page}?day={date_}" if count else "",
    )


@require_safe
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """Hand out the calendar, or what a filter leaves of it, as a feed."""
    choice = calendar_filter(request.GET, when="all")
    choice = CalendarFilter(
        when="all",
        area=choice.area,
        region=choice.region,
        edition=choice.edition,
        kind=choice.kind,
        format=choice.format,
        text=choice.text,
    )
    return _feed(request, choice, title="PADD: Star Trek CCG events")


@require_safe
def region_feed(request: HttpRequest, region: str) -> HttpResponse:
    """Hand out the events of a region as a feed."""
    region_row = next((row for row in list_regions() if row.slug == region), None)
    if region_row is None:
        raise Http404
    choice = CalendarFilter(when="all", region=region)
    return _feed(request, choice, title=f"PADD: {region_row.name}")


@require_safe
def player_feed(request: HttpRequest, person: str) -> HttpResponse:
    """Return the events that a person plays or directs as a feed."""
    facts = visibility.visible_person(by=actor_of(request), now=timezone.now(), person=person)
    choice = CalendarFilter(when="all", person=facts.public_id)
    return _feed(request, choice, title=f"PADD: {facts.handle}")


def _feed(request: HttpRequest, choice: CalendarFilter, *, title: str) -> HttpResponse:
    now = timezone.now()
    lines = feed_events(choice, now=now)
    return calendar_response(request, lines, title=title, name="padd")


@require_safe
def search_everything(request: HttpRequest) -> HttpResponse:
    """Find players, events and places by one word."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    now, actor = timezone.now(), actor_of(request)
    choice = CalendarFilter(when="all", text=text)
    met = search_people(by=actor, now=now, text=text, limit=MOST_FOUND) if text else ()
    lines = list_events(choice, now=now, size=MOST_FOUND).lines if text else ()
    context = {
        "section": "",
        "query": text,
        "most": MOST_FOUND,
        "people": met,
        "rated": careers.headline_ratings(person.public_id for person in met),
        "whole": whole_rating,
        "events": [calendar_row(line) for line in lines],
        "months": list(rows_by_month(lines)),
        "won": careers.event_winners((line.public_id for line in lines), by=actor, now=now),
        "change_of": whole_change,
        "venues": find_venues(text, limit=MOST_FOUND) if text else (),
    }
    return render(request, "events/search.html", context)

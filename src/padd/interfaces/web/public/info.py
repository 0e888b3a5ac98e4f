"""The info page: everything a player asks on the day: when, where, which rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.event_state import Stage
from padd.core.eventlog.state.time_limits import minutes_of_round
from padd.core.messages import message
from padd.interfaces.printing.catalogue import DOCUMENTS
from padd.interfaces.printing.event_view import print_view
from padd.interfaces.web.forms import PageForm, form_response, text_area
from padd.interfaces.web.layout.public import public_layout
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, shared_address, sign_in_required
from padd.interfaces.web.request_event import visitor_event_view
from padd.presentation.conduct.conduct_in_play import conduct_in_play
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.events.online_terms import event_online_terms
from padd.presentation.events.sanction_adviser import adviser_panel
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook
from padd.services.access import visibility
from padd.services.access.permissions import Permission, allowed
from padd.services.eventlog import player_passes, room
from padd.services.events.listed_event import listed_event, settings_before_opening
from padd.services.events.sanction_adviser import sanction_advice

BETWEEN: Final = timedelta(minutes=15)
"""What the last games, the standings and the next pairings take; our guess."""


class ScheduleRow(msgspec.Struct, frozen=True):
    """One line of the schedule: planned, under way or over."""

    word: str
    start: str
    end: str
    state: str
    note: str = ""


class NotesForm(PageForm):
    """What the director tells the players."""

    notes = text_area(
        "Food, breaks, how to find the room",
        hint=f"Everyone sees it. At most {room.LONGEST_NOTES} characters.",
        maxlength=room.LONGEST_NOTES,
    )


@require_safe
def show_info(request: HttpRequest, event: str) -> HttpResponse:
    """Show the schedule as it stands, the rules, and what to bring."""
    return _info_page(request, event)


@sign_in_required
@require_POST
def save_notes(request: HttpRequest, event: str) -> HttpResponse:
    """Take down what the director tells the players."""
    form = NotesForm.from_request(request)

    def save() -> HttpResponse:
        room.write_room_notes(
            event=event, by=actor_of(request), now=timezone.now(), **form.arguments()
        )
        return redirect_with_notice(request, reverse("room-info", args=(event,)), message("Saved."))

    return form_response(form, save=save, show=lambda: _info_page(request, event, form))


def _info_page(
    request: HttpRequest, event: str, notes_form: NotesForm | None = None
) -> HttpResponse:
    actor, view = actor_of(request), visitor_event_view(request, event)
    facts = visibility.visible_event(by=actor, now=view.now, event=event)
    book = view.snapshot.book or rulebook(view.calendar_event.rulebook)
    listed = listed_event(event=event, by=actor, now=timezone.now())
    form, minutes = listed.form, view.state.minutes
    if not view.opened:
        settings = settings_before_opening(event=event, by=actor)
        minutes = minutes_of_round(settings, book)
    advice = sanction_advice(form, book, now=view.now, registered=facts.registered_at)
    notes = room.room_notes(event=event)
    join = shared_address(request, player_passes.join_path(event))
    context: dict[str, Any] = {
        **public_layout(view, "room-info"),
        "facts": facts,
        "line": facts.line,
        "book": book,
        "schedule": tuple(day_schedule(view, book, minutes)),
        "minutes": minutes,
        "rules": tuple(_rules(view, book, minutes)),
        "terms": event_online_terms(view, form),
        "panel": adviser_panel(advice, form, book, settled=True),
        "conduct": conduct_in_play(book, facts.line.edition),
        "notes": notes.notes,
        "notes_form": notes_form or NotesForm(initial={"notes": notes.notes}),
        "may_write": allowed(Permission.ROOM_NOTES, listed.roles),
        "join": join,
        "to_print": _to_print(view, book),
    }
    return render(request, "public/info.html", context)


def _to_print(view: EventView, book: Rulebook) -> tuple[tuple[str, str], ...]:
    """Return the public sheets: name and title."""
    if not view.opened or not view.state.played:
        return ()
    paper = print_view(view.state, book)
    return tuple(
        (document.name, document.title)
        for document in DOCUMENTS
        if document.public and document.fits(paper)
    )


def day_schedule(view: EventView, book: Rulebook, minutes: int | None) -> Iterator[ScheduleRow]:
    """Give the day as it is: what began, began; what is to come follows from it."""
    zone = ZoneInfo(view.calendar_event.time_zone)
    planned = view.calendar_event.rounds_planned
    if view.opened:
        planned = max(view.state.settings.rounds_planned, len(view.state.rounds))
    if view.calendar_event.online:
        yield from (_online_round(view, n, zone) for n in range(1, planned + 1))
        return
    at = view.calendar_event.starts_at
    arrive = book.time.director_arrives_minutes
    if arrive:
        start = at - timedelta(minutes=arrive)
        state = "over" if view.state.begun else "planned"
        yield ScheduleRow("Doors and check-in", _wall(start, zone), _wall(at, zone), state)
    length = timedelta(minutes=minutes) if minutes else None
    closed = _closed(view)
    for number in range(1, planned + 1):
        slot, at = _round(view, number, at, length, closed.get(number))
        yield slot
    if not view.state.finished_at:
        yield ScheduleRow("End, about", _wall(at - BETWEEN, zone), "", "planned")
    else:
        end = datetime.fromisoformat(view.state.finished_at)
        yield ScheduleRow("End", _wall(end, zone), "", "over")


def _online_round(view: EventView, number: int, zone: ZoneInfo) -> ScheduleRow:
    """Return a round that is played over days: from its publication to its deadline."""
    word, round_ = view.round_title(number), view.state.round(number)
    if round_ is None or round_.published_at is None:
        return ScheduleRow(word, "", "", "planned")
    state = "over" if round_.stage is Stage.CLOSED else "now"
    moments = (round_.published_at, round_.deadline)
    start, end = (_day(moment, zone) if moment else "" for moment in moments)
    return ScheduleRow(word, start, end, state)


def _day(moment: str, zone: ZoneInfo) -> str:
    at = datetime.fromisoformat(moment).astimezone(zone)
    return f"{at.day} {at:%b}"


def _closed(view: EventView) -> dict[int, datetime]:
    """Return when rounds were over: before the time limit, as a rule."""
    return {
        line.action.number: line.at
        for line in (view.lines if view.opened else ())
        if isinstance(line.action, RoundClosed) and not line.undone
    }


def _round(
    view: EventView,
    number: int,
    planned: datetime,
    length: timedelta | None,
    closed: datetime | None,
) -> tuple[ScheduleRow, datetime]:
    """Return a round of the schedule, and when the next one may begin."""
    zone = ZoneInfo(view.calendar_event.time_zone)
    round_ = view.state.round(number) if view.state.rounds else None
    word = view.round_title(number)
    began = None if round_ is None else round_.clock.started_at or round_.published_at
    if round_ is None or began is None:
        start = max(planned, view.now) if view.state.begun else planned
        end = start + length if length else None
        slot = ScheduleRow(word, _wall(start, zone), _wall(end, zone), "planned", "about")
        return slot, (end or start) + BETWEEN
    start, clock = datetime.fromisoformat(began), round_.clock
    end = clock.ends_at() or (start + length if length else None)
    over = round_.stage is Stage.CLOSED
    if over and closed is not None:
        slot = ScheduleRow(word, _wall(start, zone), _wall(closed, zone), "over")
        return slot, closed + BETWEEN
    extra = max((t.extra_minutes for t in round_.tables.values()), default=0)
    note = "the clock is paused" if clock.paused_at else ""
    if extra and not over:
        note = f"one table has up to {extra} extra minutes"
    state = "over" if over else "now"
    slot = ScheduleRow(word, _wall(start, zone), _wall(end, zone), state, note)
    free = (end or start) + timedelta(minutes=extra)
    return slot, (free if over else max(free, view.now)) + BETWEEN


def _wall(at: datetime | None, zone: ZoneInfo) -> str:
    return "" if at is None else f"{at.astimezone(zone):%H:%M}"


def _rules(view: EventView, book: Rulebook, minutes: int | None) -> Iterator[tuple[str, str, str]]:
    """Give what players ask about most: words, section, and where it stands."""
    if minutes:
        path = "time.online.editions" if view.calendar_event.online else "time.in_person.editions"
        yield f"{minutes} minutes for each round.", *_cited(book, path)
    late = book.time.late
    if late.round_minutes is not None:
        sentence = (
            f"Players who are not at their table {late.round_minutes} "
            "minutes after a round starts have missed the game."
        )
        yield sentence, *_cited(book, "time.late.round_minutes")
    if late.event_minutes is not None:
        sentence = f"Players who arrive up to {late.event_minutes} minutes late still play round 1."
        yield sentence, *_cited(book, "time.late.event_minutes")
    calls = [f"{minutes} minutes before the end" for minutes in book.time.warnings.minutes_left]
    if book.time.warnings.halfway:
        calls.insert(0, "at half-time")
    if calls:
        yield (
            f"The time left is announced {' and '.join(calls)}.",
            *_cited(book, "time.warnings.halfway"),
        )


def _cited(book: Rulebook, path: str) -> tuple[str, str]:
    return book.citations[path].cite, path

"""Fill the calendar of a season: one draft for every slot that has no event."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from django.db import transaction

from padd.core.leagues.calendar import LeagueSlot, proposed_days, season_slots
from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.events import lifecycle
from padd.services.leagues import league_row, place_event, season_book, season_row
from padd.services.refusal import refusal_error
from padd.store.columns.event_rows import local_time
from padd.store.models.events import Event
from padd.store.models.leagues import League, LeagueEvent, Season


def fill_calendar(*, by: Actor, now: datetime, league: str, year: int) -> int:
    """Put a draft like the latest event into every empty slot; return how many.

    The drafts have the days of the guide's rhythm at the same clock time; their
    director looks at each before it is listed.
    """
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        season = season_row(row, year)
        pattern = _pattern(row)
        if pattern is None:
            none = message("Put one event into a slot first; the others follow it.")
            raise refusal_error("no-pattern", none, place="which")
        starts = local_time(pattern.starts_at, pattern.time_zone)
        days = _empty_days(season, pattern)
        like = lifecycle.copy_event(by=by, event=pattern.public_id)
        for slot, day in days:
            form = replace(
                like,
                name=f"{row.name} {slot.number}",
                starts=datetime.combine(day, starts.time()),
                league_event=False,
                directors=(row.director.public_id,),
            )
            made = lifecycle.register_event(by=by, now=now, form=form, publish=False)
            place_event(
                by=by, now=now, league=league, year=year, event=made.public_id, number=slot.number
            )
    return len(days)


def _pattern(league: League) -> Event | None:
    """Return the event that the others follow: the latest of the league."""
    last = (
        LeagueEvent.objects.filter(season__league=league)
        .select_related("event")
        .order_by("event__starts_at")
        .last()
    )
    return last.event if last else None


def _empty_days(season: Season, pattern: Event) -> list[tuple[LeagueSlot, date]]:
    """Return the slots without an event, with days after the last that is known."""
    book = season_book(season)
    rules = league_rules(book)
    slots = season_slots(rules, book, season=season.year, short=season.short)
    taken = {
        row.number: local_time(row.event.starts_at, row.event.time_zone).date()
        for row in season.events.select_related("event")
    }
    weekday = local_time(pattern.starts_at, pattern.time_zone).date()
    first = taken.get(1, _same_weekday(slots[0].first_day, weekday))
    days = proposed_days(slots, rules, first=first, short=season.short)
    return [(slot, day) for slot, day in zip(slots, days, strict=True) if slot.number not in taken]


def _same_weekday(day: date, like: date) -> date:
    ahead = (like.weekday() - day.weekday()) % 7
    return day.fromordinal(day.toordinal() + ahead)

"""Fill the calendar of a season: one draft for every slot that has no event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from django.db import transaction

from padd.core.championships.season import Neighbour, neighbours, objections_to_weekend
from padd.core.leagues.calendar import LeagueSlot, proposed_days, season_slots
from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook, cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.events import lifecycle
from padd.services.events.event_form import EventForm
from padd.services.leagues import league_row, place_event, season_book, season_row
from padd.services.refusal import house_refusal, refusal_error
from padd.store.columns.event_rows import local_time
from padd.store.models.events import Event, EventKind
from padd.store.models.leagues import League, LeagueEvent, Season
from padd.store.models.people import Region
from padd.store.queries.championships.championships import other_championships
from padd.store.writes.championship_stages import DECIDING, nationals_held, stage_of, year_of


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


def weekend_conflicts(form: EventForm, book: Rulebook) -> tuple[Neighbour, ...]:
    """Return the high championships on the weekend of a draft, or a neighboring one.

    Empty where the guide has nothing against the kind of event that is drafted.
    """
    rules = book.championships
    if rules is None or form.starts is None or form.kind not in rules.conflict.kinds:
        return ()
    first = form.starts.date()
    last = max(form.ends_on or first, first)
    others = other_championships(years={first.year, last.year}, edition=form.edition)
    found = neighbours(form.kind, first, last, others, rules, within=1)
    return tuple(one for one in found if one.answer is not None)


def objections_to_date(form: EventForm) -> Iterator[Refusal]:
    """Refuse a weekend that the guide keeps for another championship."""
    book = rulebook(form.rulebook)
    yield from objections_to_weekend(weekend_conflicts(form, book), book, place="starts")


def objection_to_national(
    book: Rulebook, region: Region, *, year: int, edition: str, listed: int = 0
) -> Refusal | None:
    """Refuse one National too many: one per country, game and year (AMB-134).

    `listed` tells how many of those in the calendar are the one that is asked about.
    """
    if book.championships is None:
        return None
    held = nationals_held(region, year=year, edition=edition) - listed
    if held < book.championships.nationals_per_country:
        return None
    return house_refusal(
        "second-national",
        message("This country already has its National for this game this year."),
        place="kind",
        rule=cite(book, "championships.nationals_per_country"),
    )


def record_stage(event: Event, *, now: datetime) -> None:
    """Note which championship an event is; a country has one National (AMB-134)."""
    stage = stage_of(event, now=now)
    if stage is None or event.kind != EventKind.NATIONAL:
        return
    refusal = objection_to_national(
        rulebook(event.rulebook),
        event.region,
        year=year_of(event),
        edition=event.edition,
        listed=int(stage.stage in DECIDING),
    )
    if refusal is not None:
        raise RefusalError(refusal)

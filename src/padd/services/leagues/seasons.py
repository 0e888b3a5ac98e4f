"""A season: announced, its events placed, its halves closed, its champion crowned."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.leagues.bonus_schemes import Scheme
from padd.core.leagues.calendar import season_slots
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.playoffs import PlayoffRow, playoff_ranking
from padd.core.leagues.qualification import (
    Qualification,
    QualifyingPlan,
    change_qualifying_plan,
    qualification,
)
from padd.core.messages import message
from padd.core.model import LeaguePart
from padd.core.rng import Rng
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.points import season_book
from padd.services.refusal import NotFound, refusal_error
from padd.services.rulebooks.event_rulebook import ruling_folders
from padd.store.models.events import EventState
from padd.store.models.leagues import League, LeagueState, Season
from padd.store.models.people import Person
from padd.store.queries import leagues
from padd.store.queries import leagues as queries
from padd.store.writes.event_log import add_audit_entry

SEED_BITS: Final = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedSeason:
    """What a League Director announces before the first event (LEAG-12)."""

    year: int
    short: bool = False
    qualifying: QualifyingPlan
    schemes: tuple[Scheme, ...] = ()


def announce_season(*, by: Actor, now: datetime, league: str, plan: AnnouncedSeason) -> int:
    """Announce a season, or change what was announced before its first event."""
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        if row.state != LeagueState.ACTIVE:
            waiting = message("The league is not approved yet.")
            raise refusal_error("not-approved", waiting)
        # The interim rulings of the day hold for the whole season (AMB-123).
        book = rulebook(row.rulebook, on=now.date(), rulings=ruling_folders())
        rules = league_rules(book)
        season_slots(rules, book, season=plan.year, short=plan.short)
        season = Season.objects.filter(league=row, year=plan.year).first()
        begun = season is not None and _has_begun(season)
        before = announced_season(season) if season else plan.qualifying
        change_qualifying_plan(before, plan.qualifying, begun=begun, book=book)
        values: dict[str, object] = {
            "short": plan.short,
            "rulebook": book.id,
            "first_qualifiers": plan.qualifying.first_half,
            "second_qualifiers": plan.qualifying.second_half,
            "by_season": plan.qualifying.basis == "season",
            "replaced": plan.qualifying.replaced,
            "playoff_bonus": plan.qualifying.playoff_bonus_counts,
            "schemes": [str(scheme) for scheme in plan.schemes],
        }
        if not begun:
            values["rulings"] = [ruling.id for ruling in book.rulings]
            values["announced_at"] = now
        if season is None:
            season = Season.objects.create(
                league=row, year=plan.year, seed=secrets.randbits(SEED_BITS), **values
            )
        elif begun and season.short != plan.short:
            fixed = message("The first event has started, so the plan can’t change.")
            raise refusal_error("plan-locked", fixed, place="short")
        else:
            Season.objects.filter(pk=season.pk).update(**values)
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            after={"season": plan.year, **values, "announced_at": now.isoformat()},
        )
    return season.pk


def _has_begun(season: Season) -> bool:
    waiting = (
        EventState.DRAFT,
        EventState.AWAITING_APPROVAL,
        EventState.LISTED,
        EventState.CANCELLED,
    )
    return season.events.exclude(event__state__in=waiting).exists()


def announced_season(season: Season) -> QualifyingPlan:
    """Return what was announced for a season."""
    return QualifyingPlan(
        first_half=season.first_qualifiers,
        second_half=season.second_qualifiers,
        basis="season" if season.by_season else "half-season",
        replaced=season.replaced,
        playoff_bonus_counts=season.playoff_bonus,
    )


def season_row(league: League, year: int | None = None) -> Season:
    """Return a season of a league; the latest where no year is given."""
    seasons = Season.objects.filter(league=league).select_related("champion", "league")
    row = seasons.filter(year=year).first() if year else seasons.first()
    if row is None:
        raise NotFound("season")
    return row


def find_season(league: str, year: int | None = None) -> Season | None:
    """Return the season of a year, or the newest; nothing before there is one."""
    try:
        return season_row(league_row(league), year)
    except NotFound:
        if year:
            raise
        return None


def is_half_closed(season: Season, part: LeaguePart) -> bool:
    """Tell whether the cut of a half is announced, or the champion crowned."""
    if part is LeaguePart.PLAYOFF:
        return season.crowned_at is not None
    if part is LeaguePart.FIRST_HALF:
        return season.first_closed_at is not None
    return season.second_closed_at is not None


def season_qualifiers(season: Season) -> Qualification:
    """Return who qualifies as it stands."""
    rules = league_rules(season_book(season))
    return qualification(
        leagues.season_points(season.pk),
        announced_season(season),
        rules.qualifying,
        chance=Rng(season.seed, "qualification"),
    )


def playoff_seeding(season: Season) -> tuple[PlayoffRow, ...]:
    """Return those who qualified in the order of the playoffs."""
    rules = league_rules(season_book(season))
    qualified = season_qualifiers(season).qualified
    return playoff_ranking(
        leagues.season_points(season.pk),
        qualified,
        rules.playoffs,
        lifetime=leagues.lifetime_points(qualified),
        chance=Rng(season.seed, "playoffs"),
        bonus_counts=season.playoff_bonus,
    )


def close_half(
    *, by: Actor, now: datetime, league: str, year: int, part: LeaguePart
) -> tuple[str, ...]:
    """Announce the cut of a half; from now on only the Director changes its points."""
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        season = season_row(row, year)
        _refuse_open_events(season, (part,))
        if part is LeaguePart.SECOND_HALF and season.first_closed_at is None:
            order = message("Close the first half first.")
            raise refusal_error("half-open", order)
        if is_half_closed(season, part):
            closed = message("The qualifiers of that half have been announced.")
            raise refusal_error("half-closed", closed)
        field = "first_closed_at" if part is LeaguePart.FIRST_HALF else "second_closed_at"
        Season.objects.filter(pk=season.pk).update(**{field: now})
        in_now = tuple(r.person for r in season_qualifiers(season).halves[part] if r.qualified)
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            after={"closed": str(part), "qualified": list(in_now)},
        )
    return in_now


def crown_champion(*, by: Actor, now: datetime, league: str, year: int) -> str:
    """Declare the highest ranked the league's Champion; return who it is (LEAG-36)."""
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        season = season_row(row, year)
        _refuse_open_events(season, tuple(LeaguePart))
        closed = season.first_closed_at is not None and (
            season.second_qualifiers is None or season.second_closed_at is not None
        )
        if not closed:
            order = message("Close the regular season first.")
            raise refusal_error("half-open", order)
        if not season.events.filter(part=LeaguePart.PLAYOFF, players__gt=0).exists():
            none = message("No playoff event is finished.")
            raise refusal_error("no-playoffs", none)
        if season.crowned_at is not None:
            raise refusal_error("crowned", message("The champion is crowned."))
        first = playoff_seeding(season)[0]
        champion = Person.objects.get(public_id=first.person)
        Season.objects.filter(pk=season.pk).update(champion=champion, crowned_at=now)
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            after={"champion": first.person, "figures": first.figures},
        )
    return first.person


def _refuse_open_events(season: Season, parts: Iterable[LeaguePart]) -> None:
    rows = [row for row in queries.league_events(season.pk) if row.part in parts]
    waiting = [row for row in rows if row.accepted and not row.over]
    if waiting:
        open_ = message(
            "Event {number} is not finished. Finish it, or take it out of the season.",
            number=waiting[0].number,
        )
        raise refusal_error("event-open", open_)

"""Leagues of the made-up community: a full season, a short one, one with a champion."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from padd.core.leagues.bonus_schemes import DeckFacts, MissionDone, Scheme
from padd.core.leagues.qualification import QualifyingPlan
from padd.core.model import LeaguePart
from padd.services.access.actors import SYSTEM
from padd.services.leagues import bonus, league_requests, season_events, seasons
from padd.store.models.events import Event
from padd.store.models.leagues import PointsWon

SCHEMES: Final = (Scheme.HEADQUARTERS, Scheme.PARTICIPATION, Scheme.NEW_MISSION)
HEADQUARTERS: Final = ("Bajor", "Cardassia Prime", "Earth", "Qo'noS", "Romulus")
MISSIONS: Final = (
    "Acquire Illicit Explosives",
    "Evacuate Colony",
    "Restock Ketracel-White",
    "Search for Survivors",
)
FULL_HALF: Final = 4


class DemoLeague(NamedTuple):
    """One league: its name, town and game, which events are played, how long it is."""

    name: str
    place: str
    edition: str
    numbers: tuple[int, ...]
    short: bool
    crowned: bool


LEAGUES: Final = (
    DemoLeague(
        "Isar Valley League", "München", "2E", (1, 2, 3, 4, 5, 6), short=False, crowned=False
    ),
    DemoLeague("Harbour League", "Halifax", "1E", (1, 2, 3), short=True, crowned=False),
    DemoLeague("Lantern League", "Leeds", "1E", (1, 2, 3, 4, 5, 6), short=True, crowned=True),
)


def add_leagues(*, now: datetime) -> int:
    """Put past events of a demo into leagues; return how many leagues there are."""
    for league in LEAGUES:
        _league(league, now)
    return len(LEAGUES)


def _league(league: DemoLeague, now: datetime) -> None:
    events = list(
        Event.objects.filter(
            finished__isnull=False,
            edition=league.edition,
            in_league=None,
            level=1,
            venue__town=league.place,
        )
        .prefetch_related("directorships__person")
        .order_by("-starts_at", "pk")[: len(league.numbers)]
    )[::-1]
    directed = [row.directorships.first() for row in events]
    directors = [one.person.handle for one in directed if one is not None]
    if len(events) < len(league.numbers) or not directors:
        return
    id_ = league_requests.request_league(
        by=SYSTEM,
        now=now,
        name=league.name,
        director=directors[0],
        committed=8,
        place=league.place,
        edition=league.edition,
    )
    league_requests.decide_league(by=SYSTEM, now=now, league=id_, approve=True)
    year = now.year - league.crowned
    plan = QualifyingPlan(first_half=FULL_HALF, second_half=None if league.short else FULL_HALF)
    seasons.announce_season(
        by=SYSTEM,
        now=now,
        league=id_,
        plan=seasons.AnnouncedSeason(
            year=year, short=league.short, qualifying=plan, schemes=SCHEMES
        ),
    )
    for number, row in zip(league.numbers, events, strict=True):
        season_events.place_event(
            by=SYSTEM, now=now, league=id_, year=year, event=row.public_id, number=number
        )
        _book(id_, row, number, now)
    if max(league.numbers) > FULL_HALF:
        seasons.close_half(by=SYSTEM, now=now, league=id_, year=year, part=LeaguePart.FIRST_HALF)
    if league.crowned:
        seasons.crown_champion(by=SYSTEM, now=now, league=id_, year=year)


def _book(league: str, event: Event, number: int, now: datetime) -> None:
    """Enter a deck for everybody but one, and a mission for the best."""
    rows = PointsWon.objects.filter(in_league__event=event).select_related("person")
    for at, row in enumerate(rows):
        if at == number % FULL_HALF:
            continue
        bonus.enter_deck(
            by=SYSTEM,
            now=now,
            league=league,
            event=event.public_id,
            person=row.person.public_id,
            deck=DeckFacts(
                headquarters=HEADQUARTERS[(at + number) % len(HEADQUARTERS)],
                personnel=20,
                non_aligned=4,
                fitting=12,
            ),
            reason="Counted at the table",
        )
        if row.place == 1:
            bonus.enter_missions(
                by=SYSTEM,
                now=now,
                league=league,
                event=event.public_id,
                person=row.person.public_id,
                missions=[MissionDone(title=MISSIONS[number % len(MISSIONS)])],
                reason="Counted at the table",
            )

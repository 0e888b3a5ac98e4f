"""Leagues: requests, season announcements, bonus points, champions."""

from padd.services.leagues.league_requests import league_row
from padd.services.leagues.points import (
    clear_points,
    count_finished,
    is_in_league,
    season_book,
    write_missions,
    write_points,
)
from padd.services.leagues.season_events import place_event
from padd.services.leagues.seasons import season_row

__all__ = [
    "clear_points",
    "count_finished",
    "is_in_league",
    "league_row",
    "place_event",
    "season_book",
    "season_row",
    "write_missions",
    "write_points",
]

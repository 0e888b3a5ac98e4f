"""Seasons for pages: a year of one player, and of the community."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.ratings.careers import (
    MOST_EVENTS,
    GoodWin,
    NamedPerson,
    best_wins,
    good_win,
    names_by_row,
    names_of_people,
    streaks_of,
)
from padd.services.refusal import NotFound
from padd.store.columns.packed_ratings import SeriesName
from padd.store.queries.people.facts import PersonFacts
from padd.store.queries.ratings import opponents, seasons
from padd.store.queries.ratings.career_results import PlayedEvent
from padd.store.queries.ratings.careers import ChangeLine, rating_changes
from padd.store.queries.ratings.generation import one_generation
from padd.store.queries.ratings.seasons import SeasonFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeason:
    """A year of one player."""

    year: int
    facts: PersonFacts
    played: tuple[PlayedEvent, ...]
    opponents: int
    won: int
    tied: int
    lost: int
    streak: int
    best_win: GoodWin | None
    series: SeriesName | None
    """The list with the most events of the year."""
    way: tuple[tuple[datetime, float], ...]
    """Its rating after each event of the year."""
    before: float | None
    regions: tuple[tuple[str, int], ...]

    @property
    def titles(self) -> int:
        """How many events were won."""
        return sum(1 for line in self.played if line.place == 1)


@one_generation()
def own_season(*, person: str, year: int, by: Actor, now: datetime) -> OwnSeason:
    """Return a year of one player; a year without an event is not there."""
    facts = visibility.visible_person(by=by, now=now, person=person)
    played = seasons.events_played_in(facts.public_id, year)
    if not played:
        raise NotFound("season")
    games = [
        game for game in opponents.opponent_games(facts.public_id) if game.starts_at.year == year
    ]
    changes = [
        change
        for change in rating_changes(facts.public_id, limit=MOST_EVENTS)
        if change.starts_at.year == year
    ]
    series = _busiest(changes)
    own = [change for change in reversed(changes) if change.series == series]
    wins = best_wins(own)[:1]
    names = names_of_people((game.opponent for _, game in wins), by=by, now=now)
    return OwnSeason(
        year=year,
        facts=facts,
        played=played,
        opponents=len({game.opponent for game in games}),
        won=sum(line.won for line in played),
        tied=sum(line.tied for line in played),
        lost=sum(line.lost for line in played),
        streak=streaks_of(games).longest,
        best_win=next((good_win(win, names) for win in wins), None),
        series=series,
        way=tuple((change.starts_at, change.after) for change in own),
        before=own[0].before if own else None,
        regions=seasons.regions_played_in(facts.public_id, year),
    )


def _busiest(changes: Sequence[ChangeLine]) -> SeriesName | None:
    """Return the list with the most events, and not the overall one."""
    count = Counter(change.series for change in changes)
    return max(
        count, key=lambda series: (series.list != "overall", count[series], series), default=None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunitySeason:
    """A year of the community."""

    year: int
    facts: SeasonFacts
    called: Mapping[int, NamedPerson]


@one_generation()
def community_season(*, year: int, by: Actor, now: datetime) -> CommunitySeason:
    """Return a year of the community; one without an event is not there."""
    facts = seasons.season_facts(year)
    if not facts.events:
        raise NotFound("season")
    rows = {row for row, _ in (*facts.busiest, *facts.winners)}
    if facts.upset:
        rows |= {facts.upset.winner, facts.upset.loser}
    return CommunitySeason(year=year, facts=facts, called=names_by_row(rows, by=by, now=now))


def season_years() -> tuple[int, ...]:
    """Return the years in which something is on record, the latest first."""
    return seasons.years_played()

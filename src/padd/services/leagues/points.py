"""League points of finished events, written when an event ends or changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from padd.core.leagues.event_points import event_points, league_rules
from padd.core.model import Event as Facts
from padd.core.model import LeaguePart
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook
from padd.services.ratings import facts_of_finished, finished_event_rulebook, matched_people
from padd.services.rulebooks.event_rulebook import ruling_folders
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event
from padd.store.models.leagues import LeagueEvent, MissionCompleted, PointsWon, Season

NOTED_BY_PLAYERS: Final = "players"
"""Who entered a mission that a player noted on the phone."""


def season_book(season: Season) -> Rulebook:
    """Return the rulebook of a season, with the rulings pinned at its start."""
    on = season.announced_at.date() if season.announced_at else None
    return rulebook(season.rulebook, on=on, rulings=ruling_folders(), only=season.rulings)


def clear_points(event: Event) -> None:
    """Take the points of an event back, where it is finished no longer."""
    PointsWon.objects.filter(in_league__event=event).delete()
    LeagueEvent.objects.filter(event=event).update(players=0)


def write_missions(finished: FinishedEvent, people: Mapping[str, int]) -> None:
    """Feed the tally with what players noted; the director's word stays (LEAG-24)."""
    in_league = LeagueEvent.objects.filter(event=finished.event_id)
    in_league = in_league.exclude(accepted_at=None)
    row = in_league.first()
    if row is None:
        return
    row.missions.filter(by=NOTED_BY_PLAYERS).delete()
    by_director = set(row.missions.values_list("person_id", flat=True))
    MissionCompleted.objects.bulk_create(
        MissionCompleted(
            in_league=row,
            person_id=person,
            title=title,
            headquarters=headquarters,
            by=NOTED_BY_PLAYERS,
            at=finished.finished_at,
        )
        for player, missions in finished.missions.items()
        if (person := people.get(player)) is not None and person not in by_director
        for title, headquarters in _unique_missions(missions)
    )


def _unique_missions(missions: Mapping[str, bool]) -> list[tuple[str, bool]]:
    """Return every mission once, however its title is written."""
    once = {title.casefold(): (title, hq) for title, hq in missions.items()}
    return list(once.values())


def count_finished(event: Event) -> None:
    """Give the points and missions of a finished event to those known by now.

    Players of a laptop become known with the report, and an event may come into a
    league after its end.
    """
    finished = FinishedEvent.objects.filter(event=event).first()
    if finished is None:
        return
    facts = facts_of_finished(event)
    people = matched_people(event, (player.id for player in facts.players))
    known = {str(player): person.merged_into_id or person.pk for player, person in people.items()}
    write_points(event, facts, finished_event_rulebook(event, facts), known)
    write_missions(finished, known)


def is_in_league(event_id: str) -> bool:
    """Tell whether an event counts in a league."""
    rows = LeagueEvent.objects.filter(event__public_id=event_id)
    return rows.exclude(accepted_at=None).exists()


def write_points(event: Event, facts: Facts, book: Rulebook, people: Mapping[str, int]) -> None:
    """Give everybody in a finished league event the points of the place.

    Belongs into the transaction that makes the table of the event. Bonus points are
    no part of it, and nothing here is read by ratings (RATE-9).
    """
    in_league = (
        LeagueEvent.objects.select_related("season")
        .filter(event=event)
        .exclude(accepted_at=None)
        .first()
    )
    if in_league is None:
        return
    clear_points(event)
    won = event_points(
        facts,
        book,
        id_=event.public_id,
        part=LeaguePart(in_league.part),
        places=in_league.places or None,
        rules=league_rules(season_book(in_league.season)),
    )
    LeagueEvent.objects.filter(pk=in_league.pk).update(players=won.players)
    PointsWon.objects.bulk_create(
        PointsWon(
            in_league=in_league, person_id=people[row.person], place=row.place, points=row.points
        )
        for row in won.rows
        if row.place is not None and people.get(row.person) is not None
    )

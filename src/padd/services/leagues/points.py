"""League points of finished events, written when an event ends or changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.leagues.event_points import event_points, league_rules
from padd.core.model import LeaguePart
from padd.rulebooks.loader import rulebook
from padd.services.rulebooks import ruling_places
from padd.store.models import LeagueEvent, PointsWon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from padd.core.model import Event as Facts
    from padd.rulebooks.schema import Rulebook
    from padd.store.models import Event, Season


def season_book(season: Season) -> Rulebook:
    """Return the rulebook of a season, with the rulings pinned at its start."""
    return rulebook(
        season.rulebook, on=None, rulings=ruling_places(), only=season.rulings
    )


def clear_points(event: Event) -> None:
    """Take the points of an event back, where it is finished no longer."""
    PointsWon.objects.filter(in_league__event=event).delete()
    LeagueEvent.objects.filter(event=event).update(players=0)


def write_points(
    event: Event, facts: Facts, book: Rulebook, people: Mapping[str, int]
) -> None:
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
            in_league=in_league,
            person_id=people[row.person],
            place=row.place,
            points=row.points,
        )
        for row in won.rows
        if row.place is not None and people.get(row.person) is not None
    )

"""Seasons from a few letters: who came to which event, in the order of the places."""

from padd.core.leagues.event_points import EventPoints, PlayerPoints, league_points_at, league_rules
from padd.core.model import LeaguePart
from padd.rulebooks.loader import rulebook

FIRST, SECOND, PLAYOFF = LeaguePart


def event(people, part=FIRST, *, bonus=None, book="opg-5"):
    """Return an event that ended in this order, one letter for each person."""
    rules = league_rules(rulebook(book))
    size = len(people)
    return EventPoints(
        event=people,
        part=part,
        players=size,
        rows=tuple(
            PlayerPoints(
                person=person,
                place=place,
                points=league_points_at(place, size, rules),
                bonus=(bonus or {}).get(person, 0),
            )
            for place, person in enumerate(people, start=1)
        ),
    )


def people(rows, *keys):
    """Return some figures of every row."""
    return [tuple(getattr(row, key) for key in keys) for row in rows]

"""The points of one league event: place, league points and bonus of each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from padd.core.formats.format import PlacedRow
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Event, LeaguePart, PlayerId, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.core.scoring.standings import participants
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import LeagueRules, PointsRow


def points_for_place(
    place: int,
    players: int,
    *,
    rows: Sequence[PointsRow],
    bands: Sequence[tuple[int, int]],
    beyond_last_band: str | None,
) -> int:
    """Return what a place wins; nothing where too few took part (AMB-66, AMB-67)."""
    row = next(
        (row for row in rows if row.least <= players and (row.most is None or players <= row.most)),
        None,
    )
    if row is None:
        return 0
    last = len(bands) - 1
    columns = (at for at, (first, end) in enumerate(bands) if first <= place <= end)
    column = next(columns, last if beyond_last_band == "last-band" else len(bands))
    return row.points[column] if column < len(row.points) else 0


class PlayerPoints(StrictStruct, frozen=True):
    """What one person takes from one league event."""

    person: str
    place: int | None
    """The place among the participants; None for others."""
    points: int
    bonus: int = 0


class EventPoints(StrictStruct, frozen=True):
    """A finished league event, boiled down to what tables are made of."""

    event: str
    part: LeaguePart
    players: int
    """How many took part (AMB-64, AMB-67)."""
    rows: tuple[PlayerPoints, ...]
    number: int | None = None


def league_rules(book: Rulebook) -> LeagueRules:
    """Return what the rulebook says of leagues, or refuse one that has none."""
    if book.leagues is None:
        raise RefusalError(
            Refusal(
                code="no-leagues",
                message=message("{title} has no leagues.", title=book.title),
                rule=cite(book, "leagues"),
                place="rulebook",
            )
        )
    return book.leagues


def league_points_at(place: int, players: int, rules: LeagueRules) -> int:
    """Return the league points of a place; a field that is too small gives none."""
    if players < rules.points.least_players:
        return 0
    return points_for_place(
        place,
        players,
        rows=rules.points.table,
        bands=rules.points.bands,
        beyond_last_band=rules.points.beyond_last_band,
    )


def _places(event: Event, rows: Sequence[PlacedRow]) -> dict[PlayerId, int]:
    """Return the places of those who took part; absent people hold none."""
    there = participants(event)
    absent = [row.place for row in rows if row.player not in there]
    return {
        row.player: row.place - sum(place < row.place for place in absent)
        for row in rows
        if row.player in there
    }


def event_points(
    event: Event,
    book: Rulebook,
    *,
    id_: str,
    part: LeaguePart,
    number: int | None = None,
    known_as: Callable[[PlayerId], str] = str,
    bonus: Mapping[PlayerId, int] | None = None,
    places: Mapping[PlayerId, int] | None = None,
    rules: LeagueRules | None = None,
    seed: int = 0,
) -> EventPoints:
    """Return the points of a finished event.

    `places` are those that the League Director gave where the format has none
    (LEAG-16), `rules` those of the season. A disqualified player loses the
    points (AMB-7).
    """
    rules = rules or league_rules(book)
    ranked = format_of(event).standings(event, book, seed=seed).rows
    taken = dict(places) if places else _places(event, ranked)
    expelled = {row.player for row in ranked if row.disqualified}
    given = bonus or {}
    size = len(taken)

    def rows() -> Iterator[PlayerPoints]:
        for player, place in taken.items():
            points = 0 if player in expelled else league_points_at(place, size, rules)
            yield PlayerPoints(
                person=known_as(player), place=place, points=points, bonus=given.get(player, 0)
            )
        for player, points in given.items():
            if player not in taken and points:
                yield PlayerPoints(person=known_as(player), place=None, points=0, bonus=points)

    return EventPoints(event=id_, part=part, number=number, players=size, rows=tuple(rows()))

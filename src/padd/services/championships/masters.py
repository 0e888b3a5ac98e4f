"""The Masters season of a year and game: points, the line, and who is invited."""

from __future__ import annotations

from dataclasses import dataclass

from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.championships.awarded_rights import championship_outcome
from padd.store.models.championships import SeasonPlan
from padd.store.queries.championships.championships import ChampionshipRow, list_championships


@dataclass(frozen=True, slots=True, kw_only=True)
class MastersEventPoints:
    """The points of a person at one Masters Championship."""

    championship: str
    name: str
    edition: str
    place: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MastersStanding:
    """The Masters points of a person in a year; equal sums share the better place."""

    place: int
    person: int
    """The row of the person."""
    total: int
    events: tuple[MastersEventPoints, ...]
    invited: bool
    """Whether the sum has reached the line."""
    can_reach: bool
    """Whether the line can be reached at what is still to be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MastersSeason:
    """A year's Masters points of a game."""

    year: int
    edition: str
    line: int | None
    award: str
    played: tuple[ChampionshipRow, ...]
    to_come: tuple[ChampionshipRow, ...]
    most_to_come: int
    """The most points that one player can still win."""
    standings: tuple[MastersStanding, ...]


def masters_season(*, year: int, edition: str) -> MastersSeason:
    """Calculate the season from the processed Masters Championships (AMB-76).

    Without an edition it is the combined total of all games, which has no line.
    """
    rows = list_championships(years=(year,), edition=edition, kinds=("masters",))
    won: dict[int, list[MastersEventPoints]] = {}
    played = []
    for row in rows:
        result = championship_outcome(row.public_id)
        if result is None:
            continue
        played.append(row)
        for score in result.masters:
            won.setdefault(int(score.person), []).append(
                MastersEventPoints(
                    championship=row.public_id,
                    name=row.name,
                    edition=row.edition,
                    place=score.place,
                    points=score.points,
                )
            )
    to_come = tuple(row for row in rows if row not in played)
    plan = SeasonPlan.objects.filter(year=year, kind="masters", edition=edition).first()
    line = plan.masters_line if plan else None
    most = len(to_come) * _best_at_one()
    return MastersSeason(
        year=year,
        edition=edition,
        line=line,
        award=plan.masters_award if plan else "",
        played=tuple(played),
        to_come=to_come,
        most_to_come=most,
        standings=_standings(won, line, most),
    )


def _best_at_one() -> int:
    """Return the most points that one event can give."""
    rules = rulebook(rulebook_ids()[0]).championships
    rows = rules.masters.points if rules else None
    return max((max(row.points) for row in rows or ()), default=0)


def _standings(
    won: dict[int, list[MastersEventPoints]], line: int | None, most: int
) -> tuple[MastersStanding, ...]:
    totals = {person: sum(one.points for one in won[person]) for person in won}
    order = sorted(totals, key=lambda person: (-totals[person], person))
    places: dict[int, int] = {}
    return tuple(
        MastersStanding(
            place=places.setdefault(totals[person], number),
            person=person,
            total=totals[person],
            events=tuple(won[person]),
            invited=line is not None and totals[person] >= line,
            can_reach=line is not None and totals[person] + most >= line,
        )
        for number, person in enumerate(order, start=1)
    )

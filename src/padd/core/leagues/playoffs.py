"""The playoffs: who leads those who qualified, and which step decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from padd.core.leagues.event_points import EventPoints
from padd.core.leagues.qualification import order_by_steps
from padd.core.leagues.table import LeagueRow, events_of_parts, league_table
from padd.core.model import LeaguePart, StrictStruct
from padd.core.rng import Rng
from padd.rulebooks.sections.programme import Playoffs


class PlayoffRow(StrictStruct, frozen=True):
    """One qualified player, with every figure that can decide."""

    place: int
    person: str
    figures: dict[str, int]
    """By the names of the steps in the rulebook."""
    decided_by: str | None
    """The step that put the player below the one above."""


def playoff_ranking(
    events: Sequence[EventPoints],
    qualified: Sequence[str],
    rules: Playoffs,
    *,
    lifetime: Mapping[str, int],
    chance: Rng,
    bonus_counts: bool | None = None,
    tossed: Sequence[str] = (),
) -> tuple[PlayoffRow, ...]:
    """Rank those who qualified; the first is the league's Champion (LEAG-36).

    Playoff points are the league points of the playoff events, real places among all
    players (AMB-72). League points that season count the bonus (AMB-142), those of a
    lifetime do not.
    """
    with_bonus = rules.bonus_counts if bonus_counts is None else bonus_counts
    season = {row.person: row for row in league_table(events)}
    finals = {row.person: row for row in league_table(events_of_parts(events, LeaguePart.PLAYOFF))}
    figures = {
        person: _figures(
            season.get(person), finals.get(person), lifetime.get(person, 0), with_bonus=with_bonus
        )
        for person in qualified
    }
    order = order_by_steps(figures, rules.ranking, chance=chance, tossed=tossed)
    return tuple(
        PlayoffRow(
            place=place,
            person=line.person,
            figures=figures[line.person],
            decided_by=line.decided_by,
        )
        for place, line in enumerate(order, start=1)
    )


def _figures(
    season: LeagueRow | None, finals: LeagueRow | None, lifetime: int, *, with_bonus: bool
) -> dict[str, int]:
    playoff_points = 0
    if finals is not None:
        playoff_points = finals.total if with_bonus else finals.points
    return {
        "playoff-points": playoff_points,
        "playoff-victories": finals.victories if finals else 0,
        "season-points": season.total if season else 0,
        "playoff-events-attended": finals.events if finals else 0,
        "league-events-attended": season.events if season else 0,
        "lifetime-points": lifetime,
    }

"""The tables of a league: a half, a season, and the points of a lifetime."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from padd.core.leagues.event_points import EventPoints, league_points_at
from padd.core.model import LeaguePart, StrictStruct
from padd.rulebooks.sections.programme import LeagueRules


class LeagueRow(StrictStruct, frozen=True):
    """One person's line: points by place, bonus, and the events attended."""

    place: int
    person: str
    points: int
    bonus: int
    events: int
    victories: int
    """First places among all who played (AMB-68, AMB-72)."""

    @property
    def total(self) -> int:
        """What ranks in this league: points by place and bonus."""
        return self.points + self.bonus


def league_table(events: Iterable[EventPoints]) -> tuple[LeagueRow, ...]:
    """Rank by points and bonus; equal sums share the better place."""
    rows = _sum_points(events)
    rows.sort(key=lambda row: (-row.total, row.person.casefold(), row.person))
    return _with_places(rows, by_total=True)


def lifetime_table(events: Iterable[EventPoints]) -> tuple[LeagueRow, ...]:
    """Rank over all leagues, where bonus points count for nothing (LEAG-17)."""
    rows = _sum_points(events, with_bonus=False)
    rows.sort(key=lambda row: (-row.points, row.person.casefold(), row.person))
    return _with_places(rows, by_total=False)


def events_of_parts(events: Iterable[EventPoints], *parts: LeaguePart) -> tuple[EventPoints, ...]:
    """Return the events of some parts of the season."""
    return tuple(event for event in events if event.part in parts)


def _sum_points(events: Iterable[EventPoints], *, with_bonus: bool = True) -> list[LeagueRow]:
    sums: dict[str, list[int]] = {}
    for event in events:
        for row in event.rows:
            if row.place is None and not with_bonus:
                continue
            mine = sums.setdefault(row.person, [0, 0, 0, 0])
            mine[0] += row.points
            mine[1] += row.bonus if with_bonus else 0
            mine[2] += row.place is not None
            mine[3] += row.place == 1
    return [
        LeagueRow(
            place=0, person=person, points=points, bonus=bonus, events=attended, victories=victories
        )
        for person, (points, bonus, attended, victories) in sums.items()
    ]


def _with_places(rows: Sequence[LeagueRow], *, by_total: bool) -> tuple[LeagueRow, ...]:
    placed: list[LeagueRow] = []
    for _, tied in groupby(rows, key=lambda row: row.total if by_total else row.points):
        place = len(placed) + 1
        placed.extend(
            LeagueRow(
                place=place,
                person=row.person,
                points=row.points,
                bonus=row.bonus,
                events=row.events,
                victories=row.victories,
            )
            for row in tied
        )
    return tuple(placed)


class Chance(StrEnum):
    """How a player stands to the cut of a half."""

    SURE = "sure"
    OPEN = "open"
    OUT = "out"


def largest_field(events: Sequence[EventPoints]) -> int:
    """Return the most players that an event of the league had."""
    return max((event.players for event in events), default=0)


def qualification_chances(
    totals: Mapping[str, int],
    *,
    qualifiers: int,
    events_left: int,
    players: int,
    rules: LeagueRules,
) -> dict[str, Chance]:
    """Return who is in, open or out, if events stay as large and there is no bonus.

    New players may come to every event, so being sure holds against as many
    strangers as players come.
    """
    win = league_points_at(1, max(players, rules.points.least_players), rules)
    reach = win * events_left
    found: dict[str, Chance] = {}
    strangers = players if events_left else 0
    for person, mine in totals.items():
        rivals = [total for other, total in totals.items() if other != person]
        ahead_for_good = sum(total > mine + reach for total in rivals)
        can_catch = sum(total + reach >= mine for total in rivals)
        can_catch += strangers if reach >= mine else 0
        if ahead_for_good >= qualifiers:
            found[person] = Chance.OUT
        elif can_catch < qualifiers:
            found[person] = Chance.SURE
        else:
            found[person] = Chance.OPEN
    return found

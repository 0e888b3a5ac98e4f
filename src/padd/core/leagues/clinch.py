"""Who is certain to qualify, who still can, and who no longer can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from padd.core.leagues.event_points import EventPoints, league_points_at
from padd.rulebooks.sections.programme import LeagueRules


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

"""The calendar of a season: its slots, their parts, and days to propose."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from padd.core.messages import message
from padd.core.model import LeaguePart, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import LeagueRules, SeasonPart

PARTS: Final = {
    "first-half": LeaguePart.FIRST_HALF,
    "regular-season": LeaguePart.FIRST_HALF,
    "second-half": LeaguePart.SECOND_HALF,
    "playoffs": LeaguePart.PLAYOFF,
}
"""A short season has one regular part, kept as the first half (AMB-73)."""
DAYS_BETWEEN: Final = {"every-two-weeks": 14, "every-month": 28}


class LeagueSlot(StrictStruct, frozen=True):
    """One event of the plan: its number in the season, part, and months."""

    number: int
    part: LeaguePart
    first_day: date
    last_day: date

    def holds(self, day: date) -> bool:
        """Tell whether a day is in the months that the guide gives the part."""
        return self.first_day <= day <= self.last_day


def season_slots(
    rules: LeagueRules, book: Rulebook, *, season: int, short: bool
) -> tuple[LeagueSlot, ...]:
    """Return the slots of a season that starts in that year."""
    parts = rules.season.short if short else rules.season.full
    if parts is None:
        raise RefusalError(
            Refusal(
                code="no-short-season",
                message=message("{title} has no short season.", title=book.title),
                rule=cite(book, "leagues.season.short"),
                place="short",
            )
        )
    return tuple(_slots(parts, rules, season))


def _slots(parts: Sequence[SeasonPart], rules: LeagueRules, season: int) -> Iterator[LeagueSlot]:
    number = 0
    for part in parts:
        first = _first_of(part.first_month, rules, season)
        last = _first_of(part.last_month, rules, season)
        days = monthrange(last.year, last.month)[1]
        for _ in range(part.events):
            number += 1
            yield LeagueSlot(
                number=number,
                part=PARTS[part.name],
                first_day=first,
                last_day=last.replace(day=days),
            )


def _first_of(month: int, rules: LeagueRules, season: int) -> date:
    """Return the first day of a month; those before the first one are next year's."""
    return date(season + (month < rules.first_month), month, 1)


def season_of_day(day: date, rules: LeagueRules) -> int:
    """Return the year in which the season of a day started, or starts next."""
    return day.year - 1 if day.month <= rules.last_month else day.year


def proposed_days(
    slots: Sequence[LeagueSlot], rules: LeagueRules, *, first: date, short: bool
) -> tuple[date, ...]:
    """Return a day for every slot in the rhythm that the guide recommends.

    A part that would run out of its months starts at the same weekday of its own.
    """
    rhythm = rules.season.short_rhythm if short else rules.season.full_rhythm
    step = timedelta(days=DAYS_BETWEEN[rhythm or "every-two-weeks"])
    days: list[date] = []
    for slot in slots:
        day = days[-1] + step if days else first
        while day < slot.first_day:
            day += timedelta(days=7)
        days.append(day)
    return tuple(days)


def promos_free_day(rules: LeagueRules, season: int) -> date:
    """Return the day from which a season's promos are played outside league events.

    Printable or at the end of the season: in both guides it is the day after it.
    """
    end = _first_of(rules.last_month, rules, season)
    last = end.replace(day=monthrange(end.year, end.month)[1])
    return last + timedelta(days=1)


def are_promos_playable(day: date, rules: LeagueRules, season: int) -> bool:
    """Tell whether the season's promos may be played outside league events."""
    known = rules.promos.free_from in {"season-end", "when-printable"}
    return known and day >= promos_free_day(rules, season)


def are_promos_printable(day: date, rules: LeagueRules, season: int) -> bool:
    """Tell whether the season's promos can be printed on that day."""
    if rules.promos.printable_from == "season-start":
        return day >= _first_of(rules.first_month, rules, season)
    return are_promos_playable(day, rules, season)

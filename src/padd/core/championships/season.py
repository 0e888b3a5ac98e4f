"""The year's calendar of championships: seasons, windows, conflicting weekends."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import Final, Literal

from padd.core.messages import message
from padd.core.model import StrictStruct
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import ChampionshipRules, ReleaseEvents

SATURDAY: Final = 5
WEEK: Final = timedelta(days=7)


class SeasonWindow(StrictStruct, frozen=True, kw_only=True):
    """The days of a season, and those on which one can apply for it."""

    first_day: date
    last_day: date
    opens: date | None = None
    closes: date | None = None

    def takes_applications(self, on: date) -> bool:
        """Tell whether one can apply on a day; an open end stays open."""
        return (self.opens is None or self.opens <= on) and (
            self.closes is None or on <= self.closes
        )


OPENINGS: Final[dict[str, Callable[[int], date]]] = {
    "beginning-of-the-year": lambda year: date(year, 1, 1),
    "late-january-or-early-february": lambda year: date(year, 1, 25),
}
"""When applications open, by the words of the guides; an announcement says more."""


def usual_window(rules: ChampionshipRules, kind: str, year: int) -> SeasonWindow | None:
    """Return the window that a guide gives a kind of championship in any year."""
    profile = getattr(rules.events, kind)
    if profile is None:
        return None
    last = profile.last_month
    season = SeasonWindow(
        first_day=date(year, profile.first_month, 1),
        last_day=date(year, last, monthrange(year, last)[1]),
    )
    if kind != "regional":
        return season
    asked = rules.regional_applications
    ends = asked.close == "end-of-the-regional-season"
    return SeasonWindow(
        first_day=season.first_day,
        last_day=season.last_day,
        opens=OPENINGS[asked.open](year),
        closes=season.last_day if ends else None,
    )


class OtherChampionship(StrictStruct, frozen=True, kw_only=True):
    """A championship that is in the calendar, or is bid for."""

    id: str
    name: str
    kind: str
    first_day: date
    last_day: date
    area: str = ""


class Neighbour(StrictStruct, frozen=True, kw_only=True):
    """A championship close in time, and what the guide says about that."""

    other: OtherChampionship
    weekends: int
    """How many weekends lie between: 0 is the same one."""
    answer: Literal["never", "case-by-case"] | None
    """What the guide answers; none where the Department decides, or nothing is said."""


def weekend_of(day: date) -> date:
    """Return the Saturday of the week of a day."""
    return day + timedelta(days=SATURDAY - day.weekday())


def neighbours(
    kind: str,
    first_day: date,
    last_day: date,
    others: Iterable[OtherChampionship],
    rules: ChampionshipRules,
    *,
    within: int = 2,
) -> tuple[Neighbour, ...]:
    """Return the championships within so many weekends, the closest first."""
    found = [
        Neighbour(other=other, weekends=apart, answer=_conflict_answer(kind, other, apart, rules))
        for other in others
        if (apart := weekends_apart(first_day, last_day, other)) <= within
    ]
    return tuple(sorted(found, key=lambda one: (one.weekends, one.other.first_day)))


def objections_to_weekend(
    found: Iterable[Neighbour], book: Rulebook, *, place: str
) -> Iterator[Refusal]:
    """Refuse the weekend of another championship where the guide never allows it."""
    for neighbour in found:
        if neighbour.answer == "never":
            yield Refusal(
                code="same-weekend",
                message=message("{name} is on this weekend.", name=neighbour.other.name),
                rule=cite(book, "championships.conflict.same_weekend"),
                place=place,
                way_out=message("Choose another weekend."),
            )


def weekends_apart(first_day: date, last_day: date, other: OtherChampionship) -> int:
    """Return how many weekends lie between two events; 0 where one is the same."""
    if last_day < other.first_day:
        return (weekend_of(other.first_day) - weekend_of(last_day)) // WEEK
    if other.last_day < first_day:
        return (weekend_of(first_day) - weekend_of(other.last_day)) // WEEK
    return 0


def _conflict_answer(
    kind: str, other: OtherChampionship, apart: int, rules: ChampionshipRules
) -> Literal["never", "case-by-case"] | None:
    """Return what the guide says where a National or Masters meets a high one."""
    conflict = rules.conflict
    if kind not in conflict.kinds or other.kind not in {"continental", "world"}:
        return None
    if apart == 0:
        return conflict.same_weekend
    return conflict.next_weekend if apart == 1 else None


class ReleaseTiming(StrictStruct, frozen=True, kw_only=True):
    """A release tournament beside the release of its set."""

    released: date | None
    """None where the card data does not know the set."""
    days: int = 0
    """How many days after the release it is; fewer than none before it."""
    close: bool = True


def release_timing(rules: ReleaseEvents, *, released: date | None, on: date) -> ReleaseTiming:
    """Return whether a release tournament is reasonably close after the release."""
    if released is None:
        return ReleaseTiming(released=None)
    days = (on - released).days
    return ReleaseTiming(released=released, days=days, close=0 <= days <= rules.close_days)


def outside_season(rules: ChampionshipRules, kind: str, day: date) -> bool:
    """Tell whether a day lies outside the months of a kind of championship."""
    profile = getattr(rules.events, kind)
    return profile is not None and not (profile.first_month <= day.month <= profile.last_month)


def needs_special_approval(rules: ChampionshipRules, kind: str, day: date) -> bool:
    """Tell whether the Department has to agree to a day in the season of others."""
    conflict = rules.conflict
    return kind in conflict.kinds and conflict.first_month <= day.month <= conflict.last_month


def missing_statements(rules: ChampionshipRules, stated: Iterable[str]) -> tuple[str, ...]:
    """Return what an application should state and does not."""
    there = set(stated)
    return tuple(field for field in rules.application_states if field not in there)

"""Read ratings for pages and programs; all of it is public.

What each function returns is said in `ratings`, `rating_runs`, `careers` and
`career_results` of `store.queries`; this module adds the defaults (the current
program's lists, the last year, the last month) and hides what the viewer may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.actors import Actor
from padd.services.access.permissions import roles_of
from padd.services.access.visibility import Audience, audiences, sees_name
from padd.store.columns.packed_ratings import SeriesName
from padd.store.queries.ratings.lists import PAGE, RatingLine, RatingPage, ratings_of
from padd.store.queries.ratings.lists import rating_list as _rating_list

YEAR: Final = timedelta(days=365)
MONTH: Final = timedelta(days=30)
LARGEST_PAGE: Final = 200


def current_keeper() -> str:
    """Return who keeps the ratings of the newest rulebook."""
    return rulebook(rulebook_ids()[0]).publisher


def series_named(edition: str, list_: str = "overall", keeper: str = "") -> SeriesName:
    """Return a series by its game and list; without a keeper, the current one."""
    return SeriesName(keeper or current_keeper(), edition, list_)


def lists(keeper: str = "") -> tuple[str, ...]:
    """Return the lists that a keeper has, from the rulebooks."""
    name = keeper or current_keeper()
    names: dict[str, None] = {}
    for id_ in rulebook_ids():
        book = rulebook(id_)
        if book.publisher == name and book.ratings is not None:
            names |= dict.fromkeys(book.ratings.lists)
    return tuple(names)


def rating_list(
    *,
    by: Actor,
    now: datetime,
    edition: str,
    list_: str = "overall",
    keeper: str = "",
    region: str = "",
    area: str = "",
    active: bool = False,
    page: int = 1,
    size: int = PAGE,
) -> RatingPage:
    """Return one page of a list: all players, or those of the last year alone.

    The movement is that of the last thirty days.
    """
    lines = _rating_list(
        series_named(edition, list_, keeper),
        region=region,
        area=area,
        active_since=now - YEAR if active else None,
        moved_since=now - MONTH,
        page=page,
        size=min(max(1, size), LARGEST_PAGE),
    )
    eyes = audiences(roles_of(by))
    seen = tuple(_as_seen(line, eyes, now) for line in lines.lines)
    return replace(lines, lines=seen)


def _as_seen(line: RatingLine, eyes: frozenset[Audience], now: datetime) -> RatingLine:
    """Return a line without the year of birth, and the name only for who may see it."""
    visible = sees_name(line.birth_year, eyes, now=now, hides_name=line.hides_name)
    if visible and line.birth_year is None:
        return line  # as most are: a copy of each would take a tenth of the page
    return replace(line, birth_year=None, name=line.name if visible else "")


def ratings_for_registrations(
    *, people: Iterable[str], edition: str, list_: str = "overall"
) -> dict[str, float]:
    """Return a rating of many people at once; whoever has none gets the start value."""
    ids = list(people)
    series = series_named(edition, list_)
    rules = rulebook(rulebook_ids()[0]).ratings
    start = float(rules.start) if rules else 0.0
    ratings = ratings_of(ids, series)
    return {person: ratings.get(person, start) for person in ids}

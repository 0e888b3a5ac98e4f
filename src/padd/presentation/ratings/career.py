"""A career for its page: tiles, the chart, every change with its arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from math import fsum
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from padd.platform.memo import Memo
from padd.presentation import page_words
from padd.presentation.events.event_rows import long_date
from padd.presentation.ratings import figures as rating_figures
from padd.presentation.svg.rating_chart import (
    LAPTOP,
    PHONE,
    Point,
    chart_svg,
    level_shape,
    mark_svg,
)
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules
from padd.services.ratings.careers import Career, NamedPerson
from padd.services.ratings.ratings import current_keeper
from padd.store.queries.ratings.career_results import PlayedEvent
from padd.store.queries.ratings.careers import ChangeLine
from padd.store.queries.ratings.lists import PersonRating

Step: TypeAlias = "tuple[datetime, str, float, float, int]"
"""What a chart shows of an event: when, its name, rating before and after, level."""
OVERALL: Final = "overall"
SHOWN: Final = 12
"""So many events stand in the table before all are asked for."""
HUNDREDTH: Final = 0.01
CHARTS: Final = Memo(200)
LEGEND: Final = (("local", "local"), ("regional", "regional"), ("national", "national"))


class RatingTile(msgspec.Struct, frozen=True):
    """One rating as a headline."""

    title: str
    rating: str
    below: str
    query: str
    chosen: bool


class RatingSum(msgspec.Struct, frozen=True):
    """One game of a change: what was expected, what it gave."""

    opponent: NamedPerson
    rating: str
    expected: str
    scored: str
    k: str
    change: str


class CareerRow(msgspec.Struct, frozen=True):
    """One event of a career, with the sum behind the change if it was rated."""

    key: str
    event: str
    name: str
    day: str
    place: str
    record: str
    before: str
    change: str
    after: str
    k: str
    games: tuple[RatingSum, ...]
    notes: tuple[str, ...] = ()
    """What keeps the games from adding up to the change, or from being as played."""


class RatingChart(msgspec.Struct, frozen=True):
    """The way of a rating, for a laptop and for a phone."""

    title: str
    wide: Markup
    narrow: Markup
    legend: tuple[tuple[str, Markup], ...]


def rating_tiles(career: Career) -> tuple[RatingTile, ...]:
    """Return the ratings as headlines, the chosen one marked.

    An overall rating with the games of one other list says nothing new.
    """
    games = Counter[str]()
    for rating in career.ratings:
        games[rating.series.edition] += rating.games
    ratings = sorted(
        career.ratings,
        key=lambda rating: (-games[rating.series.edition], rating_figures.list_rank(rating.series)),
    )
    lists = {
        (rating.series.keeper, rating.series.edition, rating.games)
        for rating in ratings
        if rating.series.list != OVERALL
    }
    return tuple(
        _tile(rating, career)
        for rating in ratings
        if rating.series.list != OVERALL
        or rating.series == career.series
        or (rating.series.keeper, rating.series.edition, rating.games) not in lists
    )


def _tile(rating: PersonRating, career: Career) -> RatingTile:
    few = rating.games < rating_figures.PROVISIONAL
    games = page_words.count(rating.games, "game")
    series = rating.series
    title, query = rating_figures.short_list_title(series), ""
    if series.keeper != current_keeper():
        title, query = (f"{title}, {series.keeper}", f"&{urlencode({'keeper': series.keeper})}")
    return RatingTile(
        title=title,
        rating=rating_figures.whole_rating(rating.rating),
        below=f"provisional, {games}" if few else f"rank {rating.place}, {games}",
        query=f"?game={series.edition}&list={series.list}{query}",
        chosen=series == career.series,
    )


def rating_chart(career: Career, who: str) -> RatingChart | None:
    """Return the drawing of the chosen rating."""
    if career.series is None or not career.changes:
        return None
    levels = {line.event: line.level for line in career.played}
    steps = tuple(
        (
            *(change.starts_at, change.event_name, change.before, change.after),
            levels.get(change.event, 1),
        )
        for change in reversed(career.changes)
    )
    drawn = (steps, rating_figures.list_title(career.series), who)
    return CHARTS.get(drawn, lambda: _chart(*drawn))


def _chart(steps: tuple[Step, ...], title: str, who: str) -> RatingChart:
    points = [
        Point(at, after, level, _words(at, name, before, after))
        for at, name, before, after, level in steps
    ]
    about = {"title": f"{who}: {title}", "start": steps[0][2]}
    shapes = {level_shape(point.level) for point in points}
    return RatingChart(
        title=title,
        # The drawing escapes everything that it writes.
        wide=Markup(chart_svg(points, size=LAPTOP, key="wide", **about)),  # type: ignore[arg-type]  # noqa: S704
        narrow=Markup(chart_svg(points, size=PHONE, key="narrow", **about)),  # type: ignore[arg-type]  # noqa: S704
        legend=tuple(
            (word, Markup(_legend_mark(kind)))  # noqa: S704 -- our own drawing
            for kind, word in LEGEND
            if kind in shapes
        ),
    )


def _legend_mark(kind: str) -> str:
    return (
        f'<svg class="chart mark" viewBox="0 0 20 20" width="20" height="20" '
        f'aria-hidden="true"><g class="dot {kind}">{mark_svg(kind, 10, 10)}</g></svg>'
    )


def _words(at: datetime, name: str, before: float, after: float) -> str:
    return (
        f"{long_date(at)}, {name}: "
        f"{rating_figures.exact_rating(after)} ({rating_figures.exact_change(before, after)})"
    )


def career_rows(career: Career, *, most: int) -> tuple[CareerRow, ...]:
    """Return the events of the chosen rating, the latest first."""
    played = {line.event: line for line in career.played}
    return tuple(
        _row(change, played.get(change.event), career, index)
        for index, change in enumerate(career.changes[:most])
    )


def _row(change: ChangeLine, played: PlayedEvent | None, career: Career, index: int) -> CareerRow:
    return CareerRow(
        key=f"{change.event}-{index}",
        event=change.event,
        name=change.event_name,
        day=f"{change.starts_at.day} {change.starts_at:%b %Y}",
        place=_place(played),
        record=_record(played),
        before=rating_figures.exact_rating(change.before),
        change=rating_figures.exact_change(change.before, change.after),
        after=rating_figures.exact_rating(change.after),
        k=str(change.k),
        games=tuple(_sums(change, career)),
        notes=tuple(_notes(change, career)),
    )


def _notes(change: ChangeLine, career: Career) -> Iterator[str]:
    total = fsum(game.change for game in change.games)
    rules = rulebook(change.rulebook).ratings
    if rules and abs(change.before + total - change.after) >= HUNDREDTH:
        yield (
            f"The games add up to {rating_figures.game_points(total)}; a "
            "rating is kept between "
            f"{rules.least} and {rules.most}."
        )
    for game in career.otherwise:
        if game.event == change.event:
            yield (f"Round {game.round} counts differently from how it was played: {game.reason}")


def _place(played: PlayedEvent | None) -> str:
    if played is None or played.place is None:
        return ""
    return f"{played.place} of {played.players}"


def _record(played: PlayedEvent | None) -> str:
    if played is None:
        return ""
    return score_line(played.won, played.tied, played.lost)


def score_line(won: int, tied: int, lost: int) -> str:
    """Return a record in one line: 3–1, or 3–1, 1 tied."""
    record = f"{won}{page_words.DASH}{lost}"
    return f"{record}, {tied} tied" if tied else record


def _sums(change: ChangeLine, career: Career) -> Iterator[RatingSum]:
    figures = rating_figures.round_to_sum(
        [game.change for game in change.games], change.before, change.after
    )
    for game, figure in zip(change.games, figures, strict=True):
        yield RatingSum(
            opponent=career.called[game.opponent],
            rating=rating_figures.exact_rating(game.opponent_rating),
            expected=rating_figures.expected_score(game.expected),
            scored=rating_figures.score_text(game.score),
            k=f"{game.k:g}",
            change=figure,
        )


def other_events(career: Career) -> list[PlayedEvent]:
    """Return the events that did not move the chosen rating, the latest first."""
    rated = {change.event for change in career.changes}
    return [line for line in career.played if line.event not in rated]


def other_rows(lines: Sequence[PlayedEvent]) -> tuple[CareerRow, ...]:
    """Return events that did not move the chosen rating as rows."""
    return tuple(
        CareerRow(
            key=line.event,
            event=line.event,
            name=line.event_name,
            day=f"{line.starts_at.day} {line.starts_at:%b %Y}",
            place=_place(line),
            record=_record(line),
            before="",
            change="",
            after=f"{page_words.EDITIONS[line.edition]}, {line.format}",
            k="",
            games=(),
        )
        for line in lines
    )


def career_numbers(career: Career) -> Iterator[tuple[str, str]]:
    """Yield the sums of a career: word and figure."""
    played = career.played
    won = sum(line.won for line in played)
    tied = sum(line.tied for line in played)
    lost = sum(line.lost for line in played)
    yield "Events", page_words.number(len(played))
    yield "Events won", page_words.number(career.titles)
    yield "Games", page_words.number(won + tied + lost)
    yield "Won, tied, lost", f"{won}, {tied}, {lost}"
    if career.changes:
        best = max(change.after for change in career.changes)
        yield "Best rating here", rating_figures.whole_rating(best)
    yield "Longest run of wins", page_words.number(career.streaks.longest)
    if career.streaks.current > 1:
        yield "Wins in a row now", page_words.number(career.streaks.current)
    if played:
        yield "Since", f"{played[-1].starts_at:%B %Y}"


def k_cites(career: Career) -> tuple[tuple[str, str], ...]:
    """Return the rulebooks that the events were rated by, each with its section."""
    books = dict.fromkeys(change.rulebook for change in career.changes)
    return tuple(
        (book, rating_figures.value_citation(rulebook(book), "ratings.k")) for book in books
    )


class RatingExplanation(msgspec.Struct, frozen=True, eq=False):
    """What the explanation of ratings needs: values with their sections."""

    book: Rulebook
    rules: RatingRules | None
    cite: Mapping[str, str]


@cache
def rating_explanation() -> RatingExplanation:
    """Return the values of the explanation of ratings, by the newest rulebook."""
    book = rulebook(rulebook_ids()[0])
    return RatingExplanation(
        book,
        book.ratings,
        {
            name: rating_figures.value_citation(book, f"ratings.{name}")
            for name in ("start", "k", "formula.scale", "lists", "rated_results")
        },
    )


def career_part(career: Career, name: str, *, every: bool) -> dict[str, Any]:
    """Return what the part of a player's page about the career shows."""
    rows = career_rows(career, most=len(career.changes) if every else SHOWN)
    others = other_events(career)
    series = career.series
    title = rating_figures.short_list_title(series) if series else ""
    return {
        "career": career,
        "tiles": rating_tiles(career),
        "chart": rating_chart(career, name),
        "list_title": title,
        "changes": rows,
        "others": other_rows(others if every else others[:SHOWN]),
        "more": len(career.changes) + len(others) - len(rows)
        if not every and (len(career.changes) > SHOWN or len(others) > SHOWN)
        else 0,
        "numbers": tuple(career_numbers(career)),
        "score_line": score_line,
        "whole": rating_figures.whole_rating,
        "how": rating_explanation(),
        "k_cites": k_cites(career),
        "years": tuple(dict.fromkeys(line.starts_at.year for line in career.played)),
    }

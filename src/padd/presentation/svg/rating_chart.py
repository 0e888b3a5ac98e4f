"""The history of a rating as SVG text: a line over time, event levels as shapes.

There are no style attributes; the classes take their colors from the page. The same
figures are in a table next to the drawing, and every point has a description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from math import ceil, dist, floor
from typing import Final

import msgspec

from padd.presentation.svg.svg_text import text_width

STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES: Final = 7
MONTHS: Final = (1, 2, 3, 6)
SHAPES: Final = {1: "local", 2: "regional", 3: "national"}
"""From level 3 on an event has the shape of a national one."""
LABEL: Final = 13.0
LEFT: Final = 48.0
TOP: Final = 16.0
BOTTOM: Final = 30.0
PILL: Final = 62.0
LEAD: Final = 24.0
"""The way from the start value to the first event."""
APART: Final = 6.0
"""Marks of local events closer than this to the last one cannot be told apart."""


class Point(msgspec.Struct, frozen=True):
    """The rating after one event."""

    at: datetime
    value: float
    level: int
    words: str


class Size(msgspec.Struct, frozen=True):
    """How large a drawing is, in its own units."""

    width: float
    height: float


LAPTOP: Final = Size(760, 260)
PHONE: Final = Size(360, 230)


class _Scale(msgspec.Struct, frozen=True):
    """Where moments and ratings lie in a drawing."""

    size: Size
    first: datetime
    last: datetime
    low: int
    high: int
    step: int

    @property
    def right(self) -> float:
        return self.size.width - PILL

    def x(self, at: datetime) -> float:
        whole = (self.last - self.first) / timedelta(seconds=1)
        part = (at - self.first) / timedelta(seconds=1) / whole if whole else 0.0
        return LEFT + LEAD + part * (self.right - LEFT - LEAD)

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return self.size.height - BOTTOM - part * (self.size.height - BOTTOM - TOP)


def chart_svg(
    points: Sequence[Point], *, title: str, start: float, size: Size = LAPTOP, key: str = "chart"
) -> str:
    """Return the drawing of at least one point; `key` begins the ids inside."""
    scale = _scale([start, *(point.value for point in points)], points, size)
    width, height = _n(size.width), _n(size.height)
    return "".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
                f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                f'aria-labelledby="{key}-title {key}-desc">'
            ),
            f'<title id="{key}-title">{escape(title)}</title>',
            f'<desc id="{key}-desc">{escape(chart_description(points, start=start))}</desc>',
            *_grid(scale),
            *_ticks(scale),
            _line(points, start, scale),
            *(_dot(point, scale) for point in _marked(points, scale)),
            _last(points[-1], scale),
            "</svg>",
        )
    )


def chart_description(points: Sequence[Point], *, start: float) -> str:
    """Return what the drawing shows, in words."""
    values = [start, *(point.value for point in points)]
    count = f"{len(points)} event{'s' if len(points) != 1 else ''}"
    return (
        f"From {round(start)} to {round(values[-1])} in {count}; "
        f"at most {round(max(values))}, at least {round(min(values))}. "
        "The table below has the same figures."
    )


def _scale(values: list[float], points: Sequence[Point], size: Size) -> _Scale:
    low, high = min(values), max(values)
    spread = max(high - low, 20.0)
    step = next((step for step in STEPS if spread / step <= MOST_LINES - 2), STEPS[-1])
    return _Scale(
        size=size,
        first=points[0].at,
        last=points[-1].at,
        low=step * floor((low - step * 0.2) / step),
        high=step * ceil((high + step * 0.2) / step),
        step=step,
    )


def _grid(scale: _Scale) -> Iterator[str]:
    for value in range(scale.low, scale.high + 1, scale.step):
        y = _n(scale.y(value))
        yield (
            f'<line class="grid" x1="{_n(LEFT)}" x2="{_n(scale.right)}" '
            f'y1="{y}" y2="{y}"/>'
            f'<text class="axis n" x="{_n(LEFT - 10)}" y="{_n(scale.y(value) + 4.5)}">'
            f"{value}</text>"
        )


def _ticks(scale: _Scale) -> Iterator[str]:
    """Yield the years, or the months of a short period, as far as there is room."""
    foot = scale.size.height - BOTTOM
    free = LEFT
    for at, words in _marks(scale):
        x = scale.x(at)
        room = text_width(words, LABEL)
        if x < free or x + 4 + room > scale.size.width:
            continue
        free = x + room + 14
        yield (
            f'<line class="tick" x1="{_n(x)}" x2="{_n(x)}" y1="{_n(foot)}" '
            f'y2="{_n(foot + 6)}"/><text class="axis" x="{_n(x + 4)}" '
            f'y="{_n(foot + 18)}">{words}</text>'
        )


def _marks(scale: _Scale) -> Iterator[tuple[datetime, str]]:
    first, last = scale.first.astimezone(UTC), scale.last.astimezone(UTC)
    months = (last.year - first.year) * 12 + last.month - first.month
    if months > MONTHS[-1] * 4:
        for year in range(first.year + 1, last.year + 1):
            yield datetime(year, 1, 1, tzinfo=UTC), str(year)
        return
    every = next(step for step in MONTHS if months / step <= 4 or step == MONTHS[-1])  # noqa: PLR2004 -- five labels have room
    for number in range(1, months + 1):
        if number % every == 0:
            year, month = divmod(first.year * 12 + first.month - 1 + number, 12)
            at = datetime(year, month + 1, 1, tzinfo=UTC)
            yield at, f"{at:%b} {year}" if month == 0 else f"{at:%b}"
    if not months:
        yield first, f"{first:%b %Y}"


def _line(points: Sequence[Point], start: float, scale: _Scale) -> str:
    way = [(LEFT, scale.y(start))]
    way += [(scale.x(point.at), scale.y(point.value)) for point in points]
    places = " ".join(f"{_n(x)},{_n(y)}" for x, y in way)
    return f'<polyline class="way" points="{places}"/>'


def level_shape(level: int) -> str:
    """Return the shape of an event by its level: circle, square or diamond."""
    return SHAPES[min(max(level, 1), max(SHAPES))]


def mark_svg(kind: str, x: float, y: float) -> str:
    """Return the mark of an event at a place."""
    match kind:
        case "local":
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4.5"/>'
        case "regional":
            place = f'x="{_n(x - 6)}" y="{_n(y - 6)}"'
            return f'<rect {place} width="12" height="12" rx="1.5"/>'
        case _:
            way = f"M{_n(x)} {_n(y - 9)}l9 9l-9 9l-9 -9z"
            return f'<path d="{way}"/>'


def _marked(points: Sequence[Point], scale: _Scale) -> Iterator[Point]:
    """Yield the events with a mark: all that can be told apart, and all from level 2 on.

    The line goes through every event; a hundred circles upon one another tell less.
    """
    last: tuple[float, float] | None = None
    for point in points:
        here = scale.x(point.at), scale.y(point.value)
        free = last is None or dist(here, last) >= APART
        if free or point.level > 1 or point is points[-1]:
            last = here
            yield point


def _dot(point: Point, scale: _Scale) -> str:
    kind = level_shape(point.level)
    x, y = scale.x(point.at), scale.y(point.value)
    return (
        f'<g class="dot {kind}" data-x="{_n(x)}" data-y="{_n(y)}">'
        f"<title>{escape(point.words)}</title>{mark_svg(kind, x, y)}</g>"
    )


def _last(point: Point, scale: _Scale) -> str:
    """Write the last value out, beside its point."""
    figure = str(round(point.value))
    width = text_width(figure, 15) + 18
    x, y = scale.right + 8, scale.y(point.value)
    return (
        f'<g class="last"><rect x="{_n(x)}" y="{_n(y - 14)}" width="{_n(width)}" '
        f'height="28" rx="14"/><text x="{_n(x + width / 2)}" y="{_n(y + 5.5)}">'
        f"{figure}</text></g>"
    )


def _n(figure: float) -> str:
    """Return a coordinate with no more digits than eyes can see."""
    return f"{figure:.1f}".removesuffix(".0")

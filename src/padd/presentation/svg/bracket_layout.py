"""Layout of a bracket: where its matches are and how its lines run.

The round in which the last seeds come in sets the rows. A later match is placed between
the winners it waits for, closer to one who has skipped a round; an earlier match is
next to the one it leads to. Lines run horizontally and turn in the gaps between the
rounds, in separate lanes where they would overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from padd.core.formats.bracket.play import MatchState, PlayedBracket
from padd.core.formats.bracket.tree import (
    Bracket,
    BracketMatch,
    LoserOf,
    Seed,
    WinnerOf,
    feeding_match,
    winner_goes_to,
)
from padd.core.model import MatchId

ROOMY_MATCHES: Final = 8
SKIPPED_WEIGHT: Final = 3
CLEARANCE: Final = 8.0
TIGHT_FIGURE: Final = 48.0
TIGHT_NAME_AT: Final = 40.0


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """The sizes of a drawing, in its own units."""

    line: float
    tab: float = 19.0
    between: float
    box: float
    gap: float
    head: float = 74.0
    margin: float = 2.0
    name_at: float = 47.0
    figure: float = 60.0
    """The room for a score, to the right of the name."""
    tight: bool = False
    stacked: bool = False
    """Whether the given name is below the family name, in a narrow box."""

    @property
    def height(self) -> float:
        """The height of a match without its tab."""
        return 2 * self.line

    @property
    def pitch(self) -> float:
        """The distance from a match to the next one below."""
        return self.height + self.tab + self.between


class MatchPosition(msgspec.Struct, frozen=True, kw_only=True):
    """The upper left corner of a match."""

    x: float
    y: float
    column: int


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A line from one match to another, as the corners it turns at."""

    source: MatchId
    target: MatchId
    second_chance: bool
    decided: bool
    champions: bool = False
    """Whether the champion went this way."""
    corners: tuple[tuple[float, float], ...]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that has a place in the drawing."""

    measures: Measures
    boxes: dict[MatchId, MatchPosition]
    edges: tuple[Edge, ...]
    width: float
    height: float

    @property
    def rows_apart(self) -> float:
        """How many rows the lowest match is below the highest."""
        sizes = self.measures
        return (self.height - sizes.head - sizes.tab - sizes.height) / sizes.pitch


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """The height of a line in each column it touches, from source to target."""

    source: MatchId
    target: MatchId
    second_chance: bool
    first: int
    levels: tuple[float, ...]


def measures_for(bracket: Bracket, *, box: float, lanes: int = 2) -> Measures:
    """Return roomy sizes for a small bracket and close ones for a large one."""
    fullest = max(len(round_.matches) for round_ in bracket.rounds)
    gap = 32.0 + 14.0 * lanes
    if fullest <= ROOMY_MATCHES // 2:
        return Measures(line=46.0, between=58.0, box=box, gap=gap)
    if fullest <= ROOMY_MATCHES:
        return Measures(line=38.0, between=26.0, box=box, gap=gap)
    return Measures(line=32.0, between=17.0, box=box, gap=gap)


def tight_measures(bracket: Bracket, *, box: float, stacked: bool, bare: bool = False) -> Measures:
    """Return the closest sizes; in a bare drawing rounds have no note at their head.

    Lines need room between the boxes only if they pass a round.
    """
    second = any(isinstance(s, LoserOf) for m in bracket.matches for s in m.sides)
    return Measures(
        line=36.0 if stacked else 29.0,
        between=2 * CLEARANCE + 1 if _passes(bracket) else CLEARANCE + 1,
        box=box,
        gap=46.0 if second else 28.0,
        head=30.0 if bare else 56.0,
        name_at=TIGHT_NAME_AT,
        figure=TIGHT_FIGURE,
        tight=True,
        stacked=stacked,
    )


def _passes(bracket: Bracket) -> bool:
    """Tell whether the way from a match leads past a round."""
    columns = _columns(bracket)
    return any(
        columns[match.id] - columns[source] > 1
        for match in bracket.matches
        for source in match.feeders
    )


def _columns(bracket: Bracket) -> dict[MatchId, int]:
    return {
        match.id: column for column, round_ in enumerate(bracket.rounds) for match in round_.matches
    }


def bracket_layout(played: PlayedBracket, measures: Measures) -> Layout:
    """Return the places of all matches and lines."""
    bracket = played.bracket
    rows = _rows(bracket)
    boxes = {
        match.id: MatchPosition(
            x=measures.margin + column * (measures.box + measures.gap),
            y=measures.head + measures.tab + rows[match.id] * measures.pitch,
            column=column,
        )
        for column, round_ in enumerate(bracket.rounds)
        for match in round_.matches
    }
    courses = list(_courses(played, boxes, measures))
    edges = tuple(_edges(played, courses, boxes, measures))
    return Layout(
        measures=measures,
        boxes=boxes,
        edges=edges,
        width=max(place.x for place in boxes.values()) + measures.box + measures.margin,
        height=max(place.y for place in boxes.values()) + measures.height,
    )


def _rows(bracket: Bracket) -> dict[MatchId, float]:
    """Return each match's row; whole rows apart within a round."""
    base = max(
        column
        for column, round_ in enumerate(bracket.rounds)
        if any(isinstance(s, Seed) for match in round_.matches for s in match.sides)
    )
    rows = _base_rows(bracket, base)
    for column in range(base - 1, -1, -1):
        rows.update(_apart(_before(bracket, column, rows)))
    columns = _columns(bracket)
    for round_ in bracket.rounds[base + 1 :]:
        heights = {m.id: _between(m, rows, columns) for m in round_.matches}
        rows.update(_apart(heights))
    lowest = min(rows.values())
    return {match: row - lowest for match, row in rows.items()}


def _base_rows(bracket: Bracket, base: int) -> dict[MatchId, float]:
    """Give each match of the base as many rows as the matches before it need."""
    by_id = {match.id: match for match in bracket.matches}
    rows: dict[MatchId, float] = {}
    top = 0.0
    for match in bracket.rounds[base].matches:
        height = _span(match, by_id) if base else 1
        rows[match.id] = top + (height - 1) / 2
        top += height
    return rows


def _span(match: BracketMatch, by_id: dict[MatchId, BracketMatch]) -> int:
    before = [by_id[s.winner] for s in match.sides if isinstance(s, WinnerOf)]
    return max(1, sum(_span(earlier, by_id) for earlier in before))


def _before(bracket: Bracket, column: int, rows: dict[MatchId, float]) -> dict[MatchId, float]:
    """Set the matches of a round beside those they lead to, in the order of sides."""
    leads_to = winner_goes_to(bracket)
    by_id = {match.id: match for match in bracket.matches}
    here = [match.id for match in bracket.rounds[column].matches]
    heights = {}
    for name in here:
        target = by_id[leads_to[name]]
        together = [other for other in target.feeders if other in here]
        offset = together.index(name) - (len(together) - 1) / 2
        heights[name] = rows[target.id] + offset
    return heights


def _between(match: BracketMatch, rows: dict[MatchId, float], columns: dict[MatchId, int]) -> float:
    """Return the row between the winners a match waits for, or the losers if none."""
    winners = [side.winner for side in match.sides if isinstance(side, WinnerOf)]
    sources = winners or list(match.feeders)
    weights = [SKIPPED_WEIGHT if columns[match.id] - columns[name] > 1 else 1 for name in sources]
    total = sum(rows[name] * w for name, w in zip(sources, weights, strict=True))
    return total / sum(weights) if sources else 0.0


def _apart(heights: dict[MatchId, float]) -> dict[MatchId, float]:
    """Move matches down until they are a whole row apart."""
    free = float("-inf")
    placed: dict[MatchId, float] = {}
    for match, row in sorted(heights.items(), key=lambda item: item[1]):
        placed[match] = max(row, free)
        free = placed[match] + 1
    return placed


def _courses(
    played: PlayedBracket, boxes: dict[MatchId, MatchPosition], measures: Measures
) -> Iterable[Course]:
    for match in played.bracket.matches:
        for at, side in enumerate(match.sides):
            source = feeding_match(side)
            if source is None:
                continue
            start, end = boxes[source], boxes[match.id]
            loser = isinstance(side, LoserOf)
            leaves = start.y + _leaving(played, source, measures, loser=loser)
            arrives = end.y + measures.line * (at + 0.5)
            between = range(start.column + 1, end.column)
            levels = [leaves]
            for column in between:
                levels.append(_free_level(levels[-1], column, boxes, measures))
            yield Course(
                source=source,
                target=match.id,
                second_chance=loser,
                first=start.column,
                levels=(*levels, arrives),
            )


def _leaving(played: PlayedBracket, source: MatchId, measures: Measures, *, loser: bool) -> float:
    """Winners leave at the middle, losers from their own line."""
    if not loser:
        return measures.line
    match = played.matches[source]
    upper = match.loser is not None and match.slots[0].player == match.loser
    return measures.line * (0.5 if upper else 1.5)


def _free_level(
    level: float, column: int, boxes: dict[MatchId, MatchPosition], measures: Measures
) -> float:
    """Return the level nearest to a line's own at which it passes a round."""
    used = [
        (place.y - measures.tab - CLEARANCE, place.y + measures.height + CLEARANCE)
        for place in boxes.values()
        if place.column == column
    ]
    if not any(top < level < bottom for top, bottom in used):
        return level
    ways = [edge for pair in used for edge in pair]
    free = [w for w in ways if not any(t < w < b for t, b in used)]
    return min(free, key=lambda way: abs(way - level), default=level)


def _edges(
    played: PlayedBracket,
    courses: Sequence[Course],
    boxes: dict[MatchId, MatchPosition],
    measures: Measures,
) -> Iterable[Edge]:
    lanes = _lanes(courses)
    champion = played.winner
    widths: dict[int, int] = {}
    for (_, gap), lane in lanes.items():
        widths[gap] = max(widths.get(gap, 0), lane + 1)
    for index, course in enumerate(courses):
        corners = [(boxes[course.source].x + measures.box, course.levels[0])]
        for step, level in enumerate(course.levels[1:]):
            gap = course.first + step
            if level == corners[-1][1]:
                continue
            left = measures.margin + gap * (measures.box + measures.gap) + measures.box
            share = (lanes[index, gap] + 1) / (widths[gap] + 1)
            x = left + measures.gap * share
            corners += [(x, corners[-1][1]), (x, level)]
        corners.append((boxes[course.target].x, course.levels[-1]))
        source = played.matches[course.source]
        goes_on = source.loser if course.second_chance else source.winner
        yield Edge(
            source=course.source,
            target=course.target,
            second_chance=course.second_chance,
            decided=source.state is MatchState.DECIDED,
            champions=champion is not None and goes_on == champion,
            corners=tuple(corners),
        )


def _lanes(courses: Sequence[Course]) -> dict[tuple[int, int], int]:
    """Give each turn a lane in its gap where it lies upon no other turn."""
    turns = sorted(
        (course.first + step, min(pair), max(pair), index)
        for index, course in enumerate(courses)
        for step, pair in enumerate(zip(course.levels, course.levels[1:], strict=False))
        if pair[0] != pair[1]
    )
    lanes: dict[tuple[int, int], int] = {}
    filled: dict[tuple[int, int], float] = {}
    for gap, top, bottom, index in turns:
        lane = 0
        while filled.get((gap, lane), float("-inf")) > top - CLEARANCE / 2:
            lane += 1
        filled[gap, lane] = bottom
        lanes[index, gap] = lane
    return lanes

"""A bracket as SVG text: from core values, for page, projector, file and paper.

There are no style attributes, so the drawing obeys a strict content policy; its
classes take their colors from the page (`style.RULES`), or from a style sheet inside if
the drawing is used alone.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from padd.core.formats.bracket.play import MatchState
from padd.presentation.bracket import bracket_view
from padd.presentation.svg.bracket_layout import laid_out
from padd.presentation.svg.style import sheet
from padd.presentation.svg.text_width import fitting_name, short_name, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from padd.core.formats.bracket.play import PlayedBracket
    from padd.core.model import MatchId, PlayerId
    from padd.presentation.bracket import (
        BracketCard,
        BracketColumn,
        BracketSide,
        BracketView,
    )
    from padd.presentation.svg.bracket_layout import (
        Edge,
        Layout,
        MatchPosition,
        Measures,
    )
    from padd.presentation.svg.style import Theme

NARROWEST: Final = 190.0
WIDEST: Final = 290.0
NAME_SIZE: Final = 15.0
NAME_AT: Final = 47.0
WORDS_AT: Final = 22.0
FIGURE_ROOM: Final = 60.0
CORNER: Final = 9.0
LEGEND_ROOM: Final = 62.0
TICK: Final = "M0 4.5 l3.6 3.6 l7 -8"
PLAY: Final = "M2 1 l6 3.5 l-6 3.5 z"
RING: Final = "M1 4.5 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0"
KINDS: Final = {
    (False, True): ("edge goes-on", "winner advances"),
    (True, True): ("edge second-chance goes-on", "loser’s second chance"),
    (False, False): ("edge", "still to come"),
    (True, False): ("edge second-chance", "loser’s second chance, still to come"),
}
CLASSES: Final = {
    MatchState.DECIDED: ("played", TICK),
    MatchState.UNDER_WAY: ("now", PLAY),
    MatchState.READY: ("ready", RING),
    MatchState.WAITING: ("waiting", RING),
}


def bracket_svg(
    played: PlayedBracket,
    names: Mapping[PlayerId, str] | None = None,
    *,
    title: str = "",
    notes: Mapping[MatchId, str] | None = None,
    best_of: Mapping[int, int] | None = None,
    theme: Theme | None = None,
    key: str = "bracket",
    widest: float = WIDEST,
) -> str:
    """Return the drawing; with a theme it carries its own sheet and stands alone.

    `key` begins the ids inside, which must differ between drawings of one page;
    `widest` is how far a box grows with its names.
    """
    view = bracket_view(played, names, notes=notes, best_of=best_of)
    layout = laid_out(played, box=_box_width(view, widest))
    width, height = layout.width, layout.height + LEGEND_ROOM
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width)}" height="{_n(height)}" '
            f'aria-labelledby="{key}-title {key}-desc">'
        ),
        f'<title id="{key}-title">{escape(title or view.title)}</title>',
        f'<desc id="{key}-desc">{escape(_description(view))}</desc>',
    ]
    if theme is not None:
        parts.append(f"<style>{sheet(theme)}</style>")
    parts += _heads(view.columns, layout.measures)
    parts += _lines(layout.edges)
    for column in view.columns:
        for card in column.cards:
            parts += _box(card, layout.boxes[card.id], layout.measures)
    parts += _legend(layout)
    return "\n".join([*parts, "</svg>\n"])


def _description(view: BracketView) -> str:
    return " ".join(
        f"{column.title}. {' '.join(card.sentence for card in column.cards)}"
        for column in view.columns
    )


def _box_width(view: BracketView, widest: float) -> float:
    """Return the width that holds the longest name, shortened if it must be."""
    lines = [line for c in view.columns for card in c.cards for line in card.lines]
    longest = max(_name_width(line.text, widest) for line in lines)
    figures = any(line.figure for line in lines)
    room = longest + NAME_AT + (FIGURE_ROOM if figures else WORDS_AT)
    return min(max(NARROWEST, room), widest)


def _name_width(name: str, widest: float) -> float:
    full = text_width(name, NAME_SIZE)
    most = widest - NAME_AT - FIGURE_ROOM
    return full if full <= most else text_width(short_name(name), NAME_SIZE)


def _heads(columns: Sequence[BracketColumn], measures: Measures) -> Iterator[str]:
    for index, column in enumerate(columns):
        x = _n(measures.margin + index * (measures.box + measures.gap))
        yield f'<text class="head" x="{x}" y="18">{escape(column.title)}</text>'
        yield f'<text class="note" x="{x}" y="38">{escape(column.note)}</text>'


def _lines(edges: Sequence[Edge]) -> Iterator[str]:
    """Draw what is still to come first, so that decided ways lie on top."""
    for edge in sorted(edges, key=lambda edge: edge.decided):
        classes, _ = KINDS[edge.second_chance, edge.decided]
        path = rounded(edge.corners)
        yield f'<path class="seam" d="{path}"/>'
        yield f'<path class="{classes}" d="{path}"/>'


def rounded(corners: Sequence[tuple[float, float]]) -> str:
    """Return the path through the corners, each turn as a quarter circle."""
    x, y = corners[0]
    path = [f"M{_n(x)} {_n(y)}"]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        radius = min(CORNER, _reach(before, corner) / 2, _reach(corner, after) / 2)
        into = _towards(corner, before, radius)
        out = _towards(corner, after, radius)
        path.append(f"L{_n(into[0])} {_n(into[1])}")
        path.append(f"Q{_n(corner[0])} {_n(corner[1])} {_n(out[0])} {_n(out[1])}")
    x, y = corners[-1]
    return " ".join([*path, f"L{_n(x)} {_n(y)}"])


def _reach(first: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(first[0] - other[0]) + abs(first[1] - other[1])


def _towards(
    start: tuple[float, float], end: tuple[float, float], way: float
) -> tuple[float, float]:
    reach = _reach(start, end)
    share = way / reach if reach else 0.0
    return (
        start[0] + (end[0] - start[0]) * share,
        start[1] + (end[1] - start[1]) * share,
    )


def _box(card: BracketCard, place: MatchPosition, measures: Measures) -> Iterator[str]:
    name, mark = CLASSES[card.state]
    width = 42 + text_width(card.label, 14)
    note_at = width + 10
    yield f'<g class="{name}" transform="translate({_n(place.x)} {_n(place.y)})">'
    yield (
        f'<path class="tab" d="M1 0 V{_n(-measures.tab + 9)} '
        f'a9 9 0 0 1 9 -9 H{_n(width)} V0 z"/>'
    )
    yield f'<path class="mark" transform="translate(12 -13.5)" d="{mark}"/>'
    yield f'<text class="tab-text" x="29" y="-5">{escape(card.label)}</text>'
    if card.note:
        yield f'<text class="note" x="{_n(note_at)}" y="-5">{escape(card.note)}</text>'
    yield (
        f'<rect class="box" width="{_n(measures.box)}" '
        f'height="{_n(measures.height)}" rx="12"/>'
    )
    middle, right = _n(measures.line), _n(measures.box - 14)
    yield f'<path class="rule" d="M14 {middle} H{right}"/>'
    for at, line in enumerate(card.lines):
        yield from _line(line, measures.line * at, measures)
    yield "</g>"


def _line(line: BracketSide, top: float, measures: Measures) -> Iterator[str]:
    base = _n(top + measures.line / 2 + 5)
    if line.won:
        inset = _n(top + 8)
        height = _n(measures.line - 16)
        yield (
            f'<rect class="marker" x="1" y="{inset}" width="4.5" height="{height}"/>'
        )
    if line.player is None:
        yield (
            f'<text class="name unknown" x="{_n(WORDS_AT)}" y="{base}">'
            f"{escape(line.text)}</text>"
        )
        return
    if line.seed is not None:
        yield f'<text class="seed" x="37" y="{base}">{line.seed}</text>'
    state = " won" if line.won else " lost" if line.lost else ""
    room = measures.box - NAME_AT - (FIGURE_ROOM if line.figure else WORDS_AT)
    shown = fitting_name(line.text, room, NAME_SIZE)
    # A name that is too long even so is set closer, never cut.
    closer = text_width(shown, NAME_SIZE) > room
    squeeze = (
        f' textLength="{_n(room)}" lengthAdjust="spacingAndGlyphs"' if closer else ""
    )
    whole = "" if shown == line.text else f"<title>{escape(line.text)}</title>"
    yield (
        f'<text class="name{state}" x="{_n(NAME_AT)}" y="{base}"{squeeze}>'
        f"{whole}{escape(shown)}</text>"
    )
    if line.figure:
        right = _n(measures.box - 14)
        yield (
            f'<text class="figure{state}" x="{right}" y="{base}">'
            f"{escape(line.figure)}</text>"
        )


def _legend(layout: Layout) -> Iterator[str]:
    """Explain the kinds of line that the drawing has."""
    drawn = {(edge.second_chance, edge.decided) for edge in layout.edges}
    x = layout.measures.margin
    y = layout.height + LEGEND_ROOM - 22
    for kind, (classes, words) in KINDS.items():
        if kind in drawn:
            yield f'<path class="{classes}" d="M{_n(x)} {_n(y)} h42"/>'
            yield f'<text class="note" x="{_n(x + 50)}" y="{_n(y + 5)}">{words}</text>'
            x += 76 + text_width(words, 12.5)


def _n(number: float) -> str:
    """Write a number with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")

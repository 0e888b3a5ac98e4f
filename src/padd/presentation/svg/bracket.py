"""A bracket as SVG text: from core values, for page, projector, file and paper.

There are no style attributes, so the drawing obeys a strict content policy; its
classes take their colors from the page (`style.RULES`), or from a style sheet inside if
the drawing is used alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import inf
from pathlib import Path
from typing import Final, Literal

import msgspec

from padd.core.formats.bracket.play import MatchState, PlayedBracket
from padd.core.model import MatchId, PlayerId
from padd.presentation.formats.bracket_view import (
    BracketCard,
    BracketColumn,
    BracketSide,
    BracketView,
    bracket_view,
)
from padd.presentation.svg.bracket_layout import (
    TIGHT_FIGURE,
    TIGHT_NAME_AT,
    Edge,
    Layout,
    MatchPosition,
    Measures,
    bracket_layout,
    measures_for,
    tight_measures,
)
from padd.presentation.svg.svg_text import fitting_name, stacked_name, text_width

Theme = Literal["device", "light", "dark", "paper"]

# Pages link the sheet, so a drawing inside a page carries no rules of its own.
PAGES: Final = "\n/* On pages"
SHEET: Final = Path(__file__).parent / "static" / "css" / "bracket.css"
RULES: Final = "\n" + SHEET.read_text(encoding="utf-8").partition("\n")[2].partition(PAGES)[0]

LIGHT: Final = """
  --font: Inter, system-ui, sans-serif;
  --ground: #f4f2f7; --surface-1: #fff; --line: #d6d1e0; --edge: #777184;
  --text: #16131e; --text-2: #565060; --ink: #0b0a10; --dusk: #dad3e8;
  --orange: #ff9f38; --orange-t: #9a4600; --blue: #6e9ff5; --blue-t: #1d54b4;
  --lavender-t: #7b3b8f;
"""
DARK: Final = """
  --font: Inter, system-ui, sans-serif;
  --ground: #07070b; --surface-1: #13131b; --line: #34343f; --edge: #7c788c;
  --text: #f4f1ec; --text-2: #bdb8c9; --ink: #0b0a10; --dusk: #4b4562;
  --orange: #ff9f38; --orange-t: #ffaa50; --blue: #6fa3ff; --blue-t: #93baff;
  --lavender-t: #ddb8e8;
"""
PAPER: Final = """
  --font: Inter, system-ui, sans-serif;
  --ground: #fff; --surface-1: #fff; --line: #000; --edge: #000;
  --text: #000; --text-2: #000; --ink: #000; --dusk: #fff;
  --orange: #fff; --orange-t: #000; --blue: #fff; --blue-t: #000;
  --lavender-t: #000;
"""
PAPER_RULES: Final = """
.bracket .tab { stroke: #000; stroke-width: 1; }
.bracket .edge { stroke-width: 1; }
.bracket .head, .bracket .name.won, .bracket .figure.won { font-weight: 700; }
"""


def style_sheet(theme: Theme) -> str:
    """Return the rules for a drawing that stands alone."""
    ground = ".bracket { background: var(--ground); }\n"
    match theme:
        case "light":
            return f".bracket {{{LIGHT}}}\n{ground}{RULES}"
        case "dark":
            return f".bracket {{{DARK}}}\n{ground}{RULES}"
        case "paper":
            return f".bracket {{{PAPER}}}\n{ground}{RULES}{PAPER_RULES}"
        case "device":
            dark = f"@media (prefers-color-scheme: dark) {{ .bracket {{{DARK}}} }}\n"
            return f".bracket {{{LIGHT}}}\n{dark}{ground}{RULES}"


NARROWEST: Final = 190.0
WIDEST: Final = 290.0
TIGHT_NARROWEST: Final = 150.0
TIGHT_WIDEST: Final = 240.0
STACKED_WIDEST: Final = 192.0
WIDENED: Final = 80.0
"""How much wider a box becomes rather than set a name closer."""
NAME_SIZE: Final = 15.0
NAME_AT: Final = 47.0
WORDS_AT: Final = 22.0
GIVEN_SIZE: Final = 12.5
NOTE_SIZE: Final = 13.5
FIGURE_ROOM: Final = 60.0
CORNER: Final = 9.0
LEGEND_ROOM: Final = 62.0
FOOT: Final = 4.0
"""Room below a drawing without a legend."""
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


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The room for a drawing, in pixels."""

    width: float
    height: float = inf
    grows: bool = False
    """Whether the drawing is enlarged to fill it, without legend and notes."""


PAGE: Final = Frame(width=1180.0)
BESIDE_RESULTS: Final = Frame(width=856.0)
LEAST_SHRUNK: Final = 0.93
PAGE_HEIGHT: Final = 560.0
"""How high a drawing may be on a page without scrolling."""
MOST_BETWEEN: Final = 48.0
WALL: Final = Frame(width=1260.0, height=936.0, grows=True)


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
    frame: Frame | None = None,
) -> str:
    """Return the drawing; with a theme it carries its own sheet and stands alone.

    `key` begins the ids inside, which must differ between drawings of one page;
    `widest` is how far a box grows with its names. In a frame, boxes and gaps become
    as small as they must for the largest type that fits.
    """
    view = bracket_view(played, names, notes=notes, best_of=best_of)
    layout = _layout(played, view, widest, frame)
    bare = frame is not None and frame.grows
    width, height = layout.width, layout.height + (FOOT if bare else LEGEND_ROOM)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img" '
            f'data-rounds="{len(view.columns)}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width)}" height="{_n(height)}" '
            f'aria-labelledby="{key}-title {key}-desc">'
        ),
        f'<title id="{key}-title">{escape(title or view.title)}</title>',
        f'<desc id="{key}-desc">{escape(_description(view))}</desc>',
    ]
    if theme is not None:
        parts.append(f"<style>{style_sheet(theme)}</style>")
    parts += _heads(view.columns, layout.measures, bare=bare)
    parts += _lines(layout.edges)
    for column in view.columns:
        for card in column.cards:
            parts += _box(card, layout.boxes[card.id], layout.measures)
    if not bare:
        parts += _legend(layout)
    return "\n".join([*parts, "</svg>\n"])


def _description(view: BracketView) -> str:
    return " ".join(
        f"{column.title}. {' '.join(card.sentence for card in column.cards)}"
        for column in view.columns
    )


def _layout(played: PlayedBracket, view: BracketView, widest: float, frame: Frame | None) -> Layout:
    """Return the roomiest layout, or the one that is largest in its frame."""
    bracket = played.bracket
    roomy = measures_for(bracket, box=_box_width(view, widest))
    if frame is None:
        return bracket_layout(played, roomy)
    bare = frame.grows
    one_line = _box_width(view, TIGHT_WIDEST, tight=True)
    narrow = _box_width(view, STACKED_WIDEST, tight=True, stacked=True)
    layouts = [
        bracket_layout(played, tight_measures(bracket, box=box, stacked=stacked, bare=bare))
        for box, stacked in ((one_line, False), (narrow, True))
    ]
    if not bare:
        layouts.insert(0, bracket_layout(played, roomy))
    most = inf if frame.grows else 1.0

    def scale(one: Layout) -> float:
        high = frame.height / (one.height + FOOT)
        return min(most, frame.width / one.width, high)

    # A page rather shrinks the roomier one a little than leaves much room empty.
    largest = next(
        (one for one in layouts if not bare and scale(one) > LEAST_SHRUNK), max(layouts, key=scale)
    )
    if not largest.measures.tight:
        return largest
    return bracket_layout(played, _stretched(largest, frame))


def _stretched(layout: Layout, frame: Frame) -> Measures:
    """Return the measures with the height that is left over, between the matches."""
    measures, rows = layout.measures, layout.rows_apart
    full = frame.height if frame.grows else PAGE_HEIGHT
    scale = frame.width / layout.width if frame.grows else 1.0
    left = full / scale - layout.height - FOOT
    more = min(MOST_BETWEEN, left / rows) if rows and left > 0 else 0.0
    return msgspec.structs.replace(measures, between=measures.between + more)


def _box_width(
    view: BracketView, widest: float, *, tight: bool = False, stacked: bool = False
) -> float:
    """Return the width that holds the longest name, shortened if it must be."""
    lines = [line for c in view.columns for card in c.cards for line in card.lines]
    figures = TIGHT_FIGURE if tight else FIGURE_ROOM
    start = TIGHT_NAME_AT if tight else NAME_AT
    most = widest - start - figures
    longest = max(
        WORDS_AT + text_width(line.text, NAME_SIZE)
        if line.player is None
        else start + _name_width(line.text, most, stacked=stacked)
        for line in lines
    )
    room = longest + (figures if any(line.figure for line in lines) else WORDS_AT)
    narrowest = TIGHT_NARROWEST if tight else NARROWEST
    return min(max(narrowest, room), widest + WIDENED)


def _name_width(name: str, most: float, *, stacked: bool) -> float:
    if stacked:
        lines = stacked_name(name, most, NAME_SIZE, GIVEN_SIZE)
        return lines.width(NAME_SIZE, GIVEN_SIZE)
    return text_width(fitting_name(name, most, NAME_SIZE), NAME_SIZE)


def _heads(columns: Sequence[BracketColumn], measures: Measures, *, bare: bool) -> Iterator[str]:
    for index, column in enumerate(columns):
        x = _n(measures.margin + index * (measures.box + measures.gap))
        title = escape(column.title)
        if bare and column.length:
            title += f' <tspan class="note">{column.length}</tspan>'
        yield f'<text class="head" x="{x}" y="18">{title}</text>'
        if not bare:
            yield f'<text class="note" x="{x}" y="38">{escape(column.note)}</text>'


def _lines(edges: Sequence[Edge]) -> Iterator[str]:
    """Draw what is still to come first, so that decided ways lie on top."""
    for edge in sorted(edges, key=lambda edge: (edge.decided, edge.champions)):
        classes, _ = KINDS[edge.second_chance, edge.decided]
        if edge.champions:
            classes += " champions"
        path = rounded_path(edge.corners)
        yield f'<path class="seam" d="{path}"/>'
        yield f'<path class="{classes}" d="{path}"/>'


def rounded_path(corners: Sequence[tuple[float, float]]) -> str:
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
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def _box(card: BracketCard, place: MatchPosition, measures: Measures) -> Iterator[str]:
    name, mark = CLASSES[card.state]
    width = 42 + text_width(card.label, 14)
    note_at = width + 10
    yield f'<g class="{name}" transform="translate({_n(place.x)} {_n(place.y)})">'
    yield (
        f'<path class="tab" d="M1 0 V{_n(-measures.tab + 9)} a9 9 0 0 1 9 -9 H{_n(width)} V0 z"/>'
    )
    yield f'<path class="mark" transform="translate(12 -13.5)" d="{mark}"/>'
    yield f'<text class="tab-text" x="29" y="-5">{escape(card.label)}</text>'
    fits = note_at + text_width(card.note, NOTE_SIZE) <= measures.box + CORNER
    note = card.note if fits else card.how or card.note
    if note:
        yield f'<text class="note" x="{_n(note_at)}" y="-5">{escape(note)}</text>'
    yield (f'<rect class="box" width="{_n(measures.box)}" height="{_n(measures.height)}" rx="12"/>')
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
        yield (f'<rect class="marker" x="1" y="{inset}" width="4.5" height="{height}"/>')
    if line.player is None:
        yield (
            f'<text class="name unknown" x="{_n(WORDS_AT)}" y="{base}">{escape(line.text)}</text>'
        )
        return
    if line.seed is not None:
        x = _n(measures.name_at - 10)
        yield f'<text class="seed" x="{x}" y="{base}">{line.seed}</text>'
    state = " won" if line.won else " lost" if line.lost else ""
    yield from _name(line, state, top, measures)
    if line.figure:
        right = _n(measures.box - 14)
        yield (f'<text class="figure{state}" x="{right}" y="{base}">{escape(line.figure)}</text>')


def _name(line: BracketSide, state: str, top: float, measures: Measures) -> Iterator[str]:
    """Write a name in one line, or the given name below the family name."""
    at = measures.name_at
    room = measures.box - at - (measures.figure if line.figure else WORDS_AT)
    middle = top + measures.line / 2
    if not measures.stacked:
        shown = fitting_name(line.text, room, NAME_SIZE)
        whole = "" if shown == line.text else f"<title>{escape(line.text)}</title>"
        wide = text_width(shown, NAME_SIZE)
        yield (
            f'<text class="name{state}" x="{_n(at)}" y="{_n(middle + 5)}"'
            f"{_closer(wide, room)}>{whole}{escape(shown)}</text>"
        )
        return
    name = stacked_name(line.text, room, NAME_SIZE, GIVEN_SIZE)
    second = name.lower or name.given
    base = middle - 2 if second else middle + 5
    yield (
        f'<text class="name{state}" x="{_n(at)}" y="{_n(base)}"'
        f"{_closer(text_width(name.upper, NAME_SIZE), room)}>"
        f"<title>{escape(line.text)}</title>{escape(name.upper)}</text>"
    )
    if second:
        given = f'<tspan class="given">{escape(name.given)}</tspan>'
        between = " " if name.lower else ""
        yield (
            f'<text class="name{state}" x="{_n(at)}" y="{_n(middle + 12)}">'
            f"{escape(name.lower)}{between}{given}</text>"
        )


def _closer(width: float, room: float) -> str:
    """Set a text that is too long for its room closer; it is never cut."""
    if width <= room:
        return ""
    return f' textLength="{_n(room)}" lengthAdjust="spacingAndGlyphs"'


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

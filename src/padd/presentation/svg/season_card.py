"""A season as an image to share: 1200 by 630, in the site's own colors.

Colors are attributes, so the image obeys a strict content policy, opens in every
program, and can be converted to PNG.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from padd.presentation.svg.svg_text import escape_xml, remove_forbidden_characters, text_width

WIDTH: Final = 1200
HEIGHT: Final = 630
SMALL: Final = 18
"""The smallest letters, unless a word must shrink; pages draw 800 pixels at least."""
FONT: Final = "Inter, system-ui, 'Segoe UI', Roboto, Arial, sans-serif"
GROUND, SURFACE, LINE = "#07070b", "#13131b", "#34343f"
TEXT, SECOND, INK, DUSK = "#f4f1ec", "#bdb8c9", "#0b0a10", "#4b4562"
PEACH, BLUE, LAVENDER = "#ffd6ad", "#93baff", "#ddb8e8"
LEFT: Final = 250.0
RIGHT: Final = 1160.0
MOST_FIGURES: Final = 5
MOST_BARS: Final = 5
SMALLEST: Final = 0.55
WORDS: Final = 170.0
"""Room for the word before a sentence."""


class Figure(msgspec.Struct, frozen=True):
    """A number and what it counts."""

    figure: str
    word: str


class SeasonCard(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the picture."""

    title: str
    about: str
    year: int
    figures: tuple[Figure, ...]
    curve: tuple[float, ...] = ()
    curve_title: str = ""
    months: tuple[int, ...] = ()
    """Events in each month, where there is no curve."""
    bars_title: str
    bars: tuple[tuple[str, int], ...]
    lines: tuple[tuple[str, str], ...]
    """What was special: word and sentence."""


def season_card_svg(card: SeasonCard) -> str:
    """Return the picture as an SVG document."""
    words = f"{card.title}, {card.year}. " + ", ".join(
        f"{figure.figure} {figure.word}" for figure in card.figures
    )
    return "".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
                f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
                f'font-family="{escape_xml(FONT)}">'
            ),
            f"<title>{escape_xml(words)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>',
            *_frame(card.year),
            *_head(card),
            *_figures(card.figures),
            *(_curve(card) if card.curve else _months(card.months)),
            *_bars(card),
            *_lines(card.lines),
            "</svg>",
        )
    )


def _frame(year: int) -> Iterator[str]:
    """Draw the elbow, the rail and the bar; the year stands where the title would."""
    yield (
        f'<path fill="{PEACH}" d="M24 110 V82 A58 58 0 0 1 82 24 H1146 a14 14 0 0 1 '
        f'14 14 a14 14 0 0 1 -14 14 H248 a28 28 0 0 0 -28 28 V110 z"/>'
        f'<rect x="24" y="115" width="196" height="62" fill="{DUSK}"/>'
        f'<rect x="24" y="182" width="196" height="330" fill="{DUSK}"/>'
        f'<path fill="{PEACH}" d="M24 517 H220 V606 H82 A58 58 0 0 1 24 548 z"/>'
    )
    yield _text(str(year), 204, 98, 34, INK, weight=720, anchor="end")
    yield _text("PADD", 204, 158, 26, TEXT, weight=720, anchor="end")
    yield _text("Star Trek CCG", 204, 574, SMALL, INK, weight=640, anchor="end")


def _head(card: SeasonCard) -> Iterator[str]:
    size, title = _fitted(card.title, 54, RIGHT - LEFT)
    yield _text(title, LEFT, 118, size, TEXT, weight=700)
    _, about = _fitted(card.about, 24, RIGHT - LEFT)
    yield _text(about, LEFT, 154, 24, SECOND)


def _figures(figures: Sequence[Figure]) -> Iterator[str]:
    shown = figures[:MOST_FIGURES]
    if not shown:
        return
    width = (RIGHT - LEFT - 8 * (len(shown) - 1)) / len(shown)
    for index, shown_figure in enumerate(shown):
        x = LEFT + index * (width + 8)
        first = index == 0
        fill, tone, quiet = (PEACH, INK, INK) if first else (SURFACE, TEXT, SECOND)
        yield (
            f'<rect x="{x:.0f}" y="178" width="{width:.0f}" height="112" rx="14" fill="{fill}"/>'
        )
        size, figure = _fitted(shown_figure.figure, 52, width - 36)
        yield _text(figure, x + 18, 238, size, tone, weight=700)
        size, word = _fitted(shown_figure.word, 19, width - 30)
        yield _text(word, x + 18, 270, size, quiet)


def _panel(x: float, y: float, width: float, height: float, title: str) -> str:
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'rx="14" fill="{SURFACE}"/>' + _text(title, x + 18, y + 32, 19, TEXT, weight=660)
    )


def _curve(card: SeasonCard) -> Iterator[str]:
    """Draw the way of the rating through the year."""
    x, y, width, height = LEFT, 306.0, 560.0, 190.0
    yield _panel(x, y, width, height, card.curve_title)
    values = card.curve
    low, high = min(values), max(values)
    spread = max(high - low, 20.0)
    left, right, top, foot = x + 22, x + width - 104, y + 62, y + height - 24
    step = (right - left) / max(len(values) - 1, 1)
    places = [
        (left + step * index, foot - (value - low) / spread * (foot - top))
        for index, value in enumerate(values)
    ]
    yield f'<path stroke="{LINE}" d="M{left:.0f} {foot:.0f}H{right:.0f}"/>'
    way = " ".join(f"{here:.1f},{other:.1f}" for here, other in places)
    yield (
        f'<polyline fill="none" stroke="{BLUE}" stroke-width="4" '
        f'stroke-linejoin="round" points="{way}"/>'
    )
    last_x, last_y = places[-1]
    yield f'<circle cx="{last_x:.1f}" cy="{last_y:.1f}" r="8" fill="{LAVENDER}"/>'
    yield _text(str(round(values[-1])), last_x + 18, last_y + 9, 28, TEXT, weight=700)


def _months(months: Sequence[int]) -> Iterator[str]:
    """Draw how many events each month had."""
    x, y, width, height = LEFT, 306.0, 560.0, 190.0
    yield _panel(x, y, width, height, "Events by month")
    most = max(months, default=0) or 1
    step, foot = (width - 36) / 12, y + height - 36
    for index, count in enumerate(months):
        tall = count / most * 88
        left = x + 18 + index * step
        if count:
            yield (
                f'<rect x="{left + 4:.0f}" y="{foot - tall:.0f}" '
                f'width="{step - 8:.0f}" height="{tall:.0f}" rx="5" fill="{BLUE}"/>'
            )
            yield _text(
                str(count), left + step / 2, foot - tall - 6, SMALL, SECOND, anchor="middle"
            )
        yield _text(
            "JFMAMJJASOND"[index], left + step / 2, foot + 22, SMALL, SECOND, anchor="middle"
        )


def _bars(card: SeasonCard) -> Iterator[str]:
    """Draw where it was played, as bars."""
    x, y, width, height = LEFT + 568, 306.0, RIGHT - LEFT - 568, 190.0
    yield _panel(x, y, width, height, card.bars_title)
    if not card.bars:
        yield _text("The places are not on record.", x + 18, y + 66, SMALL, SECOND)
    most = max((count for _, count in card.bars), default=0) or 1
    for index, (word, count) in enumerate(card.bars[:MOST_BARS]):
        line = y + 62 + index * 27
        size, name = _fitted(word, SMALL, 140)
        yield _text(name, x + 18, line, size, SECOND)
        long = count / most * (width - 228)
        yield (
            f'<rect x="{x + 166:.0f}" y="{line - 13:.0f}" width="{long:.0f}" '
            f'height="16" rx="8" fill="{LAVENDER}"/>'
        )
        yield _text(str(count), x + 176 + long, line, SMALL, TEXT, weight=660)


def _lines(lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Write what was special, two lines at the foot."""
    for index, (word, sentence) in enumerate(lines[:2]):
        y = 540 + index * 42
        yield _text(word, LEFT, y, 20, PEACH, weight=660)
        at = LEFT + WORDS
        size, text = _fitted(sentence, 24, RIGHT - at)
        yield _text(text, at, y, size, TEXT)


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    weight: int = 400,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{fill}" '
        f'font-weight="{weight}" text-anchor="{anchor}">{escape_xml(text)}</text>'
    )


def _fitted(text: str, size: float, room: float) -> tuple[float, str]:
    """Return a size at which the text fits; what fits at no size ends in dots."""
    text = " ".join(remove_forbidden_characters(text).split())
    wide = text_width(text, size)
    if wide <= room:
        return size, text
    smaller = round(max(SMALLEST, room / wide) * size, 1)
    if text_width(text, smaller) <= room + 1:
        return smaller, text
    lengths = range(2, len(text) + 1)
    fits = bisect(lengths, room, key=lambda most: text_width(f"{text[:most]}…", smaller))
    return smaller, f"{text[: fits + 1]}…"

"""The bracket on paper: the drawing from the pages, black on white, on one sheet."""

from __future__ import annotations

import re
from typing import Any, Final

from padd.core.formats.bracket.event import bracket_of_event
from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.glyphs import clean_text
from padd.presentation.names import family_first
from padd.presentation.svg.bracket import Frame, bracket_svg
from padd.presentation.svg.svg_text import short_name

LONGEST: Final = 34
ACROSS: Final = (277.0, 160.0)
UPRIGHT: Final = (190.0, 245.0)
"""Millimeters for the drawing on a sheet, turned or not."""
MOST_HIGH: Final = 1900.0
"""Drawings that are higher go over several sheets, so that names can be read."""
VALUE: Final = re.compile(r"(--[\w-]+):\s*([^;}]+)")
USE: Final = re.compile(r"var\((--[\w-]+)\)")
ON_PRINT: Final = re.compile(r"@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
SIZE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def bracket_content(view: PrintView) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the head of the sheet, and the drawing."""
    drawings = ((_drawn(view, room), room) for room in (ACROSS, UPRIGHT))
    svg, room = max(drawings, key=lambda drawn: _share(_size(drawn[0]), drawn[1]))
    width, height = _size(svg)
    content = {
        "title": "Bracket",
        "lines": [view.place_and_day],
        "flipped": height > MOST_HIGH or room == ACROSS,
        "width": width,
        "height": height,
        "most": MOST_HIGH,
        "foot": view.foot,
        "names": list(view.names.values()),
    }
    return content, {"bracket": svg}


def _drawn(view: PrintView, room: tuple[float, float]) -> str:
    """Return the drawing in the largest type for the room on a sheet."""
    svg = bracket_svg(
        bracket_of_event(view.event, view.book),
        {player: _fitting(name) for player, name in view.names.items()},
        title=clean_text(view.name),
        best_of=view.event.best_of or None,
        theme="paper",
        frame=Frame(width=room[0], height=room[1], grows=True),
    )
    return _with_plain_rules(svg)


def _size(svg: str) -> tuple[float, float]:
    size = SIZE.search(svg)
    return (float(size[1]), float(size[2])) if size else (1.0, 1.0)


def _share(size: tuple[float, float], room: tuple[float, float]) -> float:
    """Return how large a drawing becomes on a sheet."""
    return min(room[0] / size[0], room[1] / size[1])


def _fitting(name: str) -> str:
    """Return a name that a box has room for; a family name is cut last."""
    tidy = clean_text(name).replace("\u200b", "")
    if len(tidy) > LONGEST:
        tidy = short_name(tidy)
    if len(tidy) > LONGEST:
        parts = family_first(tidy)
        tidy = f"{parts.initial} {parts.family}".strip()
    return tidy if len(tidy) <= LONGEST else f"{tidy[: LONGEST - 1]}…"


def _with_plain_rules(svg: str) -> str:
    """Return a drawing whose rules name colors outright, as typesetting needs them."""
    before, start, rest = svg.partition("<style>")
    rules, end, after = rest.partition("</style>")
    values = dict(VALUE.findall(rules))
    plain = USE.sub(lambda use: values.get(use[1], "#000"), ON_PRINT.sub("", rules))
    return f"{before}{start}{plain}{end}{after}"

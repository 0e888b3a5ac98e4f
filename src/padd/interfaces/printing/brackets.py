"""The bracket on paper: the drawing from the pages, black on white, on one sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from padd.core.formats.bracket.event import played_event
from padd.interfaces.printing.glyphs import clean
from padd.presentation.svg.bracket import bracket_svg
from padd.presentation.svg.text_width import short_name

if TYPE_CHECKING:
    from padd.interfaces.printing.event_view import PrintView

LONGEST: Final = 34
WIDEST: Final = 380.0
"""Boxes of the drawing grow with the names up to here; paper has the room."""
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
    played = played_event(view.event, view.book)
    svg = bracket_svg(
        played,
        {player: _fitting(name) for player, name in view.names.items()},
        title=clean(view.name),
        best_of=view.event.best_of or None,
        theme="paper",
        widest=WIDEST,
    )
    svg = _with_plain_rules(svg)
    size = SIZE.search(svg)
    width, height = map(float, size.groups()) if size else (1.0, 1.0)
    content = {
        "title": "Bracket",
        "lines": [view.place_and_day],
        "flipped": height > MOST_HIGH
        or _share(width, height, ACROSS) >= _share(width, height, UPRIGHT),
        "width": width,
        "height": height,
        "most": MOST_HIGH,
        "foot": view.foot,
        "names": list(view.names.values()),
    }
    return content, {"bracket": svg}


def _share(width: float, height: float, room: tuple[float, float]) -> float:
    """Return how large a drawing becomes on a sheet."""
    return min(room[0] / width, room[1] / height)


def _fitting(name: str) -> str:
    """Return a name that a box of the bracket has room for: an initial, then a cut."""
    tidy = clean(name).replace("\u200b", "")
    if len(tidy) > LONGEST:
        tidy = short_name(tidy)
    return tidy if len(tidy) <= LONGEST else f"{tidy[: LONGEST - 1]}…"


def _with_plain_rules(svg: str) -> str:
    """Return a drawing whose rules name colors outright, as typesetting needs them."""
    before, start, rest = svg.partition("<style>")
    rules, end, after = rest.partition("</style>")
    values = dict(VALUE.findall(rules))
    plain = USE.sub(lambda use: values.get(use[1], "#000"), ON_PRINT.sub("", rules))
    return f"{before}{start}{plain}{end}{after}"

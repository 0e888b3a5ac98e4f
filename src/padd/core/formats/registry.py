"""The package for each kind of play: a new format is one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from padd.core.formats.format import Format
from padd.core.model import Event, Kind

MODULES: Final = {
    Kind.SWISS: "padd.core.formats.swiss.format",
    Kind.CUT: "padd.core.formats.cut.format",
    Kind.BRACKET: "padd.core.formats.bracket.format",
    Kind.TRIBBLES: "padd.core.formats.tribbles.format",
}
"""A format is loaded when an event needs it: most events need one."""
FORMATS: Final[dict[Kind, Format[Any, Any]]] = {}


def format_of(event: Event) -> Format[Any, Any]:
    """Return what answers for an event's kind of play."""
    return format_for(event.kind)


def format_for(kind: Kind) -> Format[Any, Any]:
    """Return what answers for a kind of play."""
    if kind not in FORMATS:
        FORMATS[kind] = import_module(MODULES[kind]).FORMAT
    return FORMATS[kind]

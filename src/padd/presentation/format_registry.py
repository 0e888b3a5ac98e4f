"""The presenter of each kind of play: a new format is one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from padd.core.model import Event, Kind
from padd.presentation.formats.presenter import FormatPresenter

MODULES: Final = {
    Kind.SWISS: "padd.presentation.formats.swiss",
    Kind.CUT: "padd.presentation.formats.cut",
    Kind.BRACKET: "padd.presentation.formats.bracket",
    Kind.TRIBBLES: "padd.presentation.formats.tribbles",
}
PRESENTERS: Final[dict[Kind, FormatPresenter[Any]]] = {}


def presenter_of(event: Event) -> FormatPresenter[Any]:
    """Return what shows an event's kind of play."""
    kind = event.kind
    if kind not in PRESENTERS:
        PRESENTERS[kind] = import_module(MODULES[kind]).PRESENTER
    return PRESENTERS[kind]

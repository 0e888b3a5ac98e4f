"""What presentation asks of every kind of play: its standings, results and reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import msgspec

from padd.core.model import Event, PlayerId, Round
from padd.presentation.documents import Document
from padd.presentation.formats.reasons import Why
from padd.presentation.tables import TextTable
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:  # breaks a cycle of imports
    from padd.presentation.formats.results import ResultsView
    from padd.presentation.formats.standings import StandingsView
from importlib import import_module
from typing import Any

from padd.core.model import Kind

UNAUDITED: Final = dict.fromkeys(
    (
        *("rematches", "byes", "second_byes", "bye_vp", "distant_pairs"),
        *("unequal_pairs", "total_difference", "future_rounds", "optimal"),
    )
)
"""The figures of a draw that is not judged as a Swiss one is."""


class CommandAnswer(msgspec.Struct, frozen=True):
    """What one command says about one event: to programs, and to people."""

    document: Document
    tables: tuple[TextTable, ...]


class AnnouncedRound(msgspec.Struct, frozen=True, kw_only=True):
    """The next round, as an answer and as it goes into the event file."""

    answer: CommandAnswer
    round: Round
    notice: str = ""
    """What the director should know, though the round may be played."""


P_contra = TypeVar("P_contra", contravariant=True)
"""The places as core has them for this kind of play."""


class FormatPresenter(Protocol[P_contra]):
    """How one kind of play is shown."""

    def standings(self, event: Event, book: Rulebook, places: P_contra) -> StandingsView:
        """Lay out the places of an event."""

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return every player's result in every round."""

    def reasons(self, event: Event, book: Rulebook, places: P_contra) -> Callable[[PlayerId], Why]:
        """Return a function that says why a player stands where he or she stands."""

    def pair(
        self, event: Event, book: Rulebook, *, seed: int, pods: int | None = None
    ) -> AnnouncedRound:
        """Draw the next round; Tribbles directors may ask for so many pods."""


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

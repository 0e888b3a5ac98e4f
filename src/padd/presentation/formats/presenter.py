"""The presenter of each kind of play: how its standings, results and reasons are shown."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar

import msgspec

from padd.core.formats.format import Places
from padd.core.formats.registry import format_of
from padd.core.model import Event, Kind, PlayerId, Round
from padd.core.reports.rescore import rescore_event, ruling_effects
from padd.presentation.documents import Document
from padd.presentation.formats.reasons import Why
from padd.presentation.formats.results import ResultsView
from padd.presentation.formats.standings import RescoredView, StandingsView
from padd.presentation.rulebooks import book_for, printed_book_for
from padd.presentation.tables import TextTable
from padd.rulebooks.schema import Rulebook

MODULES: Final = {
    Kind.SWISS: "padd.presentation.formats.swiss",
    Kind.CUT: "padd.presentation.formats.cut",
    Kind.BRACKET: "padd.presentation.formats.bracket",
    Kind.TRIBBLES: "padd.presentation.formats.tribbles",
}
"""A module with a `PRESENTER` for each kind of play, loaded when it is needed."""
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


PRESENTERS: Final[dict[Kind, FormatPresenter[Any]]] = {}


def presenter_of(event: Event) -> FormatPresenter[Any]:
    """Return the presenter of an event's kind of play."""
    kind = event.kind
    if kind not in PRESENTERS:
        PRESENTERS[kind] = import_module(MODULES[kind]).PRESENTER
    return PRESENTERS[kind]


def standings_view(event: Event, book: Rulebook, *, seed: int = 0) -> StandingsView:
    """Return the standings of an event under a rulebook."""
    places = format_of(event).standings(event, book, seed=seed)
    return presenter_of(event).standings(event, book, places)


def standings_with_rulings(
    event: Event, *, seed: int = 0, places: Places | None = None
) -> StandingsView:
    """Return the standings, with the interim rulings that changed them.

    `places` are given if the event has been ranked already.
    """
    book, printed = book_for(event), printed_book_for(event)
    places = places or format_of(event).standings(event, book, seed=seed)
    effects = ruling_effects(event, places, book, printed, seed=seed)
    view = presenter_of(event).standings(event, book, places)
    return msgspec.structs.replace(view, rulings=effects)


def rescored_view(event: Event, other: str, *, seed: int = 0) -> RescoredView:
    """Rank the same facts under another rulebook, compared with the event's own."""
    book = book_for(event, other)
    rescoring = rescore_event(event, book_for(event), book, seed=seed)
    view = presenter_of(event).standings(rescoring.event, book, rescoring.after)
    return RescoredView(view, rescoring.before_id, rescoring.moves)


def results_view(event: Event, book: Rulebook) -> ResultsView:
    """Return the results of an event under a rulebook."""
    return presenter_of(event).results(event, book)

"""Reports in words: their status, and what a correction changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from padd.core.formats.registry import ranking_of
from padd.core.model import Event, PlayerId
from padd.presentation.formats.presenter import results_view
from padd.presentation.formats.results import ResultsView
from padd.presentation.tables import Column
from padd.rulebooks.schema import Rulebook
from padd.services.reports import ReportOutcome, ReportState

WORDS: Final = {
    ReportState.PLAYERS: ("Received. Some players are not known here. Please identify them."),
    ReportState.HELD: "Received. A coordinator will review it before it counts.",
    ReportState.AWAITING: "Received. It will count at the next ratings update.",
    ReportState.PROCESSED: "Processed. It is in the ratings.",
    ReportState.SENT_BACK: "It was sent back. Fix it, then report it again.",
    ReportState.REPLACED: "It was replaced by a later report.",
    ReportState.VOIDED: "The event was voided.",
}


def report_outcome_text(filed: ReportOutcome) -> str:
    """Return one sentence on a report, and whether it was here before."""
    text = WORDS[filed.state]
    if filed.again:
        return f"This report was already received; nothing has changed. {text}"
    return text


class FactChange(msgspec.Struct, frozen=True):
    """One figure that a correction changes: whose, where, from what to what."""

    where: str
    player: str
    before: str
    after: str


def fact_changes(before: Event, after: Event, book: Rulebook) -> tuple[FactChange, ...]:
    """Return what corrected facts change: results round by round, then places."""
    old, new = results_view(before, book), results_view(after, book)
    names = {**old.names, **new.names}
    return (
        *_result_changes(old, new, names),
        *_place_changes(_places(before, book), _places(after, book), names),
    )


def _result_changes(
    old: ResultsView, new: ResultsView, names: Mapping[PlayerId, str]
) -> Iterator[FactChange]:
    was, now = _results(old), _results(new)
    for number, player in sorted(was.keys() | now.keys()):
        one = _told(was.get((number, player)), old.columns, names)
        other = _told(now.get((number, player)), new.columns, names)
        if one != other:
            yield FactChange(f"Round {number}", names[player], one, other)


def _results(view: ResultsView) -> dict[tuple[int, PlayerId], dict[str, Any]]:
    return {
        (round_.number, row["player"]): row  # type: ignore[misc] # ids as kept
        for round_ in view.rounds
        for row in round_.rows
    }


def _told(
    row: dict[str, Any] | None, columns: tuple[Column, ...], names: Mapping[PlayerId, str]
) -> str:
    """Return a result with its figures, in the order of the columns."""
    if row is None:
        return "no result"
    told = ((c.title, c.text(row, names)) for c in columns if c.key != "player")
    return ", ".join(f"{title} {text}" for title, text in told if text)


def _places(event: Event, book: Rulebook) -> dict[PlayerId, int]:
    order = ranking_of(event, book).order
    return {player: place for place, player in enumerate(order, start=1)}


def _place_changes(
    was: Mapping[PlayerId, int], now: Mapping[PlayerId, int], names: Mapping[PlayerId, str]
) -> Iterator[FactChange]:
    for player in sorted({*was, *now}, key=lambda one: now.get(one, len(now) + 1)):
        one, other = was.get(player), now.get(player)
        if one != other:
            yield FactChange("Final place", names[player], str(one or "–"), str(other or "–"))

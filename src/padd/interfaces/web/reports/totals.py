"""The final check of an event: everybody's totals, and one's own games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from padd.core.model import Kind
from padd.core.scoring.results import score_event
from padd.presentation.standings import standings_view
from padd.presentation.words import RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import PlayerId
    from padd.services.reports.outcome import FinishedEventView

NO_TOTALS: Final = frozenset({"sos", "cvp", "results", "decided_by"})
"""What follows from the totals, and is not looked at before they are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """A table of totals, for any kind of play."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorecardRow:
    """One round of one player, as the scorecard has it."""

    round: int
    opponent: str
    result: str
    vp: int
    differential: int


def totals_of(found: FinishedEventView) -> Totals:
    """Return the figures of everybody that add up from the results."""
    view = standings_view(found.event, found.book)
    columns = tuple(column for column in view.columns if column.key not in NO_TOTALS)
    return Totals(
        columns=("#", "Player", *(column.full_title for column in columns)),
        rows=tuple(
            (
                *(row.place_text, row.name),
                *(column.text(row.cells, {}) for column in columns),
            )
            for row in view.rows
        ),
        final=view.final,
    )


def own_games(found: FinishedEventView, player: PlayerId) -> Iterator[ScorecardRow]:
    """Yield the rounds of a player; only Swiss events have scorecards."""
    if found.event.kind is not Kind.SWISS:
        return
    names = {one.id: one.name for one in found.event.players}
    scored = score_event(found.event, found.book)
    for round_, result in zip(scored.rounds, scored.results_of(player), strict=True):
        yield ScorecardRow(
            round=round_.number,
            opponent=names[result.opponent] if result.opponent else "",
            result=RESULTS[result.code],
            vp=result.vp,
            differential=result.differential,
        )

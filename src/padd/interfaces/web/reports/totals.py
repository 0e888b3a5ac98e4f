"""The final check of an event: everybody's totals, and one's own games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from padd.presentation.standings import standings_view

if TYPE_CHECKING:
    from padd.services.reports.outcome import FinishedEventView

NO_TOTALS: Final = frozenset({"sos", "cvp", "results", "decided_by"})
"""What follows from the totals, and is not looked at before they are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """A table of totals, for any kind of play."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    final: bool


def totals_of(finished: FinishedEventView) -> Totals:
    """Return the figures of everybody that add up from the results."""
    view = standings_view(finished.event, finished.book)
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

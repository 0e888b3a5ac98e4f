"""A finished event as tables for a spreadsheet: results by round, and standings."""

from __future__ import annotations

from collections.abc import Iterator

from padd.presentation.formats.presenter import standings_view
from padd.presentation.formats.standings import StandingsView
from padd.presentation.spreadsheet.csv_text import Cell, write_csv
from padd.presentation.spreadsheet.writer import results_table
from padd.services.reports.outcome import FinishedEventView


def standings_csv(finished: FinishedEventView) -> bytes:
    """Return the final standings as a table."""
    view = standings_view(finished.event, finished.book)
    heads = (column.full_title for column in view.ordered_columns)
    return write_csv(("Place", "Player", "Handle", *heads), _rows(finished, view))


def _rows(finished: FinishedEventView, view: StandingsView) -> Iterator[tuple[Cell, ...]]:
    handles = {player.id: player.handle for player in finished.event.players}
    for row in view.rows:
        cells = (row.cells.get(column.key) for column in view.ordered_columns)
        yield (
            row.place_text if row.disqualified else row.place,
            row.name,
            handles[row.player],
            *(" ".join(cell) if isinstance(cell, tuple) else cell for cell in cells),
        )


def results_csv(finished: FinishedEventView) -> bytes:
    """Return every game of every round as a table that can be read again."""
    return write_csv(*results_table(finished.event, finished.book))

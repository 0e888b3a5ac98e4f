"""A finished event as tables for a spreadsheet: results by round, and standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.scoring.results import score_event
from padd.core.scoring.standings import rank
from padd.presentation.formats.registry import way_of
from padd.presentation.spreadsheet.csv_text import write_csv
from padd.presentation.spreadsheet.writer import results_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.presentation.spreadsheet.csv_text import Cell
    from padd.services.reports.outcome import FinishedEventView

STANDINGS = ("Place", "Player", "Handle", "VP", "SoS", "Differential", "CVP")


def standings_csv(found: FinishedEventView) -> bytes:
    """Return the final standings as a table."""
    event, way = found.event, way_of(found.event)
    if way is not None:
        sheet = way.standings(event, 0).sheets[0]
        return write_csv(sheet.columns, sheet.rows)
    return write_csv(STANDINGS, _standings(found))


def _standings(found: FinishedEventView) -> Iterator[tuple[Cell, ...]]:
    players = {player.id: player for player in found.event.players}
    table = rank(score_event(found.event, found.book), found.book)
    for row in table.rows:
        player, record = players[row.player], row.record
        yield (
            "DQ" if row.disqualified else row.place,
            player.name,
            player.handle,
            record.vp,
            record.sos if table.has_schedule else None,
            record.differential,
            record.cvp if table.has_schedule else None,
        )


def results_csv(found: FinishedEventView) -> bytes:
    """Return every game of every round as a table that can be read again."""
    return write_csv(*results_table(found.event, found.book))

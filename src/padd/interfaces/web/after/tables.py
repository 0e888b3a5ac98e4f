"""A finished event as tables for a spreadsheet: results by round, and standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.results import score_event
from padd.core.standings import rank
from padd.interfaces.resulttable import results_table
from padd.interfaces.sheets import write_csv
from padd.interfaces.ways import way_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.interfaces.sheets import Cell
    from padd.services.outcomes import Outcome

STANDINGS = ("Place", "Player", "Handle", "VP", "SoS", "Differential", "CVP")


def standings_csv(found: Outcome) -> bytes:
    """Return the final standings as a table."""
    event, way = found.event, way_of(found.event)
    if way is not None:
        sheet = way.standings(event, 0).sheets[0]
        return write_csv(sheet.columns, sheet.rows)
    return write_csv(STANDINGS, _standings(found))


def _standings(found: Outcome) -> Iterator[tuple[Cell, ...]]:
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


def results_csv(found: Outcome) -> bytes:
    """Return every game of every round as a table that can be read again."""
    return write_csv(*results_table(found.event, found.book))

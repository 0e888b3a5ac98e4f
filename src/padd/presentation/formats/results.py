"""Every player's result in every round, for any format."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from padd.core.model import PlayerId
from padd.core.scoring.terms import Code
from padd.presentation.documents import Document
from padd.presentation.tables import Cells, Column, TextTable


class RoundResults(msgspec.Struct, frozen=True, kw_only=True):
    """One round: a row for every player, with a value for every column by its key."""

    number: int
    name: str = ""
    """What the bracket calls the round."""
    rows: tuple[Cells, ...]
    """In the order of the event's players."""

    @property
    def by_table(self) -> tuple[Cells, ...]:
        """The rows by table; players without a table come last."""
        return tuple(sorted(self.rows, key=_table))


def _table(cells: Cells) -> tuple[bool, int]:
    table = cells.get("table")
    return not isinstance(table, int), table if isinstance(table, int) else 0


class ResultsView(msgspec.Struct, frozen=True, kw_only=True):
    """The results of an event, round by round."""

    title: str
    """What people call the event."""
    names: dict[PlayerId, str]
    columns: tuple[Column, ...]
    rounds: tuple[RoundResults, ...]
    document_keys: tuple[str, ...]
    """The keys of a result in the JSON document; a key without a value is null."""


def results_document(view: ResultsView) -> Document:
    """Return what `padd score --json` prints, in the order of the event's players."""
    return {
        "rounds": [
            {
                "number": round_.number,
                "results": [
                    {key: row.get(key) for key in view.document_keys}
                    for row in _of_everybody(view, round_)
                ],
            }
            for round_ in view.rounds
        ]
    }


def _of_everybody(view: ResultsView, round_: RoundResults) -> Iterator[Cells]:
    """Yield the row of each player; players not in a cut missed its rounds (RATE-11)."""
    rows = {row["player"]: row for row in round_.rows}
    for player in view.names:
        yield rows.get(player, {"player": player, "code": Code.MISSED_GAME})


def results_tables(view: ResultsView) -> tuple[TextTable, ...]:
    """Return one table of text a round."""
    return tuple(
        TextTable(
            title=", ".join(filter(None, (f"{view.title}: round {round_.number}", round_.name))),
            columns=tuple(column.title for column in view.columns),
            numbers=tuple(column.title for column in view.columns if column.numeric),
            rows=tuple(
                tuple(column.text(row, view.names) for column in view.columns)
                for row in round_.by_table
            ),
        )
        for round_ in view.rounds
    )

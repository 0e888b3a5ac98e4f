"""The standings of an event of any format: one structure for every layout.

JSON documents, command-line tables, pages, the wall and paper take what they show from
here; the columns say what the figures mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from padd.core.formats.format import PlacedRow
from padd.core.model import Event, PlayerId
from padd.core.reports.rescore import RescoredPlace, RulingEffect
from padd.core.scoring.terms import Code
from padd.presentation.documents import Document
from padd.presentation.names import player_names
from padd.presentation.tables import Cells, Column, TextTable
from padd.presentation.words import join_names

PLACE: Final = Column("place", "#", "number")
PLAYER: Final = Column("player", "Player", "player")
RESULTS: Final = Column("results", "Results", "codes")
DECIDED_BY: Final = Column("decided_by", "Decided by", "step")
DISQUALIFIED: Final = "DQ"
R = TypeVar("R", bound="PlacedRow")


class StandingsLine(msgspec.Struct, frozen=True, kw_only=True):
    """One player's line: the place, and a value for every column by its key."""

    place: int
    player: PlayerId
    name: str
    cells: Cells
    key: str = ""
    """A plain name for the address of the line on a page."""
    disqualified: bool = False

    @property
    def place_text(self) -> str:
        """The place as people read it."""
        return DISQUALIFIED if self.disqualified else str(self.place)

    @property
    def results(self) -> tuple[str, ...]:
        """The codes of the player's results, where the format has them."""
        codes = self.cells.get(RESULTS.key)
        return codes if isinstance(codes, tuple) else ()

    @property
    def decided_by(self) -> str | None:
        """The step that put the player below the one above, where they were tied."""
        step = self.cells.get(DECIDED_BY.key)
        return step if isinstance(step, str) else None


class StandingsView(msgspec.Struct, frozen=True, kw_only=True):
    """The standings of an event, the best first."""

    event: str
    """The name of the event."""
    rulebook: str
    final: bool
    round: int
    """The number of the last round on record; 0 before the first."""
    round_name: str = ""
    """What that round is called within a sentence, where it has a name."""
    columns: tuple[Column, ...]
    """What stands beside place and player, in order."""
    rows: tuple[StandingsLine, ...]
    leading: Column | None
    """The figure that ranks first, where there is one."""
    document_keys: tuple[str, ...]
    """The keys of a row in the JSON document; a key without a value is null."""
    rulings: tuple[RulingEffect, ...] = ()

    @property
    def state(self) -> str:
        """How far the event is, as a title says it."""
        last = self.round_name or f"round {self.round}"
        return "final" if self.final else f"after {last}"

    @property
    def ordered_columns(self) -> tuple[Column, ...]:
        """The columns with the figures first, then results, then what decided."""
        last = (RESULTS, DECIDED_BY)
        return (
            *(column for column in self.columns if column not in last),
            *(column for column in last if column in self.columns),
        )

    @property
    def open_games(self) -> bool:
        """Whether a result is still to come."""
        return any(Code.PENDING in row.results for row in self.rows)

    @property
    def names(self) -> dict[PlayerId, str]:
        """What people call the players."""
        return {row.player: row.name for row in self.rows}

    def with_names(self, names: Mapping[PlayerId, str]) -> StandingsView:
        """Return the same standings with other names for the players."""
        rows = (msgspec.structs.replace(row, name=names[row.player]) for row in self.rows)
        return msgspec.structs.replace(self, rows=tuple(rows))


def standings_lines(
    event: Event, rows: Sequence[R], cells: Callable[[R], Cells]
) -> tuple[StandingsLine, ...]:
    """Return a line for every row of core's places, with its cells."""
    names = player_names(event)
    return tuple(
        StandingsLine(
            place=row.place,
            player=row.player,
            name=names[row.player],
            key=_key(row.player, index),
            cells=cells(row),
            disqualified=row.disqualified,
        )
        for index, row in enumerate(rows, start=1)
    )


def _key(player: PlayerId, index: int) -> str:
    plain = player.replace("-", "").replace("_", "")
    return player if plain.isascii() and plain.isalnum() else f"line-{index}"


class RescoredView(msgspec.Struct, frozen=True):
    """The standings under another rulebook, and who moved by which rule."""

    standings: StandingsView
    compared_with: str
    moves: tuple[RescoredPlace, ...]


def standings_document(view: StandingsView) -> Document:
    """Return what `padd standings --json` prints."""
    document: Document = {
        "event": view.event,
        "rulebook": view.rulebook,
        "final": view.final,
        "standings": [_row(row, view.document_keys) for row in view.rows],
    }
    if view.rulings:
        document["rulings"] = [
            {
                "id": ruling.id,
                "title": ruling.title,
                "cite": ruling.cite,
                "changed": list(ruling.changed),
            }
            for ruling in view.rulings
        ]
    return document


def _row(row: StandingsLine, keys: tuple[str, ...]) -> Document:
    document: Document = {"place": row.place, "player": row.player}
    for key in keys:
        cell = row.cells.get(key)
        document[key] = list(cell) if isinstance(cell, tuple) else cell
    if row.disqualified:
        document["disqualified"] = True
    return document


def rescored_document(rescoring: RescoredView) -> Document:
    """Return what `padd standings --rulebook OTHER --json` prints."""
    return {
        **standings_document(rescoring.standings),
        "compared_with": rescoring.compared_with,
        "moved": [
            {
                "player": move.player,
                "from": move.before,
                "to": move.after,
                "by": [
                    {"rule": cause.path, "about": cause.about, "cite": cause.cite}
                    for cause in move.causes
                ],
            }
            for move in rescoring.moves
        ],
    }


def standings_table(view: StandingsView) -> TextTable:
    """Return the standings as a table of text."""
    columns = (PLACE, PLAYER, *view.columns)
    return TextTable(
        title=f"{view.event or 'Event'}: standings, {view.state} ({view.rulebook})",
        columns=tuple(column.title for column in columns),
        numbers=tuple(column.title for column in columns if column.numeric),
        rows=tuple(line_cells(view, row) for row in view.rows),
        lines=tuple(_ruling_lines(view)),
    )


def _ruling_lines(view: StandingsView) -> Iterator[str]:
    """Yield the interim rulings in force, and whose lines they changed."""
    for ruling in view.rulings:
        yield f"Interim ruling: {ruling.title} ({ruling.cite})."
    changed = {player for ruling in view.rulings for player in ruling.changed}
    names = [row.name for row in view.rows if row.player in changed]
    if view.rulings:
        who = join_names(names) if names else "No one"
        them = "it" if len(view.rulings) == 1 else "them"
        yield f"{who} would have a different line without {them}."


def line_cells(view: StandingsView, row: StandingsLine) -> tuple[str, ...]:
    """Return a line in words: place, player, and every column."""
    cells = (column.text(row.cells, {}) for column in view.columns)
    return row.place_text, row.name, *cells


def moves_table(rescoring: RescoredView) -> TextTable:
    """Return who moved under the other rulebook, a line for each rule behind it."""
    names = rescoring.standings.names
    unmoved = f"No changes: {rescoring.compared_with} gives the same order."
    return TextTable(
        title=f"Moved, compared with {rescoring.compared_with}" if rescoring.moves else unmoved,
        columns=("Player", "From", "To", "Rule", "Section"),
        numbers=("From", "To"),
        rows=tuple(
            (
                *(
                    (names[move.player], str(move.before), str(move.after))
                    if index == 0
                    else ("", "", "")
                ),
                cause.about,
                cause.cite,
            )
            for move in rescoring.moves
            for index, cause in enumerate(move.causes)
        ),
    )

"""Lists on paper: one value for the PDF, the plain page and the spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from padd.core.formats.registry import format_of, round_title_of
from padd.core.formats.tribbles.scoring import match_number
from padd.core.model import PlayerId, Round
from padd.core.refusal import RefusalError
from padd.interfaces.printing.event_view import PrintView, table_number
from padd.presentation.formats.results import ResultsView, RoundResults
from padd.presentation.formats.standings import StandingsView
from padd.presentation.messages import text
from padd.presentation.names import family_first
from padd.presentation.tables import Column
from padd.presentation.words import OPEN

MANY: Final = 44
"""Lists of more lines are set in two columns."""
LARGE: Final = ((12, 19.0), (20, 16.0), (28, 13.0), (36, 12.0), (MANY, 11.0))
"""Up to so many lines: the size of the letters in points."""
SHEET: Final = 210.0
"""Millimeters for the lines of a list on the smaller sheet, below its title."""
CAPITAL: Final = 0.257
"""Millimeters by which a point makes a line taller."""
WIDTHS: Final = {"player": -1, "vp": 12, "sos": 13, "differential": 16, "cvp": 13, "decided_by": 29}
"""Millimeters of the columns by key; the others are as wide as what is in them."""
MANY_COLUMNS: Final = 6
"""Beside more figures than these there is no room for names on an upright sheet."""


class ListColumn(msgspec.Struct, frozen=True):
    """One column: its head, its width in millimeters (below 0: shares), its side."""

    head: str
    width: float = 0
    side: str = "start"
    strong: bool = False
    write: bool = False
    """Left empty, to be written in."""


class ListTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a list, with the lines around it."""

    columns: tuple[ListColumn, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    title: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class PrintedList(msgspec.Struct, frozen=True, kw_only=True):
    """A list, whatever it is printed on."""

    title: str
    lines: tuple[str, ...]
    parts: tuple[ListTable, ...]
    size: float = 11
    pad: float = 1.7
    line: float = 6.0
    """How high a line is in which something is written, in millimeters."""
    columns: int = 1
    flipped: bool = False

    def content(self, foot: str) -> dict[str, Any]:
        """Return the list as its sheet takes it."""
        return {**msgspec.to_builtins(self), "foot": foot}


def seats_by_name(view: PrintView, round_: Round) -> PrintedList:
    """Return the seats of all players by name: the list to pin up."""
    rows = [
        (name_for_list(name), table, others)
        for name, table, others in sorted(
            _seats(view, round_), key=lambda row: family_first(row[0])
        )
    ]
    many = len(rows) > MANY
    lines = len(rows) * (3 if round_.pods else 1)
    size = 9.5 if many else _large(lines)
    columns = (
        ListColumn("Player", -1, strong=True),
        ListColumn("Table", 14 if many else 24, "middle", strong=True),
        ListColumn("Opponent" if not round_.pods else "Also there", -1),
    )
    return PrintedList(
        title=f"{_rounds_title(view, round_)}: find your table",
        lines=(view.place_and_day,),
        parts=(ListTable(columns=columns, rows=tuple(rows)),),
        size=size,
        pad=1.25 if many else _pad(lines, size, most=2.6),
        columns=2 if many else 1,
    )


def _rounds_title(view: PrintView, round_: Round) -> str:
    """Return what a sheet is for: a round, or those its pods play together."""
    rules = view.book.tribbles
    if not round_.pods or rules is None:
        return round_title_of(view.event, round_.number)
    last = match_number(round_.number, rules) * rules.rounds_per_match
    first = last - rules.rounds_per_match + 1
    return f"Rounds {first} to {min(last, view.event.rounds_planned)}"


def _large(lines: int) -> float:
    """Return letters for a list that is read from a wall: the fewer, the larger."""
    return next((size for most, size in LARGE if lines <= most), LARGE[-1][1])


def _pad(lines: int, size: float, *, most: float, least: float = 0.85) -> float:
    """Return the room above and below a line with which the list fills its sheets.

    A sheet is filled rather than followed by another one with a line or two.
    """
    for sheets in range(1, lines + 1):
        room = (SHEET * sheets / lines - CAPITAL * size) / 2
        if room >= least:
            return min(room, most)
    return most


def name_for_list(name: str) -> str:
    """Return a name as it is looked for on the wall, too: Marušić, Ivo."""
    parts = family_first(name)
    return f"{parts.family}, {parts.given}" if parts.given else parts.family


def _seats(view: PrintView, round_: Round) -> Iterator[tuple[str, str, str]]:
    names = view.names
    for at, match in enumerate(round_.matches):
        table = str(table_number(match, at))
        first, second = match.players
        yield names[first], table, names[second]
        yield names[second], table, names[first]
    for at, pod in enumerate(round_.pods):
        for player in pod.players:
            others = ", ".join(names[other] for other in pod.players if other != player)
            yield names[player], str(table_number(pod, at)), others
    for player in (*round_.byes, *round_.earned_byes):
        yield names[player], "–", "bye, no game"


def seats_by_table(view: PrintView, round_: Round) -> PrintedList:
    """Return who sits at which table."""
    names, totals = view.names, _totals(view, round_)
    rows = [*_match_rows(view, round_, totals)]
    rows += [
        (str(table_number(pod, at)), ", ".join(names[player] for player in pod.players))
        for at, pod in enumerate(round_.pods)
    ]
    size = _large(len(rows))
    return PrintedList(
        title=f"{_rounds_title(view, round_)}: tables",
        lines=(view.place_and_day,),
        parts=(
            ListTable(
                columns=_table_columns(round_, points=bool(totals)),
                rows=tuple(sorted(rows, key=lambda row: int(row[0]))),
                after=tuple(players_without_game(view, round_)),
            ),
        ),
        size=size,
        pad=_pad(len(rows), size, most=2.6),
    )


def _match_rows(
    view: PrintView, round_: Round, totals: dict[PlayerId, str]
) -> Iterator[tuple[str, ...]]:
    for at, match in enumerate(round_.matches):
        sides = [
            (view.names[player], *((totals[player],) if totals else ())) for player in match.players
        ]
        yield (str(table_number(match, at)), *sides[0], *sides[1])


def _table_columns(round_: Round, *, points: bool) -> tuple[ListColumn, ...]:
    table = ListColumn("Table", 22, "middle", strong=True)
    if round_.pods:
        return table, ListColumn("Players, in the order of their seats", -1)
    side = (ListColumn("Player", -1), *((ListColumn("VP", 14, "middle"),) if points else ()))
    return table, *side, *side


def _totals(view: PrintView, round_: Round) -> dict[PlayerId, str]:
    """Return the victory points of all players before a Swiss round."""
    if not format_of(view.event).gives_victory_points or round_.number == 1:
        return {}
    totals = dict.fromkeys(view.names, 0)
    for scored in view.scored.rounds:
        if scored.number < round_.number:
            for result in scored.results:
                totals[result.player] += result.vp
    return {player: str(total) for player, total in totals.items()}


def players_without_game(view: PrintView, round_: Round) -> Iterator[str]:
    """Yield who has no game in a round, and why; not who is out of a bracket."""
    before_cut = view.event.stages and round_ in view.event.rounds
    out_of_it = format_of(view.event).has_bracket and not before_cut
    for word, players in (
        ("Bye", round_.byes),
        ("Earned bye", round_.earned_byes),
        ("Not in this round", () if out_of_it else round_.missed),
    ):
        if players:
            yield f"{word}: {', '.join(view.names[player] for player in players)}."


def standings_list(view: PrintView) -> PrintedList:
    """Return the standings, as every other page of the program has them."""
    try:
        ranked = view.standings
    except RefusalError as refused:
        return _empty(view, text(refused.refusal.message))
    if ranked is None:
        return _empty(view, "No round has been played yet.")
    state = f"in round {ranked.round}" if ranked.open_games else ranked.state
    undecided = view.still_open if ranked.final else ()
    if undecided:
        state = "not final yet"
    columns = tuple(_filled(ranked))
    rows = tuple(
        (
            row.place_text,
            view.names[row.player],
            *(column.text(row.cells, view.names) for column in columns),
        )
        for row in ranked.rows
    )
    heads = (
        ListColumn("#", 10, "end", strong=True),
        ListColumn("Player", -1),
        *(_head(column, strong=column == ranked.leading) for column in columns),
    )
    note = (f"{OPEN} is a game without a result yet.",) if ranked.open_games else ()
    legend = (_legend(view),) if format_of(view.event).gives_victory_points else ()
    return PrintedList(
        title=f"Standings, {state}",
        lines=(
            view.place_and_day,
            f"By {view.book.title}.",
            *(f"Still open: {point}" for point in undecided),
        ),
        parts=(ListTable(columns=heads, rows=rows, after=(*note, *legend)),),
        size=10.5,
        pad=_pad(len(rows) + 6, 10.5, most=1.6),
        flipped=len(columns) > MANY_COLUMNS,
    )


def _filled(view: StandingsView) -> Iterator[Column]:
    """Yield the columns, without figures that the rulebook does not know."""
    for column in view.ordered_columns:
        figure = column.numeric and view.rows
        if not figure or any(row.cells[column.key] is not None for row in view.rows):
            yield column


def _head(column: Column, *, strong: bool = False) -> ListColumn:
    side = "end" if column.numeric else "start"
    return ListColumn(column.title, WIDTHS.get(column.key, 0), side, strong=strong)


def _legend(view: PrintView) -> str:
    points = view.book.scoring.points
    earned = "" if points.earned_bye is None else f", earned bye {points.earned_bye}"
    return (
        f"Victory points: full win (FW) {points.full_win}, modified win (MW) "
        f"{points.modified_win}, true tie (TT) {points.tie}, modified loss (ML) "
        f"{points.modified_loss}, full loss (FL) {points.full_loss}, bye {points.bye}"
        f"{earned}, missed game (MG) {points.missed_game}."
    )


def _empty(view: PrintView, text: str) -> PrintedList:
    return PrintedList(
        title="Standings", lines=(view.place_and_day,), parts=(ListTable(before=(text,)),)
    )


def round_results_part(day: PrintView, view: ResultsView, round_: RoundResults) -> ListTable:
    """Return the results of one round, a line for every player."""
    return ListTable(
        columns=tuple(_head(column) for column in view.columns),
        rows=tuple(
            tuple(column.text(row, day.names) for column in view.columns) for row in round_.by_table
        ),
        title=round_title_of(day.event, round_.number),
    )

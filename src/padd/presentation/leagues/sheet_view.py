"""The bonus sheet of an event as the dashboard shows it: a column for each scheme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from padd.core.leagues.bonus_schemes import BonusLine, Scheme, bonus_sum
from padd.presentation.words import signed
from padd.services.leagues.bonus_sheet import SheetRow, bonus_sheet
from padd.store.models.leagues import LeagueEvent

COLUMNS: Final = {
    Scheme.HEADQUARTERS: "HQ",
    Scheme.PARTICIPATION: "Part.",
    Scheme.NEW_MISSION: "Missions",
    Scheme.OWN: "Other",
}
"""The head of each scheme's column."""
UNKNOWN: Final = " + ?"


class SheetLine(msgspec.Struct, frozen=True, kw_only=True):
    """One player of the sheet, with a figure for each column."""

    row: SheetRow
    note: str
    """What the headquarters was: new, unused, played before."""
    gains: tuple[str, ...]
    bonus: str
    total: str


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole sheet: columns, lines, the sums below, and what is still missing."""

    columns: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    points: int
    gains: tuple[str, ...]
    bonus: str
    total: str
    missing: tuple[SheetRow, ...]
    """Players whose headquarters is not entered."""
    unbooked: bool
    """What is known gives other points than those on record."""
    gained: dict[str, int]
    """The booked points of each player."""


def event_sheet_view(in_league: LeagueEvent) -> SheetView:
    """Return the sheet of an event with the columns of its season."""
    return sheet_view(bonus_sheet(in_league), in_league.season.schemes)


def sheet_view(rows: Sequence[SheetRow], schemes: Sequence[str]) -> SheetView:
    """Return the sheet in columns: the league's schemes, then points by hand."""
    columns = [scheme for scheme in COLUMNS if scheme in schemes]
    if not columns or any(row.by_hand for row in rows):
        columns.append(Scheme.OWN)
    missing = tuple(row for row in rows if row.unknown)
    open_ = UNKNOWN if missing else ""
    points = sum(row.points for row in rows)
    bonus = sum(row.bonus for row in rows)
    return SheetView(
        columns=tuple(COLUMNS[scheme] for scheme in columns),
        lines=tuple(_line(row, columns) for row in rows),
        points=points,
        gains=tuple(
            f"{sum(_gain(row, scheme) for row in rows)}"
            f"{open_ if scheme is Scheme.HEADQUARTERS else ''}"
            for scheme in columns
        ),
        bonus=f"{bonus}{open_}",
        total=f"{points + bonus}{open_}",
        missing=missing,
        unbooked=any(row.bonus != row.booked for row in rows),
        gained={row.person: row.points + row.booked for row in rows},
    )


def _line(row: SheetRow, columns: Sequence[Scheme]) -> SheetLine:
    open_ = UNKNOWN if row.unknown else ""
    return SheetLine(
        row=row,
        note=_note(row.lines),
        gains=tuple(
            "?" if row.unknown and scheme is Scheme.HEADQUARTERS else signed(_gain(row, scheme))
            for scheme in columns
        ),
        bonus=f"{row.bonus}{open_}",
        total=f"{row.points + row.bonus}{open_}",
    )


def _gain(row: SheetRow, scheme: Scheme) -> int:
    if scheme is Scheme.OWN:
        return row.by_hand
    return bonus_sum([line for line in row.lines if line.scheme is scheme])


def _note(lines: Sequence[BonusLine]) -> str:
    """Say in a word or two what the headquarters bonus rests on."""
    mine = [line for line in lines if line.scheme is Scheme.HEADQUARTERS]
    if not mine:
        return ""
    if mine[0].points:
        return "new, unused" if any(line.points for line in mine[1:]) else "new"
    return "too few fit" if mine[0].path.endswith(".percent") else "played before"

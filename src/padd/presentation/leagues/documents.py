"""Leagues on the command line: documents for programs, tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from padd.core.leagues.event_points import EventPoints
from padd.core.leagues.playoffs import PlayoffRow
from padd.core.leagues.qualification import Qualification
from padd.core.leagues.table import LeagueRow, events_of_parts, league_table
from padd.core.model import LeaguePart
from padd.core.ratings.sheet import handle_or_id
from padd.presentation.documents import Document
from padd.presentation.formats.presenter import CommandAnswer
from padd.presentation.tables import TextTable

TABLES = {
    "first_half": ("First half", (LeaguePart.FIRST_HALF,)),
    "second_half": ("Second half", (LeaguePart.SECOND_HALF,)),
    "total": ("Season", tuple(LeaguePart)),
}


def league_table_answer(
    league: str, season: int, events: Sequence[EventPoints], names: Mapping[str, str]
) -> CommandAnswer:
    """Return both halves and the season of one league."""
    document: dict[str, Any] = {"league": league, "season": season}
    tables: list[TextTable] = []
    for key, (title, parts) in TABLES.items():
        rows = league_table(events_of_parts(events, *parts))
        document[key] = [_row(row) for row in rows]
        if rows or key == "total":
            tables.append(_table(f"{league} {season}: {title}", rows, names))
    return CommandAnswer(document, tuple(tables))


def _row(row: LeagueRow) -> Document:
    return {
        "place": row.place,
        "player": handle_or_id(row.person),
        "points": row.points,
        "bonus": row.bonus,
        "events": row.events,
    }


def _table(title: str, rows: Sequence[LeagueRow], names: Mapping[str, str]) -> TextTable:
    return TextTable(
        title=title,
        columns=("#", "Player", "Handle", "Points", "Bonus", "Total", "Events"),
        numbers=("#", "Points", "Bonus", "Total", "Events"),
        rows=tuple(
            (
                str(row.place),
                names[row.person],
                handle_or_id(row.person),
                str(row.points),
                str(row.bonus),
                str(row.total),
                str(row.events),
            )
            for row in rows
        ),
    )


def qualification_answer(
    found: Qualification, playoffs: Sequence[PlayoffRow], names: Mapping[str, str]
) -> CommandAnswer:
    """Return who qualified from each half, and the playoffs as they stand."""
    document: dict[str, Any] = {}
    tables: list[TextTable] = []
    for part, rows in found.halves.items():
        document[part.replace("-", "_")] = [
            {
                "place": row.place,
                "player": handle_or_id(row.person),
                "total": row.total,
                "decided_by": row.decided_by,
                "qualified": row.qualified,
                "already_in": row.already_in,
            }
            for row in rows
        ]
        tables.append(
            TextTable(
                title=part.replace("-", " ").capitalize(),
                columns=("#", "Player", "Total", "Decided by", ""),
                numbers=("#", "Total"),
                rows=tuple(
                    (
                        str(row.place),
                        names[row.person],
                        str(row.total),
                        row.decided_by or "",
                        _word(qualified=row.qualified, already_in=row.already_in),
                    )
                    for row in rows
                ),
            )
        )
    document["qualified"] = [handle_or_id(person) for person in found.qualified]
    document["playoffs"] = [
        {
            "place": row.place,
            "player": handle_or_id(row.person),
            "decided_by": row.decided_by,
            **{name.replace("-", "_"): value for name, value in row.figures.items()},
        }
        for row in playoffs
    ]
    if playoffs:
        tables.append(_playoffs(playoffs, names))
    return CommandAnswer(document, tuple(tables))


def _word(*, qualified: bool, already_in: bool) -> str:
    if already_in:
        return "already in"
    return "qualified" if qualified else ""


def _playoffs(rows: Sequence[PlayoffRow], names: Mapping[str, str]) -> TextTable:
    steps = tuple(rows[0].figures)
    heads = tuple(step.replace("-", " ").capitalize() for step in steps)
    return TextTable(
        title="Playoffs",
        columns=("#", "Player", *heads, "Decided by"),
        numbers=("#", *heads),
        rows=tuple(
            (
                str(row.place),
                names[row.person],
                *(str(row.figures[step]) for step in steps),
                row.decided_by or "",
            )
            for row in rows
        ),
    )


def lifetime_answer(
    rows: Sequence[LeagueRow], names: Mapping[str, str], *, least: int
) -> CommandAnswer:
    """Return all lifetime points, and the players admitted to the Champions League."""
    document = {
        "entry_points": least,
        "players": [
            {
                "place": row.place,
                "player": handle_or_id(row.person),
                "points": row.points,
                "events": row.events,
                "enters": row.points >= least,
            }
            for row in rows
        ],
    }
    table = TextTable(
        title=f"Lifetime league points; the Champions League takes {least}",
        columns=("#", "Player", "Handle", "Points", "Events", ""),
        numbers=("#", "Points", "Events"),
        rows=tuple(
            (
                str(row.place),
                names[row.person],
                handle_or_id(row.person),
                str(row.points),
                str(row.events),
                "may enter" if row.points >= least else "",
            )
            for row in rows
        ),
    )
    return CommandAnswer(document, (table,))

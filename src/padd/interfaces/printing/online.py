"""Paper of online events: the games of a round with deadlines in every zone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from padd.core.model import PlayerId
from padd.core.online.open_games import deadline_of
from padd.interfaces.printing.lists import ListColumn, ListTable, PrintedList
from padd.presentation.eventlog.event_view import EventView
from padd.services.local_time import format_date

CELLS: Final = 4
"""Two players, each with a local time."""


def online_round_list(view: EventView, zones: dict[str, str]) -> PrintedList:
    """Return the games of an online round: deadlines in UTC and in local time."""
    round_ = view.state.played[-1]
    columns = (
        ListColumn("Table", 14, "middle", strong=True),
        ListColumn("Player", -1),
        ListColumn("Until, local", 40),
        ListColumn("Player", -1),
        ListColumn("Until, local", 40),
        ListColumn("Until, UTC", 40),
    )
    rows = tuple(
        (str(table.number), *_sides(view, table.players, zones, until))
        for table in round_.tables.values()
        for until in (deadline_of(round_, table),)
    )
    return PrintedList(
        title=f"{view.calendar_event.name}: round {round_.number}",
        lines=("Play and report before the deadline.",),
        parts=(ListTable(columns=columns, rows=rows),),
        flipped=True,
    )


def _sides(
    view: EventView, players: Sequence[PlayerId], zones: dict[str, str], until: str | None
) -> tuple[str, ...]:
    cells: list[str] = []
    for player in players[:2]:
        cells += [view.name(player), _in_zone(until, zones[player])]
    cells += [""] * (CELLS - len(cells))
    return (*cells, _in_zone(until, "UTC").removesuffix(" UTC"))


def _in_zone(until: str | None, zone: str) -> str:
    if until is None:
        return "–"
    at = datetime.fromisoformat(until).astimezone(ZoneInfo(zone))
    place = zone.rsplit("/", maxsplit=1)[-1].replace("_", " ")
    return f"{format_date(at, '%a %d %b, %H:%M')} {place}"

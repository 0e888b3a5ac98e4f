"""Finished Tribbles events: one table per pod, with points by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from padd.core.model import PairingStyle, PlayerId
from padd.presentation.formats.presenter import results_view
from padd.presentation.formats.results import RoundResults
from padd.presentation.names import player_names
from padd.services.reports.outcome import FinishedEventView

Lines = dict[Any, dict[str, Any]]
"""The results of one round by player."""


class Points(msgspec.Struct, frozen=True):
    """What one round gave one player."""

    points: str
    won: bool


class PodRow(msgspec.Struct, frozen=True):
    """One player of a pod; the person is empty for somebody without a page."""

    name: str
    person: str
    rounds: tuple[Points | None, ...]
    """None for a round in which the player was at no table."""
    total: str


class PodTable(msgspec.Struct, frozen=True):
    """One pod through the rounds of a match."""

    title: str
    rounds: tuple[int, ...]
    rows: tuple[PodRow, ...]


def pod_tables(finished: FinishedEventView) -> tuple[PodTable, ...]:
    """Return every pod of every match, the best of it first."""
    rules = finished.book.tribbles
    if rules is None:
        return ()
    rounds = results_view(finished.event, finished.book).rounds
    length = rules.rounds_per_match
    matches = [rounds[at : at + length] for at in range(0, len(rounds), length)]
    return tuple(
        table
        for number, match in enumerate(matches, start=1)
        for table in _tables(finished, match, _title(finished, number, len(matches)))
    )


def _title(finished: FinishedEventView, number: int, matches: int) -> str:
    if matches == 1:
        return ""
    if finished.event.pairing_style is PairingStyle.TRIBBLES_FINALS:
        return "Heats" if number == 1 else "Finals"
    return f"Match {number}"


def _tables(
    finished: FinishedEventView, match: Sequence[RoundResults], title: str
) -> Iterator[PodTable]:
    lines: list[Lines] = [{row["player"]: row for row in round_.rows} for round_ in match]
    tables: dict[int, list[PlayerId]] = {}
    for player in finished.event.players:
        own = (line[player.id]["table"] for line in lines)
        table = next((row for row in own if row is not None), None)
        if table is not None:
            tables.setdefault(table, []).append(player.id)
    for table, players in sorted(tables.items()):
        players.sort(key=lambda player: (-_total(lines, player), player))
        yield PodTable(
            title=f"{title}, table {table}" if title else f"Table {table}",
            rounds=tuple(round_.number for round_ in match),
            rows=tuple(_row(finished, lines, player) for player in players),
        )


def _total(lines: Sequence[Lines], player: PlayerId) -> int:
    return sum(line[player]["points"] for line in lines)


def _row(finished: FinishedEventView, lines: Sequence[Lines], player: PlayerId) -> PodRow:
    return PodRow(
        name=player_names(finished.event)[player],
        person=finished.people.get(player, ""),
        rounds=tuple(
            None
            if line[player]["table"] is None
            else Points(f"{line[player]['points']:,}", won=line[player]["won"])
            for line in lines
        ),
        total=f"{_total(lines, player):,}",
    )

"""The final check of an event: everybody's totals, and one's own games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from padd.core.model import Kind
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import rank
from padd.presentation.formats.registry import way_of
from padd.presentation.words import RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import PlayerId
    from padd.services.reports.outcome import FinishedEventView


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """A table of totals, for any kind of play."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorecardRow:
    """One round of one player, as the scorecard has it."""

    round: int
    opponent: str
    result: str
    vp: int
    differential: int


def totals_of(found: FinishedEventView) -> Totals:
    """Return VP and differential of everybody, or the table of the kind of play."""
    event, way = found.event, way_of(found.event)
    if way is not None:
        sheet = way.standings(event, 0).sheets[0]
        rows = tuple(tuple(map(_cell, row)) for row in sheet.rows)
        return Totals(columns=tuple(sheet.columns), rows=rows, final=True)
    table = rank(score_event(event, found.book), found.book)
    names = {player.id: player.name for player in event.players}
    return Totals(
        columns=("#", "Player", "VP", "Differential"),
        rows=tuple(
            (
                "DQ" if row.disqualified else str(row.place),
                names[row.player],
                str(row.record.vp),
                f"{row.record.differential:+d}".replace("-", "−"),
            )
            for row in table.rows
        ),
        final=table.final,
    )


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def own_games(found: FinishedEventView, player: PlayerId) -> Iterator[ScorecardRow]:
    """Yield the rounds of a player; only Swiss events have scorecards."""
    if found.event.kind is not Kind.SWISS:
        return
    names = {one.id: one.name for one in found.event.players}
    scored = score_event(found.event, found.book)
    for round_, result in zip(scored.rounds, scored.results_of(player), strict=True):
        yield ScorecardRow(
            round=round_.number,
            opponent=names[result.opponent] if result.opponent else "",
            result=RESULTS[result.code],
            vp=result.vp,
            differential=result.differential,
        )

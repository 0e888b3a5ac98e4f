"""The final check of an event: everyone's totals, and your own games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from padd.core.formats.tribbles.phases import reported_as
from padd.core.model import Event, PairingStyle
from padd.presentation.formats.presenter import standings_view
from padd.services.reports.outcome import FinishedEventView

NO_TOTALS: Final = frozenset({"sos", "cvp", "results", "course", "decided_by"})
"""What follows from the totals, and is not looked at before they are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """A table of totals, for any kind of play."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    final: bool


def totals_of(finished: FinishedEventView) -> Totals:
    """Return the figures of everybody that add up from the results."""
    view = standings_view(finished.event, finished.book)
    columns = tuple(column for column in view.columns if column.key not in NO_TOTALS)
    return Totals(
        columns=("#", "Player", *(column.full_title for column in columns)),
        rows=tuple(
            (*(row.place_text, row.name), *(column.text(row.cells, {}) for column in columns))
            for row in view.rows
        ),
        final=view.final,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPart:
    """One of the events that a day of heats and finals is reported as (App. A)."""

    name: str
    starts: str
    rounds: str
    finals: bool
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    """In the finals everybody by the seed, which is the table; in a heat nobody."""
    players: int


def parts_shown(finished: FinishedEventView) -> tuple[ReportedPart, ...]:
    """Return heats and finals as they are reported; nothing for other events."""
    parts = reported_as(finished.event, finished.book)
    if len(parts) == 1:
        return ()
    return tuple(_part(part) for part in parts)


def _part(part: Event) -> ReportedPart:
    finals = part.pairing_style is PairingStyle.TRIBBLES_FINALS
    seeds = sorted({player.seed for player in part.players if player.seed is not None})
    return ReportedPart(
        name=f"{part.name}, finals" if finals else part.name,
        starts=(part.starts or "")[:16].replace("T", " "),
        rounds=f"{part.rounds[0].number} to {part.rounds[-1].number}",
        finals=finals,
        tables=tuple(
            (seed, tuple(p.name or p.id for p in part.players if p.seed == seed)) for seed in seeds
        ),
        players=len(part.players),
    )

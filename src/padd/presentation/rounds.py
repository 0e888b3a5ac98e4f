"""The tables of a round as the console lists them: who needs somebody first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.eventlog.result_checks import result_line
from padd.core.eventlog.table import ResultStatus
from padd.core.model import Kind, PlayerId
from padd.core.scoring.results import (
    match_results,
    terms_of,
)
from padd.presentation import page_words
from padd.presentation.event_head import Chip
from padd.presentation.words import signed

if TYPE_CHECKING:
    from padd.core.eventlog.state import RoundState
    from padd.core.eventlog.table import TableState
    from padd.core.model import Match
    from padd.interfaces.web.console.event_view import ConsoleView

ORDER: Final = {
    ResultStatus.DISPUTED: 0,
    ResultStatus.REPORTED: 1,
    ResultStatus.PLAYING: 2,
    ResultStatus.PUBLISHED: 2,
    ResultStatus.DRAFT: 2,
    ResultStatus.DELAYED: 3,
    ResultStatus.CONFIRMED: 4,
}
GROUPS: Final = {
    ResultStatus.DISPUTED: "needs",
    ResultStatus.REPORTED: "waiting",
    ResultStatus.PLAYING: "playing",
    ResultStatus.PUBLISHED: "playing",
    ResultStatus.DRAFT: "playing",
    ResultStatus.DELAYED: "waiting",
    ResultStatus.CONFIRMED: "confirmed",
}
FILTERS: Final = (
    ("needs", "Needs you"),
    ("waiting", "Waiting"),
    ("playing", "Playing"),
    ("confirmed", "Confirmed"),
)


class TablePlayer(msgspec.Struct, frozen=True):
    """One player of a table, with the points before the round."""

    player: PlayerId
    name: str
    before: str
    won: bool = False
    points: str = ""


class TableRow(msgspec.Struct, frozen=True):
    """One table of the list."""

    number: int
    seats: tuple[TablePlayer, ...]
    score: str
    chip: Chip
    status: str
    group: str
    settled: bool
    solid: bool = False


class WithoutTable(msgspec.Struct, frozen=True):
    """Somebody of the round without a table."""

    name: str
    chip: Chip


def table_rows(
    desk: ConsoleView, round_: RoundState, *, with_points: bool = True
) -> tuple[TableRow, ...]:
    """Return the tables of a round, in the order in which they need somebody."""
    before = points_before(desk, round_) if with_points else {}
    tables = sorted(
        round_.tables.values(), key=lambda t: (ORDER[round_.status(t)], t.number)
    )
    return tuple(_row(desk, round_, table, before) for table in tables)


def points_before(desk: ConsoleView, round_: RoundState) -> dict[PlayerId, str]:
    """Return the points that everybody had before a round; Swiss alone counts them."""
    if desk.state.settings.kind is not Kind.SWISS:
        return {}
    totals: dict[PlayerId, int] = {}
    for scored in desk.scored.rounds:
        if scored.number < round_.number:
            for result in scored.results:
                totals[result.player] = totals.get(result.player, 0) + result.vp
    return {player: str(total) for player, total in totals.items()}


def _row(
    desk: ConsoleView,
    round_: RoundState,
    table: TableState,
    before: dict[PlayerId, str],
) -> TableRow:
    status = round_.status(table)
    winner = _winner(desk, table) if table.settled else None
    scores = table.pod.scores if table.pod is not None else None
    seats = tuple(
        TablePlayer(
            player,
            desk.name(player),
            before.get(player, ""),
            player == winner,
            page_words.number(scores[player]) if scores and player in scores else "",
        )
        for player in table.players
    )
    return TableRow(
        number=table.number,
        seats=seats,
        score=_score(table),
        chip=_chip(desk, table, status),
        status=status,
        group=GROUPS[status],
        settled=status is ResultStatus.CONFIRMED,
        solid=status is ResultStatus.DISPUTED,
    )


def _winner(desk: ConsoleView, table: TableState) -> PlayerId | None:
    match = table.match
    if match is None or match.ending is None:
        return None
    if desk.state.settings.kind is not Kind.SWISS:
        return match.winner
    first, second = match_results(match, terms_of(desk.state.settings, desk.book))
    if first.vp == second.vp:
        return None
    return first.player if first.vp > second.vp else second.player


def _score(table: TableState) -> str:
    """Return the score that counts, or what was reported so far."""
    if table.match is not None and table.saved:
        return short_score(table.match)
    said = [claim.match for claim in table.claims if claim.match is not None]
    told = list(dict.fromkeys(short_score(match) for match in said))
    return " / ".join(map(page_words.unbroken, told))


def short_score(match: Match) -> str:
    """Return a score as it stands in a list."""
    if match.scores is not None:
        return page_words.score(*match.scores)
    return "" if match.ending is None else result_line(match)


def _chip(desk: ConsoleView, table: TableState, status: ResultStatus) -> Chip:  # noqa: PLR0911 -- one line for each state
    extra = f" +{table.extra_minutes}:00" if table.extra_minutes else ""
    match status:
        case ResultStatus.DRAFT:
            return Chip("Draft", "circle-dashed", "lavender")
        case ResultStatus.PUBLISHED:
            return Chip(f"Not begun{extra}", "hourglass", "lavender")
        case ResultStatus.PLAYING:
            return Chip(f"Playing{extra}", "play", "peach")
        case ResultStatus.REPORTED:
            return Chip(_awaited(desk, table), "hourglass", "orange")
        case ResultStatus.DISPUTED:
            return Chip("Disputed", "triangle-alert", "red")
        case ResultStatus.DELAYED:
            return Chip("Delayed", "hourglass", "lavender")
        case ResultStatus.CONFIRMED:
            return Chip(_result(desk, table), "check", "blue")


def _awaited(desk: ConsoleView, table: TableState) -> str:
    told = {claim.player for claim in table.claims}
    silent = [desk.name(player) for player in table.players if player not in told]
    if not silent:
        return "Reported"
    if len(silent) > 1:
        return f"{len(silent)} to confirm"
    return f"{silent[0].split()[0]} to confirm"


def _result(desk: ConsoleView, table: TableState) -> str:
    match = table.match
    if match is None or desk.state.settings.kind is not Kind.SWISS:
        return "Confirmed"
    one, other = match_results(match, terms_of(desk.state.settings, desk.book))
    told = other if other.differential > 0 or other.vp > one.vp else one
    margin = f" {signed(told.differential)}" if told.differential else ""
    return f"{told.code}{margin}"


def others(desk: ConsoleView, round_: RoundState) -> tuple[WithoutTable, ...]:
    """Return who has no table in a round, and why."""
    # Whoever is out of a bracket has missed nothing.
    out = desk.state.settings.kind is Kind.BRACKET
    given = (
        (round_.byes, Chip("Bye", "moon", "blue")),
        (round_.earned_byes, Chip("Earned bye", "moon", "blue")),
        (() if out else round_.missed, Chip("Missed game", "log-out", "lavender")),
    )
    return tuple(
        WithoutTable(desk.name(player), chip)
        for players, chip in given
        for player in players
    )


def next_open(round_: RoundState | None, after: int = 0) -> int | None:
    """Return the next table whose result is missing, going round once."""
    if round_ is None:
        return None
    rows = sorted(
        round_.tables.values(), key=lambda t: (ORDER[round_.status(t)], t.number)
    )
    missing = [table.number for table in rows if table.open]
    later = [number for number in missing if number > after]
    return next(iter(later or missing), None)

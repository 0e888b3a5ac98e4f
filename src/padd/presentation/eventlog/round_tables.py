"""The tables of a round: who sits there, the score, and what each one waits for."""

from __future__ import annotations

from operator import is_
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.eventlog.state.result_checks import result_line
from padd.core.eventlog.state.rounds import open_tables
from padd.core.eventlog.state.table import ResultStatus, TableState
from padd.core.formats.bracket.event import decision_on_match
from padd.core.formats.bracket.match_winner import DecidedBy, Decision
from padd.core.model import Match, PlayerId
from padd.core.scoring.results import ScoredRound, match_results
from padd.core.scoring.terms import terms_of
from padd.presentation import page_words
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.words import Chip, signed

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
UNSAID: Final = frozenset({ResultStatus.REPORTED, ResultStatus.DISPUTED})
"""What players said about their game is theirs and the staff's until it counts."""
REPORTED: Final = Chip("Reported", "hourglass", "peach")
IN_A_BRACKET: Final = {
    DecidedBy.HIGHER_SEED: "Tied, to the higher seed",
    DecidedBy.ABSENCE: "Opponent absent",
    DecidedBy.NOBODY: "Both absent",
}
"""What a decided match of a bracket says beyond its score."""
PAIR: Final = 2


class TableSeat(msgspec.Struct, frozen=True):
    """One player of a table, with the points before the round."""

    player: PlayerId
    name: str
    before: str
    won: bool = False
    points: str = ""


class TableView(msgspec.Struct, frozen=True):
    """One table of the list."""

    number: int
    seats: tuple[TableSeat, ...]
    score: str
    chip: Chip
    status: str
    group: str
    settled: bool
    extra: int = 0
    """Minutes of extra time."""
    solid: bool = False
    is_match: bool = False
    """Whether two play against each other here; a pod may have two left as well."""


def table_views(
    view: EventView, round_: RoundState, *, with_points: bool = True
) -> tuple[TableView, ...]:
    """Return the tables of a round, those that need the director first."""
    before = points_before(view, round_) if with_points else {}
    # How a match of a bracket stands follows from other rounds too.
    bracket = view.format_of_round(round_.number).has_bracket
    others = (view.state if bracket else view.state.players, view.state.settings)
    sources = (round_, before or None, view.book, *others)
    return view.since(
        ("tables", round_.number, with_points),
        sources,
        lambda last: _tables(view, round_, before, last, sources),
    ).rows


class _Tables(msgspec.Struct, frozen=True):
    """The rows of a round, and what they were made from."""

    round: RoundState
    sources: tuple[object, ...]
    rows: tuple[TableView, ...]


def _tables(
    view: EventView,
    round_: RoundState,
    before: dict[PlayerId, str],
    last: _Tables | None,
    sources: tuple[object, ...],
) -> _Tables:
    """Return the rows of a round; tables at which nothing happened keep theirs."""
    known: dict[int, TableView] = {}
    if last is not None and all(map(is_, last.sources[1:], sources[1:])):
        tables = last.round.tables
        known = {
            row.number: row
            for row in last.rows
            if tables[row.number] is round_.tables.get(row.number)
        }
    placed = [(round_.status(table), table) for table in round_.tables.values()]
    placed.sort(key=lambda one: (ORDER[one[0]], one[1].number))
    rows = []
    for status, table in placed:
        row = known.get(table.number)
        if row is None or row.status != status:
            row = _row(view, round_, table, before)
        rows.append(row)
    return _Tables(round_, sources, tuple(rows))


def points_before(view: EventView, round_: RoundState) -> dict[PlayerId, str]:
    """Return the points of each player before a round; only Swiss rounds count them."""
    number = round_.number
    if not view.format_of_round(number).gives_victory_points:
        return {}
    earlier = tuple(scored for scored in view.scored.rounds if scored.number < number)
    return view.since(("points before", number), earlier, lambda _: _totals(earlier))


def _totals(rounds: tuple[ScoredRound, ...]) -> dict[PlayerId, str]:
    totals: dict[PlayerId, int] = {}
    for scored in rounds:
        for result in scored.results:
            totals[result.player] = totals.get(result.player, 0) + result.vp
    return {player: str(total) for player, total in totals.items()}


def _row(
    view: EventView, round_: RoundState, table: TableState, before: dict[PlayerId, str]
) -> TableView:
    status = round_.status(table)
    winner = _winner(view, round_, table) if table.settled else None
    scores = table.pod.scores if table.pod is not None else None
    seats = tuple(
        TableSeat(
            player,
            view.name(player),
            before.get(player, ""),
            player == winner,
            page_words.number(scores[player]) if scores and player in scores else "",
        )
        for player in table.players
    )
    return TableView(
        number=table.number,
        seats=seats,
        score=_score(table),
        chip=_chip(view, round_.number, table, status),
        status=status,
        group=GROUPS[status],
        settled=status is ResultStatus.CONFIRMED,
        extra=table.extra_minutes,
        solid=status is ResultStatus.DISPUTED,
        is_match=table.match is not None and len(seats) == PAIR,
    )


def _winner(view: EventView, round_: RoundState, table: TableState) -> PlayerId | None:
    match = table.match
    if match is None:
        return None
    if view.format_of_round(round_.number).has_bracket:
        decided = _decided(view, round_.number, match)
        return decided.winner if decided else None
    if match.ending is None:
        return None
    first, second = match_results(match, terms_of(view.state.settings, view.book))
    if first.vp == second.vp:
        return None
    return first.player if first.vp > second.vp else second.player


def _decided(view: EventView, number: int, match: Match) -> Decision | None:
    """Return how a match of a bracket, or of a cut, stands."""
    part, at = view.once(("part", number), lambda: facts_of_part(view.state, number))
    return decision_on_match(part, at, match, view.book)


def _score(table: TableState) -> str:
    """Return the score that counts, or what was reported so far."""
    if table.match is not None and table.saved:
        return short_score(table.match)
    matches = [claim.match for claim in table.claims if claim.match is not None]
    scores = list(dict.fromkeys(short_score(match) for match in matches))
    return " / ".join(map(page_words.unbroken, scores))


def short_score(match: Match) -> str:
    """Return a score as it stands in a list."""
    if match.scores is not None:
        return page_words.score(*match.scores)
    return "" if match.ending is None else result_line(match)


def _chip(  # noqa: PLR0911 -- one line for each state
    view: EventView, number: int, table: TableState, status: ResultStatus
) -> Chip:
    extra = f" +{table.extra_minutes}:00" if table.extra_minutes else ""
    match status:
        case ResultStatus.DRAFT:
            return Chip("Draft", "circle-dashed", "lavender")
        case ResultStatus.PUBLISHED:
            return Chip(f"Not started{extra}", "hourglass", "lavender")
        case ResultStatus.PLAYING:
            return Chip(f"Playing{extra}", "play", "peach")
        case ResultStatus.REPORTED:
            return Chip(_awaited(view, table), "hourglass", "orange")
        case ResultStatus.DISPUTED:
            return Chip("Disputed", "triangle-alert", "red")
        case ResultStatus.DELAYED:
            return Chip("Delayed", "hourglass", "lavender")
        case ResultStatus.CONFIRMED:
            return Chip(_result(view, number, table), "check", "blue")


def _awaited(view: EventView, table: TableState) -> str:
    claimants = {claim.player for claim in table.claims}
    silent = [view.name(player) for player in table.players if player not in claimants]
    if not silent:
        return "Reported"
    if len(silent) > 1:
        return f"{len(silent)} to confirm"
    return f"{silent[0].split()[0]} to confirm"


def _result(view: EventView, number: int, table: TableState) -> str:
    match = table.match
    play = view.format_of_round(number)
    if match is not None and play.has_bracket:
        decided = _decided(view, number, match)
        how = decided.how if decided else None
        return IN_A_BRACKET.get(how, "Confirmed") if how else "Confirmed"
    if match is None or not play.gives_victory_points:
        return "Confirmed"
    first, other = match_results(match, terms_of(view.state.settings, view.book))
    winner = other if other.differential > 0 or other.vp > first.vp else first
    margin = f" {signed(winner.differential)}" if winner.differential else ""
    return f"{winner.code}{margin}"


def next_open_table(round_: RoundState | None, after: int = 0) -> int | None:
    """Return the next table whose result is missing, going round once."""
    if round_ is None:
        return None
    rows = sorted(round_.tables.values(), key=lambda t: (ORDER[round_.status(t)], t.number))
    missing = [table.number for table in rows if table.open]
    later = [number for number in missing if number > after]
    return next(iter(later or missing), None)


def tables_by_number(view: EventView, round_: RoundState) -> tuple[TableView, ...]:
    """Return the tables of a round by number, without what players only claim."""
    rows = sorted(table_views(view, round_), key=lambda row: row.number)
    return tuple(_said(row, round_) for row in rows)


def _said(row: TableView, round_: RoundState) -> TableView:
    if round_.status(round_.tables[row.number]) not in UNSAID:
        return row
    return msgspec.structs.replace(
        row, score="", chip=REPORTED, status=str(ResultStatus.REPORTED), solid=False
    )


def tables_in_play(view: EventView, round_: RoundState) -> tuple[TableView, ...]:
    """Return the tables that are still playing, those with extra time last."""
    playing = {table.number for table in open_tables(round_)}
    rows = (row for row in table_views(view, round_) if row.number in playing)
    without_claim = (row for row in rows if row.status not in UNSAID)
    return tuple(sorted(without_claim, key=lambda row: (row.extra, row.number)))

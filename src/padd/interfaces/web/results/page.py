"""The page of a finished event: plain values, with links to players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from padd.core.formats.registry import format_of
from padd.core.model import PairingStyle, PlayerId
from padd.core.scoring.standings import Standings
from padd.platform.memo import Memo
from padd.presentation.eventlog.event_head import EventHead, head_of
from padd.presentation.eventlog.format_page import FormatPage, format_page_of
from padd.presentation.eventlog.swiss_rows import (
    LARGE,
    GameRow,
    SwissRow,
    chips_of,
    game_of,
    standing_lines,
)
from padd.presentation.formats.presenter import results_view
from padd.presentation.formats.results import RoundResults
from padd.presentation.formats.scenario_rounds import scenario_rounds
from padd.presentation.names import isolated_names, player_names
from padd.presentation.ratings.figures import whole_change
from padd.presentation.words import Chip
from padd.services.reports.outcome import FinishedEventView
from padd.store.queries.ratings.careers import EventChange

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
        for table in _match_tables(finished, match, _match_title(finished, number, len(matches)))
    )


def _match_title(finished: FinishedEventView, number: int, matches: int) -> str:
    if matches == 1:
        return ""
    if finished.event.pairing_style is PairingStyle.TRIBBLES_FINALS:
        return "Heats" if number == 1 else "Finals"
    return f"Match {number}"


def _match_tables(
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
            rows=tuple(_pod_row(finished, lines, player) for player in players),
        )


def _total(lines: Sequence[Lines], player: PlayerId) -> int:
    return sum(line[player]["points"] for line in lines)


def _pod_row(finished: FinishedEventView, lines: Sequence[Lines], player: PlayerId) -> PodRow:
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


PAGES: Final = Memo(50)


class PersonLink(msgspec.Struct, frozen=True):
    """What somebody is called, and the public id if there is a page."""

    name: str
    person: str


class FinalStanding(msgspec.Struct, frozen=True):
    """One line of the final standings."""

    line: SwissRow
    person: str
    change: str
    """What the event did to the rating, if it is rated."""


class GameResult(msgspec.Struct, frozen=True):
    """One game of a round with both players."""

    game: GameRow
    players: tuple[PersonLink, PersonLink]


class ResultsRound(msgspec.Struct, frozen=True):
    """One round: games, then whoever had none."""

    number: int
    games: tuple[GameResult, ...]
    others: tuple[tuple[PersonLink, Chip], ...]


class CrossTableCell(msgspec.Struct, frozen=True):
    """One round of one player in the cross table."""

    code: str
    against: str
    """The place of the opponent."""
    opponent: str


class CrossTableRow(msgspec.Struct, frozen=True):
    """One player in the cross table."""

    place: str
    player: PersonLink
    chips: tuple[Chip, ...]
    cells: tuple[CrossTableCell, ...]
    vp: int


class FormatStanding(msgspec.Struct, frozen=True):
    """One line of the standings of a bracket or of Tribbles."""

    key: str
    cells: tuple[str, ...]
    why: object
    person: str
    change: str


class ScenarioRow(msgspec.Struct, frozen=True):
    """What one player had in every round of a scenario."""

    player: PersonLink
    cells: tuple[str, ...]


class ScenarioPart(msgspec.Struct, frozen=True):
    """Decks, rules or points by round."""

    title: str
    rounds: tuple[tuple[int, int], ...]
    """The number of a round, and how often its lots were drawn again."""
    rows: tuple[ScenarioRow, ...]


class ResultsPage(msgspec.Struct, frozen=True):
    """Everything that the page of a finished event shows."""

    head: EventHead
    has_schedule: bool = False
    lines: tuple[FinalStanding, ...] = ()
    rounds: tuple[ResultsRound, ...] = ()
    crossed: tuple[CrossTableRow, ...] = ()
    sheet: FormatPage | None = None
    seats: tuple[FormatStanding, ...] = ()
    pods: tuple[PodTable, ...] = ()
    large: bool = False
    scenario: ScenarioPart | None = None


def results_page(finished: FinishedEventView, changes: Mapping[PlayerId, str]) -> ResultsPage:
    """Return the page of a finished event with what it did to ratings.

    It is worked out once for all who see the same: the key is everything that it
    shows, names as the viewer may see them.
    """
    shown = (finished.event, finished.order, finished.people, changes)
    return PAGES.renewed(
        msgspec.msgpack.encode(shown), (finished.book,), lambda _: _page(finished, changes)
    )


def _page(finished: FinishedEventView, changes: Mapping[PlayerId, str]) -> ResultsPage:
    play = format_of(finished.event)
    places = play.standings(finished.event, finished.book)
    scenario = _scenario(finished)
    if isinstance(places, Standings) and not places.in_orbit:
        page = _swiss(finished, places, changes)
        return msgspec.structs.replace(page, scenario=scenario)
    sheet = format_page_of(finished.event, finished.book, places)
    seats = tuple(
        FormatStanding(
            row.key, row.cells, row.why, *_person_and_change(finished, changes, row.player)
        )
        for row in sheet.rows
    )
    swiss = isinstance(places, Standings)
    return ResultsPage(
        head=sheet.head,
        sheet=sheet,
        seats=seats,
        pods=pod_tables(finished) if play.in_pods else (),
        rounds=tuple(_rounds(finished, places, isolated_names(finished.event))) if swiss else (),
        scenario=scenario,
    )


def _scenario(finished: FinishedEventView) -> ScenarioPart | None:
    """Return what everybody played with, in the order of the places."""
    kept = scenario_rounds(finished.event, finished.book)
    if kept is None:
        return None
    names = isolated_names(finished.event)
    return ScenarioPart(
        kept.title,
        tuple((round_.number, round_.redraws) for round_ in kept.rounds),
        tuple(
            ScenarioRow(PersonLink(names[player], finished.people.get(player, "")), kept.of(player))
            for player in finished.order
            if player in names
        ),
    )


def rating_changes(
    finished: FinishedEventView, moved: Sequence[EventChange]
) -> dict[PlayerId, str]:
    """Return what the event did to the rating of its own list, in whole points.

    Of several lists the one with the fewest formats is meant: constructed or sealed,
    and not the overall one. A player of several parts has the sum of them.
    """
    lists = finished.book.ratings.lists if finished.book.ratings else {}
    narrow = min(
        {change.series.list for change in moved},
        key=lambda name: (len(lists.get(name, ())), name),
        default="",
    )
    sums: dict[str, float] = defaultdict(float)
    for change in moved:
        if change.series.list == narrow:
            sums[change.person] += change.after - change.before
    return {
        player: whole_change(sums[person])
        for player, person in finished.people.items()
        if person in sums
    }


def _person_and_change(
    finished: FinishedEventView, changes: Mapping[PlayerId, str], player: PlayerId
) -> tuple[str, str]:
    return finished.people.get(player, ""), changes.get(player, "")


def _swiss(
    finished: FinishedEventView, table: Standings, changes: Mapping[PlayerId, str]
) -> ResultsPage:
    event, book = finished.event, finished.book
    names = isolated_names(event)
    large = len(event.players) > LARGE
    lines = standing_lines(table, book, names, explained=not large, final=table.final)
    return ResultsPage(
        head=head_of(event, book, final=table.final),
        has_schedule=table.has_schedule,
        lines=tuple(
            FinalStanding(line, *_person_and_change(finished, changes, row.player))
            for row, line in zip(table.rows, lines, strict=True)
        ),
        rounds=tuple(_rounds(finished, table, names)),
        crossed=() if large else tuple(_cross_table(finished, table, names)),
        large=large,
    )


def _rounds(
    finished: FinishedEventView, table: Standings, names: dict[PlayerId, str]
) -> Iterator[ResultsRound]:
    def named(player: PlayerId) -> PersonLink:
        return PersonLink(names[player], finished.people.get(player, ""))

    for index, round_ in enumerate(table.event.rounds):
        results = {row.player: row.record.result_in(index) for row in table.rows}
        groups = (
            (round_.byes, Chip("Bye", "moon", "blue")),
            (round_.earned_byes, Chip("Earned bye", "moon", "blue")),
            (round_.missed, Chip("Missed game", "log-out", "lavender")),
        )
        yield ResultsRound(
            number=round_.number,
            games=tuple(
                GameResult(
                    game_of(match, results, names),
                    (named(match.players[0]), named(match.players[1])),
                )
                for match in round_.matches
            ),
            others=tuple((named(p), chip) for group, chip in groups for p in group),
        )


def _cross_table(
    finished: FinishedEventView, table: Standings, names: dict[PlayerId, str]
) -> Iterator[CrossTableRow]:
    players = {player.id: player for player in table.event.players}
    places = {row.player: "DQ" if row.disqualified else str(row.place) for row in table.rows}
    for row in table.rows:
        yield CrossTableRow(
            place=places[row.player],
            player=PersonLink(names[row.player], finished.people.get(row.player, "")),
            chips=tuple(chips_of(players[row.player], table.event, row)),
            cells=tuple(
                CrossTableCell(
                    result.code,
                    "" if result.opponent is None else places[result.opponent],
                    "" if result.opponent is None else names[result.opponent],
                )
                for result in row.record.results
            ),
            vp=row.record.vp,
        )

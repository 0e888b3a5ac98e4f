"""The page of results: of a finished event, or of an event file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

import msgspec

from padd.core.formats.format import Places
from padd.core.formats.registry import format_of
from padd.core.model import Event, Match, PairingStyle, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.core.reports.rescore import Rescoring, rescore_event, ruling_effects
from padd.core.scoring.results import Result
from padd.core.scoring.standings import Standings
from padd.core.scoring.terms import WINS, Code
from padd.platform.memo import Memo
from padd.presentation import page_words
from padd.presentation.eventlog.event_bracket import Drawing, finished_drawing
from padd.presentation.eventlog.event_head import EventHead, event_head
from padd.presentation.eventlog.event_view import page_standings
from padd.presentation.eventlog.standings_page import StandingsPage, page_from_places
from padd.presentation.formats.presenter import results_view
from padd.presentation.formats.results import ResultsView, RoundResults, results_tables
from padd.presentation.formats.scenario_rounds import ScenarioRounds, scenario_rounds
from padd.presentation.formats.standings import StandingsView
from padd.presentation.ratings.figures import whole_change
from padd.presentation.rulebooks import book_for, printed_book_for, topic_title, value_words
from padd.presentation.tables import TextTable
from padd.presentation.words import ENDINGS, RESULTS, Chip, signed
from padd.rulebooks.compare import value_at
from padd.rulebooks.loader import rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.reports.outcome import FinishedEventView
from padd.store.queries.ratings.careers import EventChange

PAGES: Final = Memo(50)
SHORT: Final = (str, int, bool, type(None))
Lines = dict[Any, dict[str, Any]]
"""The results of one round by player."""


class GameRow(msgspec.Struct, frozen=True):
    """One match of a round: both players, the score, what it gave."""

    table: int | None
    players: tuple[PlayerId, ...]
    won: int | None
    score: str
    result: str
    margin: str
    ending: str
    note: str


class ResultsRound(msgspec.Struct, frozen=True):
    """One round: its games, then the players without one."""

    number: int
    games: tuple[GameRow, ...]
    others: tuple[tuple[PlayerId, Chip], ...]
    summary: str


class CrossTableCell(msgspec.Struct, frozen=True):
    """One round of one player in the cross table."""

    code: str
    against: str
    """The place of the opponent."""
    opponent: str


class CrossTableRow(msgspec.Struct, frozen=True):
    """One player in the cross table."""

    place: str
    player: PlayerId
    cells: tuple[CrossTableCell, ...]
    vp: int


class Points(msgspec.Struct, frozen=True):
    """What one round gave one player."""

    points: str
    won: bool


class PodRow(msgspec.Struct, frozen=True):
    """One player of a pod."""

    player: PlayerId
    rounds: tuple[Points | None, ...]
    """None for a round in which the player was at no table."""
    total: str


class PodTable(msgspec.Struct, frozen=True):
    """One pod through the rounds of a match."""

    title: str
    rounds: tuple[int, ...]
    rows: tuple[PodRow, ...]


class MovedPlayer(msgspec.Struct, frozen=True):
    """A player whose place differs under another rulebook."""

    name: str
    before: int
    after: int
    causes: tuple[tuple[str, str, str], ...]
    """Path, rule in words with both values, and section."""


class OtherRulebook(msgspec.Struct, frozen=True):
    """The event under another rulebook: who moved, or why it cannot be read."""

    id: str
    title: str
    moved: tuple[MovedPlayer, ...]
    refusal: Refusal | None


class ResultsPage(msgspec.Struct, frozen=True):
    """Everything that the page of results shows."""

    head: EventHead
    standings: StandingsPage
    swiss: bool
    names: Mapping[PlayerId, str]
    people: Mapping[PlayerId, str] = {}
    """The public ids of the players who have a page."""
    changes: Mapping[PlayerId, str] | None = None
    """What the event did to ratings, if it is rated."""
    rounds: tuple[ResultsRound, ...] = ()
    cross_table: tuple[CrossTableRow, ...] = ()
    tables: tuple[TextTable, ...] = ()
    """The rounds of other formats than Swiss."""
    pods: tuple[PodTable, ...] = ()
    drawing: Drawing | None = None
    scenario: ScenarioRounds | None = None
    handles: Mapping[PlayerId, str] = {}
    others: tuple[OtherRulebook, ...] = ()
    rulings: tuple[tuple[str, str, int], ...] = ()


def results_page(finished: FinishedEventView, changes: Mapping[PlayerId, str]) -> ResultsPage:
    """Return the page of a finished event with what it did to ratings.

    It is calculated once for all viewers who see the same: the key is everything that
    it shows, names as the viewer may see them.
    """
    shown = (finished.event, finished.order, finished.people, changes)

    def make(_: ResultsPage | None) -> ResultsPage:
        places = format_of(finished.event).standings(finished.event, finished.book)
        page = _page(finished.event, finished.book, places)
        return msgspec.structs.replace(page, people=finished.people, changes=changes or None)

    return PAGES.renewed(msgspec.msgpack.encode(shown), (finished.book,), make)


def file_page(event: Event) -> ResultsPage:
    """Return the page of an event file, also under other rulebooks if it is a Swiss one."""
    book = book_for(event)
    places = format_of(event).standings(event, book)
    page = _page(event, book, places)
    if not _is_swiss(places):
        return page
    effects = ruling_effects(event, places, book, printed_book_for(event))
    return msgspec.structs.replace(
        page,
        head=event_head(event, book, final=places.final, open_rounds=_open_rounds(places)),
        handles={player.id: player.handle for player in event.players},
        others=() if page.standings.large else tuple(_others(event, book, page.names)),
        rulings=tuple((ruling.title, ruling.cite, len(ruling.changed)) for ruling in effects),
    )


def _is_swiss(places: Places) -> TypeGuard[Standings]:
    return isinstance(places, Standings) and not places.in_orbit


def _page(event: Event, book: Rulebook, places: Places) -> ResultsPage:
    play = format_of(event)
    view = page_standings(event, book, places)
    standings = page_from_places(event, book, places, view, final=places.final)
    return ResultsPage(
        head=event_head(event, book, final=places.final),
        standings=standings,
        swiss=_is_swiss(places),
        names=view.names,
        rounds=tuple(_rounds(places)) if isinstance(places, Standings) else (),
        cross_table=tuple(_cross_table(places, view))
        if _is_swiss(places) and not standings.large
        else (),
        tables=() if _is_swiss(places) else tuple(_tables(results_view(event, book))),
        pods=pod_tables(event, book) if play.in_pods else (),
        drawing=finished_drawing(event, book) if play.has_bracket else None,
        scenario=scenario_rounds(event, book),
    )


def _rounds(standings: Standings) -> Iterator[ResultsRound]:
    for index, round_ in enumerate(standings.event.rounds):
        results = {row.player: row.record.result_in(index) for row in standings.rows}
        groups = (
            (round_.byes, Chip("Bye", "moon", "blue")),
            (round_.earned_byes, Chip("Earned bye", "moon", "blue")),
            (round_.missed, Chip("Missed game", "log-out", "lavender")),
        )
        open_games = sum(results[match.players[0]].code is Code.PENDING for match in round_.matches)
        summary = page_words.count(len(round_.matches), "game")
        yield ResultsRound(
            number=round_.number,
            games=tuple(_game(match, results) for match in round_.matches),
            others=tuple((player, chip) for group, chip in groups for player in group),
            summary=f"{summary}, {open_games} open" if open_games else summary,
        )


def _game(match: Match, results: Mapping[PlayerId, Result]) -> GameRow:
    first, second = (results[player] for player in match.players)
    winner = next((i for i, r in enumerate((first, second)) if r.code in WINS), None)
    result = second if winner == 1 else first
    both_lost = first.code == second.code and first.code is Code.FULL_LOSS
    words = "full loss for both" if both_lost else RESULTS[result.code]
    return GameRow(
        table=match.table,
        players=match.players,
        won=winner,
        score=page_words.score(*match.scores) if match.scores else "",
        result=page_words.capitalised(words),
        margin=signed(result.differential) if winner is not None else "",
        ending=page_words.capitalised(ENDINGS[match.ending]) if match.ending else "",
        note=match.note or "",
    )


def _cross_table(standings: Standings, view: StandingsView) -> Iterator[CrossTableRow]:
    places, names = {row.player: row.place_text for row in view.rows}, view.names
    for row in standings.rows:
        yield CrossTableRow(
            place=places[row.player],
            player=row.player,
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


def _tables(view: ResultsView) -> Iterator[TextTable]:
    """Yield the rounds under short titles; the page has the event's name."""
    for round_, table in zip(view.rounds, results_tables(view), strict=True):
        yield msgspec.structs.replace(table, title=f"Round {round_.number}")


def _open_rounds(standings: Standings) -> Iterator[int]:
    for index, round_ in enumerate(standings.event.rounds):
        if any(row.record.result_in(index).code is Code.PENDING for row in standings.rows):
            yield round_.number


def _others(event: Event, own: Rulebook, names: Mapping[PlayerId, str]) -> Iterator[OtherRulebook]:
    for name in rulebook_ids():
        if name == own.id:
            continue
        other = book_for(event, name)
        try:
            rescoring = rescore_event(event, own, other)
        except RefusalError as refused:
            yield OtherRulebook(other.id, other.title, (), refused.refusal)
        else:
            moved = tuple(_moved(rescoring, names, own, other))
            yield OtherRulebook(other.id, other.title, moved, None)


def _moved(
    rescoring: Rescoring, names: Mapping[PlayerId, str], own: Rulebook, other: Rulebook
) -> Iterator[MovedPlayer]:
    for move in rescoring.moves:
        causes = tuple(
            (cause.path, _both_values(cause.path, own, other), cause.cite) for cause in move.causes
        )
        yield MovedPlayer(names[move.player], move.before, move.after, causes)


def _both_values(path: str, own: Rulebook, other: Rulebook) -> str:
    """Return a rule with its value here and there, where these are short."""
    label = topic_title(path.partition(".")[2])
    here, there = value_at(own, path), value_at(other, path)
    if isinstance(here, SHORT) and isinstance(there, SHORT):
        return f"{label}: {value_words(here)} here, {value_words(there)} there"
    return label


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


def pod_tables(event: Event, book: Rulebook) -> tuple[PodTable, ...]:
    """Return every pod of every match, the best of it first."""
    rules = book.tribbles
    if rules is None:
        return ()
    rounds = results_view(event, book).rounds
    length = rules.rounds_per_match
    matches = [rounds[at : at + length] for at in range(0, len(rounds), length)]
    return tuple(
        table
        for number, match in enumerate(matches, start=1)
        for table in _match_tables(event, match, _match_title(event, number, len(matches)))
    )


def _match_title(event: Event, number: int, matches: int) -> str:
    if matches == 1:
        return ""
    if event.pairing_style is PairingStyle.TRIBBLES_FINALS:
        return "Heats" if number == 1 else "Finals"
    return f"Match {number}"


def _match_tables(event: Event, match: Sequence[RoundResults], title: str) -> Iterator[PodTable]:
    lines: list[Lines] = [{row["player"]: row for row in round_.rows} for round_ in match]
    tables: dict[int, list[PlayerId]] = {}
    for player in event.players:
        own = (line[player.id]["table"] for line in lines)
        table = next((row for row in own if row is not None), None)
        if table is not None:
            tables.setdefault(table, []).append(player.id)
    for table, players in sorted(tables.items()):
        players.sort(key=lambda player: (-_total(lines, player), player))
        yield PodTable(
            title=f"{title}, table {table}" if title else f"Table {table}",
            rounds=tuple(round_.number for round_ in match),
            rows=tuple(_pod_row(lines, player) for player in players),
        )


def _total(lines: Sequence[Lines], player: PlayerId) -> int:
    return sum(line[player]["points"] for line in lines)


def _pod_row(lines: Sequence[Lines], player: PlayerId) -> PodRow:
    return PodRow(
        player=player,
        rounds=tuple(
            None
            if line[player]["table"] is None
            else Points(f"{line[player]['points']:,}", won=line[player]["won"])
            for line in lines
        ),
        total=f"{_total(lines, player):,}",
    )

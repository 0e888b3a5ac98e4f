"""The page of a Swiss event file: plain values from core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.model import Event, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.core.reports.rescore import Rescoring, rescored, ruling_effects
from padd.core.scoring.results import Code, score_event
from padd.core.scoring.standings import Standings, rank
from padd.presentation import page_words
from padd.presentation.eventlog.event_head import EventHead, head_of
from padd.presentation.eventlog.swiss_rows import (
    LARGE,
    GameRow,
    SwissRow,
    chips_of,
    game_of,
    place_of,
    standing_lines,
)
from padd.presentation.names import isolated_names, outline
from padd.presentation.rulebooks.event_rulebook import book_for, printed_book_for
from padd.presentation.rulebooks.values import in_words, titled
from padd.presentation.words import Chip
from padd.rulebooks.compare import value_at
from padd.rulebooks.loader import rulebook_ids
from padd.rulebooks.schema import Rulebook

SHORT: Final = (str, int, bool, type(None))


class RoundPart(msgspec.Struct, frozen=True):
    """One round with its games, byes and absences."""

    number: int
    games: tuple[GameRow, ...]
    others: tuple[tuple[str, Chip], ...]
    summary: str


class PlayerCodes(msgspec.Struct, frozen=True):
    """One player with the codes of all rounds."""

    name: str
    handle: str
    place: str
    chips: tuple[Chip, ...]
    cells: tuple[tuple[str, str], ...]


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


class EventPage(msgspec.Struct, frozen=True):
    """Everything that the page of a Swiss event shows."""

    head: EventHead
    has_schedule: bool
    large: bool
    lines: tuple[SwissRow, ...]
    rounds: tuple[RoundPart, ...]
    entrants: tuple[PlayerCodes, ...]
    others: tuple[OtherRulebook, ...]
    rulings: tuple[tuple[str, str, int], ...]


def swiss_page(event: Event) -> EventPage:
    """Return the page of a Swiss event."""
    book = book_for(event)
    standings = rank(score_event(event, book), book)
    effects = ruling_effects(event, standings, book, printed_book_for(event))
    names = isolated_names(event)
    large = len(event.players) > LARGE
    return EventPage(
        head=head_of(event, book, final=standings.final, open_rounds=_open_rounds(standings)),
        has_schedule=standings.has_schedule,
        large=large,
        lines=tuple(
            standing_lines(standings, book, names, explained=not large, final=standings.final)
        ),
        rounds=() if large else tuple(_rounds(standings, names)),
        entrants=() if large else tuple(_players(standings, names)),
        others=() if large else tuple(_others(event, book, names)),
        rulings=tuple((r.title, r.cite, len(r.changed)) for r in effects),
    )


def _open_rounds(standings: Standings) -> Iterator[int]:
    for index, round_ in enumerate(standings.event.rounds):
        if any(row.record.result_in(index).code is Code.PENDING for row in standings.rows):
            yield round_.number


def _rounds(standings: Standings, names: dict[PlayerId, str]) -> Iterator[RoundPart]:
    for index, round_ in enumerate(standings.event.rounds):
        results = {row.player: row.record.result_in(index) for row in standings.rows}
        games = tuple(game_of(match, results, names) for match in round_.matches)
        groups = (
            (round_.byes, Chip("Bye", "moon", "blue")),
            (round_.earned_byes, Chip("Earned bye", "moon", "blue")),
            (round_.missed, Chip("Missed game", "log-out", "lavender")),
        )
        open_games = sum(1 for game in games if game.code == Code.PENDING)
        summary = page_words.count(len(games), "game")
        yield RoundPart(
            number=round_.number,
            games=games,
            others=tuple((names[p], chip) for group, chip in groups for p in group),
            summary=f"{summary}, {open_games} open" if open_games else summary,
        )


def _players(standings: Standings, names: dict[PlayerId, str]) -> Iterator[PlayerCodes]:
    players = {player.id: player for player in standings.event.players}
    places = {row.player: place_of(row) for row in standings.rows}
    for row in sorted(standings.rows, key=lambda row: outline(names[row.player])):
        player = players[row.player]
        yield PlayerCodes(
            name=names[row.player],
            handle=player.handle,
            place=place_of(row),
            chips=tuple(chips_of(player, standings.event, row)),
            cells=tuple(
                (result.code, "" if result.opponent is None else places[result.opponent])
                for result in row.record.results
            ),
        )


def _others(event: Event, own: Rulebook, names: dict[PlayerId, str]) -> Iterator[OtherRulebook]:
    for name in rulebook_ids():
        if name == own.id:
            continue
        other = book_for(event, name)
        try:
            rescoring = rescored(event, own, other)
        except RefusalError as refused:
            yield OtherRulebook(other.id, other.title, (), refused.refusal)
        else:
            moved = tuple(_moved(rescoring, names, own, other))
            yield OtherRulebook(other.id, other.title, moved, None)


def _moved(
    rescoring: Rescoring, names: dict[PlayerId, str], own: Rulebook, other: Rulebook
) -> Iterator[MovedPlayer]:
    for move in rescoring.moves:
        causes = tuple(
            (cause.path, _both_values(cause.path, own, other), cause.cite) for cause in move.causes
        )
        yield MovedPlayer(names[move.player], move.before, move.after, causes)


def _both_values(path: str, own: Rulebook, other: Rulebook) -> str:
    """Return a rule with its value here and there, where these are short."""
    label = titled(path.partition(".")[2])
    here, there = value_at(own, path), value_at(other, path)
    if isinstance(here, SHORT) and isinstance(there, SHORT):
        return f"{label}: {in_words(here)} here, {in_words(there)} there"
    return label

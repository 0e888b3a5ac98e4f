"""A correction next to what it corrects: games, standings and ratings in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.state.result_checks import result_line
from padd.core.formats.registry import format_of
from padd.core.model import Event, Match, PlayerId
from padd.core.reports.event_comparison import ChangedGame, Played, compare_games
from padd.core.scoring.results import Result, score_event
from padd.core.scoring.terms import WINS
from padd.presentation import page_words
from padd.presentation.eventlog.action_text import ROLES, action_sentence
from padd.presentation.formats.presenter import standings_view
from padd.presentation.formats.standings import PLACE, StandingsLine, StandingsView
from padd.presentation.ratings import figures
from padd.presentation.tables import Column
from padd.presentation.words import RESULTS, SHORT_STEPS, signed
from padd.services.reports.corrections import RatingEffect, ReportCorrection

FIGURES: tuple[str, ...] = ("differential",)
"""Figures of the standings that are shown beside the leading one, where they exist."""
Results = dict[int, dict[str, "Result"]]


class ComparedSide(msgspec.Struct, frozen=True):
    """A game as one of the two states has it."""

    names: Annotated[tuple[str, ...], Meta(description="The names, for people.")]
    won: Annotated[int | None, Meta(description="Which of the names won.")]
    score: Annotated[str, Meta(description="The score.")]
    result: Annotated[str, Meta(description="The result.")]


class CorrectedGame(msgspec.Struct, frozen=True):
    """A game that is on record in another way."""

    round: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int | None, Meta(description="The number of the table.")]
    before: Annotated[
        ComparedSide | None, Meta(description="The game as reported; null if it is new.")
    ]
    after: Annotated[
        ComparedSide | None, Meta(description="The game as corrected; null if it was removed.")
    ]
    what: Annotated[str, Meta(description="What changed, in two or three words.")]


class CorrectedPlace(msgspec.Struct, frozen=True):
    """A player whose line of the standings changed."""

    name: Annotated[str, Meta(description="The name, for people.")]
    before: Annotated[
        tuple[str, ...], Meta(description="Place and figures; empty where there was no line.")
    ]
    after: Annotated[tuple[str, ...], Meta(description="Place and figures as corrected.")]
    moves: Annotated[int, Meta(description="How many places up; negative means down.")]
    decided_by: Annotated[
        str, Meta(description="What put the player below the one above, where they were tied.")
    ]


class CorrectedRating(msgspec.Struct, frozen=True):
    """A rating that the correction changes."""

    name: Annotated[str, Meta(description="The name, for people.")]
    list: Annotated[str, Meta(description="The rating list.")]
    before: Annotated[str, Meta(description="The rating before the event.")]
    as_reported: Annotated[
        tuple[str, str],
        Meta(description="Change and rating after the event; empty where it is not rated."),
    ]
    corrected: Annotated[
        tuple[str, str], Meta(description="Change and rating after the event, as corrected.")
    ]
    difference: Annotated[str, Meta(description="The difference.")]
    up: Annotated[bool, Meta(description="Whether it goes up.")]


class ReasonLine(msgspec.Struct, frozen=True):
    """An entry of the log since the report, with who made it and why."""

    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    at: Annotated[datetime, Meta(description="The moment, in UTC.")]
    who: Annotated[str, Meta(description="Who did it.")]
    role: Annotated[str, Meta(description="In which role.")]
    words: Annotated[str, Meta(description="What was done.")]
    reason: Annotated[str, Meta(description="The reason given.")]


class CorrectionView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is needed to decide on a correction."""

    games: Annotated[tuple[CorrectedGame, ...], Meta(description="The games that change.")]
    games_in_all: Annotated[int, Meta(description="How many games there are.")]
    heads: Annotated[tuple[str, ...], Meta(description="The headings of place and figures.")]
    places: Annotated[
        tuple[CorrectedPlace, ...],
        Meta(description="The players whose line of the standings changes."),
    ]
    moved: Annotated[int, Meta(description="How many players change place.")]
    players: Annotated[int, Meta(description="How many players the event had.")]
    winners: Annotated[tuple[str, str], Meta(description="First place as reported and corrected.")]
    ratings: Annotated[tuple[CorrectedRating, ...], Meta(description="The ratings that change.")]
    rated_players: Annotated[int, Meta(description="How many ratings it affects.")]
    k: Annotated[int | None, Meta(description="The k-value.")]
    later_events: Annotated[int, Meta(description="How many later events are rated again.")]
    largest_later: Annotated[str, Meta(description="The largest change in a later event.")]
    unknown: Annotated[tuple[str, ...], Meta(description="Players who are not known here.")]
    reasons: Annotated[
        tuple[ReasonLine, ...], Meta(description="The entries of the log since the report.")
    ]

    @property
    def summary(self) -> str:
        """What the correction does, in a sentence or two."""
        count = page_words.count(len(self.games), "game changes", "games change")
        parts = [f"{count}." if self.games else "No game changes."]
        was, now = self.winners
        if was != now:
            parts.append(f"First place moves from {was} to {now}.")
        elif self.moved:
            parts.append("First place does not change.")
        else:
            parts.append("The standings do not change.")
        return " ".join(parts)


def correction_view(correction: ReportCorrection) -> CorrectionView:
    """Return a correction as a coordinator reads it."""
    before, after, book = correction.before, correction.after, correction.book
    names = {p.id: p.name or p.handle or p.id for p in (*before.players, *after.players)}
    games = compare_games(before, after)
    was, now = (_results(side, correction) for side in (before, after))
    first, second = (standings_view(side, book) for side in (before, after))
    places = tuple(_places(first, second, names))
    ratings = correction.ratings
    return CorrectionView(
        games=tuple(_game(game, was, now, names) for game in games.changed),
        games_in_all=len(games.changed) + games.same,
        heads=tuple(column.title for column in _columns(second)),
        places=places,
        moved=sum(bool(place.moves) for place in places),
        players=len(second.rows),
        winners=(_winner(first, names), _winner(second, names)),
        ratings=tuple(map(_rating, ratings.lines)) if ratings else (),
        rated_players=ratings.players if ratings else 0,
        k=ratings.k if ratings else None,
        later_events=ratings.later_events if ratings else 0,
        largest_later=figures.exact_rating(ratings.largest_later) if ratings else "",
        unknown=correction.unknown,
        reasons=tuple(_reasons(correction)),
    )


def _results(event: Event, correction: ReportCorrection) -> Results:
    """Return what every Swiss game gave, by round and player."""
    if not format_of(event).gives_victory_points:
        return {}
    scored = score_event(event, correction.book)
    players = [player.id for player in event.players]
    return {
        round_.number: dict(zip(players, round_.results, strict=True)) for round_ in scored.rounds
    }


def _game(
    game: ChangedGame, was: Results, now: Results, names: Mapping[PlayerId, str]
) -> CorrectedGame:
    before = _side(game.before, was.get(game.round, {}), names)
    after = _side(game.after, now.get(game.round, {}), names)
    return CorrectedGame(game.round, game.table, before, after, _what(before, after))


def _side(
    game: Played | None, results: Mapping[str, Result], names: Mapping[PlayerId, str]
) -> ComparedSide | None:
    if game is None:
        return None
    called = tuple(names.get(player, player) for player in game.players)
    if not isinstance(game, Match):
        points = game.scores or {}
        score = ", ".join(str(points.get(player, "–")) for player in game.players)
        return ComparedSide(called, None, score, "")
    won = _winner_of(game, results)
    result = results.get(game.players[won or 0])
    words = "" if result is None else RESULTS[result.code]
    if result is not None and won is not None:
        words = f"{words} {called[won]}, {signed(result.differential)}"
    return ComparedSide(called, won, result_line(game), words)


def _winner_of(game: Match, results: Mapping[str, Result]) -> int | None:
    """Return the seat of the winner; where time was called the scores say so."""
    for seat, player in enumerate(game.players):
        result = results.get(player)
        if player == game.winner or (result is not None and result.code in WINS):
            return seat
    return None


def _what(before: ComparedSide | None, after: ComparedSide | None) -> str:
    if before is None:
        return "Game added"
    if after is None:
        return "Game removed"
    if before.won != after.won:
        return "Winner changed"
    return "Score changed" if before.score != after.score else "Result changed"


def _columns(table: StandingsView) -> tuple[Column, ...]:
    more = (column for column in table.columns if column.key in FIGURES)
    leading = (table.leading,) if table.leading else ()
    return (PLACE, *leading, *(column for column in more if column not in leading))


def _cells(
    table: StandingsView, line: StandingsLine | None, names: Mapping[PlayerId, str]
) -> tuple[str, ...]:
    if line is None:
        return ()
    figures_ = (column.text(line.cells, names) for column in _columns(table)[1:])
    return (line.place_text, *figures_)


def _places(
    before: StandingsView, after: StandingsView, names: Mapping[PlayerId, str]
) -> Iterator[CorrectedPlace]:
    was = {line.player: line for line in before.rows}
    now = {line.player: line for line in after.rows}
    for player in (*now, *(gone for gone in was if gone not in now)):
        old, new = was.get(player), now.get(player)
        cells = _cells(before, old, names), _cells(after, new, names)
        if cells[0] == cells[1]:
            continue
        step = new.decided_by if new else None
        yield CorrectedPlace(
            name=names.get(player, player),
            before=cells[0],
            after=cells[1],
            moves=old.place - new.place if old and new else 0,
            decided_by=SHORT_STEPS.get(step, step) if step else "",
        )


def _winner(table: StandingsView, names: Mapping[PlayerId, str]) -> str:
    return names.get(table.rows[0].player, "") if table.rows else ""


def _rating(line: RatingEffect) -> CorrectedRating:
    def side(after: float | None) -> tuple[str, str]:
        if after is None:
            return "", ""
        return figures.exact_change(line.before, after), figures.exact_rating(after)

    old, new = (
        line.before if after is None else after for after in (line.as_reported, line.corrected)
    )
    return CorrectedRating(
        name=line.name,
        list=figures.LISTS.get(line.series.list, line.series.list),
        before=figures.exact_rating(line.before),
        as_reported=side(line.as_reported),
        corrected=side(line.corrected),
        difference=figures.exact_change(old, new),
        up=new > old,
    )


def _reasons(correction: ReportCorrection) -> Iterator[ReasonLine]:
    for line in correction.entries:
        yield ReasonLine(
            sequence=line.sequence,
            at=line.at,
            who=line.who,
            role=ROLES.get(line.role, ""),
            words=action_sentence(line.action, correction.state),
            reason=line.reason,
        )

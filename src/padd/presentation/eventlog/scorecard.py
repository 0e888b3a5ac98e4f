"""The scorecard of a player: a line for each published round."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from padd.core.eventlog.state.event_state import GivenPenalty, RoundState
from padd.core.eventlog.state.table import TableState
from padd.core.formats.cut_parts import swiss_part
from padd.core.formats.registry import format_of
from padd.core.model import PlayerId
from padd.core.scoring.results import Result, score_event
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.round_tables import short_score
from padd.presentation.formats.scenario_rounds import scenario_rounds
from padd.presentation.page_words import DASH
from padd.presentation.words import RESULTS, signed
from padd.services.reports.outcome import FinishedEventView


class ScorecardLine(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a player: against whom, how it ended, what it gave."""

    round: int
    table: int | None
    opponents: tuple[tuple[PlayerId, str], ...]
    score: str
    settled: bool
    fields: tuple[str, str] | None
    """The names of the two score fields, the player's own first."""
    result: str = ""
    vp: str = ""
    margin: str = ""
    played_with: str = ""
    """Whose deck or which rule the scenario gave the player."""


class ScorecardView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's scorecard."""

    name: str
    place: int | None
    lines: tuple[ScorecardLine, ...]
    penalties: tuple[GivenPenalty, ...]
    total: int
    """The victory points so far."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a player in an event that is over."""

    round: int
    opponent: str
    result: str
    vp: int
    differential: int


def scorecard(view: EventView, player: PlayerId) -> ScorecardView:
    """Return the scorecard of a player."""
    results = _results(view, player)
    played_with = _played_with(view, player)
    return ScorecardView(
        name=view.name(player),
        place=view.places.get(player),
        lines=tuple(
            msgspec.structs.replace(
                _line(view, round_, player, results.get(round_.number)),
                played_with=played_with.get(round_.number, ""),
            )
            for round_ in view.state.played
        ),
        penalties=tuple(s for s in view.state.penalties if s.player == player),
        total=sum(result.vp for result in results.values()),
    )


def _played_with(view: EventView, player: PlayerId) -> dict[int, str]:
    """Return what the scenario gave a player, by round."""
    kept = view.once("scenario rounds", lambda: scenario_rounds(view.facts, view.book, view.names))
    rounds = () if kept is None else kept.rounds
    return {round_.number: round_.by_player.get(player, "") for round_ in rounds}


def _line(
    view: EventView, round_: RoundState, player: PlayerId, result: Result | None
) -> ScorecardLine:
    number = round_.seats.get(player)
    table = None if number is None else round_.tables[number]
    opponents = () if table is None else (p for p in table.players if p != player)
    return ScorecardLine(
        round=round_.number,
        table=number,
        opponents=tuple((other, view.name(other)) for other in opponents),
        score="" if table is None else _own_score(table, player),
        settled=table is not None and table.settled,
        fields=None if table is None else _fields(table, player),
        result="" if result is None else RESULTS[result.code],
        vp="" if result is None else str(result.vp),
        margin="" if result is None else signed(result.differential),
    )


def _fields(table: TableState, player: PlayerId) -> tuple[str, str] | None:
    """Return the names of the two score fields, the player's own first.

    What is typed on one scorecard fills in the other: both are one table.
    """
    if table.match is None or table.saved or table.claims:
        return None
    return ("a", "b") if table.match.players[0] == player else ("b", "a")


def _own_score(table: TableState, player: PlayerId) -> str:
    if table.pod is not None:
        scores = table.pod.scores or {}
        return f"{scores[player]:,}" if player in scores else ""
    match = table.match
    if match is None or not table.saved:
        return ""
    if match.scores is not None and match.players[1] == player:
        return DASH.join(map(str, reversed(match.scores)))
    return short_score(match)


def _results(view: EventView, player: PlayerId) -> dict[int, Result]:
    """Return what each round gave a player (Swiss)."""
    if not view.format_of_round(1).gives_victory_points:
        return {}
    scored = view.scored
    if all(known.id != player for known in scored.event.players):
        return {}
    rounds = zip(scored.rounds, scored.results_of(player), strict=True)
    return {round_.number: result for round_, result in rounds}


def finished_games(finished: FinishedEventView, player: PlayerId) -> Iterator[FinishedGame]:
    """Yield the rounds of a player; only Swiss events have scorecards."""
    if not format_of(swiss_part(finished.event)).gives_victory_points:
        return
    names = {player.id: player.name for player in finished.event.players}
    scored = score_event(finished.event, finished.book)
    for round_, result in zip(scored.rounds, scored.results_of(player), strict=True):
        yield FinishedGame(
            round=round_.number,
            opponent=names[result.opponent] if result.opponent else "",
            result=RESULTS[result.code],
            vp=result.vp,
            differential=result.differential,
        )

"""Why this figure, why this place: every number explained, as values.

The words are chosen by the interfaces; here are the sums, the steps that were
tried, and the rulebook parameters that they follow from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from padd.core.model import Ending, Event, Match, PlayerId
from padd.core.scoring.differential import MarginBy, capped_score
from padd.core.scoring.results import Judgement, Result, judge_match, mission_tiers
from padd.core.scoring.standings import (
    FIGURES,
    HEAD_TO_HEAD,
    OWN_POINTS,
    TIE_BREAKER_GAME,
    Record,
    Standings,
    StandingsRow,
    head_to_head,
    tiebreaks_of,
)
from padd.core.scoring.terms import PLAYED, Terms, terms_of
from padd.rulebooks.schema import Rulebook

Outcome = Literal["tied", "not-applicable", "narrows", "decides", "open"]


class GameLine(msgspec.Struct, frozen=True):
    """One round of a player: the game, how it was judged, what it gave."""

    round: int
    result: Result
    running_vp: int
    running_differential: int
    schedule: int
    struck: bool
    """Whether strength of schedule leaves this round out as the lowest."""
    match: Match | None = None
    judged: Judgement | None = None
    own: int | None = None
    """Own score as it counts, after bonus limit, cap and floor."""
    theirs: int | None = None
    tiers: tuple[int, int] | None = None
    """Own and opponent's step of the mission ladder, where it was needed."""


class TieStep(msgspec.Struct, frozen=True):
    """One tiebreak as it was tried among the players still tied."""

    step: str
    outcome: Outcome
    figures: tuple[tuple[PlayerId, int | None], ...]
    reason: str | None = None


class Explanation(msgspec.Struct, frozen=True):
    """Everything behind one line of the standings."""

    row: StandingsRow
    above: StandingsRow | None
    tied_with: tuple[PlayerId, ...]
    steps: tuple[TieStep, ...]
    games: tuple[GameLine, ...]
    moved_by_final: bool
    cites: dict[str, str]


CITED: Final = {
    "vp": "scoring.points.full_win",
    "strength-of-schedule": "standings.schedule_strikes_lowest",
    "differential": "scoring.score_cap",
    "cumulative-victory-points": "standings.cumulative",
    "tiebreaks": "standings.tiebreaks",
    "earned-bye": "standings.earned_bye_opponent",
    "final-confrontation": "standings.final_confrontation_loser",
    MarginBy.NOT_AHEAD: "scoring.winner_not_ahead",
    MarginBy.ABOVE_CAP: "scoring.winner_not_ahead",
    MarginBy.BELOW_FLOOR: "scoring.winner_not_ahead",
    MarginBy.LEVELLED: "scoring.winner_not_ahead",
    MarginBy.RULED: "scoring.ruled_win",
    MarginBy.CARD_EFFECT: "scoring.card_effect_win",
    MarginBy.DECKED: "scoring.decked_winner_at_cap",
    MarginBy.QUIT: "scoring.flat_quit",
    MarginBy.FLAT: "scoring.flat_quit",
    MarginBy.DIFFERENCE: "scoring.score_cap",
    MarginBy.TIE: "scoring.tie_differential",
    MarginBy.DOUBLE_LOSS: "scoring.ruled_win",
}


AT_CAP: Final = frozenset({MarginBy.CARD_EFFECT, MarginBy.DECKED, MarginBy.QUIT})
"""Wins in which the winner counts as having the cap, where the rulebook says so."""


def explain_place(standings: Standings, player: PlayerId, book: Rulebook) -> Explanation:
    """Return the arithmetic behind one player's line of the standings."""
    index = next(i for i, row in enumerate(standings.rows) if row.player == player)
    row = standings.rows[index]
    tied = [
        other.record
        for other in standings.rows
        if other.record.leading == row.record.leading and other.disqualified == row.disqualified
    ]
    final = standings.event.final_confrontation
    return Explanation(
        row=row,
        above=standings.rows[index - 1] if index else None,
        tied_with=tuple(other.player for other in tied if other.player != player),
        steps=tuple(_steps(row.record, tied, book)),
        games=tuple(_games(row.record, standings.event, book)),
        moved_by_final=(final is not None and final.winner is not None and player in final.players),
        cites={name: _cite(path, standings.event, book) for name, path in CITED.items()},
    )


def _cite(path: str, event: Event, book: Rulebook) -> str:
    """Return the section behind a figure; another cap than usual has its own."""
    sections = book.scoring.special_cap_sections
    special = sections.get(event.rules or "", sections.get(event.format, ""))
    cite = book.citations[path].cite
    return f"{cite}, {special}" if special and path == "scoring.score_cap" else cite


def _steps(record: Record, tied: list[Record], book: Rulebook) -> Iterator[TieStep]:
    """Follow the tiebreaks for one player until no tied player is left."""
    rules = book.standings
    steps = list(tiebreaks_of(tied, rules))
    while len(tied) > 1 and steps:
        step = steps.pop(0)
        if step == HEAD_TO_HEAD:
            tried = _head_to_head_step(record, tied)
            still = tied if tried.outcome != "decides" else [record]
        elif step in FIGURES:
            tried, still = _figure_step(step, record, tied)
        else:
            outcome: Outcome = "open" if step == TIE_BREAKER_GAME else "decides"
            figures = tuple((r.player, None) for r in tied)
            tried, still = TieStep(step, outcome, figures), [record]
        yield tried
        parted = len(still) < len(tied)
        tied = still
        if (
            parted
            and rules.head_to_head_retested
            and step != OWN_POINTS
            and len(tied) == 2  # noqa: PLR2004 -- a pair
            and steps
        ):
            steps.insert(0, HEAD_TO_HEAD)


def _head_to_head_step(record: Record, tied: list[Record]) -> TieStep:
    if len(tied) > 2:  # noqa: PLR2004 -- a pair
        figures = tuple((r.player, None) for r in tied)
        return TieStep(HEAD_TO_HEAD, "not-applicable", figures, "more-than-two")
    other = next(r for r in tied if r.player != record.player)
    decided = head_to_head(record, other)
    if decided is None:
        met = any(
            result.opponent == other.player and result.code in PLAYED for result in record.results
        )
        reason = "tied-game" if met else "did-not-meet"
        figures = ((record.player, None), (other.player, None))
        return TieStep(HEAD_TO_HEAD, "tied", figures, reason)
    winner, loser = decided
    return TieStep(HEAD_TO_HEAD, "decides", ((winner.player, 1), (loser.player, 0)))


def _figure_step(step: str, record: Record, tied: list[Record]) -> tuple[TieStep, list[Record]]:
    figure = FIGURES[step]
    ordered = sorted(tied, key=lambda r: (-figure(r), r.player))
    still = [r for r in ordered if figure(r) == figure(record)]
    outcome: Outcome = "decides" if len(still) == 1 else "narrows"
    if len(still) == len(tied):
        outcome = "tied"
    figures = tuple((r.player, figure(r)) for r in ordered)
    return TieStep(step, outcome, figures), still


def _games(record: Record, event: Event, book: Rulebook) -> Iterator[GameLine]:
    terms = terms_of(event, book)
    struck = _struck_rounds(record, book.standings.schedule_strikes_lowest)
    vp = differential = 0
    for index, (round_, result) in enumerate(zip(event.rounds, record.results, strict=True)):
        vp += result.vp
        differential += result.differential
        match = next((m for m in round_.matches if record.player in m.players), None)
        yield _with_judgement(
            GameLine(
                round=round_.number,
                result=result,
                running_vp=vp,
                running_differential=differential,
                schedule=record.schedule[index],
                struck=index in struck,
                match=match,
            ),
            terms,
        )


def _struck_rounds(record: Record, count: int) -> set[int]:
    by_points = sorted(range(len(record.schedule)), key=record.schedule.__getitem__)
    return set(by_points[:count])


def _with_judgement(line: GameLine, terms: Terms) -> GameLine:
    """Add how the game was judged, from this player's side."""
    match, result = line.match, line.result
    if match is None or result.code not in PLAYED:
        return line
    judged = judge_match(match, terms)
    me = match.players.index(result.player)
    scores = [capped_score(score, match, terms) for score in judged.counted]
    if judged.winner is not None and judged.by in AT_CAP:
        scores[judged.winner] = terms.cap
    tiers = mission_tiers(match)
    by_ladder = terms.by_missions and match.missions is not None
    needed = by_ladder and match.ending in {Ending.TIME, Ending.DECKED}
    return msgspec.structs.replace(
        line,
        judged=judged,
        own=scores[me],
        theirs=scores[1 - me],
        tiers=(tiers[me], tiers[1 - me]) if needed else None,
    )

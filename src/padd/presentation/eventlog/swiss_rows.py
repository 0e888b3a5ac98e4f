"""Standings and games of Swiss rounds, line by line as pages show them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.model import Event, Match, Player, PlayerId
from padd.core.scoring.explanation import explain
from padd.core.scoring.results import WINS, Code, Result
from padd.core.scoring.standings import Standings, StandingsRow
from padd.presentation import page_words
from padd.presentation.eventlog.event_head import key_of
from padd.presentation.formats.reasons import WhyPanel, panel
from padd.presentation.words import ENDINGS, RESULTS, SHORT_STEPS, Chip, signed
from padd.rulebooks.schema import Rulebook

LARGE: Final = 200
"""Beyond so many players the page holds the standings alone."""


class SwissRow(msgspec.Struct, frozen=True):
    """One line of the standings."""

    key: str
    place: str
    name: str
    vp: int
    decided_by: str
    sos: int | None
    differential: str
    cvp: int | None
    chips: tuple[Chip, ...]
    leads: bool
    why: WhyPanel | None


class GameRow(msgspec.Struct, frozen=True):
    """One match of a round: both players, the score, what it gave."""

    table: int | None
    names: tuple[str, str]
    won: int | None
    score: str
    result: str
    code: str
    margin: str
    ending: str
    note: str


def standing_lines(
    standings: Standings,
    book: Rulebook,
    names: dict[PlayerId, str],
    *,
    explained: bool,
    final: bool,
) -> Iterator[SwissRow]:
    """Return the lines of a table of standings; a final one marks who leads."""
    players = {player.id: player for player in standings.event.players}
    for index, row in enumerate(standings.rows):
        yield SwissRow(
            key=key_of(row.player, index),
            place=place_of(row),
            name=names[row.player],
            vp=row.record.vp,
            decided_by=_decided_by(row),
            sos=row.record.sos if standings.has_schedule else None,
            differential=signed(row.record.differential),
            cvp=row.record.cvp if standings.has_schedule else None,
            chips=tuple(chips_of(players[row.player], standings.event, row)),
            leads=row.place == 1 and not row.disqualified and final,
            why=_reason(standings, row, names, book) if explained else None,
        )


def _reason(
    standings: Standings, row: StandingsRow, names: dict[PlayerId, str], book: Rulebook
) -> WhyPanel:
    explained = explain(standings, row.player, book)
    return panel(explained, names, has_schedule=standings.has_schedule)


def place_of(row: StandingsRow) -> str:
    """Return the place of a line as people read it."""
    return "DQ" if row.disqualified else str(row.place)


def _decided_by(row: StandingsRow) -> str:
    return SHORT_STEPS[row.decided_by] if row.decided_by else "VP"


def chips_of(player: Player, event: Event, row: StandingsRow | None = None) -> Iterator[Chip]:
    """Give what is particular about a player: late, gone, disqualified."""
    if row is not None and row.disqualified:
        yield Chip("Disqualified", "triangle-alert", "red")
    if player.joined_round > 1:
        yield Chip(f"From round {player.joined_round}", "log-in", "lavender")
    dropped = player.dropped_after
    if dropped is not None and dropped < event.swiss_rounds:
        yield Chip(f"Dropped after round {dropped}", "log-out", "lavender")


def game_of(match: Match, results: dict[PlayerId, Result], names: dict[PlayerId, str]) -> GameRow:
    """Return one match as a line of its round."""
    first, second = (results[player] for player in match.players)
    winner = next((i for i, r in enumerate((first, second)) if r.code in WINS), None)
    result = second if winner == 1 else first
    return GameRow(
        table=match.table,
        names=(names[match.players[0]], names[match.players[1]]),
        won=winner,
        score=page_words.score(*match.scores) if match.scores else "",
        result=page_words.capitalised(_both(first, second, result)),
        code=result.code,
        margin=signed(result.differential) if winner is not None else "",
        ending=page_words.capitalised(ENDINGS[match.ending]) if match.ending else "",
        note=match.note or "",
    )


def _both(first: Result, second: Result, result: Result) -> str:
    """Return the result in words; two losers are named as such."""
    if first.code == second.code and first.code is Code.FULL_LOSS:
        return "full loss for both"
    return RESULTS[result.code]

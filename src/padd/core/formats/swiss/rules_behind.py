"""Which rule values gave a player other figures under another rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.model import Event, PlayerId
from padd.core.scoring.results import Result, judge_match
from padd.core.scoring.standings import StandingsRow
from padd.core.scoring.terms import Code, terms_of
from padd.rulebooks.schema import Rulebook

POINTS: Final = {
    Code.FULL_WIN: "scoring.points.full_win",
    Code.MODIFIED_WIN: "scoring.points.modified_win",
    Code.TRUE_TIE: "scoring.points.tie",
    Code.MODIFIED_LOSS: "scoring.points.modified_loss",
    Code.FULL_LOSS: "scoring.points.full_loss",
    Code.BYE: "scoring.points.bye",
    Code.EARNED_BYE: "scoring.points.earned_bye",
    Code.MISSED_GAME: "scoring.points.missed_game",
}
MARGINS: Final = (
    "scoring.score_cap",
    "scoring.score_floor",
    "scoring.winner_not_ahead",
    "scoring.card_effect_win",
    "scoring.decked_winner_at_cap",
)
RANKING: Final = "standings.tiebreaks"
DECKED: Final = "scoring.decked_win"


def swiss_rules_behind(
    was: StandingsRow, now: StandingsRow, event: Event, book: Rulebook
) -> Iterator[str]:
    """Yield the rules that touched a player's results, then those that rank."""
    for old, new in zip(was.record.results, now.record.results, strict=True):
        yield from _touched_by(old, new)
    yield RANKING
    if _decided_on_empty_decks(now.player, event, book):
        yield DECKED


def _touched_by(old: Result, new: Result) -> Iterator[str]:
    if old.vp != new.vp:
        yield POINTS[new.code]
    if old.differential != new.differential:
        yield from MARGINS


def _decided_on_empty_decks(player: PlayerId, event: Event, book: Rulebook) -> bool:
    terms = terms_of(event, book)
    return any(
        match.ending == "decked"
        and player in match.players
        and judge_match(match, terms).winner is not None
        for round_ in event.rounds
        for match in round_.matches
    )

"""The scoring rules as they apply to one event."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from padd.core.model import NEVER_PLAYED, Ending, Event
from padd.rulebooks.schema import Rulebook, ScoringRules


class Code(StrEnum):
    """What a player's scorecard says for a round."""

    FULL_WIN = "FW"
    MODIFIED_WIN = "MW"
    TRUE_TIE = "TT"
    MODIFIED_LOSS = "ML"
    FULL_LOSS = "FL"
    BYE = "BYE"
    EARNED_BYE = "EBYE"
    MISSED_GAME = "MG"
    PENDING = "PENDING"


WINS: Final = frozenset({Code.FULL_WIN, Code.MODIFIED_WIN})
LOSSES: Final = frozenset({Code.FULL_LOSS, Code.MODIFIED_LOSS})
PLAYED: Final = WINS | LOSSES | {Code.TRUE_TIE}
RULED_WINS: Final = frozenset(
    {Ending.CONCESSION, Ending.AUTO_LOSS, Ending.GAME_LOSS, Ending.DEVIDIAN_DOOR}
)
DELAYED = Ending.DELAYED
NO_FLOOR: Final = -(1 << 64)
"""Below every score that a file can hold."""


class Award(msgspec.Struct, frozen=True, gc=False):
    """A result code and the victory points it earns."""

    code: Code
    vp: int


class Win(msgspec.Struct, frozen=True, gc=False):
    """What winner and loser get by how their game ended."""

    winner: Award
    loser: Award
    margin: int | None
    """The differential, where it does not depend on the scores."""


class Terms(msgspec.Struct, frozen=True):
    """The scoring rules as they apply to one event."""

    rules: ScoringRules
    cap: int
    floor: int
    caps_all: bool
    """Whether cap and floor hold in unfinished games too."""
    if_not_ahead: int | None
    """The differential of a winner with no more points, where it never varies."""
    by_missions: bool
    limits_bonus: bool
    full: tuple[Award, Award]
    """What winner and loser of a full win get."""
    modified: tuple[Award, Award]
    wins: dict[Ending | None, Win]
    """What a win gives, by each ending of a game that was played."""
    tied: Award
    bye: Award
    earned_bye: Award
    earned_bye_margin: int
    missed: Award
    pending: Award


def terms_of(event: Event, book: Rulebook) -> Terms:
    """Return the scoring rules for this event's edition, rules set and format."""
    rules = book.scoring
    caps = rules.score_cap
    points = rules.points
    cap = caps.get(event.rules or "", caps.get(event.format, caps["default"]))
    full = (Award(Code.FULL_WIN, points.full_win), Award(Code.FULL_LOSS, points.full_loss))
    modified = (
        Award(Code.MODIFIED_WIN, points.modified_win),
        Award(Code.MODIFIED_LOSS, points.modified_loss),
    )
    ruled = RULED_WINS if rules.ruled_win == "cap" else ()
    return Terms(
        rules=rules,
        cap=cap,
        floor=NO_FLOOR if rules.score_floor is None else rules.score_floor,
        caps_all=not rules.cap_only_completed,
        if_not_ahead=rules.minimal_differential
        if rules.winner_not_ahead == "equal-or-lower"
        else None,
        by_missions=rules.adjudication[event.edition] == "mission-ladder",
        limits_bonus=event.edition in rules.bonus_limit,
        full=full,
        modified=modified,
        wins={
            ending: Win(
                *(full if is_full_win(ending, rules) else modified),
                cap if ending in ruled else None,
            )
            for ending in Ending
            if ending not in {*NEVER_PLAYED, DELAYED}
        },
        tied=Award(Code.TRUE_TIE, points.tie),
        bye=Award(Code.BYE, points.bye),
        earned_bye=Award(Code.EARNED_BYE, points.earned_bye or 0),
        earned_bye_margin=cap if rules.earned_bye_differential == "cap" else 0,
        missed=Award(Code.MISSED_GAME, points.missed_game),
        pending=Award(Code.PENDING, 0),
    )


def is_full_win(ending: Ending | None, rules: ScoringRules) -> bool:
    """Tell whether a win by this ending is a full one."""
    if ending is Ending.DECKED:
        return rules.decked_win == "full"
    return ending is not Ending.TIME

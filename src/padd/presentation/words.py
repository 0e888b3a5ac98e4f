"""Words for codes, the same on the command line, on pages and on paper."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.scoring.differential import MarginBy
from padd.core.scoring.terms import Code

RESULTS: Final = {
    Code.FULL_WIN: "full win",
    Code.MODIFIED_WIN: "modified win",
    Code.TRUE_TIE: "true tie",
    Code.MODIFIED_LOSS: "modified loss",
    Code.FULL_LOSS: "full loss",
    Code.BYE: "bye",
    Code.EARNED_BYE: "earned bye",
    Code.MISSED_GAME: "missed game",
    Code.PENDING: "still open",
}
OPEN: Final = "–"
"""What stands for the result of a game that is still played."""
ENDINGS: Final = {
    "complete": "completed",
    "decked": "both decks empty",
    "time": "time called",
    "concession": "conceded",
    "auto-loss": "lost by a card",
    "double-auto-loss": "both lost by a card",
    "card-effect": "won by a card",
    "game-loss": "penalty",
    "missed": "missed",
    "unplayed": "not played in time",
    "delayed": "delayed",
    "quit": "quit",
    "devidian-door": "Devidian Door not shown",
}
STEPS: Final = {
    "head-to-head": "head-to-head",
    "strength-of-schedule": "strength of schedule",
    "differential": "differential",
    "cumulative-victory-points": "cumulative victory points",
    "coin-toss": "coin toss",
    "tie-breaker-game": "tie-breaker game",
    "rounds-won": "rounds won",
    "own-points": "own points",
    "cut": "cut",
}
SHORT_STEPS: Final = {
    **{step: words[0].upper() + words[1:] for step, words in STEPS.items()},
    "strength-of-schedule": "SoS",
    "cumulative-victory-points": "CVP",
}
"""What decided, as a column of a table says it."""
MARGINS: Final = {
    MarginBy.DIFFERENCE: "difference of the scores",
    MarginBy.NOT_AHEAD: "winner not ahead on points",
    MarginBy.ABOVE_CAP: "both scores above the cap",
    MarginBy.BELOW_FLOOR: "both scores below zero",
    MarginBy.LEVELLED: "scores equal after cap and floor",
    MarginBy.RULED: "the full margin, by ruling",
    MarginBy.CARD_EFFECT: "won by a card",
    MarginBy.DECKED: "both decks empty",
    MarginBy.QUIT: "winner raised to the winning score",
    MarginBy.FLAT: "flat, set by the director",
    MarginBy.TIE: "tied game",
    MarginBy.DOUBLE_LOSS: "both lost",
}
ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}


def signed(number: int) -> str:
    """Return a differential with its sign and a true minus."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def code_text(code: str) -> str:
    """Return the code of a result, or what stands for one that is open."""
    return OPEN if code == Code.PENDING else str(code)


def ordinal(number: int) -> str:
    """Return a place in words: 1st, 2nd, 3rd, 4th."""
    teens = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teens else ORDINALS.get(number % 10, 'th')}"


def join_names(names: list[str]) -> str:
    """Return names as in a sentence: a, b and c."""
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def join_alternatives(names: list[str]) -> str:
    """Return names of which one is meant: a, b or c."""
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


class Chip(msgspec.Struct, frozen=True):
    """A word with an icon and a color."""

    word: str
    icon: str
    colour: str = ""

"""The brackets shown in the guide (§10.2), line by line as in its figures."""

from __future__ import annotations

from typing import Final

from padd.core.formats.bracket.tree import (
    FINAL_ROUND,
    Bracket,
    BracketMatch,
    BracketRound,
    LoserOf,
    Seed,
    Side,
    WinnerOf,
)
from padd.core.model import MatchId


def _match(name: str, first: Side, second: Side) -> BracketMatch:
    return BracketMatch(id=MatchId(name), sides=(first, second))


def _seeds(name: str, first: int, second: int) -> BracketMatch:
    return _match(name, Seed(seed=first), Seed(seed=second))


def _won(name: str) -> Side:
    return WinnerOf(winner=MatchId(name))


def _lost(name: str) -> Side:
    return LoserOf(loser=MatchId(name))


def _round(number: int, name: str, *matches: BracketMatch) -> BracketRound:
    return BracketRound(number=number, name=name, matches=matches)


# Figure 10.2.1
STANDARD_8: Final = Bracket(
    title="Standard bracket",
    players=8,
    rounds=(
        _round(
            1,
            "Quarter-finals",
            _seeds("QF1", 1, 8),
            _seeds("QF2", 5, 4),
            _seeds("QF3", 3, 6),
            _seeds("QF4", 7, 2),
        ),
        _round(
            2,
            "Semi-finals",
            _match("SF1", _won("QF1"), _won("QF2")),
            _match("SF2", _won("QF3"), _won("QF4")),
        ),
        _round(3, FINAL_ROUND, _match("F", _won("SF1"), _won("SF2"))),
    ),
)

# Figure 10.2.2
STANDARD_16: Final = Bracket(
    title="Standard bracket",
    players=16,
    rounds=(
        _round(
            1,
            "Round of 16",
            _seeds("R16-1", 1, 16),
            _seeds("R16-2", 9, 8),
            _seeds("R16-3", 5, 12),
            _seeds("R16-4", 13, 4),
            _seeds("R16-5", 3, 14),
            _seeds("R16-6", 11, 6),
            _seeds("R16-7", 7, 10),
            _seeds("R16-8", 15, 2),
        ),
        _round(
            2,
            "Quarter-finals",
            _match("QF1", _won("R16-1"), _won("R16-2")),
            _match("QF2", _won("R16-3"), _won("R16-4")),
            _match("QF3", _won("R16-5"), _won("R16-6")),
            _match("QF4", _won("R16-7"), _won("R16-8")),
        ),
        _round(
            3,
            "Semi-finals",
            _match("SF1", _won("QF1"), _won("QF2")),
            _match("SF2", _won("QF3"), _won("QF4")),
        ),
        _round(4, FINAL_ROUND, _match("F", _won("SF1"), _won("SF2"))),
    ),
)

# Figure 10.2.3
MCINTYRE_8: Final = Bracket(
    title="Modified McIntyre bracket",
    players=8,
    rounds=(
        _round(
            1,
            "First round",
            _seeds("M1", 1, 4),
            _seeds("M2", 8, 5),
            _seeds("M3", 6, 7),
            _seeds("M4", 3, 2),
        ),
        _round(
            2,
            "Second round",
            _match("A", _lost("M1"), _won("M2")),
            _match("B", _won("M3"), _lost("M4")),
        ),
        _round(
            3, "Third round", _match("C", _won("M1"), _won("B")), _match("D", _won("A"), _won("M4"))
        ),
        _round(4, FINAL_ROUND, _match("F", _won("C"), _won("D"))),
    ),
)

# Figure 10.2.4, whose last match is drawn without a name
MCINTYRE_16: Final = Bracket(
    title="Modified McIntyre bracket",
    players=16,
    rounds=(
        _round(
            1,
            "First round",
            _seeds("M1", 1, 8),
            _seeds("M2", 15, 10),
            _seeds("M3", 12, 13),
            _seeds("M4", 3, 6),
            _seeds("M5", 2, 7),
            _seeds("M6", 9, 16),
            _seeds("M7", 11, 14),
            _seeds("M8", 4, 5),
        ),
        _round(
            2,
            "Second round",
            _match("A", _lost("M1"), _won("M2")),
            _match("B", _won("M3"), _lost("M4")),
            _match("C", _lost("M5"), _won("M6")),
            _match("D", _won("M7"), _lost("M8")),
        ),
        _round(
            3,
            "Third round",
            _match("E", _won("M1"), _won("B")),
            _match("F", _won("A"), _won("M4")),
            _match("G", _won("M5"), _won("D")),
            _match("H", _won("C"), _won("M8")),
        ),
        _round(
            4, "Fourth round", _match("I", _won("E"), _won("F")), _match("J", _won("G"), _won("H"))
        ),
        _round(5, FINAL_ROUND, _match("Final", _won("I"), _won("J"))),
    ),
)

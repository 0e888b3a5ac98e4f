"""A bracket as a director types it: one match per line, `SF1: seed 1 v winner QF2`."""

from __future__ import annotations

import re
from typing import Final

from padd.core.formats.bracket.tree import Bracket, LoserOf, Seed, Side, WinnerOf
from padd.core.messages import message
from padd.core.model import DrawnMatch, DrawnSide, MatchId
from padd.core.refusal import Refusal, RefusalError

MOST_LINES: Final = 1_100
LINE: Final = re.compile(
    r"(?P<id>[\w-]{1,20})\s*[:.]\s*(?P<one>.+?)\s+(?:vs?\.?|against|[-–])\s+(?P<other>.+)",
    re.IGNORECASE,
)
SEED: Final = re.compile(r"(?:seed\s*|#\s*)?([0-9]{1,4})", re.IGNORECASE)
FROM: Final = re.compile(r"(winner|loser)(?:\s+of)?\s+([\w-]{1,20})", re.IGNORECASE)


def bracket_text(bracket: Bracket) -> str:
    """Return a bracket as lines that `read_matches` reads back."""
    return "\n".join(
        f"{match.id}: {_side_text(match.sides[0])} v {_side_text(match.sides[1])}"
        for match in bracket.matches
    )


def _side_text(side: Side) -> str:
    match side:
        case Seed(seed=seed):
            return f"seed {seed}"
        case WinnerOf(winner=winner):
            return f"winner {winner}"
        case LoserOf(loser=loser):
            return f"loser {loser}"
        case _:
            return "bye"


def parse_bracket(text: str) -> tuple[DrawnMatch, ...]:
    """Return the matches of a typed bracket, or refuse every line that is unclear."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        _refuse_lines(len(lines))
    matches: list[DrawnMatch] = []
    unclear: list[Refusal] = []
    for number, line in enumerate(lines, start=1):
        match = _parse_match(line)
        if match is None:
            unclear.append(_unclear(number, line))
        else:
            matches.append(match)
    if unclear:
        raise RefusalError(*unclear)
    return tuple(matches)


def _parse_match(line: str) -> DrawnMatch | None:
    found = LINE.fullmatch(line)
    if found is None:
        return None
    one, other = _parse_side(found["one"]), _parse_side(found["other"])
    if one is None or other is None:
        return None
    return DrawnMatch(id=MatchId(found["id"]), sides=(one, other))


def _parse_side(words: str) -> DrawnSide | None:
    if words.casefold() == "bye":
        return DrawnSide(bye=True)
    seed = SEED.fullmatch(words)
    if seed is not None:
        return DrawnSide(seed=int(seed[1]))
    source = FROM.fullmatch(words)
    if source is None:
        return None
    name = MatchId(source[2])
    if source[1].casefold() == "winner":
        return DrawnSide(winner=name)
    return DrawnSide(loser=name)


def _unclear(number: int, line: str) -> Refusal:
    return Refusal(
        code="line-unclear",
        message=message(
            "Line {number} of the bracket can’t be read: “{line}”.", number=number, line=line[:60]
        ),
        rule="PADD",
        place=f"line {number}",
        way_out=message(
            "Enter one match per line, like “SF1: seed 1 v winner QF2” "
            "or “P1: loser SF1 v loser SF2”."
        ),
    )


def _refuse_lines(lines: int) -> None:
    reason = message(
        "A bracket has at most {most} matches, not {lines}.", most=MOST_LINES, lines=lines
    )
    raise RefusalError(Refusal(code="bracket-size", message=reason, rule="PADD"))

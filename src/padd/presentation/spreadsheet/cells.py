"""The columns of a results spreadsheet, and how their cells are written and read.

Cells must survive spreadsheet programs that see dates, fractions and formulas
everywhere: so ids begin with `#`, and games are letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from padd.core.model import Event, Game, PlayerId

NOT_KNOWN: Final = "?"
"""It is not on record which players of a pod went out."""
HEADINGS: Final = {
    "event": ("event", "tournament", "name of the event"),
    "date": ("date", "start", "starts", "day"),
    "game": ("game", "edition"),
    "format": ("format",),
    "rulebook": ("rulebook",),
    "level": ("level",),
    "rules": ("rules", "rules set"),
    "card_pool": ("card pool",),
    "scenario": ("scenario",),
    "online": ("online",),
    "pairing": ("pairing", "pairing style"),
    "rounds_planned": ("rounds planned",),
    "registered": ("registered",),
    "also": ("also",),
    "round": ("round", "rd", "rnd", "r"),
    "table": ("table", "tbl", "pod"),
    "player": ("player 1", "player", "name", "player a", "name 1"),
    "handle": ("handle 1", "handle", "forum handle", "handle a"),
    "id": ("id 1", "id"),
    "opponent": ("player 2", "opponent", "player b", "name 2"),
    "opponent_handle": ("handle 2", "opponent handle", "handle b"),
    "opponent_id": ("id 2",),
    "score": ("score 1", "score", "points", "points 1", "score a"),
    "opponent_score": ("score 2", "opponent score", "points 2", "score b"),
    "ended": ("ended", "ending", "how it ended"),
    "winner": ("winner", "won by"),
    "result": ("result",),
    "bonus": ("bonus 1",),
    "opponent_bonus": ("bonus 2",),
    "planet": ("planet 1",),
    "space": ("space 1",),
    "opponent_planet": ("planet 2",),
    "opponent_space": ("space 2",),
    "games": ("games",),
    "responsible": ("responsible",),
    "absent": ("absent",),
    "flat": ("flat",),
    "extra_minutes": ("extra minutes",),
    "first_player": ("went first", "first player"),
    "disqualified": ("disqualified",),
    "went_out": ("went out", "out"),
    "conceded": ("conceded",),
    "seed": ("seed",),
    "earned_byes": ("earned byes",),
    "head_start": ("head start",),
    "joined": ("joined", "joined in round"),
    "dropped": ("dropped after", "dropped"),
}
"""What columns are called; the first name is the one that is written."""
ALSO: Final = (
    *("directors", "reported", "heats", "bracket", "best_of"),
    *("cut", "tossed", "readmitted", "championship", "league", "stages"),
)
"""What an event may have that no column is for; it stands in one cell, as JSON."""
BYES: Final = {
    "bye": "byes",
    "earned bye": "earned_byes",
    "missed game": "missed",
    "missed": "missed",
}
FINAL: Final = "final confrontation"
YES: Final = frozenset({"yes", "y", "x", "1", "true"})
NOBODY: Final = "nobody"
MARK: Final = "#"
WON, LOST, TIED = "W", "L", "T"


class UnreadableCellError(ValueError):
    """A cell holds what it cannot hold."""


def id_cell(player: str) -> str:
    """Return an id as a cell that no program takes for a number."""
    return f"{MARK}{player}"


def parse_id(cell: str) -> str:
    """Return the id of a cell; people may leave out the mark."""
    return cell.removeprefix(MARK)


def sides_cell(players: Sequence[PlayerId] | None, both: tuple[PlayerId, PlayerId]) -> str:
    """Return which of two players are meant: 1, 2, or both in their order."""
    if players is None:
        return ""
    return " ".join(str(both.index(player) + 1) for player in players) or NOBODY


def parse_sides(cell: str, both: tuple[str, str]) -> list[str] | None:
    """Return the players that a cell means."""
    if not cell:
        return None
    if cell.casefold() == NOBODY:
        return []
    seats = cell.replace(",", " ").split()
    if not set(seats) <= {"1", "2"}:
        raise UnreadableCellError("Enter 1, 2, or both, for Player 1 and Player 2.")
    return [both[int(seat) - 1] for seat in seats]


def games_cell(games: Sequence[Game] | None, both: tuple[PlayerId, PlayerId]) -> str:
    """Return the games of a match as the first player saw them."""
    if games is None:
        return ""
    words = {both[0]: WON, both[1]: LOST, None: TIED}
    return " ".join(words[game.winner] for game in games) or NOBODY


def parse_games(cell: str, both: tuple[str, str]) -> list[dict[str, str | None]] | None:
    """Return the games of a match, each with its winner."""
    if not cell:
        return None
    if cell.casefold() == NOBODY:
        return []
    winners = {WON: both[0], LOST: both[1], TIED: None}
    letters = "".join(cell.replace(",", " ").split()).upper()
    if not set(letters) <= set(winners):
        raise UnreadableCellError("Enter W, L or T for each game, from Player 1’s side.")
    return [{"winner": winners[letter]} for letter in letters]


def extras_cell(event: Event) -> str:
    """Return the facts without a column of their own."""
    values = {name: value for name in ALSO if (value := getattr(event, name)) not in (None, (), {})}
    return msgspec.json.encode(values).decode() if values else ""


def parse_extras(cell: str) -> dict[str, Any]:
    """Return the facts of such a cell."""
    if not cell:
        return {}
    try:
        values = msgspec.json.decode(cell, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnreadableCellError("This is not a JSON object.") from error
    unknown = sorted(set(values) - set(ALSO))
    if unknown:
        raise UnreadableCellError(f"“{unknown[0]}” is not a known key.")
    return values

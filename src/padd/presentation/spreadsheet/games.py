"""One game, or one seat at a Tribbles table, from a spreadsheet to facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from padd.core.messages import Message, message
from padd.core.model import BRACKET_STYLES, Ending
from padd.core.refusal import Refusal, RefusalError
from padd.core.scoring.standings import DISQUALIFICATION
from padd.presentation.spreadsheet.cells import (
    MARK,
    NOT_KNOWN,
    YES,
    parse_games,
    parse_id,
    parse_sides,
)
from padd.rulebooks.loader import rulebook, rulebook_ids

NO_WINNER: Final = frozenset({"", "tie", "tied", "draw"})
LARGEST: Final = 1_000_000_000
RULE: Final = "docs/using/reporting.md"
MARKS: Final = ("went_out", "conceded", "disqualified")
PAIRS: Final = {"scores": "score", "bonus": "bonus"}

Values = dict[str, str]
Facts = dict[str, Any]


class EventBuilder(msgspec.Struct):
    """One event while its lines are gathered."""

    settings: Values
    players: dict[str, Facts] = {}
    names: dict[str, str] = {}
    """Ids by handle or name, where a line gives no id."""
    listed: list[str] = []
    """Players that have lines of their own, which give the order of all."""
    rounds: dict[int, Facts] = {}
    final: Facts | None = None
    lines: dict[tuple[int, str, int], int] = {}

    @property
    def is_match_play(self) -> bool:
        """Whether matches have games, of which only the winner counts."""
        return self.settings.get("pairing", "") in BRACKET_STYLES


def sheet_refusal(code: str, reason: Message, line: int | None = None) -> RefusalError:
    """Return the refusal of a sheet, to be raised; with its line where there is one."""
    if line is None:
        return RefusalError(Refusal(code=code, message=reason, rule=RULE))
    at_line = message("Line {line}: {reason}", line=line, reason=reason)
    return RefusalError(Refusal(code=code, message=at_line, rule=RULE, place=f"line {line}"))


def parse_number(digits: str, what: str, line: int) -> int:
    """Read a whole number, also as a spreadsheet writes it: 3, 3.0, 3,0, 1 000."""
    text = digits.replace("\N{NO-BREAK SPACE}", "").replace(" ", "").replace(",", ".")
    try:
        number = float(text)
    except ValueError as error:
        reason = message("“{digits}” is not a {what}.", digits=digits, what=what)
        raise sheet_refusal("not-a-number", reason, line) from error
    if not number.is_integer() or abs(number) > LARGEST:
        reason = message("“{digits}” is not a whole {what}.", digits=digits, what=what)
        raise sheet_refusal("not-a-number", reason, line)
    return int(number)


def parse_match(sheet: EventBuilder, first: str, second: str, values: Values, line: int) -> Facts:
    """Return one game of two players."""
    both = first, second
    match: Facts = {"players": list(both)}
    for name in ("table", "extra_minutes"):
        if values.get(name):
            match[name] = parse_number(values[name], name.replace("_", " "), line)
    for name, column in PAIRS.items():
        cells = values.get(column, ""), values.get(f"opponent_{column}", "")
        if all(cells):
            match[name] = [parse_number(cell, column, line) for cell in cells]
    _details(match, both, values, line)
    if winner := parse_winner(sheet, both, values.get("winner", ""), line):
        match["winner"] = winner
    _end(sheet, match, values, line)
    return match


def _end(sheet: EventBuilder, match: Facts, values: Values, line: int) -> None:
    """Read how a game ended; it often follows from the scores."""
    ended = values.get("ended", "").casefold().replace(" ", "-")
    if ended and ended not in set(Ending):
        reason = message("A game ends in one of these ways: {endings}.", endings=", ".join(Ending))
        raise sheet_refusal("unknown-ending", reason, line)
    if not ended and sheet.is_match_play and match.keys() & {"winner", "games"}:
        return  # in match play who won says everything
    if not ended and "scores" not in match:
        reason = message("Enter both scores, or how the game ended and who won.")
        raise sheet_refusal("no-result", reason, line)
    match["ending"] = ended or _usual_ending(sheet, match["scores"], values)
    if match["ending"] == Ending.COMPLETE.value and "winner" not in match:
        first, other = match.get("scores", (0, 0))
        if first != other:
            match["winner"] = match["players"][0 if first > other else 1]
    elif not ended and match["ending"] == Ending.TIME.value:
        # Who was ahead when time was called follows from the scores.
        match.pop("winner", None)


def _details(match: Facts, both: tuple[str, str], values: Values, line: int) -> None:
    """Read the rare columns of a game."""
    done = [
        {
            kind: parse_number(values[column], kind, line)
            for kind in ("planet", "space")
            if values.get(column := f"{side}{kind}")
        }
        for side in ("", "opponent_")
    ]
    if any(done):
        match["missions"] = done
    for name in ("responsible", "absent"):
        if (sides := parse_sides(values.get(name, ""), both)) is not None:
            match[name] = sides
    if (games := parse_games(values.get("games", ""), both)) is not None:
        match["games"] = games
    if values.get("flat", "").casefold() in YES:
        match["flat"] = True
    if leads := parse_sides(values.get("first_player", ""), both):
        match["first_player"] = leads[0]
    if out := parse_sides(values.get("disqualified", ""), both):
        match["penalties"] = [_disqualified(player) for player in out]


def _disqualified(player: str) -> Facts:
    return {"player": player, "level": DISQUALIFICATION}


def _usual_ending(sheet: EventBuilder, scores: Sequence[int], values: Values) -> str:
    """Return how a game ended of which only the scores are written down.

    The result says it where there is one; else a game was played out if a player
    reached the points of a full win.
    """
    ending = values.get("result", "").casefold()
    if "modified" in ending or "tie" in ending:
        return Ending.TIME.value
    book = sheet.settings["rulebook"]
    caps = rulebook(book).scoring.score_cap if book in rulebook_ids() else {}
    reached = max(scores) >= caps.get("default", 0) and scores[0] != scores[1]
    return Ending.COMPLETE.value if reached or "full" in ending else Ending.TIME.value


def parse_winner(sheet: EventBuilder, both: tuple[str, str], text: str, line: int) -> str:
    """Return who of two won: by name, handle or id, or as 1 or 2."""
    if text.startswith(MARK) and parse_id(text) in both:
        return parse_id(text)
    name = text.casefold()
    players = [sheet.players[player] for player in both]
    meant = [
        player["id"]
        for player in players
        if name and name in {player["name"].casefold(), player["handle"].casefold()}
    ]
    if len(meant) == 1:
        return str(meant[0])
    if meant:
        reason = message("Both are called “{text}”. Enter 1 or 2.", text=text)
        raise sheet_refusal("unknown-winner", reason, line)
    if name in {"1", "2"}:
        return both[int(name) - 1]
    if name in NO_WINNER:
        return ""
    raise sheet_refusal("unknown-winner", message("“{text}” did not play.", text=text), line)


def add_pod_seat(
    sheet: EventBuilder, round_: Facts, player: str, values: Values, line: int
) -> None:
    """Add one player of a table."""
    table = parse_number(values.get("table") or "1", "table", line)
    pods = round_.setdefault("pods", [])
    pod = next((pod_ for pod_ in pods if pod_["table"] == table), None)
    if pod is None:
        pod = {"table": table, "players": [], "scores": {}}
        sheet.lines[round_["number"], "pods", len(pods)] = line
        pods.append(pod)
    pod["players"].append(player)
    marks = {name: values.get(name, "").casefold() in YES for name in MARKS}
    if values.get("went_out", NOT_KNOWN) != NOT_KNOWN:
        pod.setdefault("went_out", [])
    for name in ("went_out", "conceded"):
        if marks[name]:
            pod.setdefault(name, []).append(player)
    if marks["disqualified"]:
        pod.setdefault("penalties", []).append(_disqualified(player))
    if values.get("score") or not marks["conceded"]:
        pod["scores"][player] = parse_number(values.get("score") or "0", "score", line)

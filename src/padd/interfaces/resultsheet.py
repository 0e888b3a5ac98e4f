"""Results as people keep them in spreadsheets, round by round, read as events.

One line is one game, or one player at a Tribbles table. Columns are found by their
headings, in any order; docs/using/reporting.md lists them. What cannot be read is
refused with the number of its line.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from padd.core.eventfile import SCHEMA, UPLOAD, read_event
from padd.core.model import Edition, Ending
from padd.core.refusal import EventRefused, Refusal
from padd.interfaces.sheets import UnreadableSheetError, read_csv
from padd.rulebooks.loader import rulebook, rulebook_ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from padd.core.model import Event

HEADINGS: Final = {
    "event": ("event", "tournament", "name of the event"),
    "date": ("date", "start", "starts", "day"),
    "game": ("game", "edition"),
    "format": ("format",),
    "rulebook": ("rulebook",),
    "level": ("level",),
    "round": ("round", "rd", "rnd", "r"),
    "table": ("table", "tbl", "pod"),
    "player": ("player 1", "player", "name", "player a", "name 1"),
    "handle": ("handle 1", "handle", "forum handle", "handle a"),
    "opponent": ("player 2", "opponent", "player b", "name 2"),
    "opponent_handle": ("handle 2", "opponent handle", "handle b"),
    "score": ("score 1", "score", "points", "points 1", "score a"),
    "opponent_score": ("score 2", "opponent score", "points 2", "score b"),
    "ended": ("ended", "ending", "how it ended"),
    "winner": ("winner", "won by"),
    "result": ("result",),
    "went_out": ("went out", "out"),
    "conceded": ("conceded",),
}
BYES: Final = {
    "bye": "byes",
    "earned bye": "earned_byes",
    "missed game": "missed",
    "missed": "missed",
}
NOT_A_PLAYER: Final = frozenset({"", "-", "–", "bye", "none", "nobody"})
YES: Final = frozenset({"yes", "y", "x", "1", "true"})
DATES: Final = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d")
LARGEST: Final = 1_000_000_000
RULE: Final = "docs/using/reporting.md"
PLACE: Final = re.compile(r"rounds\[(\d+)\]\.(matches|pods)\[(\d+)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a sheet may leave out because somebody has said it beside it."""

    name: str = ""
    date: str = ""
    game: str = "2E"
    format: str = "constructed"
    rulebook: str = ""
    level: str = "1"


@dataclass
class _Sheet:
    """One event while its lines are gathered."""

    settings: dict[str, str]
    players: dict[str, dict[str, str]] = field(default_factory=dict)
    rounds: dict[int, dict[str, Any]] = field(default_factory=dict)
    lines: dict[tuple[int, str, int], int] = field(default_factory=dict)


def read_sheet(data: bytes, settings: Settings) -> tuple[Event, ...]:
    """Return the events of a sheet, or raise `EventRefused` with a line number."""
    try:
        header, rows = read_csv(data)
    except UnreadableSheetError as error:
        raise _refuse("not-a-table", f"This is not a table: {error}.") from error
    columns = _columns(header)
    sheets: dict[tuple[str, str], _Sheet] = {}
    for number, row in enumerate(rows, start=2):
        values = {
            name: row[at].strip() if at < len(row) else ""
            for name, at in columns.items()
        }
        if any(values.values()):
            _take(sheets, values, number, settings, pods="opponent" not in columns)
    if not sheets:
        raise _refuse("empty-table", "There is no result in this table.")
    return tuple(_event(sheet) for sheet in sheets.values())


def _columns(header: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, heading in enumerate(header):
        said = " ".join(heading.casefold().replace("_", " ").split())
        for name, headings in HEADINGS.items():
            if said in headings and name not in found:
                found[name] = at
    for needed in ("round", "player"):
        if needed not in found:
            message = f"There is no column “{HEADINGS[needed][0].title()}”."
            raise _refuse("no-such-column", message, line=1)
    return found


def _refuse(code: str, message: str, line: int | None = None) -> EventRefused:
    said = message if line is None else f"Line {line}: {message}"
    place = "" if line is None else f"line {line}"
    return EventRefused(Refusal(code=code, message=said, rule=RULE, place=place))


def _take(
    sheets: dict[tuple[str, str], _Sheet],
    values: dict[str, str],
    line: int,
    settings: Settings,
    *,
    pods: bool,
) -> None:
    said = {
        "name": values.get("event") or settings.name,
        "date": values.get("date") or settings.date,
        "game": (values.get("game") or settings.game).upper(),
        "format": (values.get("format") or settings.format).casefold(),
        "rulebook": values.get("rulebook") or settings.rulebook or rulebook_ids()[0],
        "level": values.get("level") or settings.level,
    }
    sheet = sheets.setdefault((said["name"], said["date"]), _Sheet(said))
    number = _number(values["round"], "round", line)
    round_ = sheet.rounds.setdefault(number, {"number": number})
    first = _player(sheet, values["player"], values.get("handle", ""), line)
    if pods:
        _pod(sheet, round_, first, values, line)
        return
    other = values.get("opponent", "")
    if other.casefold() in NOT_A_PLAYER and not values.get("opponent_handle"):
        said_result = (values.get("result") or values.get("ended") or "bye").casefold()
        group = BYES.get(said_result)
        if group is None:
            message = f"“{said_result}” is not a bye; who was the opponent?"
            raise _refuse("no-opponent", message, line)
        round_.setdefault(group, []).append(first)
        return
    second = _player(sheet, other, values.get("opponent_handle", ""), line)
    matches = round_.setdefault("matches", [])
    sheet.lines[number, "matches", len(matches)] = line
    matches.append(_match(sheet, first, second, values, line))


def _player(sheet: _Sheet, name: str, handle: str, line: int) -> str:
    """Return the id of a player; the same name or handle is the same player."""
    key = (handle or name).casefold()
    if not key:
        raise _refuse("no-player", "Who played?", line)
    known = sheet.players.get(key)
    if known is None:
        known = {"id": f"p{len(sheet.players) + 1}", "name": name, "handle": handle}
        sheet.players[key] = known
    return known["id"]


def _number(said: str, what: str, line: int) -> int:
    """Read a whole number, also as a spreadsheet writes it: 3, 3.0, 3,0, 1 000."""
    text = said.replace("\N{NO-BREAK SPACE}", "").replace(" ", "").replace(",", ".")
    try:
        number = float(text)
    except ValueError as error:
        message = f"“{said}” is not a {what}."
        raise _refuse("not-a-number", message, line) from error
    if not number.is_integer() or abs(number) > LARGEST:
        message = f"“{said}” is not a whole {what}."
        raise _refuse("not-a-number", message, line)
    return int(number)


def _match(
    sheet: _Sheet, first: str, second: str, values: dict[str, str], line: int
) -> dict[str, Any]:
    match: dict[str, Any] = {"players": [first, second]}
    if values.get("table"):
        match["table"] = _number(values["table"], "table", line)
    scores = values.get("score", ""), values.get("opponent_score", "")
    if all(scores):
        match["scores"] = [_number(one, "score", line) for one in scores]
    winner = _winner(sheet, values.get("winner", ""), line)
    if winner:
        match["winner"] = winner
    ended = values.get("ended", "").casefold().replace(" ", "-")
    if ended and ended not in set(Ending):
        message = f"A game ends in one of these ways: {', '.join(Ending)}."
        raise _refuse("unknown-ending", message, line)
    if not ended and "scores" not in match:
        message = "Give both scores, or how the game ended and who won."
        raise _refuse("no-result", message, line)
    match["ending"] = ended or _usual_ending(sheet, match["scores"], values)
    if match["ending"] == Ending.COMPLETE.value and "winner" not in match:
        one, other = match.get("scores", (0, 0))
        if one != other:
            match["winner"] = first if one > other else second
    elif match["ending"] == Ending.TIME.value:
        # Who was ahead when time was called follows from the scores.
        match.pop("winner", None)
    return match


def _usual_ending(sheet: _Sheet, scores: Sequence[int], values: dict[str, str]) -> str:
    """Return how a game ended of which only the scores are written down.

    The result says it where there is one; else a game was played out if somebody
    reached the points of a full win.
    """
    said = values.get("result", "").casefold()
    if "modified" in said or "tie" in said:
        return Ending.TIME.value
    book = sheet.settings["rulebook"]
    caps = rulebook(book).scoring.score_cap if book in rulebook_ids() else {}
    reached = max(scores) >= caps.get("default", 0) and scores[0] != scores[1]
    return Ending.COMPLETE.value if reached or "full" in said else Ending.TIME.value


def _winner(sheet: _Sheet, said: str, line: int) -> str:
    if not said or said.casefold() in {"tie", "tied", "draw"}:
        return ""
    for player in sheet.players.values():
        if said.casefold() in {player["name"].casefold(), player["handle"].casefold()}:
            return player["id"]
    raise _refuse("unknown-winner", f"“{said}” did not play.", line)


def _pod(
    sheet: _Sheet,
    round_: dict[str, Any],
    player: str,
    values: dict[str, str],
    line: int,
) -> None:
    table = _number(values.get("table") or "1", "table", line)
    pods = round_.setdefault("pods", [])
    pod = next((one for one in pods if one["table"] == table), None)
    if pod is None:
        pod = {"table": table, "players": [], "scores": {}}
        sheet.lines[round_["number"], "pods", len(pods)] = line
        pods.append(pod)
    pod["players"].append(player)
    pod["scores"][player] = _number(values.get("score") or "0", "score", line)
    for name in ("went_out", "conceded"):
        if values.get(name, "").casefold() in YES:
            pod.setdefault(name, []).append(player)


def _event(sheet: _Sheet) -> Event:
    said = sheet.settings
    if said["rulebook"] not in rulebook_ids():
        message = f"There is no rulebook “{said['rulebook']}”."
        raise _refuse("unknown-rulebook", message)
    tribbles = said["game"] == Edition.TRIBBLES
    rounds = [sheet.rounds[number] for number in sorted(sheet.rounds)]
    facts: dict[str, Any] = {
        "schema": SCHEMA,
        "rulebook": said["rulebook"],
        "name": said["name"],
        "edition": said["game"],
        "format": said["format"],
        "level": _number(said["level"], "level", 1),
        "pairing_style": "tribbles" if tribbles else "swiss",
        "rounds_planned": len(rounds),
        "players": list(sheet.players.values()),
        "rounds": rounds,
    }
    if said["date"]:
        facts["starts"] = _start(said["date"])
    try:
        return read_event(msgspec.json.encode(facts), book_of=rulebook, limits=UPLOAD)
    except EventRefused as refused:
        raise _with_line(refused, sheet, rounds) from refused


def _with_line(
    refused: EventRefused, sheet: _Sheet, rounds: Sequence[dict[str, Any]]
) -> EventRefused:
    """Say in which line of the sheet a refused game stands."""
    found = PLACE.match(refused.refusal.place)
    if found is None:
        return refused
    number = rounds[int(found[1])]["number"]
    line = sheet.lines.get((number, found[2], int(found[3])))
    if line is None:
        return refused
    return _refuse(refused.refusal.code, refused.refusal.message, line)


def _start(said: str) -> str:
    """Return the start of an event from a date as people write it."""
    moment = next(_dated(said), None)
    if moment is None:
        message = f"“{said}” is not a date; write it as 2026-11-29."
        raise _refuse("not-a-date", message)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _dated(said: str) -> Iterator[datetime]:
    with suppress(ValueError):
        yield datetime.fromisoformat(said)
    for form in DATES:
        with suppress(ValueError):
            yield datetime.strptime(said, form).replace(tzinfo=UTC)

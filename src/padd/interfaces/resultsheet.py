"""Results as people keep them in spreadsheets, round by round, read as events.

One line is one game, or one player at a Tribbles table; a line without a round is
about a player. Columns are found by their headings, in any order;
docs/using/reporting.md lists them. What cannot be read is refused with the number of
its line.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from padd.core.eventfile import SCHEMA, UPLOAD, read_event
from padd.core.model import BRACKET_STYLES, Edition, Ending
from padd.core.refusal import EventRefused, Refusal
from padd.core.standings import DISQUALIFICATION
from padd.interfaces.resultcells import (
    BYES,
    FINAL,
    HEADINGS,
    MARK,
    YES,
    UnreadableCellError,
    also_in,
    games_in,
    id_in,
    sides_in,
)
from padd.interfaces.sheets import UnreadableSheetError, read_csv
from padd.rulebooks.loader import rulebook, rulebook_ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from padd.core.model import Event

NOT_A_PLAYER: Final = frozenset({"", "-", "–", "bye", "none", "nobody"})
NO_WINNER: Final = frozenset({"", "tie", "tied", "draw"})
DATES: Final = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d")
LARGEST: Final = 1_000_000_000
RULE: Final = "docs/using/reporting.md"
PLACE: Final = re.compile(r"rounds\[(\d+)\]\.(matches|pods)\[(\d+)\]")
SETTINGS: Final = (
    *("rules", "card_pool", "scenario", "online", "pairing"),
    *("rounds_planned", "registered", "also"),
)
"""What an event may say of itself; the first line that says it is believed."""
OF_A_PLAYER: Final = {
    "seed": "seed",
    "head_start": "head_start",
    "joined": "joined_round",
    "dropped": "dropped_after",
}
MARKS: Final = ("went_out", "conceded", "disqualified")
PAIRS: Final = {"scores": "score", "bonus": "bonus"}

Values = dict[str, str]
Facts = dict[str, Any]


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

    settings: Values
    players: dict[str, Facts] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Ids by handle or name, where a line gives no id."""
    listed: list[str] = field(default_factory=list)
    """Players that have lines of their own, which give the order of all."""
    rounds: dict[int, Facts] = field(default_factory=dict)
    final: Facts | None = None
    lines: dict[tuple[int, str, int], int] = field(default_factory=dict)

    @property
    def is_match_play(self) -> bool:
        """Whether matches have games, of which only the winner counts."""
        return self.settings.get("pairing", "") in BRACKET_STYLES


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
        if not any(values.values()):
            continue
        sheet = _sheet_of(sheets, values, settings)
        try:
            _take(sheet, values, number, pods="opponent" not in columns)
        except UnreadableCellError as error:
            raise _refuse("unreadable-cell", str(error), number) from error
    if not any(sheet.rounds for sheet in sheets.values()):
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


def _sheet_of(
    sheets: dict[tuple[str, str], _Sheet], values: Values, settings: Settings
) -> _Sheet:
    """Return the event that a line is of, with what the line says of the event."""
    said = {
        "name": values.get("event") or settings.name,
        "date": values.get("date") or settings.date,
        "game": (values.get("game") or settings.game).upper(),
        "format": (values.get("format") or settings.format).casefold(),
        "rulebook": values.get("rulebook") or settings.rulebook or rulebook_ids()[0],
        "level": values.get("level") or settings.level,
    }
    sheet = sheets.setdefault((said["name"], said["date"]), _Sheet(said))
    for name in SETTINGS:
        if values.get(name):
            sheet.settings.setdefault(name, values[name])
    return sheet


def _take(sheet: _Sheet, values: Values, line: int, *, pods: bool) -> None:
    first = _player(sheet, values, "player", "handle", "id", line=line)
    if not values["round"]:
        _about_player(sheet, first, values, line)
        return
    if values["round"].casefold() == FINAL:
        sheet.final = _confrontation(sheet, first, values, line)
        return
    number = _number(values["round"], "round", line)
    round_ = sheet.rounds.setdefault(number, {"number": number})
    said = (values.get("result") or values.get("ended") or "").casefold()
    if pods and said not in BYES:
        _pod(sheet, round_, first, values, line)
    elif pods or _is_nobody(values):
        group = BYES.get(said or "bye")
        if group is None:
            message = f"“{said}” is not a bye; who was the opponent?"
            raise _refuse("no-opponent", message, line)
        round_.setdefault(group, []).append(first)
    else:
        second = _opponent(sheet, values, line)
        matches = round_.setdefault("matches", [])
        sheet.lines[number, "matches", len(matches)] = line
        matches.append(_match(sheet, first, second, values, line))


def _is_nobody(values: Values) -> bool:
    named = values.get("opponent_handle") or values.get("opponent_id")
    return not named and values.get("opponent", "").casefold() in NOT_A_PLAYER


def _opponent(sheet: _Sheet, values: Values, line: int) -> str:
    return _player(
        sheet, values, "opponent", "opponent_handle", "opponent_id", line=line
    )


def _player(sheet: _Sheet, values: Values, *columns: str, line: int) -> str:
    """Return the id of a player; the same id, handle or name is the same player."""
    name, handle, given = (values.get(column, "") for column in columns)
    key, given = (handle or name).casefold(), id_in(given)
    if not (key or given):
        raise _refuse("no-player", "Who played?", line)
    found = given or sheet.names.get(key, "")
    if not found:
        numbers = (f"p{n}" for n in range(len(sheet.players) + 1, LARGEST))
        found = next(one for one in numbers if one not in sheet.players)
    if found not in sheet.players:
        sheet.players[found] = {"id": found, "name": name, "handle": handle}
    if key:
        sheet.names.setdefault(key, found)
    return found


def _about_player(sheet: _Sheet, player: str, values: Values, line: int) -> None:
    """Take up what a line says of a player alone."""
    result = ("opponent", "opponent_id", "score", "opponent_score", "ended", "winner")
    if any(values.get(name) for name in result):
        raise _refuse("not-a-number", "Which round was this?", line)
    if player in sheet.listed:
        raise _refuse("player-twice", "This player has a line already.", line)
    sheet.listed.append(player)
    known = sheet.players[player]
    for column, name in OF_A_PLAYER.items():
        if values.get(column):
            known[name] = _number(values[column], column.replace("_", " "), line)
    rounds = values.get("earned_byes", "").replace(",", " ").split()
    if rounds:
        known["earned_byes"] = [_number(one, "round", line) for one in rounds]


def _confrontation(sheet: _Sheet, first: str, values: Values, line: int) -> Facts:
    both = first, _opponent(sheet, values, line)
    found: Facts = {"players": list(both)}
    if winner := _winner(sheet, both, values.get("winner", ""), line):
        found["winner"] = winner
    return found


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


def _match(sheet: _Sheet, first: str, second: str, values: Values, line: int) -> Facts:
    both = first, second
    match: Facts = {"players": list(both)}
    for name in ("table", "extra_minutes"):
        if values.get(name):
            match[name] = _number(values[name], name.replace("_", " "), line)
    for name, column in PAIRS.items():
        cells = values.get(column, ""), values.get(f"opponent_{column}", "")
        if all(cells):
            match[name] = [_number(one, column, line) for one in cells]
    _details(match, both, values, line)
    if winner := _winner(sheet, both, values.get("winner", ""), line):
        match["winner"] = winner
    _end(sheet, match, values, line)
    return match


def _end(sheet: _Sheet, match: Facts, values: Values, line: int) -> None:
    """Take up how a game ended; of many it follows from the scores."""
    ended = values.get("ended", "").casefold().replace(" ", "-")
    if ended and ended not in set(Ending):
        message = f"A game ends in one of these ways: {', '.join(Ending)}."
        raise _refuse("unknown-ending", message, line)
    if not ended and sheet.is_match_play and match.keys() & {"winner", "games"}:
        return  # in match play who won says everything
    if not ended and "scores" not in match:
        message = "Give both scores, or how the game ended and who won."
        raise _refuse("no-result", message, line)
    match["ending"] = ended or _usual_ending(sheet, match["scores"], values)
    if match["ending"] == Ending.COMPLETE.value and "winner" not in match:
        one, other = match.get("scores", (0, 0))
        if one != other:
            match["winner"] = match["players"][0 if one > other else 1]
    elif not ended and match["ending"] == Ending.TIME.value:
        # Who was ahead when time was called follows from the scores.
        match.pop("winner", None)


def _details(match: Facts, both: tuple[str, str], values: Values, line: int) -> None:
    """Take up what few games have."""
    done = [
        {
            kind: _number(values[column], kind, line)
            for kind in ("planet", "space")
            if values.get(column := f"{side}{kind}")
        }
        for side in ("", "opponent_")
    ]
    if any(done):
        match["missions"] = done
    for name in ("responsible", "absent"):
        if (sides := sides_in(values.get(name, ""), both)) is not None:
            match[name] = sides
    if (games := games_in(values.get("games", ""), both)) is not None:
        match["games"] = games
    if values.get("flat", "").casefold() in YES:
        match["flat"] = True
    if leads := sides_in(values.get("first_player", ""), both):
        match["first_player"] = leads[0]
    if out := sides_in(values.get("disqualified", ""), both):
        match["penalties"] = [_disqualified(player) for player in out]


def _disqualified(player: str) -> Facts:
    return {"player": player, "level": DISQUALIFICATION}


def _usual_ending(sheet: _Sheet, scores: Sequence[int], values: Values) -> str:
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


def _winner(sheet: _Sheet, both: tuple[str, str], said: str, line: int) -> str:
    """Return who of two won: by name, handle or id, or as 1 or 2."""
    if said.startswith(MARK) and id_in(said) in both:
        return id_in(said)
    wanted = said.casefold()
    players = [sheet.players[player] for player in both]
    meant = [
        player["id"]
        for player in players
        if wanted and wanted in {player["name"].casefold(), player["handle"].casefold()}
    ]
    if len(meant) == 1:
        return str(meant[0])
    if meant:
        message = f"Both are called “{said}”; write 1 or 2."
        raise _refuse("unknown-winner", message, line)
    if wanted in {"1", "2"}:
        return both[int(wanted) - 1]
    if wanted in NO_WINNER:
        return ""
    raise _refuse("unknown-winner", f"“{said}” did not play.", line)


def _pod(sheet: _Sheet, round_: Facts, player: str, values: Values, line: int) -> None:
    table = _number(values.get("table") or "1", "table", line)
    pods = round_.setdefault("pods", [])
    pod = next((one for one in pods if one["table"] == table), None)
    if pod is None:
        pod = {"table": table, "players": [], "scores": {}}
        sheet.lines[round_["number"], "pods", len(pods)] = line
        pods.append(pod)
    pod["players"].append(player)
    marks = {name: values.get(name, "").casefold() in YES for name in MARKS}
    for name in ("went_out", "conceded"):
        if marks[name]:
            pod.setdefault(name, []).append(player)
    if marks["disqualified"]:
        pod.setdefault("penalties", []).append(_disqualified(player))
    if values.get("score") or not marks["conceded"]:
        pod["scores"][player] = _number(values.get("score") or "0", "score", line)


def _event(sheet: _Sheet) -> Event:
    said = sheet.settings
    if said["rulebook"] not in rulebook_ids():
        message = f"There is no rulebook “{said['rulebook']}”."
        raise _refuse("unknown-rulebook", message)
    rounds = [sheet.rounds[number] for number in sorted(sheet.rounds)]
    facts: Facts = {
        "schema": SCHEMA,
        "rulebook": said["rulebook"],
        "name": said["name"],
        "edition": said["game"],
        "format": said["format"],
        "level": _number(said["level"], "level", 1),
        "players": _in_order(sheet),
        "rounds": rounds,
        **_settings(said, rounds=len(rounds)),
    }
    if said["date"]:
        facts["starts"] = _start(said["date"])
    if sheet.final:
        facts["final_confrontation"] = sheet.final
    try:
        return read_event(msgspec.json.encode(facts), book_of=rulebook, limits=UPLOAD)
    except EventRefused as refused:
        raise _with_line(refused, sheet, rounds) from refused


def _in_order(sheet: _Sheet) -> list[Facts]:
    order = dict.fromkeys([*sheet.listed, *sheet.players])
    return [sheet.players[player] for player in order]


def _settings(said: Values, *, rounds: int) -> Facts:
    tribbles = said["game"] == Edition.TRIBBLES
    found: Facts = {
        "pairing_style": said.get("pairing") or ("tribbles" if tribbles else "swiss"),
        "rounds_planned": _number(
            said.get("rounds_planned") or str(rounds), "number of rounds", 1
        ),
        "online": said.get("online", "").casefold() in YES,
    }
    for name in ("rules", "card_pool", "scenario"):
        if said.get(name):
            found[name] = said[name]
    if said.get("registered"):
        found["registered"] = _start(said["registered"])
    try:
        return found | also_in(said.get("also", ""))
    except UnreadableCellError as error:
        raise _refuse("unreadable-cell", f"Also: {error}") from error


def _with_line(
    refused: EventRefused, sheet: _Sheet, rounds: Sequence[Facts]
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
    """Return a moment from a date as people write it; one with its zone stays."""
    moment = next(_dated(said), None)
    if moment is None:
        message = f"“{said}” is not a date; write it as 2026-11-29."
        raise _refuse("not-a-date", message)
    return said if moment.tzinfo else moment.replace(tzinfo=UTC).isoformat()


def _dated(said: str) -> Iterator[datetime]:
    with suppress(ValueError):
        yield datetime.fromisoformat(said)
    for form in DATES:
        with suppress(ValueError):
            yield datetime.strptime(said, form).replace(tzinfo=None)  # noqa: DTZ007 -- the day alone

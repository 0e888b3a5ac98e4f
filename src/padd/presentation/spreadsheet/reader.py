"""Read spreadsheets of results, round by round, as events.

One line is one game, or one player at a Tribbles table; a line without a round is
about a player. Columns are found by their headings, in any order;
docs/using/reporting.md lists them. What cannot be read is refused with the number of
its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import msgspec

from padd.core.event_file import SCHEMA, UPLOAD, read_event
from padd.core.messages import message, verbatim
from padd.core.model import Edition, Event
from padd.core.refusal import RefusalError
from padd.presentation.spreadsheet.cells import (
    BYES,
    FINAL,
    HEADINGS,
    YES,
    UnreadableCellError,
    parse_extras,
    parse_id,
)
from padd.presentation.spreadsheet.csv_text import UnreadableSheetError, read_csv
from padd.presentation.spreadsheet.games import (
    LARGEST,
    EventBuilder,
    Facts,
    Values,
    add_pod_seat,
    parse_match,
    parse_number,
    parse_winner,
    sheet_refusal,
)
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.reports import ReportSource
from padd.services.reports.finished_event_import import EventUpload, ImportedFile, ImportFate

NOT_A_PLAYER: Final = frozenset({"", "-", "–", "bye", "none", "nobody"})
DATES: Final = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d")
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


class SheetSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Facts of an event that a sheet may leave out."""

    name: str = ""
    date: str = ""
    game: str = "2E"
    format: str = "constructed"
    rulebook: str = ""
    level: str = "1"


def read_sheet(data: bytes, settings: SheetSettings) -> tuple[Event, ...]:
    """Return the events of a sheet, or raise `RefusalError` with a line number."""
    try:
        header, rows = read_csv(data)
    except UnreadableSheetError as error:
        raise sheet_refusal(
            "not-a-table", message("This is not a table: {error}.", error=str(error))
        ) from error
    columns = _columns(header)
    sheets: dict[tuple[str, str], EventBuilder] = {}
    for number, row in enumerate(rows, start=2):
        values = {name: row[at].strip() if at < len(row) else "" for name, at in columns.items()}
        if not any(values.values()):
            continue
        sheet = _sheet_of(sheets, values, settings)
        try:
            _take(sheet, values, number, pods="opponent" not in columns)
        except UnreadableCellError as error:
            raise sheet_refusal("unreadable-cell", verbatim(str(error)), number) from error
    if not any(sheet.rounds for sheet in sheets.values()):
        raise sheet_refusal("empty-table", message("This table has no result."))
    return tuple(_event(sheet) for sheet in sheets.values())


def _columns(header: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for at, heading in enumerate(header):
        words = " ".join(heading.casefold().replace("_", " ").split())
        for name, headings in HEADINGS.items():
            if words in headings and name not in columns:
                columns[name] = at
    for needed in ("round", "player"):
        if needed not in columns:
            reason = message("There is no column “{column}”.", column=HEADINGS[needed][0].title())
            raise sheet_refusal("no-such-column", reason, line=1)
    return columns


def _sheet_of(
    sheets: dict[tuple[str, str], EventBuilder], values: Values, settings: SheetSettings
) -> EventBuilder:
    """Return the event that a line is of, with what the line says of the event."""
    fields = {
        "name": values.get("event") or settings.name,
        "date": values.get("date") or settings.date,
        "game": (values.get("game") or settings.game).upper(),
        "format": (values.get("format") or settings.format).casefold(),
        "rulebook": values.get("rulebook") or settings.rulebook or rulebook_ids()[0],
        "level": values.get("level") or settings.level,
    }
    sheet = sheets.setdefault((fields["name"], fields["date"]), EventBuilder(fields))
    for name in SETTINGS:
        if values.get(name):
            sheet.settings.setdefault(name, values[name])
    return sheet


def _take(sheet: EventBuilder, values: Values, line: int, *, pods: bool) -> None:
    first = _player(sheet, values, "player", "handle", "id", line=line)
    if not values["round"]:
        _about_player(sheet, first, values, line)
        return
    if values["round"].casefold() == FINAL:
        sheet.final = _confrontation(sheet, first, values, line)
        return
    number = parse_number(values["round"], "round", line)
    round_ = sheet.rounds.setdefault(number, {"number": number})
    ending = (values.get("result") or values.get("ended") or "").casefold()
    if pods and ending not in BYES:
        add_pod_seat(sheet, round_, first, values, line)
    elif pods or _is_nobody(values):
        group = BYES.get(ending or "bye")
        if group is None:
            reason = message("“{ending}” is not a bye; who was the opponent?", ending=ending)
            raise sheet_refusal("no-opponent", reason, line)
        round_.setdefault(group, []).append(first)
    else:
        second = _opponent(sheet, values, line)
        matches = round_.setdefault("matches", [])
        sheet.lines[number, "matches", len(matches)] = line
        matches.append(parse_match(sheet, first, second, values, line))


def _is_nobody(values: Values) -> bool:
    named = values.get("opponent_handle") or values.get("opponent_id")
    return not named and values.get("opponent", "").casefold() in NOT_A_PLAYER


def _opponent(sheet: EventBuilder, values: Values, line: int) -> str:
    return _player(sheet, values, "opponent", "opponent_handle", "opponent_id", line=line)


def _player(sheet: EventBuilder, values: Values, *columns: str, line: int) -> str:
    """Return the id of a player; the same id, handle or name is the same player."""
    name, handle, id_given = (values.get(column, "") for column in columns)
    key, id_given = (handle or name).casefold(), parse_id(id_given)
    if not (key or id_given):
        raise sheet_refusal("no-player", message("Who played?"), line)
    id_ = id_given or sheet.names.get(key, "")
    if not id_:
        numbers = (f"p{n}" for n in range(len(sheet.players) + 1, LARGEST))
        id_ = next(number for number in numbers if number not in sheet.players)
    if id_ not in sheet.players:
        sheet.players[id_] = {"id": id_, "name": name, "handle": handle}
    if key:
        sheet.names.setdefault(key, id_)
    return id_


def _about_player(sheet: EventBuilder, player: str, values: Values, line: int) -> None:
    """Read what a line says about a player."""
    result = ("opponent", "opponent_id", "score", "opponent_score", "ended", "winner")
    if any(values.get(name) for name in result):
        raise sheet_refusal("not-a-number", message("Which round was this?"), line)
    if player in sheet.listed:
        raise sheet_refusal("player-twice", message("This player is already listed."), line)
    sheet.listed.append(player)
    known = sheet.players[player]
    for column, name in OF_A_PLAYER.items():
        if values.get(column):
            known[name] = parse_number(values[column], column.replace("_", " "), line)
    rounds = values.get("earned_byes", "").replace(",", " ").split()
    if rounds:
        known["earned_byes"] = [parse_number(round_, "round", line) for round_ in rounds]


def _confrontation(sheet: EventBuilder, first: str, values: Values, line: int) -> Facts:
    both = first, _opponent(sheet, values, line)
    final: Facts = {"players": list(both)}
    if winner := parse_winner(sheet, both, values.get("winner", ""), line):
        final["winner"] = winner
    return final


def _event(sheet: EventBuilder) -> Event:
    settings = sheet.settings
    if settings["rulebook"] not in rulebook_ids():
        reason = message("There is no rulebook “{rulebook}”.", rulebook=settings["rulebook"])
        raise sheet_refusal("unknown-rulebook", reason)
    rounds = [sheet.rounds[number] for number in sorted(sheet.rounds)]
    facts: Facts = {
        "schema": SCHEMA,
        "rulebook": settings["rulebook"],
        "name": settings["name"],
        "edition": settings["game"],
        "format": settings["format"],
        "level": parse_number(settings["level"], "level", 1),
        "players": _in_order(sheet),
        "rounds": rounds,
        **_settings(settings, rounds=len(rounds)),
    }
    if settings["date"]:
        facts["starts"] = _start(settings["date"])
    if sheet.final:
        facts["final_confrontation"] = sheet.final
    try:
        return read_event(msgspec.json.encode(facts), book_of=rulebook, limits=UPLOAD)
    except RefusalError as refused:
        raise _with_line(refused, sheet, rounds) from refused


def _in_order(sheet: EventBuilder) -> list[Facts]:
    order = dict.fromkeys([*sheet.listed, *sheet.players])
    return [sheet.players[player] for player in order]


def _settings(values: Values, *, rounds: int) -> Facts:
    tribbles = values["game"] == Edition.TRIBBLES
    settings: Facts = {
        "pairing_style": values.get("pairing") or ("tribbles" if tribbles else "swiss"),
        "rounds_planned": parse_number(
            values.get("rounds_planned") or str(rounds), "number of rounds", 1
        ),
        "online": values.get("online", "").casefold() in YES,
    }
    for name in ("rules", "card_pool", "scenario"):
        if values.get(name):
            settings[name] = values[name]
    if values.get("registered"):
        settings["registered"] = _start(values["registered"])
    try:
        return settings | parse_extras(values.get("also", ""))
    except UnreadableCellError as error:
        raise sheet_refusal(
            "unreadable-cell", message("Also: {error}", error=str(error))
        ) from error


def _with_line(refused: RefusalError, sheet: EventBuilder, rounds: Sequence[Facts]) -> RefusalError:
    """Say in which line of the sheet a refused game stands."""
    match = PLACE.match(refused.refusal.place)
    if match is None:
        return refused
    number = rounds[int(match[1])]["number"]
    line = sheet.lines.get((number, match[2], int(match[3])))
    if line is None:
        return refused
    return sheet_refusal(refused.refusal.code, refused.refusal.message, line)


def _start(text: str) -> str:
    """Return a moment from a date as people write it; one with its zone stays."""
    moment = next(_dated(text), None)
    if moment is None:
        reason = message("“{text}” is not a date. Enter it as 2026-11-29.", text=text)
        raise sheet_refusal("not-a-date", reason)
    return text if moment.tzinfo else moment.replace(tzinfo=UTC).isoformat()


def _dated(text: str) -> Iterator[datetime]:
    with suppress(ValueError):
        yield datetime.fromisoformat(text)
    for form in DATES:
        with suppress(ValueError):
            yield datetime.strptime(text, form).replace(tzinfo=None)  # noqa: DTZ007 -- the day alone


def read_uploads(
    files: Iterable[tuple[str, bytes]], settings: SheetSettings
) -> tuple[list[EventUpload], list[ImportedFile]]:
    """Return the readable uploads, and the spreadsheets that cannot be read."""
    ready: list[EventUpload] = []
    refused: list[ImportedFile] = []
    for name, data in files:
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            ready.append(EventUpload(name=name, data=data))
            continue
        try:
            events = read_sheet(data, settings)
        except RefusalError as error:
            message = error.refusal.message
            refused.append(ImportedFile(file=name, fate=ImportFate.REFUSED, message=message))
            continue
        ready += [
            EventUpload(name=name, facts=event, source=ReportSource.SHEET) for event in events
        ]
    return ready, refused

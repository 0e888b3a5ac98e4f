"""The tally of missions from a file, for `padd league missions`."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Final, NoReturn

from padd.core.leagues.bonus_schemes import MissionDone
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.mission_tally import MissionRecord, mission_bonuses, mission_tally
from padd.core.messages import Message, message
from padd.core.refusal import refuse
from padd.presentation.formats.presenter import CommandAnswer
from padd.presentation.text_tables import TextTable
from padd.rulebooks.schema import Rulebook

COLUMNS: Final = ("event", "player", "mission")
YES: Final = frozenset({"yes", "true", "1", "x"})


def missions_answer(file: str, book: Rulebook) -> CommandAnswer:
    """Return the tally and the points that each event gave for new missions."""
    rules = league_rules(book)
    records = _read(file)
    tally = mission_tally(records)
    bonuses = mission_bonuses(records, rules.bonus.new_mission)
    document = {
        "missions": [
            {
                "mission": row.title,
                "headquarters": row.headquarters,
                "event": row.event,
                "players": list(row.people),
            }
            for row in tally
        ],
        "bonus": [
            {"event": event, "player": person, "points": line.points}
            for (event, person), line in bonuses.items()
        ],
    }
    return CommandAnswer(
        document,
        (
            TextTable(
                title=f"Missions completed: {len(tally)}",
                columns=("Mission", "Event", "Players"),
                numbers=("Event",),
                rows=tuple((row.title, str(row.event), ", ".join(row.people)) for row in tally),
            ),
            TextTable(
                title="Bonus points for new missions",
                columns=("Event", "Player", "Points"),
                numbers=("Event", "Points"),
                rows=tuple(
                    (str(event), person, str(line.points))
                    for (event, person), line in bonuses.items()
                ),
            ),
        ),
    )


def _read(file: str) -> list[MissionRecord]:
    """Read the lines; columns may stand in any order, others are passed over."""
    try:
        rows = csv.reader(io.StringIO(Path(file).read_text(encoding="utf-8-sig")))
        heads = [head.strip().casefold() for head in next(rows, [])]
        lines = [(rows.line_num, cells) for cells in rows if any(cells)]
    except (UnicodeDecodeError, csv.Error) as error:
        _refuse(1, message("This is not a CSV file in UTF-8: {error}", error=str(error)))
    missing = [column for column in COLUMNS if column not in heads]
    if missing:
        unknown = message("The first line has no column {column}.", column=missing[0])
        _refuse(1, unknown)
    spellings: dict[str, str] = {}
    return [
        _record(number, dict(zip(heads, map(str.strip, cells), strict=False)), spellings)
        for number, cells in lines
    ]


def _record(number: int, cells: dict[str, str], spellings: dict[str, str]) -> MissionRecord:
    for column in COLUMNS:
        if not cells.get(column):
            empty = message("The {column} is missing.", column=column)
            _refuse(number, empty, column)
    if not (cells["event"].isascii() and cells["event"].isdigit()):
        _refuse(number, message("The event must be given by its number."), "event")
    player = cells["player"]
    return MissionRecord(
        event=int(cells["event"]),
        person=spellings.setdefault(player.casefold(), player),
        mission=MissionDone(
            title=cells["mission"], headquarters=cells.get("headquarters", "").casefold() in YES
        ),
    )


def _refuse(line: int, why: Message, column: str = "") -> NoReturn:
    place = f"line {line}, {column}" if column else f"line {line}"
    refuse("missions-unclear", why, place, ",".join(COLUMNS))

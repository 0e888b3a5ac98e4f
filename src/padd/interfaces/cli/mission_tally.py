"""The tally of missions from a file, for `padd league missions`."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.leagues.bonus_schemes import MissionDone
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.mission_tally import (
    MissionRecord,
    mission_bonuses,
    mission_tally,
)
from padd.core.messages import message
from padd.core.refusal import refuse
from padd.presentation.formats.presenter import CommandAnswer
from padd.presentation.text_tables import TextTable

if TYPE_CHECKING:
    from padd.rulebooks.schema import Rulebook

COLUMNS: Final = "event,player,mission"
YES: Final = frozenset({"yes", "true", "1", "x"})


class MissionLine(msgspec.Struct, frozen=True):
    """One line of the file; other columns are passed over."""

    event: int
    player: str
    mission: str
    headquarters: str = ""


def missions_answer(file: str, book: Rulebook) -> CommandAnswer:
    """Return the tally and the points that each event gave for new missions."""
    rules = league_rules(book)
    records = [
        MissionRecord(
            event=line.event,
            person=line.player.strip(),
            mission=MissionDone(
                title=line.mission.strip(),
                headquarters=line.headquarters.strip().casefold() in YES,
            ),
        )
        for line in _read(file)
    ]
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
                title=f"Missions done: {len(tally)}",
                columns=("Mission", "Event", "Players"),
                numbers=("Event",),
                rows=tuple(
                    (row.title, str(row.event), ", ".join(row.people)) for row in tally
                ),
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


def _read(file: str) -> list[MissionLine]:
    text = Path(file).read_text(encoding="utf-8-sig")
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
        return msgspec.convert(rows, list[MissionLine], strict=False)
    except msgspec.MsgspecError as error:
        refuse("missions-unclear", message("{error}.", error=str(error)), file, COLUMNS)

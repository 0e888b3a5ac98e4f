"""The tally of missions done in a season, and what it says before the next event."""

from __future__ import annotations

from collections.abc import Iterable

from padd.core.leagues.bonus_schemes import BonusLine, MissionDone, new_mission_bonus
from padd.core.model import StrictStruct
from padd.rulebooks.sections.programme import NewMissionBonus


class MissionRecord(StrictStruct, frozen=True):
    """A mission that a player completed at an event of the season."""

    event: int
    person: str
    mission: MissionDone


class TallyRow(StrictStruct, frozen=True):
    """A mission done this season: when first, and by whom at that event."""

    title: str
    headquarters: bool
    event: int
    people: tuple[str, ...]


def mission_tally(records: Iterable[MissionRecord]) -> tuple[TallyRow, ...]:
    """Return every mission done, once, in the order of the titles (LEAG-24)."""
    first: dict[str, TallyRow] = {}
    for record in sorted(records, key=lambda record: record.event):
        key = record.mission.title.casefold()
        known = first.get(key)
        if known is None:
            first[key] = TallyRow(
                title=record.mission.title,
                headquarters=record.mission.headquarters,
                event=record.event,
                people=(record.person,),
            )
        elif known.event == record.event and record.person not in known.people:
            first[key] = TallyRow(
                title=known.title,
                headquarters=known.headquarters,
                event=known.event,
                people=(*known.people, record.person),
            )
    return tuple(sorted(first.values(), key=lambda row: row.title.casefold()))


def mission_bonuses(
    records: Iterable[MissionRecord], rules: NewMissionBonus
) -> dict[tuple[int, str], BonusLine]:
    """Return the bonus of every player at every event; only earlier events count."""
    kept = tuple(records)
    lines: dict[tuple[int, str], BonusLine] = {}
    for event in sorted({record.event for record in kept}):
        before = {r.mission.title for r in kept if r.event < event}
        for person in sorted({r.person for r in kept if r.event == event}):
            done = [r.mission for r in kept if (r.event, r.person) == (event, person)]
            lines[event, person] = new_mission_bonus(done, rules, done_before=before)
    return lines

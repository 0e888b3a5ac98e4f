"""What the wall shows of an event: every view at once, so that it goes on alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import msgspec
from django.urls import reverse

from padd.interfaces.web.request_actor import shared_address
from padd.presentation.clock import ClockView, clock_of
from padd.presentation.event_bracket import bracket_drawing
from padd.presentation.event_head import names_of
from padd.presentation.event_rows import on_the_wall
from padd.presentation.pods import pods_of
from padd.presentation.progress import Segment, segments
from padd.presentation.rounds import RoundPlayer as NameLine
from padd.presentation.rounds import here, names_of_round, playing, stage_of, tables_of
from padd.services.eventlog import player_passes

if TYPE_CHECKING:
    from django.http import HttpRequest
    from markupsafe import Markup

    from padd.presentation.event_view import EventView
    from padd.presentation.pods import PodView
    from padd.presentation.rounds import OpenTable, TableRow
    from padd.services.eventlog.room import RoomNotes

SETTLING: Final = 5
"""Minutes for which the pairings stay up where the rulebook names no lateness."""


class WallStanding(msgspec.Struct, frozen=True):
    """One line of the standings on the wall."""

    place: str
    name: str
    points: str


class WallScreens(msgspec.Struct, frozen=True):
    """One event on the wall, with everything that may be shown of it."""

    id: str
    name: str
    sequence: int
    version: int
    shows: str
    view: str
    """What is shown where no script chooses."""
    stage: str
    kind: str
    settling: int
    """Minutes for which the pairings stay up after the clock has started."""
    colour: str
    number: int | None
    planned: int
    segments: tuple[Segment, ...]
    clock: ClockView
    names: tuple[NameLine, ...]
    tables: tuple[TableRow, ...]
    pods: tuple[PodView, ...]
    playing: tuple[OpenTable, ...]
    extra: tuple[OpenTable, ...]
    done: int
    standings: tuple[WallStanding, ...]
    standings_title: str
    points_word: str
    drawing: Markup | None
    here: int
    entered: int
    starts: str
    join: str
    join_words: str
    code: str
    live_at: str


def showing(request: HttpRequest, hall: EventView, told: RoomNotes) -> WallScreens:
    """Return an event as the wall shows it."""
    stage, round_ = stage_of(hall), hall.current
    clock = clock_of(hall, round_) if hall.opened else ClockView(state="none")
    checked, entered = here(hall.state)
    still = playing(hall, round_) if round_ else ()
    join = shared_address(request, player_passes.join_path(hall.id))
    swiss = hall.opened and hall.format.gives_victory_points
    return WallScreens(
        id=hall.id,
        name=hall.listing.name,
        sequence=hall.sequence,
        version=told.version,
        shows=told.shows,
        view=view_of(hall, told),
        stage=stage,
        kind=str(hall.kind),
        settling=_minutes(hall),
        colour={"before": "lavender", "finished": "blue"}.get(stage, "orange"),
        number=round_.number if round_ else None,
        planned=hall.state.settings.rounds_planned
        if hall.opened
        else hall.listing.rounds_planned,
        segments=segments(hall)[:-1],
        clock=clock,
        names=names_of_round(hall, round_) if round_ else (),
        tables=tables_of(hall, round_) if round_ else (),
        pods=pods_of(hall, round_) if round_ else (),
        playing=still,
        extra=tuple(one for one in still if one.extra),
        done=len(round_.tables) - len(still) if round_ else 0,
        standings=_standings(hall),
        standings_title=_title(hall, stage),
        points_word="VP" if swiss else "points",
        drawing=bracket_drawing(hall),
        here=checked,
        entered=entered,
        starts=on_the_wall(
            hall.listing.starts_at.astimezone(ZoneInfo(hall.listing.time_zone))
        ),
        join=join,
        join_words=join.split("://", 1)[1],
        code=player_passes.code_of(hall.id),
        live_at=reverse("live", args=(hall.id,)) if hall.opened else "",
    )


def view_of(hall: EventView, told: RoomNotes) -> str:
    """Return what the wall shows: as chosen, or by the state of the event.

    The script of the wall follows the same order, so that it can go on alone.
    """
    if told.shows != "auto":
        return told.shows
    stage = stage_of(hall)
    clock = clock_of(hall, hall.current) if hall.opened else ClockView(state="none")
    match stage:
        case "before":
            return "welcome"
        case "published":
            return "names"
        case "playing" if hall.format.in_pods:
            return "pods"
        case "playing":
            return "names" if _settling(hall, clock) else "clock"
        case _:
            return "bracket" if hall.format.has_bracket else "standings"


def _settling(hall: EventView, clock: ClockView) -> bool:
    """Tell whether players may still be looking for their tables."""
    if not clock.started:
        return False
    until = datetime.fromisoformat(clock.started) + timedelta(minutes=_minutes(hall))
    return hall.now < until


def _minutes(hall: EventView) -> int:
    late = hall.book.time.late.round_minutes if hall.opened else None
    return late or SETTLING


def _title(hall: EventView, stage: str) -> str:
    if stage == "finished":
        return "Final standings"
    if stage == "between":
        return f"Standings after round {hall.state.played[-1].number}"
    return "Standings so far"


def _standings(hall: EventView) -> tuple[WallStanding, ...]:
    if not hall.opened or not hall.state.played:
        return ()
    leading, names = hall.standings.leading, names_of(hall.facts)
    return tuple(
        WallStanding(
            row.place_text,
            names[row.player],
            leading.text(row.cells, names) if leading else "",
        )
        for row in hall.standings.rows
    )

"""What the wall shows of an event: every view at once, so it can run offline."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from markupsafe import Markup

from padd.core.eventlog.state.event_state import RoundState
from padd.interfaces.web.request_actor import shared_address
from padd.presentation.eventlog.clock import ClockView, clock_view
from padd.presentation.eventlog.event_bracket import bracket_drawing
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.orbit_view import OrbitView, names_in_orbit, orbit_view
from padd.presentation.eventlog.pods import PodView, pod_views
from padd.presentation.eventlog.progress import Segment, clinch_in_sentences, progress_segments
from padd.presentation.eventlog.round_tables import TableView, tables_by_number, tables_in_play
from padd.presentation.eventlog.rounds import RoundPlayer as NameLine
from padd.presentation.eventlog.rounds import count_present, event_stage, players_by_name
from padd.presentation.events.event_rows import long_moment
from padd.presentation.formats.standings import StandingsLine
from padd.presentation.limited.group_view import GroupView, group_view, groups_at_tables
from padd.presentation.svg.bracket import WALL
from padd.presentation.tables import Column
from padd.services.eventlog import player_passes
from padd.services.eventlog.room import RoomNotes
from padd.services.limited import drafts


def is_drafting(view: EventView) -> bool:
    """Tell whether packs are dealt and decks not yet built."""
    limited = view.state.limited if view.opened else None
    return limited is not None and limited.dealt and limited.built_at is None


def groups_version(groups: tuple[GroupView, ...]) -> str:
    """Return what changes with every pick that the room can notice."""
    return " ".join(
        f"{group.pack}.{group.turn}{'p' if group.paused else ''}"
        + "".join(
            f"-{seat.number}{'x' if seat.gone else ''}"
            for seat in group.seats
            if seat.waited or seat.gone
        )
        for group in groups
    )


def draft_groups(view: EventView) -> tuple[GroupView, ...]:
    """Return the groups of a draft, while they matter to the room."""
    limited = view.state.limited if view.opened else None
    if limited is None or not limited.dealt or view.state.rounds:
        return ()
    if limited.plan.real_packs:
        return groups_at_tables(view)
    tables = drafts.public_draft_groups(event_id=view.id, now=view.now)
    drafted = limited.plan.format == "draft"
    return tuple(group_view(view, table) for table in tables) if drafted else ()


def building_until(view: EventView) -> str:
    """Return when the time to build is over, while it runs."""
    limited = view.state.limited if view.opened else None
    ends = limited.building_ends if limited and not limited.built_at else None
    return ends.isoformat() if ends else ""


SETTLING: Final = 5
"""Minutes for which the pairings stay up where the rulebook names no lateness."""


class WallScreens(msgspec.Struct, frozen=True):
    """One event on the wall, with everything that may be shown of it."""

    id: str
    name: str
    sequence: int
    version: str
    shows: str
    view: str
    """What is shown where no script chooses."""
    stage: str
    kind: str
    settling: int
    """Minutes for which the pairings stay up after the clock has started."""
    colour: str
    round_title: str
    planned: int
    segments: tuple[Segment, ...]
    clock: ClockView
    names: tuple[NameLine, ...]
    tables: tuple[TableView, ...]
    pods: tuple[PodView, ...]
    playing: tuple[TableView, ...]
    moved: Mapping[int, tuple[str, ...]]
    """Who sits at a table now, where an orbit has moved players."""
    extra: tuple[TableView, ...]
    done: int
    standings: tuple[StandingsLine, ...]
    leading: Column | None
    """The figure beside each line of the standings."""
    standings_title: str
    champions: tuple[str, ...]
    """Who won the event, once it is finished."""
    drawing: Markup | None
    groups: tuple[GroupView, ...]
    """The groups of a draft around their tables; never a card."""
    building: str
    """Until when decks are built."""
    commitment: str
    orbit: OrbitView | None
    """How far the room has moved, in a Standard Orbit."""
    since: str
    """Since when players look for their tables: the start of the round, or a move."""
    clinch: tuple[str, ...]
    """What the last round still decides, if the director wants it on the wall."""
    here: int
    entered: int
    starts: str
    join: str
    join_words: str
    code: str
    live_at: str


def wall_screens(
    request: HttpRequest, view: EventView, notes: RoomNotes, groups: tuple[GroupView, ...] = ()
) -> WallScreens:
    """Return an event as the wall shows it."""
    stage, round_ = event_stage(view), view.current
    clock = clock_view(view, round_) if view.opened else ClockView(state="none")
    checked, entered = count_present(view.state)
    still = tables_in_play(view, round_) if round_ else ()
    join = shared_address(request, player_passes.join_path(view.id))
    orbit = orbit_view(view) if view.opened else None
    ranked = view.opened and bool(view.state.played)
    return WallScreens(
        id=view.id,
        name=view.calendar_event.name,
        sequence=view.sequence,
        version=f"{notes.version} {groups_version(groups)}".strip(),
        shows=notes.shows,
        view=current_screen(view, notes),
        stage=stage,
        kind=str(view.kind),
        settling=_minutes(view),
        colour={"before": "lavender", "finished": "blue"}.get(stage, "orange"),
        round_title=view.round_title(round_.number) if round_ else "",
        planned=view.state.settings.rounds_planned
        if view.opened
        else view.calendar_event.rounds_planned,
        segments=progress_segments(view)[:-1],
        clock=clock,
        names=_names(view, round_, orbit) if round_ else (),
        tables=tables_by_number(view, round_) if round_ else (),
        pods=pod_views(view, round_) if round_ else (),
        playing=still,
        moved={one.number: one.players for one in orbit.tables} if orbit else {},
        extra=tuple(table for table in still if table.extra),
        done=len(round_.tables) - len(still) if round_ else 0,
        standings=view.standings.rows if ranked else (),
        leading=view.standings.leading if ranked else None,
        standings_title=_title(view, stage),
        champions=_champions(view, stage),
        drawing=bracket_drawing(view, WALL),
        groups=groups,
        building=building_until(view),
        commitment=view.commitment,
        orbit=orbit,
        since=_sent_to_tables_at(view, clock),
        clinch=clinch_in_sentences(view) if notes.clinch else (),
        here=checked,
        entered=entered,
        starts=long_moment(
            view.calendar_event.starts_at.astimezone(ZoneInfo(view.calendar_event.time_zone))
        ),
        join=join,
        join_words=join.split("://", 1)[1],
        code=player_passes.event_code(view.id),
        live_at=reverse("live", args=(view.id,)) if view.opened else "",
    )


def current_screen(view: EventView, notes: RoomNotes) -> str:
    """Return what the wall shows: as chosen, or by the state of the event.

    The script of the wall follows the same order, so that it can go on alone.
    """
    if notes.shows != "auto":
        return notes.shows
    stage = event_stage(view)
    clock = clock_view(view, view.current) if view.opened else ClockView(state="none")
    match stage:
        case "before":
            return "groups" if is_drafting(view) else "welcome"
        case "published":
            return "names"
        case "playing" if view.format.in_pods:
            return "pods"
        case "playing":
            return "names" if _is_settling(view, clock) else "clock"
        case _:
            return "bracket" if view.format.has_bracket else "standings"


def _names(view: EventView, round_: RoundState, orbit: OrbitView | None) -> tuple[NameLine, ...]:
    moved = orbit is not None and orbit.moves > 0
    return names_in_orbit(view, round_) if moved else players_by_name(view, round_)


def _sent_to_tables_at(view: EventView, clock: ClockView) -> str:
    """Return when the players were last sent to their tables."""
    round_ = view.current
    moved = view.state.scenario.moved_at
    if round_ is None or not view.state.scenario.moves.get(round_.number) or not moved:
        return clock.started
    return moved


def _is_settling(view: EventView, clock: ClockView) -> bool:
    """Tell whether players may still be looking for their tables."""
    since = _sent_to_tables_at(view, clock)
    if not since:
        return False
    until = datetime.fromisoformat(since) + timedelta(minutes=_minutes(view))
    return view.now < until


def _minutes(view: EventView) -> int:
    late = view.book.time.late.round_minutes if view.opened else None
    return late or SETTLING


def _title(view: EventView, stage: str) -> str:
    if stage == "finished":
        return "Final standings"
    if stage == "between":
        return f"Standings after {view.the_round(view.state.played[-1].number)}"
    return "Standings so far"


def _champions(view: EventView, stage: str) -> tuple[str, ...]:
    """Return the players who are first in the final standings."""
    if stage != "finished" or not view.state.played:
        return ()
    return tuple(row.name for row in view.standings.rows if row.place == 1)

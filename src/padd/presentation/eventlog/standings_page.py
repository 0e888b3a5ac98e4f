"""The standings of a running event as pages show them, each place with its reason."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.guidance.checklist import undecided_ties
from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import facts
from padd.core.formats.format import Places
from padd.core.formats.registry import format_of
from padd.core.model import Event
from padd.core.scoring.standings import Standings
from padd.presentation.eventlog.event_head import isolated_names
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.format_page import FormatPage, format_page_of
from padd.presentation.eventlog.swiss_rows import LARGE, SwissRow, standing_lines
from padd.rulebooks.schema import Rulebook


class TableHead(msgspec.Struct, frozen=True):
    """What a table of standings says over itself, and where its reasons point."""

    final: bool
    book: Rulebook


class SwissTable(msgspec.Struct, frozen=True):
    """The standings of Swiss rounds."""

    head: TableHead
    has_schedule: bool
    large: bool
    """Whether there are too many players to give reasons."""
    lines: tuple[SwissRow, ...]


class StandingsPage(msgspec.Struct, frozen=True):
    """The standings of an event: of Swiss rounds, or a sheet of another format."""

    page: SwissTable | None = None
    sheet: FormatPage | None = None


def standings_page(view: EventView) -> StandingsPage | None:
    """Return the standings as they are now; none before the first round."""
    if not view.opened or not view.state.played:
        return None
    places = view.ranking
    return view.since(
        "standings page", (places,), lambda _: _page_of(view.facts, view.book, places)
    )


def _page_of(event: Event, book: Rulebook, places: Places) -> StandingsPage:
    """Return the page; while a tie is left to chance, nobody has won yet."""
    final = places.final and not undecided_ties(event, book, places=places)
    if not isinstance(places, Standings) or places.in_orbit:
        sheet = format_page_of(event, book, places)
        head = msgspec.structs.replace(sheet.head, final=final)
        return StandingsPage(sheet=msgspec.structs.replace(sheet, head=head))
    return StandingsPage(page=_swiss_table(places, book, final=final))


def standings_page_at(state: LogState, book: Rulebook) -> StandingsPage | None:
    """Return the standings as they were in another state of the event."""
    if state.event is None or not state.played:
        return None
    event: Event = facts(state)
    return _page_of(event, book, format_of(event).standings(event, book))


def _swiss_table(standings: Standings, book: Rulebook, *, final: bool) -> SwissTable:
    names = isolated_names(standings.event)
    large = len(names) > LARGE
    return SwissTable(
        head=TableHead(final, book),
        has_schedule=standings.has_schedule,
        large=large,
        lines=tuple(standing_lines(standings, book, names, explained=not large, final=final)),
    )

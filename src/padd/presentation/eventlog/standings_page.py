"""The standings of an event as pages show them, and the reason of each place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from padd.core.eventlog.guidance.checklist import undecided_ties
from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.format import Places
from padd.core.formats.registry import format_of
from padd.core.model import Event, Player, PlayerId
from padd.core.scoring.explanation import explain_place
from padd.core.scoring.standings import Standings
from padd.presentation.eventlog.event_view import EventView, page_standings
from padd.presentation.formats.presenter import presenter_of
from padd.presentation.formats.reasons import WhyPanel, standings_why_panel, why_panel
from padd.presentation.formats.standings import DECIDED_BY, RESULTS, StandingsLine, StandingsView
from padd.presentation.formats.swiss import CUMULATIVE, SCHEDULE, VP
from padd.presentation.tables import Column
from padd.presentation.words import Chip
from padd.rulebooks.schema import Rulebook
from padd.services.refusal import NotFound

MOST_INLINE_REASONS: Final = 200
"""Pages that have the reasons in the table leave them out for more players."""
BESIDE: Final = 2
"""How many columns narrow screens show beside place and player."""


class StandingsPage(msgspec.Struct, frozen=True):
    """The standings of an event with what only pages show: marks and reasons."""

    view: StandingsView
    book: Rulebook
    final: bool
    """Whether the winner is certain: an open tie is left to chance."""
    columns: tuple[Column, ...]
    """What pages show beside place and player."""
    narrow: tuple[Column, ...]
    """Those of the columns for which narrow screens have room."""
    chips: Mapping[PlayerId, tuple[Chip, ...]]
    why: Callable[[PlayerId], WhyPanel]
    """Returns why a player has this place."""

    @property
    def large(self) -> bool:
        """Whether there are too many players to have all reasons on one page."""
        return len(self.view.rows) > MOST_INLINE_REASONS

    def cell(self, row: StandingsLine, column: Column) -> str:
        """Return a cell in words; victory points decide where no tie was broken."""
        text = column.text(row.cells, {})
        return text or ("VP" if column is DECIDED_BY and self.view.leading is VP else "")

    def leads(self, row: StandingsLine) -> bool:
        """Tell whether a row belongs to the winner."""
        return self.final and row.place == 1 and not row.disqualified


def standings_page(view: EventView) -> StandingsPage | None:
    """Return the standings as they are now; none before the first round."""
    if not view.opened or not view.state.played:
        return None
    places = view.ranking
    return view.since(
        "standings page",
        (places,),
        lambda _: _running_page(view.facts, view.book, places, view.standings),
    )


def standings_page_at(state: LogState, book: Rulebook) -> StandingsPage | None:
    """Return the standings as they were in another state of the event."""
    if state.event is None or not state.played:
        return None
    event = event_facts(state)
    places = format_of(event).standings(event, book)
    return _running_page(event, book, places, page_standings(event, book, places))


def _running_page(
    event: Event, book: Rulebook, places: Places, view: StandingsView
) -> StandingsPage:
    final = places.final and not undecided_ties(event, book, places=places)
    return page_from_places(event, book, places, view, final=final)


def page_from_places(
    event: Event, book: Rulebook, places: Places, view: StandingsView, *, final: bool
) -> StandingsPage:
    """Return the page of the standings of an event."""
    rows, columns, names = view.rows, view.columns, view.names
    chips: dict[PlayerId, tuple[Chip, ...]] = {}
    if isinstance(places, Standings) and not places.in_orbit:
        left_out = (RESULTS,) if places.has_schedule else (RESULTS, SCHEDULE, CUMULATIVE)
        columns = tuple(column for column in columns if column not in left_out)
        players = {player.id: player for player in event.players}
        chips = {row.player: tuple(player_chips(players[row.player], event, row)) for row in rows}

        def why(player: PlayerId) -> WhyPanel:
            explanation = explain_place(places, player, book)
            return standings_why_panel(explanation, names, has_schedule=places.has_schedule)

    else:
        reason = presenter_of(event).reasons(event, book, places)

        def why(player: PlayerId) -> WhyPanel:
            return why_panel(reason(player), book)

    return StandingsPage(
        view=view,
        book=book,
        final=final,
        columns=columns,
        narrow=tuple(column for column in columns if column is not DECIDED_BY)[:BESIDE],
        chips=chips,
        why=why,
    )


class ExplainedPlace(msgspec.Struct, frozen=True):
    """One place of the standings and the reason for it, as a page of its own."""

    row: StandingsLine
    why: WhyPanel
    book: Rulebook


def place_reason(page: StandingsPage | None, key: str) -> ExplainedPlace:
    """Return the reason of the place with a key; refuse a key that is not there."""
    for row in page.view.rows if page else ():
        if page and row.key == key:
            return ExplainedPlace(row, page.why(row.player), page.book)
    raise NotFound("player")


def player_chips(player: Player, event: Event, row: StandingsLine | None = None) -> Iterator[Chip]:
    """Yield the marks of a player: late, dropped, disqualified."""
    if row is not None and row.disqualified:
        yield Chip("Disqualified", "triangle-alert", "red")
    if player.joined_round > 1:
        yield Chip(f"From round {player.joined_round}", "log-in", "lavender")
    dropped = player.dropped_after
    if dropped is not None and dropped < event.swiss_rounds:
        yield Chip(f"Dropped after round {dropped}", "log-out", "lavender")

"""An event for one viewer: its state, and what follows from it.

What follows from the log alone is calculated once for each state of the event and kind
of viewer, no matter how many pages show it to how many people.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, TypeVar

import msgspec

from padd.core.eventlog.log.action_kinds import KINDS
from padd.core.eventlog.state.event_state import EventPlayer, LogState, RoundState
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.rounds import round_titles
from padd.core.formats.format import Format, Places
from padd.core.formats.registry import format_for, round_name_in_sentence
from padd.core.model import Event, Kind, PlayerId
from padd.core.refusal import RefusalError
from padd.core.scoring.results import ScoredEvent, score_event
from padd.core.scoring.standings import Standings, swiss_standings
from padd.platform.memo import Memo
from padd.presentation import page_words
from padd.presentation.formats.presenter import presenter_of
from padd.presentation.formats.standings import StandingsView
from padd.presentation.names import isolated_names, sort_key
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, allowed
from padd.services.eventlog import EventSnapshot, HistoryLine
from padd.services.eventlog.history import CalendarEvent, history_of_snapshot
from padd.services.eventlog.log_actor import JUDGES_UP_TO, may_act

Value = TypeVar("Value")
RECENT: Final = 40
MEMO: Final = Memo(256)


class Viewer(StrEnum):
    """Classes of viewers; all of one class may see the same."""

    STAFF = "staff"
    PLAYER = "player"
    VISITOR = "visitor"
    PROGRAM = "program"


class EventView(msgspec.Struct, frozen=True, dict=True):
    """An event for one viewer: its state, and what follows from it."""

    snapshot: EventSnapshot
    viewer: Viewer
    actor: Actor
    now: datetime

    @property
    def roles(self) -> frozenset[AccessRole]:
        """The roles of the person at this event; public pages have none."""
        return self.snapshot.roles if self.viewer is Viewer.STAFF else frozenset()

    @property
    def may_run(self) -> bool:
        """Whether the person directs the event."""
        return allowed(Permission.EVENT_RUN, self.roles)

    def may(self, kind: str) -> bool:
        """Tell whether the person may do something, by its name in the log."""
        return may_act(KINDS[kind], self.roles)

    @property
    def highest_penalty(self) -> int | None:
        """The highest level that the person gives; None where there is no limit."""
        return None if self.may_run else JUDGES_UP_TO

    @property
    def id(self) -> str:
        """The id of the event in addresses."""
        return self.snapshot.event_id

    @property
    def calendar_event(self) -> CalendarEvent:
        """What the calendar says of the event."""
        return self.snapshot.calendar_event

    @property
    def state(self) -> LogState:
        """How the event stands."""
        return self.snapshot.state

    @property
    def sequence(self) -> int:
        """The number of the last entry of the log."""
        return self.snapshot.sequence

    @property
    def book(self) -> Rulebook:
        """The rulebook of an event that has been opened."""
        if self.snapshot.book is None:
            message = "The event has not been opened."
            raise LookupError(message)
        return self.snapshot.book

    @property
    def opened(self) -> bool:
        """Whether the event has a log."""
        return self.snapshot.book is not None

    @property
    def kind(self) -> Kind:
        """How the event is played; Swiss until it is opened."""
        return self.state.settings.kind if self.opened else Kind.SWISS

    @property
    def format(self) -> Format[Any, Any]:
        """What answers for the kind of play; Swiss until it is opened."""
        return format_for(self.kind)

    def format_of_round(self, number: int) -> Format[Any, Any]:
        """Return what answers for one round: Swiss rounds may lead to a cut."""
        return format_for(self.state.settings_of(number).kind)

    def round_title(self, number: int) -> str:
        """Return the name of a round as a title: "Round 3", "Quarter-finals"."""
        titles = self.once("round titles", lambda: round_titles(self.state))
        return titles[number - 1] if number <= len(titles) else f"Round {number}"

    def the_round(self, number: int) -> str:
        """Return the name of a round within a sentence: "the quarter-finals"."""
        return round_name_in_sentence(self.round_title(number))

    @property
    def commitment(self) -> str:
        """What the event has published of the secret behind its draws."""
        return str(self.state.settings.commitment or "") if self.opened else ""

    @property
    def secret(self) -> str:
        """The secret behind the draws, once it is revealed."""
        return str(self.state.settings.secret or "") if self.opened else ""

    @property
    def current(self) -> RoundState | None:
        """The round that is drawn or played."""
        return self.state.current

    def once(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """Return what follows from this state for this class of viewer."""
        of = self.snapshot
        key = (of.event_id, of.head, self.viewer, of.replaced_names, what)
        return MEMO.get(key, make)

    def since(
        self, what: Hashable, sources: tuple[object, ...], make: Callable[[Value | None], Value]
    ) -> Value:
        """Return what follows from parts of the state, as long as they are the same.

        An entry of the log changes little: what rests on other parts stays, and what
        is rebuilt is handed what it was before, to take over what it can.
        """
        of = self.snapshot
        key = (of.event_id, self.viewer, of.replaced_names, what)
        return MEMO.renewed(key, sources, make)

    @property
    def facts(self) -> Event:
        """The event as its file has it, without a draft."""
        return self.once("facts", self._facts)

    def _facts(self) -> Event:
        now = event_facts(self.state)
        return self.since("last facts", (now,), lambda before: reuse_equal_parts(now, before))

    @property
    def facts_with_draft(self) -> Event:
        """The same with the draft of a round, if there is one."""
        if self.state.draft is None:
            return self.facts
        return self.once(
            "facts with draft",
            lambda: reuse_equal_parts(event_facts(self.state, draft=True), self.facts),
        )

    @property
    def scored(self) -> ScoredEvent:
        """What every result gave (Swiss)."""
        event, book = self.facts, self.book
        return self.since("scored", (event, book), lambda before: score_event(event, book, before))

    @property
    def swiss_ranking(self) -> Standings:
        """The order so far, with every record (Swiss)."""
        scored, book = self.scored, self.book
        return self.since("swiss", (scored, book), lambda _: swiss_standings(scored, book))

    @property
    def ranking(self) -> Places:
        """The order so far, as the format of the event has it."""
        if self.format.gives_victory_points:  # scored for other parts of the page too
            return self.swiss_ranking
        return self.since("ranking", (self.facts, self.book), lambda _: self._ranking())

    def _ranking(self) -> Places:
        places: Places = self.format.standings(self.facts, self.book)
        return places

    @property
    def standings(self) -> StandingsView:
        """The order so far, laid out alike for every format."""
        return self.since("standings", (self.ranking,), lambda _: self._standings())

    def _standings(self) -> StandingsView:
        return page_standings(self.facts, self.book, self.ranking)

    @property
    def places(self) -> dict[PlayerId, int]:
        """The places so far; none before the first round."""
        if not self.state.played:
            return {}
        try:
            ranking = self.ranking
        except RefusalError:
            return {}
        return self.since("places", (ranking,), lambda _: _places(ranking))

    @cached_property
    def lines(self) -> tuple[HistoryLine, ...]:
        """Everything that happened, the first entry first."""
        return history_of_snapshot(self.snapshot)

    @cached_property
    def recent(self) -> tuple[HistoryLine, ...]:
        """The last things that were done; enough for every page but the log."""
        since = max(0, self.sequence - RECENT)
        return history_of_snapshot(self.snapshot, since=since)

    @property
    def names(self) -> dict[PlayerId, str]:
        """The names of all players as pages show them."""
        entrants = self.state.players
        return self.since(
            "names", (entrants,), lambda _: {player: self.name(player) for player in entrants}
        )

    @property
    def by_name(self) -> tuple[EventPlayer, ...]:
        """All players, in the order of their names."""
        entrants = self.state.players
        return self.since(
            "by name",
            (entrants,),
            lambda _: tuple(sorted(entrants.values(), key=lambda e: sort_key(e.name))),
        )

    def name(self, player: PlayerId) -> str:
        """Return what a player is called, whatever the direction of the name."""
        return page_words.isolated(self.state.name(player))

    def clock(self, moment: str | datetime | None) -> str:
        """Return a moment as on the wall of the venue: 14:51."""
        if moment is None:
            return ""
        at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        return self.calendar_event.clock(at)


def page_standings(event: Event, book: Rulebook, places: Places) -> StandingsView:
    """Return standings with the players' names as pages show them."""
    return presenter_of(event).standings(event, book, places).with_names(isolated_names(event))


def _places(ranking: Places) -> dict[PlayerId, int]:
    return {row.player: at for at, row in enumerate(ranking.rows, start=1)}


def reuse_equal_parts(now: Event, before: Event | None) -> Event:
    """Return the facts, with the objects of before where they are equal."""
    if before is None or now == before:
        return before or now
    known = {round_.number: round_ for round_ in before.rounds}
    rounds = tuple(one if known.get(one.number) != one else known[one.number] for one in now.rounds)
    players = before.players if now.players == before.players else now.players
    return msgspec.structs.replace(now, players=players, rounds=rounds)

"""An event as its staff has it before them, and who may sit there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from padd.core.eventlog.action_kinds import KINDS
from padd.core.eventlog.facts import facts
from padd.core.scoring.results import score_event
from padd.interfaces.web.request_actor import (
    actor_of,
    present,
)
from padd.presentation import page_words
from padd.services.access.permissions import (
    AccessRole,
    Permission,
    allowed,
    hats,
)
from padd.services.database_errors import saving
from padd.services.eventlog import history
from padd.services.eventlog.history import look_at
from padd.services.eventlog.log_actor import (
    JUDGES_UP_TO,
    may,
)
from padd.services.eventlog.log_cache import event_row
from padd.services.refusal import NotAllowed

if TYPE_CHECKING:
    from django.http import HttpRequest

    from padd.core.eventlog.state import (
        LogState,
        RoundState,
    )
    from padd.core.model import Event as Facts
    from padd.core.model import PlayerId
    from padd.core.scoring.results import ScoredEvent
    from padd.rulebooks.schema import Rulebook
    from padd.services.access.actors import Actor
    from padd.services.eventlog import (
        EventSnapshot,
        HistoryLine,
    )
    from padd.store.models import Event

STAFF: Final = (Permission.EVENT_RUN, Permission.EVENT_SCORE, Permission.EVENT_JUDGE)
RECENT: Final = 40


@dataclass(frozen=True)
class ConsoleView:
    """An event, how it stands, and who sits at it."""

    row: Event
    standing: EventSnapshot
    actor: Actor
    worn: frozenset[AccessRole]
    now: datetime

    @property
    def may_run(self) -> bool:
        """Whether the person directs the event."""
        return allowed(Permission.EVENT_RUN, self.worn)

    def may(self, kind: str) -> bool:
        """Tell whether the person may do something, by its name in the log."""
        return may(KINDS[kind], self.worn)

    @property
    def highest_penalty(self) -> int | None:
        """The highest level that the person gives; None where there is no limit."""
        return None if self.may_run else JUDGES_UP_TO

    @property
    def id(self) -> str:
        """The id of the event in addresses."""
        return self.row.public_id

    @property
    def state(self) -> LogState:
        """How the event stands."""
        return self.standing.state

    @property
    def sequence(self) -> int:
        """The number of the last entry of the log."""
        return self.standing.sequence

    @property
    def book(self) -> Rulebook:
        """The rulebook of an event that has been opened."""
        if self.standing.book is None:
            message = "The event has not been opened."
            raise LookupError(message)
        return self.standing.book

    @property
    def opened(self) -> bool:
        """Whether the event has a log."""
        return self.standing.book is not None

    @cached_property
    def facts(self) -> Facts:
        """The event as its file has it, without a draft."""
        return facts(self.state)

    @cached_property
    def scored(self) -> ScoredEvent:
        """What every result gave, reckoned once for each page."""
        return score_event(self.facts, self.book)

    @cached_property
    def lines(self) -> tuple[HistoryLine, ...]:
        """Everything that was done, the first entry first."""
        return history(event_id=self.id)

    @cached_property
    def recent(self) -> tuple[HistoryLine, ...]:
        """The last things that were done; enough for every page but the log."""
        return history(event_id=self.id, since=max(0, self.sequence - RECENT))

    @property
    def current(self) -> RoundState | None:
        """The round that is drawn or played."""
        return self.state.current

    def name(self, player: PlayerId) -> str:
        """Return what a player is called, whatever the direction of the name."""
        return page_words.isolated(self.state.name(player))

    def clock(self, moment: str | datetime | None) -> str:
        """Return a moment as on the wall of the venue: 14:51."""
        if moment is None:
            return ""
        at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        return f"{at.astimezone(ZoneInfo(self.row.time_zone)):%H:%M}"


def desk_of(request: HttpRequest, event: str) -> ConsoleView:
    """Return the desk of an event for its staff; others do not find it."""
    actor = actor_of(request)
    with saving():
        row = event_row(event)
        standing = look_at(row)
    worn = hats(actor, event=row)
    if not any(allowed(right, worn) for right in STAFF):
        raise NotAllowed(Permission.EVENT_RUN)
    return ConsoleView(
        row=row,
        standing=standing,
        actor=actor,
        worn=worn,
        now=present(),
    )

"""Filming: the director allows it, and each player agrees or does not (§14)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.players import only_oneself, unknown
from padd.core.eventlog.state import LogState
from padd.core.eventlog.table import TableState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class FilmingAllowed(Action, frozen=True, kw_only=True, tag="filming.allowed"):
    """The director allows matches to be filmed and published, or no longer."""

    allowed: bool = True

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where the guide has no policy on video."""
        del state, entry
        return _no_policy(book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Note it."""
        del entry, book
        return msgspec.structs.replace(state, filming=self.allowed)


class FilmingAgreed(Action, frozen=True, kw_only=True, tag="filming.agreed"):
    """A player agrees to be filmed and published, or withdraws that.

    Players who have not agreed leave no trace, so no one can read who refused.
    """

    by_players: ClassVar[bool] = True

    player: PlayerId
    agrees: bool = True

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse strangers, and players who agree for others."""
        return (
            unknown(state, (self.player,))
            or only_oneself(entry, (self.player,))
            or _no_policy(book)
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Note who agrees."""
        del entry, book
        others = tuple(one for one in state.film_agreed if one != self.player)
        agreed = (*others, self.player) if self.agrees else others
        return msgspec.structs.replace(state, film_agreed=agreed)


def is_filmed(state: LogState, table: TableState) -> bool:
    """Tell whether a match may be filmed: director and all its players agree."""
    return state.filming and set(table.players) <= set(state.film_agreed)


def _no_policy(book: Rulebook) -> Refusal | None:
    if book.roles.video.allowed_by:
        return None
    return refused(
        "no-video-policy",
        message("This rulebook has no policy on filming."),
        rule=cite(book, "roles.video.allowed_by"),
        way_out=message("Settle it with the players."),
    )

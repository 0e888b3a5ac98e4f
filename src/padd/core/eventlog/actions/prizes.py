"""Prizes handed out at the end of an event."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry, Phase
from padd.core.eventlog.actions.players import unknown
from padd.core.eventlog.state import GivenPrize, LogState, Presence
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class PrizeGiven(Action, frozen=True, kw_only=True, tag="prize.given"):
    """A prize for a player: for a place, or for anything else (REG-36, SWISS-91)."""

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.OPEN, Phase.FINISHED, Phase.REPORTED})

    player: PlayerId
    what: str

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a prize without a name, and one for somebody who was disqualified."""
        del entry
        if not self.what.strip():
            return refused("prize-empty", message("Enter the prize."))
        stranger = unknown(state, (self.player,))
        if stranger is not None:
            return stranger
        if state.players[self.player].presence is Presence.DISQUALIFIED:
            reason = message(
                "{player} was disqualified and forfeits prizes.", player=state.name(self.player)
            )
            rule = cite(book, "conduct.levels")
            return refused("prize-forfeited", reason, rule=rule)
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep who got what."""
        del entry, book
        prize = GivenPrize(player=self.player, what=self.what)
        return msgspec.structs.replace(state, prizes=(*state.prizes, prize))

"""Earned byes: used, or forfeited before the scorecards are in (§7.2, AMB-10)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.players import (
    entry_objection,
    only_oneself,
    place_objection,
    unknown,
)
from padd.core.eventlog.state import EventPlayer, LogState, with_player
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class EarnedByeDeclared(Action, frozen=True, kw_only=True, tag="player.earned-bye-declared"):
    """A player uses earned byes in these rounds (§7.2, AMB-10)."""

    player: PlayerId
    rounds: tuple[int, ...]
    right: str = ""
    """The right of the ledger that is used; empty where the director said so."""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are drawn, and a second bye for one round."""
        refusal = unknown(state, (self.player,))
        if refusal is not None:
            return refusal
        byes = state.players[self.player].earned_byes
        double = [number for number in self.rounds if number in byes]
        if double:
            return refused(
                "bye-twice",
                message(
                    "{player} already has a bye for round {double}; byes for "
                    "the same round do not add up.",
                    player=state.name(self.player),
                    double=double[0],
                ),
                rule=cite(book, "scoring.points.earned_bye"),
            )
        player = self._event_player(state)
        return (
            bye_objection(self.rounds, state, entry, book)
            or place_objection(player.earned_byes, state, entry, book)
            or entry_objection(player, state, book)
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Note the byes."""
        del entry, book
        return with_player(state, self._event_player(state))

    def _event_player(self, state: LogState) -> EventPlayer:
        old = state.players[self.player]
        byes = tuple(sorted({*old.earned_byes, *self.rounds}))
        rights = (*old.rights, self.right) if self.right else old.rights
        return msgspec.structs.replace(old, earned_byes=byes, rights=rights)


class EarnedByeForfeited(Action, frozen=True, kw_only=True, tag="player.earned-bye-forfeited"):
    """A player plays in these rounds instead of using an earned bye."""

    by_players: ClassVar[bool] = True

    player: PlayerId
    rounds: tuple[int, ...]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse byes that were not declared, and rounds that are drawn."""
        refusal = unknown(state, (self.player,)) or only_oneself(entry, (self.player,))
        if refusal is not None:
            return refusal
        byes = state.players[self.player].earned_byes
        missing = [number for number in self.rounds if number not in byes]
        if missing or not self.rounds:
            name = state.name(self.player)
            return refused("no-such-bye", message("{name} has no bye to forfeit there.", name=name))
        return bye_objection(self.rounds, state, entry, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Take the byes away; a right is free again once none of its byes is left."""
        del entry, book
        old = state.players[self.player]
        left = tuple(n for n in old.earned_byes if n not in self.rounds)
        rights = old.rights if left else ()
        new = msgspec.structs.replace(old, earned_byes=left, rights=rights)
        return with_player(state, new)


def bye_objection(
    rounds: tuple[int, ...], state: LogState, entry: LogEntry, book: Rulebook
) -> Refusal | None:
    """Refuse to touch byes of drawn rounds, or after the scorecards are in."""
    drawn = len(state.played)
    if any(number <= drawn for number in rounds):
        reason = message("Round {min} is published, so its byes can’t change.", min=min(rounds))
        return refused("round-drawn", reason)
    before, starts = book.time.scorecards_minutes, state.settings.starts
    if state.begun or before is None or starts is None or entry.reason.strip():
        return None
    last = datetime.fromisoformat(starts) - timedelta(minutes=before)
    if datetime.fromisoformat(entry.at) <= last:
        return None
    return refused(
        "scorecards-in",
        message(
            "Byes can be used or forfeited until {before} minutes before the start.", before=before
        ),
        rule=cite(book, "time.scorecards_minutes"),
        way_out=message("The director may allow it and give a reason."),
    )

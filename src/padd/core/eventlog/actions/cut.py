"""The cut: the top players of the Swiss rounds play a bracket in the same event."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.players import unknown
from padd.core.eventlog.checklist import open_points
from padd.core.eventlog.facts import facts
from padd.core.eventlog.rounds import names
from padd.core.eventlog.state import LogState, Presence
from padd.core.eventlog.time_limits import minutes_of_round
from padd.core.eventlog.warning_level import Level
from padd.core.formats.ranking import ranking_of
from padd.core.messages import message, plural
from padd.core.model import Cut, Kind, PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook

CUT_SIZES: Final = (4, 8, 16)


def who_makes_the_cut(
    state: LogState, book: Rulebook, size: int, declined: tuple[PlayerId, ...] = ()
) -> tuple[PlayerId, ...]:
    """Return the best of those who are here and want to play on, the best first."""
    here = [
        player
        for player in ranking_of(facts(state), book).order
        if state.players[player].presence is Presence.HERE and player not in declined
    ]
    return tuple(here[:size])


def possible_cuts(state: LogState, book: Rulebook) -> tuple[int, ...]:
    """Return the sizes of a cut that could start now; none before the Swiss is over."""
    if state.event is None or not_yet(state, book) is not None:
        return ()
    here = sum(e.presence is Presence.HERE for e in state.players.values())
    return tuple(size for size in CUT_SIZES if size <= here)


def not_yet(state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse a cut after a cut, outside Swiss events, and before the Swiss is over."""
    if state.cut_after is not None:
        return refused(
            "cut-started", message("The cut has started."), way_out=message("Undo its start first.")
        )
    if state.settings.kind is not Kind.SWISS:
        return refused("cut-without-swiss", message("A cut follows Swiss rounds."))
    points = open_points(state, book)
    point = next((p for p in points if p.level is Level.REFUSED), None)
    if point is None:
        return None
    return refused(point.code, point.message, rule=point.rule, way_out=point.way_out)


class CutStarted(Action, frozen=True, kw_only=True, tag="cut.started"):
    """The best play on in a bracket, seeded by the standings of the Swiss rounds."""

    players: tuple[PlayerId, ...]
    declined: tuple[PlayerId, ...] = ()

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it too early, and players who are not next by the standings."""
        del entry
        refusal = not_yet(state, book) or unknown(state, (*self.players, *self.declined))
        if refusal is not None:
            return refusal
        size = len(self.players)
        if size not in CUT_SIZES:
            return refused(
                "cut-size",
                plural(
                    "A cut has 4, 8 or 16 players, not {count}.",
                    "A cut has 4, 8 or 16 players, not {count}.",
                    count=size,
                ),
                way_out=message("Choose 4, 8 or 16."),
            )
        best = who_makes_the_cut(state, book, size, self.declined)
        if best != self.players:
            return refused(
                "not-the-best",
                message(
                    "By the standings, the cut is played by {players}.",
                    players=names(state, best, most=size),
                ),
                way_out=message("Name the player who declines; the next best plays instead."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Close the Swiss rounds and open the bracket."""
        del entry
        event = state.settings
        started = msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(event, stages=(Cut(players=self.players),)),
            cut_after=len(state.played),
        )
        minutes = state.minutes
        if minutes == minutes_of_round(event, book):
            in_cut = started.settings_of(len(state.played) + 1)
            minutes = minutes_of_round(in_cut, book)
        return msgspec.structs.replace(started, minutes=minutes)

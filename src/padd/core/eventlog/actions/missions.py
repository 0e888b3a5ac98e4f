"""Missions that a player completed in a game, by title: a league tallies them."""

from __future__ import annotations

from typing import ClassVar, Final

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.players import only_oneself, unknown
from padd.core.eventlog.actions.scenario import with_noted
from padd.core.eventlog.scenario_state import NotedMissions
from padd.core.eventlog.state import LogState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook

MOST: Final = 12
LONGEST: Final = 120


class MissionsNoted(Action, frozen=True, kw_only=True, tag="missions.noted"):
    """Which missions a player completed in a round; a star marks a headquarters."""

    by_players: ClassVar[bool] = True

    number: int
    player: PlayerId
    titles: tuple[str, ...] = ()

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse the missions of others, of rounds not played, and endless lists."""
        del book
        refusal = unknown(state, (self.player,)) or only_oneself(entry, (self.player,))
        if refusal is not None:
            return refusal
        round_ = state.round(self.number)
        if round_ is None or self.player not in round_.seats:
            return refused("not-playing", message("You have no game in this round."))
        clean = [title.strip("* ") for title in self.titles]
        if len(clean) > MOST or not all(0 < len(title) <= LONGEST for title in clean):
            return refused(
                "missions-count",
                message(
                    "Enter up to {most} titles of up to {longest} characters each.",
                    most=MOST,
                    longest=LONGEST,
                ),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep them instead of what was said before of the round."""
        del entry, book
        key = (self.player, self.number)
        others = (m for m in state.scenario.missions if (m.player, m.round) != key)
        new = NotedMissions(
            player=self.player,
            round=self.number,
            titles=tuple(" ".join(title.split()) for title in self.titles),
        )
        return with_noted(state, missions=(*others, new))


def missions_of(state: LogState, player: PlayerId) -> dict[str, bool]:
    """Return the missions of a player over all rounds: headquarters or not."""
    return {
        title.strip("* "): title.startswith("*")
        for noted in state.scenario.missions
        if noted.player == player
        for title in noted.titles
    }

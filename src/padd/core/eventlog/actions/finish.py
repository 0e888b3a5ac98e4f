"""The end: ties, final confrontation, prizes; event finished, reopened, reported."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import unknown_player_objection
from padd.core.eventlog.actions.rounds import close_round
from padd.core.eventlog.guidance.checklist import Tie, best_two, open_points, ties_left
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.event_state import (
    GivenPrize,
    LogNote,
    LogState,
    Phase,
    Presence,
    Stage,
)
from padd.core.eventlog.state.rounds import player_names
from padd.core.formats.registry import format_of
from padd.core.messages import message, sentences
from padd.core.model import FinalConfrontation, PlayerId
from padd.core.refusal import Refusal
from padd.core.rng import commitment
from padd.core.scoring.standings import toss_order
from padd.rulebooks.schema import Rulebook, cite


def unfinished_objection(state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse to settle places while rounds or results are to come."""
    point = next((p for p in open_points(state, book) if p.before_final), None)
    if point is None:
        return None
    return Refusal(point.code, point.message, rule=point.rule, way_out=point.way_out)


class TieTossed(Action, frozen=True, kw_only=True, tag="tie.tossed"):
    """The order of players left tied: tossed by hand, or drawn by a seed (AMB-33)."""

    order: Annotated[tuple[PlayerId, ...], Meta(description="The order.")]
    seed: Annotated[int | None, Meta(description="The number every random choice starts from.")] = (
        None
    )

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where no such tie is left, and draws of another seed."""
        early = unfinished_objection(state, book)
        if early is not None:
            return early
        if self._tie(state, book) is None:
            return Refusal(
                "no-such-tie",
                message("{state} are not left tied.", state=player_names(state, self.order)),
                rule=cite(book, "standings.tiebreaks"),
            )
        tossed = format_of(state.settings).gives_victory_points
        if self.seed is not None and tossed:
            drawn = tuple(toss_order(self.order, self.seed))
            if drawn != self.order:
                reason = message("Seed {seed} gives a different order.", seed=self.seed)
                return Refusal("not-the-draw", reason)
        return None

    def _tie(self, state: LogState, book: Rulebook) -> Tie | None:
        for tie in ties_left(state, book):
            same = len(tie.players) == len(self.order)
            if same and set(tie.players) == set(self.order):
                return tie
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the order; a later toss of the same players replaces an earlier."""
        event = state.settings
        if format_of(event).in_pods:
            others = tuple(p for p in event.cut if p not in self.order)
            tossed = msgspec.structs.replace(event, cut=(*others, *self.order))
        else:
            others = tuple(p for p in event.tossed if p not in self.order)
            tossed = msgspec.structs.replace(event, tossed=(*others, *self.order))
        return msgspec.structs.replace(state, event=tossed)


class FinalSet(Action, frozen=True, kw_only=True, tag="final.set"):
    """Who plays the final confrontation: the top two, unless announced otherwise."""

    players: Annotated[tuple[PlayerId, PlayerId], Meta(description="The players, by their ids.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for a reason where it is not the two best (AMB-31)."""
        if state.cut_after is not None:
            return Refusal("cut-started", message("The final of the cut decides the event."))
        refusal = unknown_player_objection(state, self.players)
        if refusal is not None:
            return refusal
        if self.players[0] == self.players[1]:
            return Refusal("paired-with-self", message("A final needs two players."))
        early = unfinished_objection(state, book)
        if early is not None:
            return early
        best = best_two(state, book)
        if set(best) != set(self.players) and not entry.reason.strip():
            return Refusal(
                "not-the-best",
                message("The two best are {state}.", state=player_names(state, best)),
                rule=cite(book, "standings.final_confrontation_loser"),
                way_out=message("If others play, say what was announced."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Set the two players."""
        final = FinalConfrontation(players=self.players)
        event = msgspec.structs.replace(state.settings, final_confrontation=final)
        return msgspec.structs.replace(state, event=event, final_planned=True)


class FinalDecided(Action, frozen=True, kw_only=True, tag="final.decided"):
    """Who won the final confrontation, and with it the event."""

    winner: Annotated[PlayerId, Meta(description="The id of the winner.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse a winner who does not play in it."""
        final = state.settings.final_confrontation
        if final is None:
            return Refusal(
                "no-final",
                message("The final confrontation has no players."),
                way_out=message("Name the two players first."),
            )
        if self.winner not in final.players:
            name = state.name(self.winner)
            return Refusal(
                "winner-did-not-play",
                message("{name} is not in the final confrontation.", name=name),
            )
        if final.winner is not None and not entry.reason.strip():
            return Refusal(
                "already-saved",
                message("{winner} won the final confrontation.", winner=state.name(final.winner)),
                way_out=message("If that is wrong, say why you are changing it."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note the winner."""
        event = state.settings
        if event.final_confrontation is None:
            reason = message("The final confrontation had no players.")
            raise LookupError(reason)
        final = msgspec.structs.replace(event.final_confrontation, winner=self.winner)
        return msgspec.structs.replace(
            state, event=msgspec.structs.replace(event, final_confrontation=final)
        )


class EventFinished(Action, frozen=True, kw_only=True, tag="event.finished"):
    """The final standings are set; the secret of the draws may be revealed."""

    secret: Annotated[str | None, Meta(description="The secret behind the draws of the event.")] = (
        None
    )

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse while a point of the checklist is open."""
        blocking = [p for p in open_points(state, book) if p.level is Level.REFUSED]
        if blocking:
            first, more = blocking[0], len(blocking) - 1
            rest = message("And {more} more.", more=more) if more else None
            return Refusal(
                first.code, sentences(first.message, rest), rule=first.rule, way_out=first.way_out
            )
        known = state.settings.commitment
        revealed = self.secret is not None and known is not None
        if revealed and commitment(str(self.secret)) != known:
            reason = message("This is not the secret that the event committed to.")
            return Refusal("wrong-secret", reason)
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Finish it; unrecorded warnings are forgotten (AMB-78)."""
        rounds = state.rounds
        if rounds and rounds[-1].stage is Stage.PUBLISHED:
            rounds = (*rounds[:-1], close_round(rounds[-1], entry))
        secret = self.secret or state.settings.secret
        return msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(state.settings, secret=secret),
            rounds=rounds,
            penalties=tuple(s for s in state.penalties if s.level > 0),
            finished_at=entry.at,
        )


class EventReopened(Action, frozen=True, kw_only=True, tag="event.reopened"):
    """The event continues after its end."""

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.FINISHED, Phase.REPORTED})
    needs_reason: ClassVar[str] = "This reopens standings that were announced as final"

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Open it; it has to be finished and reported anew."""
        return msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(state.settings, reported=None),
            finished_at=None,
            reopened=(*state.reopened, entry.at),
        )


class EventReported(Action, frozen=True, kw_only=True, tag="event.reported"):
    """The event was sent to headquarters."""

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.FINISHED})

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Note when."""
        event = msgspec.structs.replace(state.settings, reported=entry.at)
        return msgspec.structs.replace(state, event=event)


class NoteAdded(Action, frozen=True, kw_only=True, tag="note.added"):
    """Anything worth remembering, about the event, a player or a table."""

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.OPEN, Phase.FINISHED, Phase.REPORTED})

    text: Annotated[str, Meta(description="The words.")]
    player: Annotated[PlayerId | None, Meta(description="The id of the player.")] = None
    round: Annotated[int | None, Meta(description="The number of the round.")] = None
    table: Annotated[int | None, Meta(description="The number of the table.")] = None

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse empty notes."""
        if not self.text.strip():
            return Refusal("note-empty", message("The note is empty."))
        return unknown_player_objection(state, () if self.player is None else (self.player,))

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep it."""
        note = LogNote(
            at=entry.at,
            by=entry.by,
            text=self.text,
            player=self.player,
            round=self.round,
            table=self.table,
        )
        return msgspec.structs.replace(state, notes=(*state.notes, note))


class PrizeGiven(Action, frozen=True, kw_only=True, tag="prize.given"):
    """A prize for a player: for a place, or for anything else (REG-36, SWISS-91)."""

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.OPEN, Phase.FINISHED, Phase.REPORTED})

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    what: Annotated[str, Meta(description="The prize.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a prize without a name, and one for a disqualified player."""
        if not self.what.strip():
            return Refusal("prize-empty", message("Enter the prize."))
        stranger = unknown_player_objection(state, (self.player,))
        if stranger is not None:
            return stranger
        if state.players[self.player].presence is Presence.DISQUALIFIED:
            reason = message(
                "{player} was disqualified and forfeits prizes.", player=state.name(self.player)
            )
            rule = cite(book, "conduct.levels")
            return Refusal("prize-forfeited", reason, rule=rule)
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep who got what."""
        prize = GivenPrize(player=self.player, what=self.what)
        return msgspec.structs.replace(state, prizes=(*state.prizes, prize))

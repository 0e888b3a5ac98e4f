"""Limited play in the log: the plan, words for the seed, seats, ends of packs.

Picks are not here: they are secret during the draft, and each group has its own chain
(`core/limited/draft.py`). The log contains the heads of those chains.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry, acting_player
from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.limited.event_state import LimitedState
from padd.core.limited.pick_clock import PickClock
from padd.core.limited.plan import LimitedPlan, plan_faults
from padd.core.limited.product import Product
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite

KEPT = "Cards have been dealt"


def _limited_state(state: LogState) -> LimitedState:
    if state.limited is None:
        reason = message("The event has no plan for limited play yet.")
        raise LookupError(reason)
    return state.limited


def _no_plan() -> Refusal:
    return Refusal(
        "no-plan", message("There is no plan yet."), way_out=message("Seal a plan first.")
    )


def _with_limited(state: LogState, limited: LimitedState) -> LogState:
    return msgspec.structs.replace(state, limited=limited)


class LimitedPlanned(Action, frozen=True, kw_only=True, tag="limited.planned"):
    """What is dealt, passed and built; sealed together with the event's secret."""

    plan: Annotated[LimitedPlan, Meta(description="The plan.")]
    products: Annotated[
        dict[str, Product],
        Meta(
            description="Copies of its products, so that packs can be made again "
            "from the log alone."
        ),
    ] = msgspec.field(default_factory=dict)

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse what the rulebook forbids, and changes once cards were dealt."""
        if state.limited is not None and state.limited.dealt:
            return Refusal(
                "already-dealt", message("The packs are dealt, so the plan can’t change.")
            )
        if state.begun:
            return Refusal("already-begun", message("The first round has started."))
        if state.settings.format != self.plan.format:
            return Refusal(
                "another-format",
                message(
                    "The event is {format}, not {planned}.",
                    format=str(state.settings.format),
                    planned=self.plan.format,
                ),
                way_out=message("Change the format in the event’s settings."),
            )
        return next(iter(plan_faults(self.plan, book, self.products)), None)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the plan; words that were added stay."""
        words = {} if state.limited is None else state.limited.words
        planned = LimitedState(
            plan=self.plan, products=self.products, planned_at=entry.at, words=words
        )
        return _with_limited(state, planned)


class WordAdded(Action, frozen=True, kw_only=True, tag="limited.word-added"):
    """A player adds a word to the seed of the packs."""

    by_players: ClassVar[bool] = True

    word: Annotated[str, msgspec.Meta(min_length=1, max_length=60, description="The word.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it once packs were dealt, and from people who do not play."""
        if state.limited is None:
            return _no_plan()
        if state.limited.dealt:
            reason = message("The packs are dealt, so words no longer count.")
            return Refusal("already-dealt", reason)
        if entry.by.player is None:
            reason = message("Only players can add words.")
            return Refusal("not-a-player", reason)
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the last word of each player."""
        limited = _limited_state(state)
        words = {**limited.words, acting_player(entry): self.word}
        return _with_limited(state, msgspec.structs.replace(limited, words=words))


class LimitedDealt(Action, frozen=True, kw_only=True, tag="limited.dealt"):
    """Seats were drawn and packs were dealt, from the secret and the words."""

    lasting: ClassVar[str] = KEPT

    groups: Annotated[tuple[tuple[PlayerId, ...], ...], Meta(description="The groups.")]
    deals: Annotated[tuple[str, ...], Meta(description="The packs dealt.")]
    words: Annotated[str, Meta(description="The fingerprint of all words.")]
    redeals: Annotated[int, Meta(description="How often it was dealt again.")] = 0
    order: Annotated[
        tuple[PlayerId, ...],
        Meta(description="Everyone, in the order that seats were drawn from; by id if empty."),
    ] = ()

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse a second deal without a reason, and deals without a plan."""
        limited = state.limited
        if limited is None:
            return _no_plan()
        if state.begun or limited.building_at is not None or limited.heads:
            reason = message("The draft is under way; packs can’t be dealt again.")
            return Refusal("already-begun", reason)
        if limited.dealt and not entry.reason.strip():
            return Refusal(
                "reason-missing",
                message("The packs are dealt. Everyone will see that they were dealt again."),
                way_out=message("Give a reason for dealing again."),
            )
        here = {p.id for p in state.players.values() if p.presence is Presence.HERE}
        seated = [player for group in self.groups for player in group]
        if set(seated) != here or len(seated) != len(here):
            reason = message("Every player present needs exactly one seat.")
            return Refusal("seats-wrong", reason)
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the seats and the fingerprints."""
        dealt = msgspec.structs.replace(
            _limited_state(state),
            groups=self.groups,
            order=self.order,
            words_sealed=self.words,
            deals=self.deals,
            redeals=self.redeals,
            late=(),
            late_deals=(),
            dealt_at=entry.at,
        )
        return _with_limited(state, dealt)


class PoolGiven(Action, frozen=True, kw_only=True, tag="limited.pool-given"):
    """A player came too late for a seat and got unopened packs."""

    lasting: ClassVar[str] = KEPT
    needs_reason: ClassVar[str] = "The player has no seat in the draft"

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    deal: Annotated[str, Meta(description="The fingerprint of everything given.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it before the deal, and to those who are absent or have cards."""
        limited = state.limited
        if limited is None or not limited.dealt:
            return _no_plan()
        if limited.plan.real_packs:
            reason = message("This event uses real boosters. Hand some out.")
            return Refusal("real-boosters", reason)
        entrant = state.players.get(self.player)
        if entrant is None or entrant.presence is not Presence.HERE:
            return Refusal(
                "not-here",
                message("This player is not checked in."),
                way_out=message("Check the player in first."),
            )
        if limited.seat_of(self.player) is not None:
            return Refusal("has-cards", message("This player already has cards."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep who it was, and the fingerprint."""
        limited = _limited_state(state)
        given = msgspec.structs.replace(
            limited, late=(*limited.late, self.player), late_deals=(*limited.late_deals, self.deal)
        )
        return _with_limited(state, given)


class PackClosed(Action, frozen=True, kw_only=True, tag="limited.pack-closed"):
    """A group has drafted a pack; the head of its chain is kept here."""

    lasting: ClassVar[str] = KEPT

    group: Annotated[int, Meta(description="The group.")]
    pack: Annotated[int, Meta(description="The pack.")]
    head: Annotated[str, Meta(description="The hash of the last entry.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse groups that are not there and packs out of turn."""
        limited = state.limited
        if limited is None or not 1 <= self.group <= len(limited.groups):
            return Refusal("no-such-group", message("There is no such group."))
        if self.pack != limited.packs_closed(self.group) + 1:
            return Refusal("pack-out-of-turn", message("Only the pack being drafted can be ended."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the head."""
        limited = _limited_state(state)
        heads = {**limited.heads, f"{self.group}/{self.pack}": self.head}
        closed = msgspec.structs.replace(limited, heads=heads, clock=None)
        return _with_limited(state, closed)


class PickClockSet(Action, frozen=True, kw_only=True, tag="limited.pick-clock"):
    """The clock of picks from real boosters runs, or is held."""

    runs: Annotated[bool, Meta(description="Whether it runs from now on, or is paused.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it without real boosters on the table, and without a time."""
        limited = state.limited
        if limited is None or not limited.drafting or not limited.plan.real_packs:
            return Refusal("no-boosters", message("No boosters are being drafted."))
        if limited.plan.seconds is None:
            reason = message("The plan has no time for a pick.")
            return Refusal("no-clock", reason)
        if limited.pack_open > limited.plan.number_of_packs:
            return Refusal("draft-over", message("Every pack is drafted."))
        clock = limited.clock
        running = clock is not None and clock.paused_at is None
        if running == self.runs or (clock is None and not self.runs):
            words = "is already running" if self.runs else "is not running"
            return Refusal("clock-so", message("The clock {words}.", words=words))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Start the clock of the open pack, hold it, or let it go on."""
        limited = _limited_state(state)
        clock = limited.clock
        if clock is None:
            clock = PickClock(pack=limited.pack_open, started_at=entry.at)
        else:
            clock = clock.resumed(entry.at) if self.runs else clock.paused(entry.at)
        return _with_limited(state, msgspec.structs.replace(limited, clock=clock))


class BuildingStarted(Action, frozen=True, kw_only=True, tag="limited.building"):
    """The time to build decks has begun."""

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it while packs are passed."""
        limited = state.limited
        if limited is None or not limited.dealt:
            return _no_plan()
        if limited.building_at is not None:
            return Refusal("already-building", message("Decks are being built."))
        packs = limited.plan.number_of_packs
        waiting = [
            number
            for number in range(1, len(limited.groups) + 1)
            if limited.packs_closed(number) < packs
        ]
        if limited.plan.format == "draft" and not limited.plan.real_packs and waiting:
            return Refusal(
                "still-drafting",
                message("Not every group has drafted all its packs."),
                way_out=message("Wait, or drop the players who are holding up the draft."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Start the clock."""
        limited = msgspec.structs.replace(_limited_state(state), building_at=entry.at)
        return _with_limited(state, limited)


class BuildingEnded(Action, frozen=True, kw_only=True, tag="limited.built"):
    """The time to build is over; what was marked as the deck counts."""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it before the time is over, unless a reason is given (FMT-63)."""
        limited = state.limited
        if limited is None or limited.building_ends is None:
            return Refusal("not-building", message("Deck building is not under way."))
        if limited.built_at is not None:
            return Refusal("already-built", message("The decks are built."))
        early = datetime.fromisoformat(entry.at) < limited.building_ends
        if early and not entry.reason.strip():
            minutes = limited.plan.build_minutes
            return Refusal(
                "too-early",
                message("Players get {minutes} minutes to build.", minutes=minutes),
                rule=cite(book, "formats.build_minutes"),
                way_out=message("If everyone is ready, give that as the reason."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Note when."""
        limited = msgspec.structs.replace(_limited_state(state), built_at=entry.at)
        return _with_limited(state, limited)


def limited_objection(state: LogState, book: Rulebook) -> Refusal | None:
    """Say what of the limited play comes before the first round."""
    limited = state.limited
    if limited is None or state.rounds or limited.built_at is not None:
        return None
    rule = cite(book, "formats.build_minutes")
    if not limited.dealt:
        reason = message("The packs are not dealt yet.")
        way = message("Deal them on the Limited page.")
    elif limited.building_at is None:
        reason = message("The draft is not over.")
        way = message("Let all groups finish drafting, then start deck building.")
    else:
        reason = message("Players are building their decks.")
        way = message("Wait for the clock, then end deck building.")
    return Refusal("limited-first", reason, rule=rule, way_out=way)

"""Seeding in the Official Tournament Format Beta 1: first player, steps, seals."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import own_act_only_objection
from padd.core.eventlog.state.event_state import LogState, Stage, with_table
from padd.core.eventlog.state.seeding import (
    BESIDE,
    MISSIONS,
    OPPONENTS,
    OWN,
    SHARED,
    OpenedCard,
    Placement,
    SeedingState,
    announcements,
)
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.core.rng import Rng
from padd.core.scenarios.seed_phase import SeededMission, seal_card
from padd.rulebooks.schema import Rulebook, cite

MOST_MISSIONS: Final = 30
MOST_CARDS: Final = 60
SEAL: Final = 64
LONGEST: Final = 200
REMOVED: Final = "removed-from-the-game"


def seeding_steps(state: LogState, book: Rulebook) -> tuple[str, ...]:
    """Return the steps of seeding, where the rules set of the event has them."""
    seeded = str(state.settings.rules) in book.formats.victory
    batch = seeded and book.formats.victory[str(state.settings.rules)].batch_seeding
    return (book.formats.otf_beta.seeding or ()) if batch else ()


class SeedingAction(Action, frozen=True, kw_only=True):
    """What a player does for their own table while it seeds."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    player: Annotated[PlayerId, Meta(description="The id of the player.")]

    def seeding(self, state: LogState) -> SeedingState:
        """Return how far the table is."""
        return state.existing(self.number).tables[self.table].seeding

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other tables, other rules sets, and games that are over."""
        if not seeding_steps(state, book):
            return Refusal(
                "no-batch-seeding",
                message("This event’s rules set has no seeding steps."),
                rule=cite(book, "formats.otf_beta.seeding"),
            )
        round_ = state.round(self.number)
        table = round_.tables.get(self.table) if round_ is not None else None
        if round_ is None or table is None or self.player not in table.players:
            return Refusal("not-your-table", message("You have no seat in this draft."))
        if round_.stage is not Stage.PUBLISHED or table.saved:
            return Refusal("already-saved", message("This game is over."))
        return own_act_only_objection(entry, (self.player,))

    def kept(self, state: LogState, seeding: SeedingState) -> LogState:
        """Return the state with the table as it is now."""
        round_ = state.existing(self.number)
        table = msgspec.structs.replace(round_.tables[self.table], seeding=seeding)
        return with_table(state, round_, table)


def _step_objection(
    action: SeedingAction, step: int, state: LogState, book: Rulebook
) -> Refusal | None:
    """Refuse steps that are over or to come, and players who are done with this one."""
    seeding, steps = action.seeding(state), seeding_steps(state, book)
    rule = cite(book, "formats.otf_beta.seeding")
    if seeding.first is None:
        return Refusal(
            "first-player-unknown",
            message("Seeding starts once it is known who goes first."),
            rule=rule,
            way_out=message("Enter who goes first, or draw it at random."),
        )
    if step != seeding.step or step >= len(steps):
        return Refusal(
            "other-step",
            message("The table is now at step {step}.", step=seeding.step + 1),
            rule=rule,
            way_out=message(
                "A step can’t be repeated once both players have finished it. Reload the page."
            ),
        )
    if action.player in seeding.done:
        return Refusal(
            "step-done",
            message("You have already finished this step."),
            rule=rule,
            way_out=message("Wait for your opponent."),
        )
    return None


class FirstPlayerNoted(SeedingAction, frozen=True, kw_only=True, tag="otf.first-player-noted"):
    """Who goes first: named by a player, or drawn by the seed (AMB-126)."""

    first: Annotated[
        PlayerId | None, Meta(description="The id of the player who goes first; null to draw.")
    ] = None
    seed: Annotated[int, Meta(description="The number every random choice starts from.")] = 0

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it once it is known, and the name of another player."""
        refusal = super().objection(state, entry, book)
        if refusal is not None:
            return refusal
        table = state.existing(self.number).tables[self.table]
        if table.seeding.first is not None:
            return Refusal(
                "first-player-known",
                message("{name} goes first.", name=state.name(table.seeding.first)),
            )
        if self.first is not None and self.first not in table.players:
            return Refusal("not-at-table", message("Only the two players can do this."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note it, also on the scorecard."""
        round_ = state.existing(self.number)
        table = round_.tables[self.table]
        by_lot = self.first is None
        chosen = self.first or Rng(self.seed, "first player").one_of(table.players)
        seeding = msgspec.structs.replace(table.seeding, first=chosen, by_lot=by_lot)
        match = table.match and msgspec.structs.replace(table.match, first_player=chosen)
        noted = msgspec.structs.replace(table, seeding=seeding, match=match)
        return with_table(state, round_, noted)


class CardsPlaced(SeedingAction, frozen=True, kw_only=True, tag="otf.cards-placed"):
    """What a player places in a step; it can change until the player is done."""

    step: Annotated[int, Meta(description="The step of seeding, from 0.")]
    missions: Annotated[
        tuple[SeededMission, ...], Meta(description="The missions the player places.")
    ] = ()
    counts: Annotated[
        dict[int, int],
        Meta(description="Cards by the place of their mission; 0 means not under a mission."),
    ] = msgspec.field(default_factory=dict)
    face_down: Annotated[int, Meta(description="How many cards were seeded face down.")] = 0
    seals: Annotated[
        dict[int, tuple[str, ...]], Meta(description="The salted fingerprints of the cards.")
    ] = msgspec.field(default_factory=dict)
    lower: Annotated[
        dict[int, PlayerId],
        Meta(description="Whose copy of a shared mission is on the bottom, by its place."),
    ] = msgspec.field(default_factory=dict)

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other steps, other missions, and seals that are none."""
        refusal = super().objection(state, entry, book) or _step_objection(
            self, self.step, state, book
        )
        if refusal is not None:
            return refusal
        return self._sizes() or self._missions_objection(state, book)

    def _sizes(self) -> Refusal | None:
        figures = (*self.counts.values(), self.face_down)
        sealed = all(
            len(seals) == self.counts.get(at, 0) and all(len(s) == SEAL for s in seals)
            for at, seals in self.seals.items()
        )
        ok = all(0 <= n <= MOST_CARDS for n in figures) and sealed
        if ok and len(self.missions) <= MOST_MISSIONS:
            return None
        return Refusal("counts-wrong", message("The number of cards and of seals differ."))

    def _missions_objection(self, state: LogState, book: Rulebook) -> Refusal | None:
        """Refuse cards at missions that the step is not about."""
        seeding, name = self.seeding(state), seeding_steps(state, book)[self.step]
        if self.missions and name != MISSIONS:
            return Refusal("not-missions", message("Missions are seeded in a step of their own."))
        allowed = seeding_places(seeding, self.player, name)
        wrong = sorted({*self.counts, *self.lower} - allowed)
        table = state.existing(self.number).tables[self.table]
        if not set(self.lower.values()) <= set(table.players):
            return Refusal("not-at-table", message("Only the two players can do this."))
        if not wrong:
            return None
        return Refusal(
            "not-in-this-step",
            message("Mission {place} does not belong to this step.", place=wrong[0]),
            rule=cite(book, "formats.otf_beta.seeding"),
            way_out=message("Place cards only at the missions named in this step."),
        )

    def change(self, state: LogState, _entry: LogEntry, book: Rulebook) -> LogState:
        """Keep it instead of what was placed before."""
        seeding = self.seeding(state)
        placement = Placement(counts=self.counts, face_down=self.face_down, seals=self.seals)
        here = {**seeding.placed.get(self.step, {}), self.player: placement}
        seeding = msgspec.structs.replace(
            seeding,
            placed={**seeding.placed, self.step: here},
            lower={**seeding.lower, **self.lower},
        )
        steps = seeding_steps(state, book)
        if self.step < len(steps) and steps[self.step] == MISSIONS:
            seeding = msgspec.structs.replace(
                seeding, missions={**seeding.missions, self.player: self.missions}
            )
        return self.kept(state, seeding)


def seeding_places(seeding: SeedingState, player: PlayerId, step: str) -> set[int]:
    """Return the places where a player may put cards in a step."""
    shared, own = seeding.shared(), seeding.own(player)
    everything = {m.place for mine in seeding.missions.values() for m in mine}
    return {OPPONENTS: everything - own, SHARED: shared, OWN: own - shared}.get(step, {BESIDE})


class StepDone(SeedingAction, frozen=True, kw_only=True, tag="otf.step-done"):
    """A player is done with a step; when both are, the next one begins."""

    step: Annotated[int, Meta(description="The step of seeding, from 0.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a step twice, steps that are over, and steps to come."""
        return super().objection(state, entry, book) or _step_objection(
            self, self.step, state, book
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Note it; with both done go on, and there is no way back (OTF-15)."""
        seeding = self.seeding(state)
        done = {**seeding.done, self.player: entry.at}
        table = state.existing(self.number).tables[self.table]
        if done.keys() >= set(table.players):
            seeding = msgspec.structs.replace(seeding, step=seeding.step + 1, done={})
        else:
            seeding = msgspec.structs.replace(seeding, done=done)
        return self.kept(state, seeding)


class CardOpened(SeedingAction, frozen=True, kw_only=True, tag="otf.card-opened"):
    """A sealed card is encountered: its owner shows what it is."""

    step: Annotated[int, Meta(description="The step of seeding, from 0.")]
    mission: Annotated[int, Meta(description="The place of the mission on the spaceline.")]
    position: Annotated[int, Meta(description="The position of the card under the mission.")]
    title: Annotated[str, Meta(description="The title, for people.")]
    salt: Annotated[str, Meta(description="What the fingerprint was salted with.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse cards that were not sealed, cards that are open, and other turns."""
        refusal = super().objection(state, entry, book)
        if refusal is not None:
            return refusal
        if not 0 < len(self.title) <= LONGEST or len(self.salt) > SEAL:
            return Refusal("title-missing", message("Enter the card’s title."))
        seeding = self.seeding(state)
        seals = seeding.placement(self.step, self.player).seals.get(self.mission, ())
        if not 0 <= self.position < len(seals):
            return Refusal("no-such-card", message("There is no face-down card there."))
        key = (self.player, self.step, self.mission, self.position)
        if any((c.owner, c.step, c.mission, c.position) == key for c in seeding.opened):
            return Refusal("already-open", message("This card is already face up."))
        return self._turn_objection(state, book)

    def _turn_objection(self, state: LogState, book: Rulebook) -> Refusal | None:
        """Refuse a step that is on, and to announce before the first player (OTF-3)."""
        seeding, steps = self.seeding(state), seeding_steps(state, book)
        if self.step >= seeding.step:
            return Refusal(
                "step-on",
                message("Cards stay face down until both players finish this step."),
                rule=cite(book, "formats.otf_beta.seeding"),
                way_out=message("Wait until both are done."),
            )
        table = state.existing(self.number).tables[self.table]
        announced = book.formats.otf_beta.announced or ()
        for one in announcements(seeding, steps, announced, table.players):
            if one.step != self.step or self.mission != BESIDE:
                continue
            if one.player == self.player:
                return None
            if one.closed:
                return Refusal(
                    "first-player-announces",
                    message("{name} goes first.", name=state.name(one.player)),
                    rule=cite(book, "formats.otf_beta.announced"),
                    way_out=message("Wait until these titles have been named."),
                )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Open it; one that does not fit its seal is named, and nothing else."""
        seeding = self.seeding(state)
        seals = seeding.placement(self.step, self.player).seals.get(self.mission, ())
        sealed = seals[self.position] if self.position < len(seals) else ""
        card = OpenedCard(
            owner=self.player,
            step=self.step,
            mission=self.mission,
            position=self.position,
            title=self.title,
            fits=seal_card(self.title, self.salt) == sealed,
        )
        opened = (*seeding.opened, card)
        return self.kept(state, msgspec.structs.replace(seeding, opened=opened))


class DilemmaRemoved(SeedingAction, frozen=True, kw_only=True, tag="otf.dilemma-removed"):
    """A dilemma leaves the game instead of being discarded."""

    title: Annotated[str, Meta(description="The title, for people.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it without a title."""
        if not 0 < len(self.title.strip()) <= LONGEST:
            return Refusal("title-missing", message("Enter the dilemma’s title."))
        if book.formats.otf_beta.discarded_dilemmas != REMOVED:
            return Refusal("dilemmas-stay", message("Dilemmas stay in the game."))
        return super().objection(state, entry, book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """List it for its owner (AMB-105)."""
        seeding = self.seeding(state)
        mine = (*seeding.removed.get(self.player, ()), self.title.strip())
        removed = {**seeding.removed, self.player: mine}
        return self.kept(state, msgspec.structs.replace(seeding, removed=removed))

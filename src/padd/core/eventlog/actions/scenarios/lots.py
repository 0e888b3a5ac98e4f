"""Lots of a scenario: drawn with a round, drawn again, rejected; decks returned."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import own_act_only_objection, unknown_player_objection
from padd.core.eventlog.scenarios.race import may_reject, rules_left
from padd.core.eventlog.scenarios.registry import scenario_play_of
from padd.core.eventlog.scenarios.scenario_play import lots_of
from padd.core.eventlog.state.event_state import LogState, RoundState, Stage, with_round
from padd.core.eventlog.state.scenario_state import Lots, RejectedRule
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.core.rng import Rng
from padd.core.scenarios.round_blocks import scenario_of
from padd.rulebooks.schema import Rulebook, cite


def scenario_objection(action: Action, state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse what belongs to another scenario than that of the event."""
    play = scenario_play_of(state.settings, book)
    kind = str(action.__struct_config__.tag)
    if play is not None and kind in play.acts:
        return None
    return Refusal(
        "other-scenario",
        message("This event’s scenario does not use this."),
        rule=cite(book, "formats.scenarios"),
        way_out=message("The Scenario page shows what is left to do."),
    )


def scenario_act_objection(
    action: Action, player: PlayerId, state: LogState, entry: LogEntry, book: Rulebook
) -> Refusal | None:
    """Refuse what a player does for another player of the scenario."""
    return (
        scenario_objection(action, state, book)
        or unknown_player_objection(state, (player,))
        or own_act_only_objection(entry, (player,))
    )


def draw_lots(state: LogState, number: int, book: Rulebook, *, seed: int) -> Lots | None:
    """Return the lots of a round as a seed gives them, where the scenario has any."""
    play = scenario_play_of(state.settings, book) if state.event is not None else None
    drawn = {} if play is None else play.draws(state, number, book, seed=seed)
    return Lots(seed=seed, drawn=drawn) if drawn else None


def round_with_lots(round_: RoundState, lots: Lots) -> RoundState:
    """Return a round with its lots beside the draw of its tables."""
    kept: dict[str, Any] = msgspec.to_builtins(lots)
    return msgspec.structs.replace(round_, draw={**(round_.draw or {}), "lots": kept})


def lots_objection(
    state: LogState, number: int, lots: Lots | None, book: Rulebook
) -> Refusal | None:
    """Refuse lots that the seed on record does not give."""
    if lots is None:
        return None
    right = draw_lots(state, number, book, seed=lots.seed)
    if right is not None and right.drawn == lots.drawn:
        return None
    return Refusal(
        "lots-not-drawn",
        message("These lots do not follow from seed {seed}.", seed=lots.seed),
        rule=cite(book, "formats.scenarios"),
        way_out=message("Leave them out; they are drawn when the round is published."),
    )


def lots_redraw_count(round_: RoundState) -> int:
    """Return how often the lots of a round were drawn again."""
    lots = (round_.draw or {}).get("lots") or {}
    return int(lots.get("redraws", 0))


class LotsRedrawn(Action, frozen=True, kw_only=True, tag="scenario.lots-redrawn"):
    """The lots of the round that is on are drawn again; how often is public."""

    needs_reason: ClassVar[str] = "Players have seen the lots"

    number: Annotated[int, Meta(description="The number of the round.")]
    lots: Annotated[Lots | None, Meta(description="The lots.")] = None

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse rounds that are over, and lots that were not drawn."""
        round_ = state.round(self.number)
        if round_ is None or round_.stage is not Stage.PUBLISHED:
            return Refusal(
                "not-current", message("Round {number} is not being played.", number=self.number)
            )
        return scenario_objection(self, state, book) or lots_objection(
            state, self.number, self.lots, book
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Put the new lots instead of the old ones."""
        round_ = state.round(self.number)
        if round_ is None or self.lots is None:
            return state
        counted = msgspec.structs.replace(self.lots, redraws=lots_redraw_count(round_) + 1)
        return with_round(state, round_with_lots(round_, counted))


class RuleRejected(Action, frozen=True, kw_only=True, tag="scenario.rule-rejected"):
    """A player rejects the rule of a game and draws another, once in an event."""

    by_players: ClassVar[bool] = True

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    number: Annotated[int, Meta(description="The number of the round.")]
    seed: Annotated[int, Meta(description="The number every random choice starts from.")] = 0

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a second rejection, and rules of games that are over."""
        refusal = scenario_act_objection(self, self.player, state, entry, book)
        if refusal is not None:
            return refusal
        round_ = state.round(self.number)
        if round_ is None or self.player not in lots_of(round_):
            return Refusal("no-rule", message("There is no rule to reject."))
        if round_.tables[round_.seats[self.player]].saved:
            return Refusal("already-saved", message("This game is over."))
        rules = scenario_of(state.settings, book)
        if rules is None or not may_reject(state, self.player, rules):
            return Refusal(
                "rejected-before",
                message(
                    "{name} has already rejected a rule in this event.",
                    name=state.name(self.player),
                ),
                rule=cite(book, "formats.scenarios"),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note the rejection, and draw from what is left by the seed."""
        round_ = state.existing(self.number)
        lots = dict(lots_of(round_))
        rejection = RejectedRule(player=self.player, round=self.number, rejected=lots[self.player])
        noted = msgspec.structs.replace(
            state.scenario, rejected=(*state.scenario.rejected, rejection)
        )
        state = msgspec.structs.replace(state, scenario=noted)
        left = rules_left(state, self.number, self.player)
        if left:
            lots[self.player] = Rng(self.seed, "rejection").one_of(left)
        seed = int((round_.draw or {}).get("lots", {}).get("seed", 0))
        redraws = lots_redraw_count(round_)
        new = Lots(seed=seed, drawn=lots, redraws=redraws)
        return with_round(state, round_with_lots(round_, new))


class DeckReturned(Action, frozen=True, kw_only=True, tag="scenario.deck-returned"):
    """An owner has the deck back, and it is whole."""

    by_players: ClassVar[bool] = True

    player: Annotated[PlayerId, Meta(description="The id of the player.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it for others, and twice."""
        refusal = scenario_act_objection(self, self.player, state, entry, book)
        if refusal is not None:
            return refusal
        if self.player in state.scenario.returned:
            return Refusal("already-back", message("The deck has already been returned."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note that the deck is back."""
        back = (*state.scenario.returned, self.player)
        noted = msgspec.structs.replace(state.scenario, returned=back)
        return msgspec.structs.replace(state, scenario=noted)

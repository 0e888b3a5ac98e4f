"""The card "this round" of a player's phone: what the scenario says and asks."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.scenarios.notes import active_trouble, has_troubles
from padd.core.eventlog.scenarios.bend import items_left
from padd.core.eventlog.scenarios.orbit import ring_of, seat_of
from padd.core.eventlog.scenarios.race import may_reject
from padd.core.eventlog.scenarios.registry import scenario_play_of
from padd.core.eventlog.scenarios.scenario_play import lots_of
from padd.core.eventlog.state.event_state import RoundState, Stage
from padd.core.eventlog.state.table import TableState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.core.scenarios.round_blocks import scenario_of
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.presentation.eventlog.scenario_view import player_scenario
from padd.rulebooks.sections.registration import Scenario
from padd.services.eventlog.action_decoder import decode_action


class TotalsForm(msgspec.Struct, frozen=True, kw_only=True):
    """The table whose totals a player types, and whose decks lie there."""

    number: int
    stretch: int
    decks: tuple[str, ...]
    left: bool = False
    """Whether the player has moved on from it."""


class ScenarioCard(msgspec.Struct, frozen=True, kw_only=True):
    """What the scenario says to a player, and which of its buttons there are."""

    title: str
    lines: tuple[str, ...] = ()
    can_return: bool = False
    can_reject: bool = False
    can_spend: bool = False
    abilities: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Unreleased cards that notes are asked for."""
    table: TotalsForm | None = None
    has_trouble: bool = False
    trouble: str = ""
    """The card that lies open on the pod's Trouble pile."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        asks = (
            *(self.can_return, self.can_reject, self.can_spend),
            *(self.cards, self.has_trouble),
        )
        return not (self.lines or self.table or any(asks))


def scenario_card(context: PlayerContext) -> ScenarioCard | None:
    """Return what the card shows, or nothing where there is no scenario."""
    state, book = context.view.state, context.view.book
    rules = scenario_of(state.settings, book)
    play = scenario_play_of(state.settings, book)
    if rules is None or play is None or not play.public:
        return _troubles(context)
    round_ = context.round
    said = () if round_ is None else player_scenario(state, round_, context.player, book)
    over = len(state.played) >= state.settings.rounds_planned
    back = context.player in state.scenario.returned
    card = ScenarioCard(
        title=rules.title,
        lines=said,
        can_return="scenario.deck-returned" in play.acts and over and not back,
    )
    if round_ is not None:
        card = _in_play(card, context, round_, rules, play.acts)
    return None if card.empty else card


def _troubles(context: PlayerContext) -> ScenarioCard | None:
    """Return the Trouble of their own pod, where the rules set has a pile."""
    state, book = context.view.state, context.view.book
    round_, table = context.round, context.table
    if round_ is None or table is None or not has_troubles(state, book):
        return None
    return ScenarioCard(
        title=book.rules_sets[str(state.settings.rules)],
        has_trouble=round_.stage is Stage.PUBLISHED,
        trouble=active_trouble(state, table.number),
    )


def _in_play(
    card: ScenarioCard,
    context: PlayerContext,
    round_: RoundState,
    rules: Scenario,
    acts: frozenset[str],
) -> ScenarioCard:
    """Return the card with the forms of a round that is being played."""
    state, me = context.view.state, context.player
    if round_.stage is not Stage.PUBLISHED or me not in round_.seats:
        return card
    on = not round_.tables[round_.seats[me]].saved
    spends = "scenario.items-spent" in acts and on
    rules_drawn = "scenario.rule-rejected" in acts and me in lots_of(round_)
    return msgspec.structs.replace(
        card,
        can_reject=rules_drawn and on and may_reject(state, me, rules),
        can_spend=spends and items_left(state, me, rules) > 0,
        abilities=state.scenario.lines if spends else (),
        cards=state.scenario.lines if "scenario.card-noted" in acts else (),
        table=_orbit_table(context, round_) if "scenario.totals-noted" in acts else None,
    )


def _orbit_table(context: PlayerContext, round_: RoundState) -> TotalsForm:
    """Return the table to type totals of: the one left behind while it has none."""
    scenario, me = context.view.state.scenario, context.player
    moves = scenario.moves.get(round_.number, 0)
    noted = {(t.stretch, t.table) for t in scenario.totals if t.round == round_.number}
    sat = [(s, seat_of(round_, me, s)[0]) for s in range(moves)]
    stretch, table = next(
        (left for left in reversed(sat) if left not in noted),
        (moves, seat_of(round_, me, moves)[0]),
    )
    decks = tuple(context.view.name(p) for p in round_.tables[table].players)
    return TotalsForm(number=table, stretch=stretch, decks=decks, left=stretch < moves)


def current_table(context: PlayerContext) -> int | None:
    """Return where an orbit has brought the player; none without moves."""
    round_ = context.round
    moves = context.view.state.scenario.moves.get(round_.number, 0) if round_ else 0
    if round_ is None or not moves or context.player not in round_.seats:
        return None
    return seat_of(round_, context.player, moves)[0]


def current_opponents(
    context: PlayerContext, round_: RoundState, table: TableState
) -> tuple[PlayerId, ...]:
    """Return the opponents: of the pairing, or of the table an orbit has led to."""
    now = current_table(context)
    if now is None:
        return tuple(context.opponents(table))
    moves = context.view.state.scenario.moves.get(round_.number, 0)
    here = ring_of(round_).seated(moves)
    me = context.player
    return tuple(p for (at, _), p in here.items() if at == now and p != me)


SCENARIO_FORMS: Final = {
    "rule-rejected": "scenario.rule-rejected",
    "deck-returned": "scenario.deck-returned",
    "items-spent": "scenario.items-spent",
    "card-noted": "scenario.card-noted",
    "totals-noted": "scenario.totals-noted",
    "missions-noted": "missions.noted",
    "trouble-turned": "trouble.turned",
}
"""What the forms of the card record, by their addresses."""


def scenario_action(context: PlayerContext, form_name: str, form: QueryDict) -> Action:
    """Return what a form of the card asks for, about the player and their table."""
    if form_name not in SCENARIO_FORMS:
        raise RefusalError(Refusal("no-such-act", message("This page has no such button.")))
    kind = SCENARIO_FORMS[form_name]
    known: dict[str, Any] = {"player": context.player, "seed": 0}
    if kind == "trouble.turned":
        known["table"] = 0 if context.table is None else context.table.number
    return decode_action(kind, dict(form.lists()), **known)

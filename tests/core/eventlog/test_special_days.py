"""Random days of special formats: whatever is done, the event stays sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from tests.core.eventlog.event_builder import p
from tests.core.eventlog.event_builder import settings as event_settings
from tests.core.eventlog.state_machine import WHICH, AnyDay

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.scenarios.lots import (
    DeckReturned,
    LotsRedrawn,
    RuleRejected,
    draw_lots,
)
from padd.core.eventlog.actions.scenarios.notes import (
    AgeConfirmed,
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    JuniorsConfirmed,
    LinesListed,
    MissionsNoted,
    TroubleTurned,
)
from padd.core.eventlog.actions.scenarios.orbit import PointsNoted, SeatsMoved, TotalsNoted
from padd.core.eventlog.actions.scenarios.seeding import (
    CardsPlaced,
    DilemmaRemoved,
    FirstPlayerNoted,
    StepDone,
)
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.state.actor import player_actor
from padd.core.model import DeckFormat, Edition, PairingStyle, RulesSet
from padd.core.scenarios.seed_phase import SeededMission
from padd.rulebooks.loader import rulebook

SECOND = {"edition": Edition.SECOND}
SPECIAL: dict[str, dict[str, Any]] = {
    **{
        scenario: {**SECOND, "scenario": scenario}
        for scenario in (
            *("deck-lottery", "no-such-thing-as-luck", "standard-orbit"),
            *("race-to-the-alpha-quadrant", "bend-the-rules", "biermeister"),
            *("public-play-testing", "cool-tournament"),
        )
    },
    "otf": {"edition": Edition.FIRST, "rules": RulesSet.OTF_BETA_1},
    "troubles": {
        "edition": Edition.TRIBBLES,
        "rules": RulesSet.TROUBLES,
        "pairing_style": PairingStyle.TRIBBLES,
    },
    "junior": {"book": "decipher-1998", "edition": Edition.FIRST, "format": DeckFormat.JUNIOR},
}


class SpecialDay(AnyDay):
    """An event of a special format to which anything may happen."""

    @initialize(
        players=st.integers(3, 7),
        rounds=st.integers(1, 2),
        special=st.sampled_from(sorted(SPECIAL)),
    )
    def open(self, players, rounds, special="otf"):  # type: ignore[override]
        more = dict(SPECIAL[special])
        name = more.pop("book", "opg-5")
        self.book = rulebook(name)
        event = event_settings(name, rounds_planned=2 * rounds, **more)
        assert self.act(EventOpened(event=event, minutes=60))
        for number in range(players):
            assert self.act(PlayerEntered(player=p(f"p{number}"), name=f"P{number}"))
        assert self.act(CheckedIn(players=tuple(self.state.players)))
        self.act(LinesListed(lines=tuple(f"Line {n}" for n in range(6))))

    @rule(seed=st.integers(0, 99))
    def the_round_is_published_with_its_lots(self, seed):
        draft = self.state.draft
        if draft is not None:
            lots = draw_lots(self.state, draft.number, self.book, seed=seed)
            self.act(RoundPublished(number=draft.number, lots=lots))

    @rule(which=WHICH, number=st.integers(1, 3), seed=st.integers(0, 9))
    def a_lot_is_not_wanted(self, which, number, seed):
        player = self.one(which, self.state.players)
        if player is not None:
            self.act(RuleRejected(player=player, number=number, seed=seed))
            self.act(LotsRedrawn(number=number), reason="A mistake")
            self.act(DeckReturned(player=player), player_actor(player))

    @rule(which=WHICH, number=st.integers(1, 3), points=st.integers(-5, 99))
    def the_room_moves(self, which, number, points):
        moves = self.state.scenario.moves.get(number, 0)
        noted = TotalsNoted(number=number, stretch=moves, table=1 + which % 2, totals=(points, 7))
        self.act(noted)
        self.act(SeatsMoved(number=number, move=moves + 1))
        player = self.one(which, self.state.players)
        if player is not None:
            typed = PointsNoted(number=number, player=player, own=points, deck=3)
            self.act(typed)

    @rule(which=WHICH, number=st.integers(1, 3), items=st.integers(0, 9))
    def items_come_and_go(self, which, number, items):
        player = self.one(which, self.state.players)
        if player is not None:
            self.act(ItemsBrought(player=player, items=items))
            self.act(ItemsSpent(player=player, number=number, items=1, what="Line 1"))
            self.act(AwardGiven(player=player, what="Best deck"))
            titles = ("Relief", "*Romulus")[: items % 3]
            self.act(MissionsNoted(number=number, player=player, titles=titles))

    @rule(number=st.integers(1, 3), table=st.integers(1, 3))
    def somebody_says_something(self, number, table):
        self.act(CardNoted(card="Line 2", text="Too strong"))
        self.act(TroubleTurned(number=number, table=table, title="Poison"))
        self.act(AgeConfirmed())
        self.act(JuniorsConfirmed())

    @rule(which=WHICH, step=st.integers(0, 6), cards=st.integers(0, 3))
    def two_seed(self, which, step, cards):
        current = self.state.current
        table = None if current is None else self.one(which, current.tables.values())
        if current is None or table is None or table.match is None:
            return
        for player in table.players:
            at = {"number": current.number, "table": table.number, "player": player}
            by = player_actor(player)
            self.act(FirstPlayerNoted(seed=which, **at), by)
            mission = SeededMission(place=1 + cards, planet=True)
            self.act(CardsPlaced(step=step, missions=(mission,), **at), by)
            self.act(CardsPlaced(step=step, counts={1: cards}, **at), by)
            before = table.seeding.step
            self.act(StepDone(step=step, **at), by)
            self.act(DilemmaRemoved(title="Armus", **at), by)
            seeding = self.state.existing(current.number).tables[table.number].seeding
            assert seeding.step >= before, "nobody goes back"


SpecialDay.TestCase.settings = settings(
    max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.req("FMT-40", "OTF-15", "FMT-34", "FMT-50", "SWISS-37")
class TestSpecialDay(SpecialDay.TestCase):  # type: ignore[misc,valid-type]
    """Thirty days of thirty acts each."""

"""Whole events of every scenario with drops and late players, and their sums."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.core.eventlog.event_builder import SCOTTY, Day, day_of, p, timed
from tests.wait_limits import EVENTS

from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import ArrivedLate
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.scenarios.lots import (
    DeckReturned,
    LotsRedrawn,
    RuleRejected,
    draw_lots,
)
from padd.core.eventlog.actions.scenarios.notes import (
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    LinesListed,
)
from padd.core.eventlog.actions.scenarios.orbit import SeatsMoved, TotalsNoted
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.log.chain import check_chain, log_entry, log_rows
from padd.core.eventlog.log.log import append_entry, fold_log
from padd.core.eventlog.scenarios.registry import scenario_play_of
from padd.core.eventlog.scenarios.scenario_play import lots_of
from padd.core.eventlog.state.event_state import Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Edition
from padd.core.refusal import Refusal
from padd.core.scenarios.orbit import points_by_player
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import records_of, swiss_standings
from padd.core.validation.consistency import check_facts

SCENARIOS = (
    *("deck-lottery", "no-such-thing-as-luck", "standard-orbit", "cool-tournament"),
    *("race-to-the-alpha-quadrant", "bend-the-rules", "public-play-testing"),
    "biermeister",
)
LINES = tuple(f"Line {number}" for number in range(12))


class ScenarioEvent:
    """One event of a scenario, played by chance to its end."""

    def __init__(self, scenario, seed):
        self.rng = Random(f"{scenario} {seed}")
        rounds = 2 * self.rng.randint(1, 2)
        names = [f"p{number}" for number in range(self.rng.randint(4, 9))]
        self.day: Day = day_of(
            names, edition=Edition.SECOND, scenario=scenario, rounds_planned=rounds, minutes=60
        )
        self.spent = 0

    def may(self, act, **more):
        """Do something, if the rules let it through."""
        entry = self.day.entry(act, more.pop("by", SCOTTY), more.pop("reason", ""))
        longer = append_entry(self.day.log, entry, self.day.book)
        if isinstance(longer, Refusal):
            return False
        self.day.log = longer
        return True

    def here(self):
        entrants = self.day.state.players.values()
        return [e.id for e in entrants if e.presence is Presence.HERE]

    def play(self):
        self.may(LinesListed(lines=LINES))
        for at, player in enumerate(self.here()):
            self.may(ItemsBrought(player=player, items=4 + at))
        planned = self.day.state.settings.rounds_planned
        for number in range(1, planned + 1):
            act = propose_round(self.day.state, self.day.book, seed=self.rng.getrandbits(30))
            assert not isinstance(act, Refusal), act
            assert self.may(act)
            self.publish(number)
            self.during(number)
            self.results(number)
            if number < planned:
                self.come_and_go(number)
        self.end()
        return self

    def publish(self, number):
        seed = self.rng.getrandbits(30)
        lots = draw_lots(self.day.state, number, self.day.book, seed=seed)
        assert self.may(RoundPublished(number=number, lots=lots))
        if lots is not None and self.rng.random() < 0.2:
            again = draw_lots(self.day.state, number, self.day.book, seed=seed + 1)
            assert self.may(LotsRedrawn(number=number, lots=again), reason="A mistake")

    def during(self, number):
        tables = self.day.round.tables
        for player in self.day.round.seats:
            chance = self.rng.random()
            if chance < 0.2:
                seed = self.rng.getrandbits(30)
                self.may(RuleRejected(player=player, number=number, seed=seed))
            elif chance < 0.4:
                spending = ItemsSpent(player=player, number=number, items=1)
                self.spent += self.may(spending)
            elif chance < 0.6:
                self.may(CardNoted(card="Line 1", text="Fine"))
        for stretch in range(self.rng.randint(0, 3)):
            for table in tables:
                totals = (self.rng.randint(0, 99), self.rng.randint(0, 99))
                noted = TotalsNoted(number=number, stretch=stretch, table=table, totals=totals)
                self.may(noted)
            self.may(SeatsMoved(number=number, move=stretch + 1))

    def results(self, number):
        for table in self.day.round.tables:
            scores = self.rng.choice([(60, 40), (40, 60), (50, 50), (99, 0)])
            self.day.enter(number, table, timed(*scores))
        assert self.may(RoundClosed(number=number))

    def come_and_go(self, number):
        if self.rng.random() < 0.3 and len(self.here()) > 4:
            self.may(Dropped(player=self.rng.choice(self.here())))
        if self.rng.random() < 0.2:
            late = p(f"late{number}")
            self.may(ArrivedLate(player=late, name="Late", into_round=number + 1))

    def end(self):
        self.may(AwardGiven(player=self.here()[0], what="Best deck"))
        for player in self.here():
            self.may(DeckReturned(player=player))
        if not ties_left(self.day.state, self.day.book):
            assert self.may(EventFinished())

    def problems(self):
        """Yield every sum that does not come out."""
        state, book = self.day.state, self.day.book
        event = event_facts(state)
        check_facts(event, book)
        yield from self._lots()
        points = points_by_player(event)
        own = sum(one.own for one in points.values())
        if own != sum(one.deck for one in points.values()):
            yield "own points and points of decks differ in sum"
        yield from self._ranking(event)
        rows = log_rows(self.day.log.entries)
        if check_chain(rows, rows[-1].hash) is not None:
            yield "the chain of the log is broken"
        if fold_log((log_entry(row) for row in rows), book).state != state:
            yield "the log does not fold to the state"

    def _ranking(self, event):
        state, book = self.day.state, self.day.book
        play = scenario_play_of(state.settings, book)
        assert play is not None
        ranking = play.ranking(state, book)
        if [line.place for line in ranking] != sorted(line.place for line in ranking):
            yield "the ranking is not in order"
        collected = sum(line.figures[0] for line in ranking)
        scenario = state.settings.scenario
        if scenario == "bend-the-rules" and collected > self.spent:
            yield "more items are collected than were spent"
        scored = score_event(event, book)
        if scenario == "biermeister":
            vp = {r.player: r.vp for r in records_of(scored, book)}
            if any(line.figures[0] != vp[line.player] // 2 for line in ranking):
                yield "drinks are not half the victory points"
        table = swiss_standings(scored, book)
        sums = [row.record.leading for row in table.rows]
        if table.in_orbit and sums != sorted(sums, reverse=True):
            yield "an orbit is not ranked by its sums"

    def _lots(self):
        state = self.day.state
        decks = state.settings.scenario == "deck-lottery"
        had: dict[Any, list[str]] = {}
        for round_ in state.played:
            lots = lots_of(round_)
            if decks and len(set(lots.values())) < len(lots):
                yield "a deck is dealt twice in a round"
            for player, lot in lots.items():
                if decks and lot == player:
                    yield "somebody has the own deck"
                if not decks and lot in had.get(player, ()):
                    yield "a rule comes twice"
                had.setdefault(player, []).append(lot)
        rejected = [one.player for one in state.scenario.rejected]
        if len(set(rejected)) < len(rejected):
            yield "somebody rejects twice"


@pytest.mark.req("FMT-40", "AMB-109", "AMB-110", "AMB-111", "AMB-138", "AMB-139")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_events_of_every_scenario_come_out_even(scenario):
    for seed in range(4):
        assert list(ScenarioEvent(scenario, seed).play().problems()) == [], seed


@pytest.mark.long
@pytest.mark.req("FMT-40", "AMB-109", "AMB-110", "AMB-111", "AMB-138", "AMB-139")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_events_of_every_scenario_come_out_even(scenario):
    found = [
        (seed, problem)
        for seed in range(EVENTS)
        for problem in ScenarioEvent(scenario, seed).play().problems()
    ]

    assert found == []

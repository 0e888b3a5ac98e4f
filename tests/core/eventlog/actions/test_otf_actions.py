"""Two players seed by the Official Tournament Format Beta 1, step by step."""

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.core.eventlog.event_builder import day_of, p

from padd.core.eventlog.actions.scenarios.seeding import (
    CardOpened,
    CardsPlaced,
    DilemmaRemoved,
    FirstPlayerNoted,
    StepDone,
)
from padd.core.eventlog.log.log import Log, append_entry
from padd.core.scenarios.seed_phase import SeededMission, seal_card

MINE = (SeededMission(place=1, planet=True, points="35"),)
THEIRS = (
    SeededMission(place=2, space=True, points="40"),
    SeededMission(place=1, planet=True, points="35"),
)


def table_of(**more):
    chosen = {"edition": "1E", "rules": "otf-beta-1"} | more
    return day_of(["kirk", "khan"], **chosen).publish()


def at(player):
    return {"number": 1, "table": 1, "player": p(player)}


def begin(day):
    return day.do(FirstPlayerNoted(first=p("kirk"), **at("kirk")), by="kirk")


def both_done(day, step):
    for player in ("kirk", "khan"):
        day.do(StepDone(step=step, **at(player)), by=player)
    return day


def seeding(day):
    return day.round.tables[1].seeding


@pytest.mark.req("OTF-1", "AMB-126")
def test_who_goes_first_is_said_or_drawn_once_and_stands_on_the_scorecard():
    day = table_of()

    early = day.refused(StepDone(step=0, **at("kirk")), by="kirk")
    day.do(FirstPlayerNoted(seed=9, **at("khan")), by="khan")
    again = day.refused(FirstPlayerNoted(first=p("khan"), **at("kirk")), by="kirk")

    assert early.code == "first-player-unknown"
    assert again.code == "first-player-known"
    match = day.round.tables[1].match
    assert match is not None
    assert match.first_player == seeding(day).first


@pytest.mark.req("OTF-2", "OTF-15")
def test_the_next_step_begins_when_both_are_done_and_nobody_goes_back():
    day = begin(table_of())

    day.do(StepDone(step=0, **at("kirk")), by="kirk")
    waiting = seeding(day).step
    twice = day.refused(StepDone(step=0, **at("kirk")), by="kirk")
    for_other = day.refused(StepDone(step=0, **at("khan")), by="kirk")
    day.do(StepDone(step=0, **at("khan")), by="khan")
    back = day.refused(CardsPlaced(step=0, **at("kirk")), by="kirk")
    ahead = day.refused(StepDone(step=3, **at("kirk")), by="kirk")

    assert (waiting, seeding(day).step) == (0, 1)
    assert (twice.code, for_other.code) == ("step-done", "not-yours")
    assert (back.code, ahead.code) == ("other-step", "other-step")
    assert all(one.way_out for one in (twice, for_other, back, ahead))


def with_missions(**more):
    day = both_done(begin(table_of(**more)), 0)
    day.do(CardsPlaced(step=1, missions=MINE, **at("kirk")), by="kirk")
    day.do(CardsPlaced(step=1, missions=THEIRS, **at("khan")), by="khan")
    return both_done(day, 1)


@pytest.mark.req("OTF-5", "OTF-6", "OTF-8", "OTF-10", "AMB-101")
def test_each_step_of_the_dilemma_phase_has_its_own_missions():
    day = with_missions()

    shared = day.refused(CardsPlaced(step=2, counts={1: 2}, **at("kirk")), by="kirk")
    day.do(CardsPlaced(step=2, counts={2: 3}, **at("kirk")), by="kirk")
    both_done(day, 2)
    day.do(CardsPlaced(step=3, counts={1: 1}, **at("khan")), by="khan")
    both_done(day, 3)
    theirs = day.refused(CardsPlaced(step=4, counts={2: 1}, **at("kirk")), by="kirk")
    day.do(CardsPlaced(step=4, counts={2: 1}, **at("khan")), by="khan")

    assert seeding(day).shared() == {1}
    assert (shared.code, theirs.code) == ("not-in-this-step", "not-in-this-step")


@pytest.mark.req("OTF-14", "AMB-107")
def test_a_sealed_card_is_opened_once_and_a_changed_one_is_named():
    day = with_missions(online=True)
    seals = (seal_card("Armus", "salt"), seal_card("Microvirus", "pepper"))
    day.do(CardsPlaced(step=2, counts={2: 2}, seals={2: seals}, **at("kirk")), by="kirk")
    both_done(day, 2)
    card = {"step": 2, "mission": 2, **at("kirk")}

    day.do(CardOpened(position=0, title="Armus", salt="salt", **card), by="kirk")
    twice = day.refused(CardOpened(position=0, title="Armus", salt="salt", **card), by="kirk")
    day.do(CardOpened(position=1, title="Q-Flash", salt="pepper", **card), by="kirk")

    assert twice.code == "already-open"
    assert [opened.fits for opened in seeding(day).opened] == [True, False]


@pytest.mark.req("OTF-14", "AMB-107")
def test_a_sealed_card_stays_closed_until_both_are_done_with_the_step():
    day = begin(table_of(online=True))
    seals = {0: (seal_card("Door", "salt"),)}
    placed = CardsPlaced(step=0, counts={0: 1}, seals=seals, **at("kirk"))
    day.do(placed, by="kirk").do(StepDone(step=0, **at("kirk")), by="kirk")
    card = CardOpened(step=0, mission=0, position=0, title="Door", salt="salt", **at("kirk"))

    early = day.refused(card, by="kirk")
    day.do(StepDone(step=0, **at("khan")), by="khan").do(card, by="kirk")

    assert early.code == "step-on"
    assert seeding(day).opened[0].fits


@pytest.mark.req("OTF-8", "AMB-101")
def test_whose_copy_of_a_shared_mission_lies_below_is_one_of_the_two():
    day = both_done(with_missions(), 2)
    placed = {"step": 3, "counts": {1: 1}}

    stranger = day.refused(CardsPlaced(lower={1: p("gorn")}, **placed, **at("kirk")), by="kirk")
    elsewhere = day.refused(CardsPlaced(lower={2: p("kirk")}, **placed, **at("kirk")), by="kirk")
    day.do(CardsPlaced(lower={1: p("khan")}, **placed, **at("kirk")), by="kirk")

    assert (stranger.code, elsewhere.code) == ("not-at-table", "not-in-this-step")
    assert seeding(day).lower == {1: "khan"}


@pytest.mark.req("OTF-12")
def test_seals_must_be_as_many_as_the_cards_counted():
    day = with_missions()

    wrong = day.refused(
        CardsPlaced(step=2, counts={2: 1}, seals={2: ("short",)}, **at("kirk")), by="kirk"
    )

    assert wrong.code == "counts-wrong"


@pytest.mark.req("OTF-16", "OTF-17", "AMB-105")
def test_removed_dilemmas_are_listed_for_their_owner():
    day = begin(table_of())

    day.do(DilemmaRemoved(title="Armus", **at("khan")), by="khan")

    assert seeding(day).removed == {"khan": ("Armus",)}


@pytest.mark.req("FMT-25", "AMB-99")
def test_other_rules_sets_have_no_steps_of_seeding():
    day = table_of(rules="open")

    none = day.refused(FirstPlayerNoted(first=p("kirk"), **at("kirk")), by="kirk")

    assert none.code == "no-batch-seeding"


class TwoSeeders(RuleBasedStateMachine):
    """Two players press what they like; steps only ever go on together."""

    def __init__(self):
        super().__init__()
        self.day = begin(table_of())
        self.highest = 0

    @rule(player=st.sampled_from(["kirk", "khan"]), step=st.integers(0, 6))
    def done(self, player, step):
        before = seeding(self.day)
        entry = self.day.entry(StepDone(step=step, **at(player)), player)
        after = append_entry(self.day.log, entry, self.day.book)
        fair = step == before.step and p(player) not in before.done and step < 6
        assert isinstance(after, Log) is fair
        if isinstance(after, Log):
            self.day.log = after

    @rule(player=st.sampled_from(["kirk", "khan"]), step=st.integers(0, 6))
    def place(self, player, step):
        before = seeding(self.day)
        entry = self.day.entry(CardsPlaced(step=step, **at(player)), player)
        after = append_entry(self.day.log, entry, self.day.book)
        fair = step == before.step and p(player) not in before.done and step < 6
        assert isinstance(after, Log) is fair
        if isinstance(after, Log):
            self.day.log = after

    @invariant()
    def never_back(self):
        now = seeding(self.day)
        assert now.step >= self.highest
        assert len(now.done) < 2
        self.highest = now.step


TestTwoSeeders = TwoSeeders.TestCase
TestTwoSeeders.settings = hypothesis_settings(
    max_examples=15, stateful_step_count=30, deadline=None
)

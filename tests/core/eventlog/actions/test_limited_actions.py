"""The plan, the words, the seats and the ends of packs in the log."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.eventlog.event_builder import day_of

from padd.core.eventlog.actions.limited import (
    BuildingEnded,
    BuildingStarted,
    LimitedDealt,
    LimitedPlanned,
    PackClosed,
    WordAdded,
)
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.presentation.limited.products import shipped_products

PLAYERS = ["gorn", "khan", "kirk", "spock"]


def plan(**values):
    usual: dict[str, Any] = {
        "format": "draft",
        "packs": (PackChoice(product="frontier", kind="booster"),),
        "directions": ("left",),
        "build_minutes": 30,
    }
    planned = LimitedPlan(**usual | values)
    return LimitedPlanned(plan=planned, products=shipped_products())


def deal(**values):
    usual: dict[str, Any] = {
        "groups": (tuple(map(PlayerId, PLAYERS)),),
        "deals": ("d",),
        "words": "w",
    }
    return LimitedDealt(**usual | values)


def draft_day():
    return day_of(PLAYERS, format="draft")


@pytest.mark.req("FMT-12", "FMT-63")
def test_a_plan_is_refused_below_the_time_of_the_book_and_for_another_format():
    day = draft_day()

    assert day.refused(plan(build_minutes=29)).code == "building-time-too-short"
    assert day.refused(plan(format="sealed", directions=())).code == "another-format"
    assert day_of(PLAYERS).refused(plan()).code == "another-format"


@pytest.mark.req("FMT-59")
def test_words_count_until_the_packs_are_dealt():
    day = draft_day()
    before = day.refused(WordAdded(word="tea"), by="kirk")
    day.do(plan())

    day.do(WordAdded(word="tea"), by="kirk")
    day.do(WordAdded(word="earl grey"), by="kirk")
    day.do(deal())

    assert before.code == "no-plan"
    assert day.state.limited is not None
    assert day.state.limited.words == {"kirk": "earl grey"}
    assert day.refused(WordAdded(word="late"), by="khan").code == "already-dealt"
    assert day.refused(plan()).code == "already-dealt"


@pytest.mark.req("FMT-59")
def test_dealing_again_needs_a_reason_and_no_deal_is_undone():
    day = draft_day()
    day.do(plan())
    day.do(deal())

    assert day.refused(deal(redeals=1)).code == "reason-missing"
    assert day.refused(ActionUndone(sequences=(day.log.sequence,))).code == "lasting"
    day.do(deal(redeals=1), reason="Somebody looked")
    assert day.state.limited is not None
    assert day.state.limited.redeals == 1


@pytest.mark.req("FMT-60")
def test_everybody_who_is_here_gets_one_seat():
    day = draft_day()
    day.do(plan())

    missing = day.refused(deal(groups=(tuple(map(PlayerId, PLAYERS[:3])),)))
    twice = day.refused(deal(groups=(tuple(map(PlayerId, [*PLAYERS, "kirk"])),)))

    assert missing.code == twice.code == "seats-wrong"


@pytest.mark.req("FMT-63")
def test_round_one_waits_for_draft_and_building():
    day = draft_day()
    codes = []

    def round_one():
        told = propose_round(day.state, day.book, seed=1)
        return told.code if isinstance(told, Refusal) else "drawn"

    day.do(plan())
    codes.append(round_one())
    day.do(deal())
    codes.append(round_one())
    drafting = day.refused(BuildingStarted())
    day.do(PackClosed(group=1, pack=1, head="h"))
    day.do(BuildingStarted())
    codes.append(round_one())
    day.minute += 29
    early = day.refused(BuildingEnded())
    day.minute += 1
    day.do(BuildingEnded())
    codes.append(round_one())

    assert codes == ["limited-first"] * 3 + ["drawn"]
    assert drafting.code == "still-drafting"
    assert early.code == "too-early"


@pytest.mark.req("FMT-59")
def test_packs_end_one_by_one():
    day = draft_day()
    day.do(plan())
    day.do(deal())

    assert day.refused(PackClosed(group=1, pack=2, head="h")).code == "pack-out-of-turn"
    assert day.refused(PackClosed(group=2, pack=1, head="h")).code == "no-such-group"

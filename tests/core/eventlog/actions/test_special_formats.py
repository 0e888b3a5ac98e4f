"""Trouble piles of pods, and the tick of a Junior event."""

import pytest
from tests.core.eventlog.event_builder import day_of, p, won

from padd.core.eventlog.actions.scenarios.notes import (
    JuniorsConfirmed,
    MissionsNoted,
    TroubleTurned,
    active_trouble,
    missions_of_player,
)
from padd.core.eventlog.guidance.checklist import junior_age_limit, open_points
from padd.core.model import DeckFormat, Edition, PairingStyle, RulesSet
from padd.core.scoring.terms import terms_of

TRIBBLES = PairingStyle.TRIBBLES
POD = ("kirk", "khan", "spock", "gorn")


def note(*titles):
    return MissionsNoted(number=1, player=p("kirk"), titles=titles)


def pods(rules=RulesSet.TROUBLES):
    day = day_of(POD, edition=Edition.TRIBBLES, rules=rules, pairing_style=TRIBBLES)
    return day.publish()


@pytest.mark.req("FMT-34", "TRIB-7")
def test_a_pod_has_one_trouble_pile_and_its_last_card_holds():
    day = pods()

    day.do(TroubleTurned(number=1, table=1, title="Poison"), by="kirk")
    day.do(TroubleTurned(number=1, table=1, title=" Time Warp "), by="khan")

    assert active_trouble(day.state, 1) == "Time Warp"
    assert day.state.scenario.troubles[1].turned == 2


@pytest.mark.req("FMT-34", "TRIB-7")
def test_troubles_are_turned_where_the_rules_have_them_by_those_at_the_pod():
    day = pods()

    nameless = day.refused(TroubleTurned(number=1, table=1, title=" "), by="kirk")
    nowhere = day.refused(TroubleTurned(number=1, table=9, title="Poison"), by="kirk")
    stranger = day.refused(TroubleTurned(number=1, table=1, title="Poison"), by="data")
    plain = pods(RulesSet.STANDARD).refused(TroubleTurned(number=1, table=1, title="Poison"))

    assert [r.code for r in (nameless, nowhere)] == ["title-missing", "no-table"]
    assert (stranger.code, plain.code) == ("not-your-table", "no-troubles")


@pytest.mark.req("FMT-50")
def test_a_junior_event_asks_for_the_tick_once_and_goes_to_75_points():
    day = day_of(
        ["kirk", "khan"],
        book="decipher-1998",
        edition="1E",
        format=DeckFormat.JUNIOR,
        rules="decipher",
        rounds_planned=1,
    ).publish()
    day.enter(1, 1, won("kirk", 75, 20))

    before = [point.code for point in open_points(day.state, day.book)]
    day.do(JuniorsConfirmed())
    after = [point.code for point in open_points(day.state, day.book)]
    again = day.refused(JuniorsConfirmed())

    assert "juniors-unconfirmed" in before
    assert "juniors-unconfirmed" not in after
    assert again.code == "already-confirmed"
    assert junior_age_limit(day.state, day.book) == 14
    assert terms_of(day.state.settings, day.book).cap == 75


@pytest.mark.req("FMT-49", "FMT-50")
def test_decipher_swiss_knows_no_age():
    day = day_of(["kirk", "khan"], book="decipher-1998", edition="1E")

    assert day.refused(JuniorsConfirmed()).code == "not-junior"
    assert terms_of(day.state.settings, day.book).cap == 100


@pytest.mark.req("LEAG-23", "LEAG-24")
def test_a_player_notes_the_own_missions_and_the_last_word_counts():
    day = day_of(["kirk", "khan"], edition=Edition.SECOND).publish()

    day.do(note("Relief"), by="kirk")
    day.do(note("*Romulus", " Evacuate  Colony "), by="kirk")
    others = day.refused(note("Relief"), by="khan")
    endless = day.refused(note(*(f"Mission {n}" for n in range(13))), by="kirk")

    kept = missions_of_player(day.state, p("kirk"))
    assert kept == {"Romulus": True, "Evacuate Colony": False}
    assert (others.code, endless.code) == ("not-yours", "missions-count")

"""Tables, qualifiers and playoffs of a league from seasons of a few letters."""

from datetime import date

import msgspec
import pytest
from tests.core.leagues.season_builder import FIRST, PLAYOFF, SECOND, event, people

from padd.core.leagues.calendar import (
    are_promos_playable,
    are_promos_printable,
    proposed_days,
    season_of_day,
    season_slots,
)
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.playoffs import playoff_ranking
from padd.core.leagues.qualification import (
    QualifyingPlan,
    change_qualifying_plan,
    qualification,
    usual_qualifying_plan,
)
from padd.core.leagues.table import (
    Chance,
    events_of_parts,
    largest_field,
    league_table,
    lifetime_table,
    qualification_chances,
)
from padd.core.refusal import RefusalError
from padd.core.rng import Rng
from padd.rulebooks.loader import rulebook

BOOK = rulebook("opg-5")
RULES = league_rules(BOOK)
OLD = rulebook("opg-4.1")
SEASON = (event("abc", FIRST, bonus={"c": 7}), event("bac", FIRST), event("dabc", SECOND))


@pytest.mark.req("LEAG-14", "LEAG-15", "LEAG-17")
def test_points_and_bonus_rank_together_and_equal_sums_share_a_place():
    rows = league_table(events_of_parts(SEASON, FIRST))

    assert people(rows, "place", "person", "points", "bonus", "events") == [
        (1, "a", 20, 0, 2),
        (1, "b", 20, 0, 2),
        (3, "c", 12, 7, 2),
    ]


@pytest.mark.req("LEAG-15", "LEAG-17")
def test_bonus_points_never_count_for_a_lifetime():
    rows = lifetime_table(SEASON)

    assert people(rows, "place", "person", "points", "bonus") == [
        (1, "a", 28, 0),
        (2, "b", 26, 0),
        (3, "c", 18, 0),
        (4, "d", 12, 0),
    ]


@pytest.mark.req("LEAG-12", "LEAG-26", "AMB-68")
def test_who_is_in_both_top_places_is_not_replaced_unless_announced():
    plan = QualifyingPlan(first_half=1, second_half=2)
    events = (event("abcd"), event("badc", SECOND), event("abd", SECOND))

    kept = qualification(events, plan, RULES.qualifying, chance=Rng(1))
    replaced = qualification(
        events, msgspec.structs.replace(plan, replaced=True), RULES.qualifying, chance=Rng(1)
    )

    assert set(kept.qualified) == {"a", "b"}
    assert set(replaced.qualified) == {"a", "b", "d"}
    assert [row.already_in for row in kept.halves[SECOND]].count(True) == 1


@pytest.mark.req("AMB-68")
def test_a_tie_at_the_cut_goes_to_victories_then_events_then_the_draw():
    events = (event("axqpc", bonus={"q": 6}), event("bxpca"))

    rows = qualification(
        events, QualifyingPlan(first_half=2), RULES.qualifying, chance=Rng(3)
    ).halves[FIRST]

    assert people(rows, "person", "total", "decided_by") == [
        ("a", 16, None),
        ("x", 16, "event-victories"),
        ("b", 12, None),
        ("p", 12, "event-victories"),
        ("q", 12, "events-attended"),
        ("c", 10, None),
    ]


@pytest.mark.req("AMB-68", "AMB-33")
def test_the_draw_at_the_cut_follows_its_seed():
    def first(seed):
        events = (event("abx"), event("bax"))
        plan = QualifyingPlan(first_half=1)
        rows = qualification(events, plan, RULES.qualifying, chance=Rng(seed))
        assert rows.halves[FIRST][1].decided_by == "random"
        return rows.qualified[0]

    assert {first(seed) for seed in range(20)} == {"a", "b"}
    assert first(7) == first(7)


@pytest.mark.req("AMB-73", "LEAG-11")
def test_a_short_season_has_one_cut():
    plan = usual_qualifying_plan(RULES, short=True)

    found = qualification(SEASON, plan, RULES.qualifying, chance=Rng(0))

    assert list(found.halves) == [FIRST]
    assert len(found.qualified) == 3


@pytest.mark.req("LEAG-12")
def test_the_numbers_lock_when_the_first_event_begins():
    plan = usual_qualifying_plan(RULES, short=False)
    other = msgspec.structs.replace(plan, first_half=6)

    assert change_qualifying_plan(plan, other, begun=False, book=BOOK) == other
    with pytest.raises(RefusalError) as refused:
        change_qualifying_plan(plan, other, begun=True, book=BOOK)
    assert refused.value.refusal.code == "plan-locked"


PLAYOFFS = (
    event("abcd"),
    event("abcd", SECOND),
    event("ceab", PLAYOFF, bonus={"a": 50}),
    event("bdac", PLAYOFF),
)


@pytest.mark.req("LEAG-25", "LEAG-29", "LEAG-30", "LEAG-31", "LEAG-36", "AMB-72")
@pytest.mark.parametrize(
    ("book", "order", "steps"),
    [
        (BOOK, "bcad", [None, "season-points", "playoff-points", "playoff-points"]),
        (OLD, "bcad", [None, "season-points", "playoff-points", "playoff-points"]),
    ],
)
def test_playoffs_rank_those_who_qualified_and_name_the_step(book, order, steps):
    rows = playoff_ranking(
        PLAYOFFS, "abcd", league_rules(book).playoffs, lifetime={}, chance=Rng(0)
    )

    assert "".join(row.person for row in rows) == order
    assert [row.decided_by for row in rows] == steps
    assert rows[2].figures["playoff-points"] == 12


@pytest.mark.req("LEAG-30", "LEAG-31")
def test_victories_come_before_season_points_in_the_newer_guide_alone():
    events = (event("cab", FIRST), event("acxyz", PLAYOFF), event("xcyza", PLAYOFF))

    def champion(book):
        rows = playoff_ranking(
            events, "ac", league_rules(book).playoffs, lifetime={}, chance=Rng(0)
        )
        return rows[0].person, rows[1].decided_by

    assert champion(BOOK) == ("a", "playoff-victories")
    assert champion(OLD) == ("c", "season-points")


@pytest.mark.req("LEAG-35", "AMB-33")
def test_a_toss_by_hand_decides_where_all_else_is_equal():
    events = (event("abc", PLAYOFF), event("bac", PLAYOFF))

    def order(*tossed):
        rows = playoff_ranking(
            events, "ab", RULES.playoffs, lifetime={}, chance=Rng(0), tossed=tossed
        )
        assert rows[1].decided_by == "random"
        return [row.person for row in rows]

    assert order("a", "b") == ["a", "b"]
    assert order("b", "a") == ["b", "a"]


@pytest.mark.req("LEAG-8", "LEAG-9", "LEAG-11")
def test_parts_follow_the_slot_and_its_months():
    full = season_slots(RULES, BOOK, season=2026, short=False)
    short = season_slots(RULES, BOOK, season=2026, short=True)

    assert [slot.part for slot in full] == [FIRST] * 4 + [SECOND] * 4 + [PLAYOFF] * 4
    assert [slot.part for slot in short] == [FIRST] * 4 + [PLAYOFF] * 2
    assert (full[4].first_day, full[7].last_day) == (date(2026, 12, 1), date(2027, 1, 31))
    with pytest.raises(RefusalError):
        season_slots(league_rules(OLD), OLD, season=2026, short=True)


@pytest.mark.req("LEAG-10")
def test_days_are_proposed_every_two_weeks_and_stay_on_the_weekday():
    slots = season_slots(RULES, BOOK, season=2026, short=False)

    days = proposed_days(slots, RULES, first=date(2026, 10, 10), short=False)

    assert [day.weekday() for day in days] == [5] * 12
    assert all(slot.holds(day) for slot, day in zip(slots, days, strict=True))
    assert (days[1] - days[0]).days == 14


@pytest.mark.req("LEAG-1", "LEAG-13")
def test_a_season_runs_from_october_to_march_and_frees_its_promos_then():
    assert season_of_day(date(2027, 3, 31), RULES) == 2026
    assert season_of_day(date(2026, 10, 1), RULES) == 2026
    assert are_promos_printable(date(2026, 10, 1), RULES, 2026)
    assert not are_promos_printable(date(2026, 10, 1), league_rules(OLD), 2026)
    assert not are_promos_playable(date(2027, 3, 31), RULES, 2026)
    assert are_promos_playable(date(2027, 4, 1), RULES, 2026)


@pytest.mark.req("LEAG-12")
def test_the_clinch_says_who_is_in_who_may_and_who_cannot():
    totals = {"a": 60, "b": 40, "c": 10}

    def after(left):
        found = qualification_chances(
            totals, qualifiers=1, events_left=left, players=5, rules=RULES
        )
        return [found[person] for person in "abc"]

    assert after(0) == [Chance.SURE, Chance.OUT, Chance.OUT]
    assert after(1) == [Chance.SURE, Chance.OUT, Chance.OUT]
    assert after(2) == [Chance.OPEN, Chance.OPEN, Chance.OUT]
    assert largest_field(SEASON) == 4


@pytest.mark.req("LEAG-28")
def test_all_start_the_playoffs_equal_whatever_they_won_before():
    regular = tuple(event("abcd", part) for part in (FIRST, SECOND) for _ in range(4))

    def ranking(*played):
        rows = playoff_ranking(
            (*regular, *played), "abcd", RULES.playoffs, lifetime={}, chance=Rng(0)
        )
        return [(row.person, row.figures["playoff-points"]) for row in rows]

    assert {points for _, points in ranking()} == {0}
    assert ranking(event("dcba", PLAYOFF))[:2] == [("d", 12), ("c", 8)]


@pytest.mark.req("AMB-142", "LEAG-30", "LEAG-31", "LEAG-33")
def test_season_points_count_the_bonus_and_those_of_a_lifetime_do_not():
    events = (event("abc", FIRST, bonus={"b": 30}), event("abc", PLAYOFF))
    lifetime = {row.person: row.points for row in lifetime_table(events)}

    rows = playoff_ranking(events, "ab", RULES.playoffs, lifetime=lifetime, chance=Rng(0))

    figures = {row.person: row.figures for row in rows}
    assert [figures[person]["season-points"] for person in "ab"] == [24, 46]
    assert [figures[person]["playoff-points"] for person in "ab"] == [12, 8]
    assert [figures[person]["lifetime-points"] for person in "ab"] == [24, 16]

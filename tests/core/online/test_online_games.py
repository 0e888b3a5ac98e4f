"""Online games in the log: appointments, waiting, pauses, crashes, who is overdue."""

import json
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.eventlog.event_builder import at, day_of

from padd.core.event_file import read_event
from padd.core.eventlog.actions.clock import GameStarted
from padd.core.eventlog.actions.director_results import ResponsibilityDecided
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    PlayerWaiting,
    ReplayRefused,
)
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.state.facts import event_facts as facts_of
from padd.core.eventlog.state.table import ResponsibilityFinding
from padd.core.formats.registry import format_of
from padd.core.online.common_hours import Interval, best_hours, common_hours
from padd.core.online.open_games import (
    GameStanding,
    ReminderKind,
    game_timer,
    open_games,
    reminders_due,
)
from padd.core.pairing.next_round import pair_next
from padd.core.scoring.results import match_results
from padd.core.scoring.terms import terms_of
from padd.rulebooks.loader import rulebook
from padd_oracle.generate import random_facts

BOOK = rulebook("opg-5")
FOUR = ["kirk", "khan", "spock", "gorn"]
DAY = datetime(2026, 10, 25, tzinfo=UTC)
MINUTES = st.integers(0, 40)


def published(deadline=10_000):
    day = day_of(FOUR, online=True).draw()
    day.do(RoundPublished(number=1, deadline=at(deadline)))
    return day, day.round.tables[1].players


def moment(minutes):
    return datetime.fromisoformat(at(minutes))


@pytest.mark.req("ONL-10", "ONL-12", "ONL-19", "ONL-24")
def test_the_timer_leaves_out_pauses_and_starts_anew_with_a_replay():
    day, (one, two) = published()
    day.minute = 10
    day.do(GameStarted(number=1, table=1), by=one)
    day.minute = 30
    day.do(GamePaused(number=1, table=1), by=two)
    standing = game_timer(day.round.tables[1], minutes=75, now=moment(60))
    day.minute = 70
    day.do(GameResumed(number=1, table=1), by=one)
    running = game_timer(day.round.tables[1], minutes=75, now=moment(80))
    day.minute = 90
    day.do(GameRestarted(number=1, table=1), by=one)
    anew = game_timer(day.round.tables[1], minutes=75, now=moment(95))

    assert standing is not None
    assert running is not None
    assert anew is not None
    assert (standing.elapsed, standing.ends_at) == (timedelta(minutes=20), None)
    assert running.elapsed == timedelta(minutes=30)
    assert running.ends_at == moment(10 + 75 + 40)
    assert (anew.elapsed, anew.running) == (timedelta(minutes=5), True)


@pytest.mark.req("ONL-20")
def test_who_refuses_to_replay_is_on_record_and_nobody_restarts_then():
    day, (one, two) = published()
    day.do(GameStarted(number=1, table=1), by=one)

    day.do(ReplayRefused(number=1, table=1), by=two)

    assert day.round.tables[1].refused_replay == (two,)
    assert day.refused(GameRestarted(number=1, table=1), by=one).code == "replay-refused"
    assert day.refused(ReplayRefused(number=1, table=1), by=two).code == "not-running"


@pytest.mark.req("ONL-13", "ONL-24")
def test_an_appointment_lies_between_now_and_the_deadline():
    day, (one, _) = published(1000)

    def refused(moment):
        return day.refused(AppointmentSet(number=1, table=1, at=moment), by=one).code

    assert refused(at(-5)) == "appointment-past"
    assert refused(at(2000)) == "after-deadline"
    assert refused("soon") == "not-a-moment"
    day.do(AppointmentSet(number=1, table=1, at=at(500)), by=one)
    assert day.round.tables[1].appointment == at(500)


def test_nobody_acts_at_the_table_of_others_or_in_a_room():
    day, (one, _) = published()
    room = day_of(FOUR).publish()
    player = room.round.tables[1].players[0]

    other = day.refused(PlayerWaiting(number=1, table=2), by=one)
    inside = room.refused(PlayerWaiting(number=1, table=1), by=player)

    assert (other.code, inside.code) == ("not-your-table", "not-online")


@pytest.mark.req("ONL-16", "ONL-17", "EX-ONL-2")
@pytest.mark.parametrize(
    ("finding", "named", "codes"),
    [
        ("one", 1, ["MG", "BYE"]),
        ("both", 2, ["MG", "MG"]),
        ("neither", 0, ["MG", "MG"]),
        ("unclear", 0, ["MG", "MG"]),
    ],
)
def test_a_finding_gives_its_result(finding, named, codes):
    day, players = published()
    decided = ResponsibilityDecided(
        number=1, table=1, responsible=players[:named], finding=ResponsibilityFinding(finding)
    )

    day.do(decided)

    terms = terms_of(facts_of(day.state), day.book)
    results = match_results(day.round.tables[1].game, terms)
    assert day.round.tables[1].finding == finding
    assert [result.code for result in results] == codes
    assert [result.differential for result in results] == [0, 0]


def test_a_finding_that_names_others_is_refused():
    day, players = published()
    wrong = ResponsibilityDecided(
        number=1, table=1, responsible=players, finding=ResponsibilityFinding.ONE
    )

    assert day.refused(wrong).code == "finding-differs"


@pytest.mark.req("ONL-24")
def test_open_games_are_listed_by_urgency():
    day, (one, _) = published(1000)
    early = open_games(day.state, now=moment(10))
    day.do(PlayerWaiting(number=1, table=1), by=one)

    waiting = open_games(day.state, now=moment(20))
    late = open_games(day.state, now=moment(1001))

    assert {game.standing for game in early} == {GameStanding.SILENT}
    assert [game.standing for game in waiting] == [GameStanding.WAITING, GameStanding.SILENT]
    assert {game.standing for game in late} == {GameStanding.OVERDUE}


@pytest.mark.req("ONL-13")
def test_reminders_follow_the_deadline_and_go_to_the_director_after_it():
    day, _ = published(10_000)

    def kinds(minutes):
        return {one.kind for one in reminders_due(day.state, now=moment(minutes))}

    assert kinds(10) == {ReminderKind.PUBLISHED}
    assert kinds(10_000 - 70 * 60) == {ReminderKind.PUBLISHED, ReminderKind.THREE_DAYS}
    assert kinds(10_000 - 20 * 60) == {ReminderKind.PUBLISHED, ReminderKind.ONE_DAY}
    late = reminders_due(day.state, now=moment(10_001))
    assert {(one.kind, one.player) for one in late} == {(ReminderKind.OVERDUE, None)}


def spans(pairs):
    return [
        Interval(DAY + timedelta(minutes=min(pair)), DAY + timedelta(minutes=max(pair)))
        for pair in pairs
    ]


@given(
    st.lists(st.lists(st.tuples(MINUTES, MINUTES), max_size=6), min_size=1, max_size=4),
    st.integers(1, 10),
)
def test_common_hours_are_those_of_a_scan_minute_by_minute(people, least):
    free = [spans(pairs) for pairs in people]

    found = common_hours(free, least=timedelta(minutes=least))

    shared = [
        all(any(min(pair) <= minute < max(pair) for pair in pairs) for pairs in people)
        for minute in range(41)
    ]
    scanned, start = [], None
    for minute, all_free in enumerate([*shared, False]):
        if all_free and start is None:
            start = minute
        elif not all_free and start is not None:
            if minute - start >= least:
                scanned.append((start, minute))
            start = None
    assert [
        ((one.start - DAY).seconds // 60, (one.end - DAY).seconds // 60) for one in found
    ] == scanned


@pytest.mark.parametrize(
    ("zone", "hours"),
    [
        ("Europe/Berlin", 1),
        ("Pacific/Tongatapu", 13),
        ("Asia/Kolkata", 5.5),
        ("Australia/Lord_Howe", 11),
    ],
)
def test_two_zones_share_the_same_moments_on_the_night_the_clocks_change(zone, hours):
    there = ZoneInfo(zone)
    local = Interval(
        datetime(2026, 10, 26, 20, tzinfo=there), datetime(2026, 10, 26, 23, tzinfo=there)
    )
    mine = Interval(local.start.astimezone(UTC), local.end.astimezone(UTC))
    free = Interval(DAY, DAY + timedelta(days=3))

    found = common_hours([[mine], [free]], least=timedelta(minutes=105))

    assert found == (mine,)
    assert local.start.utcoffset() == timedelta(hours=hours)


def test_the_night_that_is_an_hour_longer_has_its_hour():
    berlin = ZoneInfo("Europe/Berlin")
    night = Interval(
        datetime(2026, 10, 24, 23, tzinfo=berlin).astimezone(UTC),
        datetime(2026, 10, 25, 4, tzinfo=berlin).astimezone(UTC),
    )

    (found,) = common_hours([[night]], least=timedelta(hours=6))

    assert found.length == timedelta(hours=6)


def test_the_best_hours_are_long_ahead_and_before_the_deadline():
    shared = spans([(0, 10), (12, 40)])

    best = best_hours(shared, now=DAY + timedelta(minutes=5), until=DAY + timedelta(minutes=30))

    assert [one.length for one in best] == [timedelta(minutes=5), timedelta(minutes=18)]


@pytest.mark.req("ONL-3")
@pytest.mark.parametrize("seed", range(4))
def test_games_online_score_and_pair_like_those_at_a_table(seed):
    facts = random_facts(Random(seed), players=9, rounds=3)
    table, online = (
        read_event(json.dumps(facts | {"online": online}).encode(), book_of=lambda _: BOOK)
        for online in (False, True)
    )

    def shown(event):
        return format_of(event).standings(event, BOOK, seed=1).rows, pair_next(event, BOOK, seed=1)

    assert online.online
    assert shown(online) == shown(table)

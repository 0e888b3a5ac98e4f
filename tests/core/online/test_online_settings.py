"""How an online event is played: announced, pinned, and hours in every zone."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.eventlog.event_builder import at, day_of

from padd.core.eventlog.actions.clock import DeadlineExtended, GameStarted
from padd.core.eventlog.actions.director_results import ResponsibilityDecided
from padd.core.eventlog.actions.online import OnlinePlayAnnounced, PlayRecordKept
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import ResponsibilityFinding
from padd.core.eventlog.state.way_of_play import usual_way_of_play
from padd.core.online.common_hours import Interval, hours_of_day, possible_starts
from padd.core.online.open_games import changed_documents, document_pins, rulebook_digest
from padd.rulebooks.loader import rulebook

FOUR = ["kirk", "khan", "spock", "gorn"]
HOUR = timedelta(hours=1)


def online(book="opg-5"):
    return day_of(FOUR, book=book, online=True)


def announced(**more):
    given: dict[str, object] = {"software": "LackeyCCG", "voice": "Discord"}
    return OnlinePlayAnnounced(**(given | more))  # type: ignore[arg-type]


@pytest.mark.req("ONL-4", "ONL-5", "AMB-144")
def test_another_program_or_voice_takes_a_reason_and_costs_nothing_else():
    day, older = online(), online("opg-4.1")

    webcam = day.refused(announced(software="webcam"))
    silent = day.refused(announced(voice=""))
    day.do(announced(software="webcam"), reason="No computer at home")
    skype = older.refused(announced())
    older.do(announced(voice="skype"))

    assert (webcam.code, webcam.rule) == ("reason-missing", "OPG5 §13.1")
    assert silent.code == "voice-missing"
    assert skype.code == "reason-missing"
    assert day.state.way_of_play is not None
    assert day.state.way_of_play.software == "webcam"
    usual = usual_way_of_play(rulebook("opg-5"), "2E")
    assert usual is not None
    assert (usual.software, usual.plugin) == ("LackeyCCG", "startrek2e")


@pytest.mark.req("ONL-13")
def test_no_extensions_holds_from_the_next_round_that_is_published():
    day = online().draw()
    day.do(RoundPublished(number=1, deadline=at(5_000)))
    day.do(announced(no_extensions=True))
    day.do(DeadlineExtended(number=1, until=at(6_000)))
    day.enter_all()
    day.do(RoundClosed(number=1))
    day.draw()
    day.do(RoundPublished(number=2, deadline=at(9_000)))

    refused = day.refused(DeadlineExtended(number=2, until=at(9_500)))

    assert (refused.code, refused.rule) == ("no-extensions", "OPG5 §13.4")
    assert day.round.deadline == at(9_000)


@pytest.mark.req("ONL-15", "AMB-121")
def test_a_game_that_was_begun_and_not_finished_is_decided_like_one_not_played():
    day = online().draw()
    day.do(RoundPublished(number=1, deadline=at(5_000)))
    one, _ = day.round.tables[1].players
    day.do(GameStarted(number=1, table=1), by=one)

    day.do(
        ResponsibilityDecided(
            number=1, table=1, responsible=(one,), finding=ResponsibilityFinding.ONE
        )
    )

    assert day.round.tables[1].settled


def test_a_record_of_a_game_is_an_address_or_a_fingerprint():
    day = online().draw()
    day.do(RoundPublished(number=1))
    one, _ = day.round.tables[1].players
    good = "a" * 64

    wrong = [
        day.refused(PlayRecordKept(number=1, table=1, **kept), by=one).code
        for kept in ({"link": "ftp://x"}, {"sha256": "A" * 64}, {})
    ]
    day.do(PlayRecordKept(number=1, table=1, link="https://example.org/g.txt"), by=one)
    day.do(PlayRecordKept(number=1, table=1, sha256=good), by=one)

    assert set(wrong) == {"record-unclear"}
    assert day.round.tables[1].play_records == ("https://example.org/g.txt", f"sha256:{good}")


@pytest.mark.req("ONL-7", "ONL-26")
def test_another_rule_or_another_ban_changes_a_fingerprint():
    book = rulebook("opg-5")
    pinned = document_pins(book, cards="c" * 64)
    online_rules = book.online
    assert online_rules is not None
    changed = msgspec.structs.replace(
        book, online=msgspec.structs.replace(online_rules, voice="Skype")
    )

    assert rulebook_digest(book) == pinned["rulebook"]
    assert changed_documents(pinned, document_pins(book, cards="c" * 64)) == ()
    assert changed_documents(pinned, document_pins(changed, cards="d" * 64)) == (
        "rulebook",
        "cards",
    )


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Asia/Kolkata", date(2026, 10, 25), 24),
        ("Pacific/Apia", date(2026, 10, 25), 24),
        ("America/Chicago", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2026, 10, 4), 24),
    ],
)
def test_a_day_has_the_hours_that_its_clocks_show(zone, day, hours):
    place = ZoneInfo(zone)

    found = hours_of_day(day, place)

    assert len(found) == hours
    assert sum(hour.again for hour in found) == max(hours - 24, 0)
    assert all(hour.interval.start.astimezone(place).date() == day for hour in found)
    assert all(one.interval.end == next_.interval.start for one, next_ in itertools.pairwise(found))


def test_hours_that_have_begun_go_on_from_the_next_half_hour():
    now = datetime(2026, 11, 21, 18, 24, 7, 500, tzinfo=UTC)
    shared = Interval(now, now + timedelta(hours=3))

    found = possible_starts(shared, length=HOUR, step=HOUR / 2)

    assert [f"{one:%H:%M:%S}" for one in found] == ["18:30:00", "19:00:00", "19:30:00", "20:00:00"]


@given(minutes=st.integers(0, 600), length=st.integers(1, 200))
def test_a_game_starts_only_where_it_ends_in_time(minutes, length):
    start = datetime(2026, 11, 21, 18, tzinfo=UTC)
    shared = Interval(start, start + timedelta(minutes=minutes))
    game = timedelta(minutes=length)

    found = possible_starts(shared, length=game, step=HOUR / 2)

    assert all(one + game <= shared.end for one in found)
    assert bool(found) == (length <= minutes)

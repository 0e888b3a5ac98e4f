"""Clock times and moments: time zones, changes of the clocks, the date line."""

from datetime import UTC, datetime, timedelta

import pytest

from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook
from padd.services.events.event_form import EventForm
from padd.services.events.sanction_adviser import sanction_advice
from padd.services.local_time import format_date, is_ambiguous_time, moment


def clock(text):
    return datetime.fromisoformat(text)


MOMENTS = [
    # a place, what its clocks show, and the moment in UTC
    ("Europe/Berlin", "2026-11-29T19:00", "2026-11-29T18:00"),
    ("Europe/Berlin", "2026-07-01T19:00", "2026-07-01T17:00"),
    ("Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59"),
    ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00"),
    ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30"),
    ("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00"),
    ("America/New_York", "2026-03-08T01:59", "2026-03-08T06:59"),
    ("America/New_York", "2026-03-08T03:00", "2026-03-08T07:00"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30"),
    ("America/Los_Angeles", "2026-12-31T23:30", "2027-01-01T07:30"),
    ("Asia/Kolkata", "2026-11-29T10:00", "2026-11-29T04:30"),
    ("Asia/Kathmandu", "2026-11-29T10:00", "2026-11-29T04:15"),
    ("Australia/Adelaide", "2026-11-29T10:00", "2026-11-28T23:30"),
    ("Australia/Adelaide", "2026-06-29T10:00", "2026-06-29T00:30"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45"),
    ("America/St_Johns", "2026-07-01T10:00", "2026-07-01T12:30"),
    ("Pacific/Tongatapu", "2026-11-29T10:00", "2026-11-28T21:00"),
    ("Pacific/Auckland", "2026-12-01T10:00", "2026-11-30T21:00"),
    ("Pacific/Apia", "2026-11-29T10:00", "2026-11-28T21:00"),
    ("Pacific/Kiritimati", "2026-11-29T00:30", "2026-11-28T10:30"),
    ("Pacific/Pago_Pago", "2026-11-28T23:30", "2026-11-29T10:30"),
    ("Pacific/Chatham", "2026-11-29T10:00", "2026-11-28T20:15"),
    ("UTC", "2028-02-29T10:00", "2028-02-29T10:00"),
    ("Europe/London", "2028-03-01T00:30", "2028-03-01T00:30"),
    ("Asia/Tokyo", "2026-01-01T08:00", "2025-12-31T23:00"),
]


@pytest.mark.req("REG-23")
@pytest.mark.parametrize(("place", "local", "utc"), MOMENTS)
def test_a_clock_time_of_a_place_is_one_moment(place, local, utc):
    assert moment(clock(local), place) == clock(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("place", "local"),
    [
        ("Europe/Berlin", "2026-03-29T02:30"),
        ("America/New_York", "2026-03-08T02:00"),
        ("Australia/Lord_Howe", "2026-10-04T02:15"),
        ("Pacific/Apia", "2011-12-30T12:00"),
    ],
)
def test_a_time_that_no_clock_shows_is_refused(place, local):
    with pytest.raises(RefusalError) as refused:
        moment(clock(local), place)

    assert refused.value.codes == ("time-skipped",)


@pytest.mark.parametrize(
    ("place", "local", "first", "second"),
    [
        ("Europe/Berlin", "2026-10-25T02:30", "00:30", "01:30"),
        ("America/New_York", "2026-11-01T01:30", "05:30", "06:30"),
        ("Australia/Lord_Howe", "2026-04-05T01:45", "14:45", "15:15"),
    ],
)
def test_a_time_that_clocks_show_twice_can_be_either(place, local, first, second):
    assert is_ambiguous_time(clock(local), place)
    assert f"{moment(clock(local), place):%H:%M}" == first
    assert f"{moment(clock(local), place, second_time=True):%H:%M}" == second


def test_an_unknown_zone_is_refused():
    with pytest.raises(RefusalError) as refused:
        moment(clock("2026-11-29T19:00"), "Vulcan/ShiKahr")

    assert refused.value.codes == ("zone-unknown",)


def advice(book, place, starts, now):
    draft = EventForm(
        name="Open",
        rulebook=book,
        edition="1E",
        starts=clock(starts),
        time_zone=place,
        directors=("somebody",),
        expected_players=8,
        rounds_planned=4,
    )
    return sanction_advice(
        draft, rulebook(book), now=clock(now).replace(tzinfo=UTC), registered=None
    )


DEADLINES = [
    # rulebook, place, start there, and the last moment to register there
    ("opg-5", "Europe/Berlin", "2026-11-29T19:00", "2026-11-28T19:00+01:00"),
    ("opg-5", "Europe/Berlin", "2026-03-29T10:00", "2026-03-28T09:00+01:00"),
    ("opg-5", "Europe/Berlin", "2026-10-25T10:00", "2026-10-24T11:00+02:00"),
    ("opg-5", "Europe/Berlin", "2026-10-25T23:00", "2026-10-25T00:00+02:00"),
    ("opg-5", "America/New_York", "2026-03-08T12:00", "2026-03-07T11:00-05:00"),
    ("opg-5", "America/New_York", "2026-11-01T12:00", "2026-10-31T13:00-04:00"),
    ("opg-5", "Pacific/Tongatapu", "2026-01-01T09:00", "2025-12-31T09:00+13:00"),
    ("opg-5", "Pacific/Apia", "2011-12-31T10:00", "2011-12-29T10:00-10:00"),
    ("opg-5", "Asia/Kolkata", "2026-11-29T00:15", "2026-11-28T00:15+05:30"),
    ("opg-5", "Australia/Lord_Howe", "2026-10-04T12:00", "2026-10-03T11:30+10:30"),
    ("opg-5", "Europe/London", "2028-03-01T10:00", "2028-02-29T10:00+00:00"),
    ("opg-5", "Europe/London", "2027-03-01T10:00", "2027-02-28T10:00+00:00"),
    ("opg-4.1", "Europe/Berlin", "2026-11-29T19:00", "2026-11-23T19:00+01:00"),
    ("opg-4.1", "Europe/Berlin", "2026-03-31T10:00", "2026-03-25T09:00+01:00"),
    ("opg-4.1", "Europe/Berlin", "2026-10-27T10:00", "2026-10-21T11:00+02:00"),
    ("opg-4.1", "Pacific/Kiritimati", "2028-03-03T09:00", "2028-02-26T09:00+14:00"),
    ("decipher-1998", "America/Chicago", "2026-03-10T18:00", "2026-03-03T17:00-06:00"),
    ("decipher-1998", "America/Chicago", "2026-11-05T18:00", "2026-10-29T19:00-05:00"),
    ("decipher-1998", "Asia/Kathmandu", "2028-03-07T10:00", "2028-02-29T10:00+05:45"),
    ("decipher-1998", "Pacific/Auckland", "2027-01-04T10:00", "2026-12-28T10:00+13:00"),
]


@pytest.mark.req("REG-3", "AMB-115")
@pytest.mark.parametrize(("book", "place", "starts", "last"), DEADLINES)
def test_the_notice_is_counted_in_real_hours(book, place, starts, last):
    deadline = clock(last)
    in_time = deadline.astimezone(UTC).replace(tzinfo=None)
    too_late = in_time + timedelta(minutes=1)

    said = advice(book, place, starts, in_time.isoformat())
    late = advice(book, place, starts, too_late.isoformat())

    assert said.last_moment is not None
    assert said.last_moment.isoformat(timespec="minutes") == last
    assert said.seconds_left == 0
    assert said.sanctioned
    assert "notice-too-short" in [problem.code for problem in late.sanction.problems]
    assert not late.sanctioned


@pytest.mark.req("AMB-115", "REG-38")
def test_the_older_guide_takes_six_days_warns_under_seven_and_moves_by_seven():
    said = advice("opg-4.1", "Europe/Berlin", "2026-11-29T19:00", "2026-11-22T19:00")

    assert said.sanctioned
    assert "notice-close" in [problem.code for problem in said.sanction.problems]
    assert said.last_change is not None
    assert said.last_change.isoformat() == "2026-11-22T19:00:00+01:00"


def test_a_day_in_words_has_no_leading_zero():
    assert format_date(clock("2026-12-04T19:00"), "%a %d %b, %H:%M") == "Fri 4 Dec, 19:00"
    assert format_date(clock("2026-12-14T09:05"), "%d %B %Y") == "14 December 2026"

"""An online game on a phone: play by when, and the two start their own timer."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from tests.interfaces.web.phone.phone_user import pair
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.actions.clock import DeadlineExtended
from padd.core.eventlog.actions.online import OnlinePlayAnnounced
from padd.core.eventlog.actions.publication import RoundPublished
from padd.services.access import laptop_sign_in
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db
DEADLINE = "2026-12-24T20:00:00+00:00"


@pytest.fixture
def day():
    """Return an online event whose first round has a deadline."""
    made = AtTheTable(online=True)
    made.draw()
    made.do(RoundPublished(number=1, deadline=DEADLINE))
    return made


def test_the_deadline_stands_on_the_page_of_both_players(day):
    pages = [phone.text() for phone in pair(day)]

    for page in pages:
        assert f'<time datetime="{DEADLINE}" data-local>' in page
        assert "Thu 24 Dec" in page


def test_a_later_deadline_of_one_table_is_on_the_pages_of_its_players_alone(day):
    later = "2026-12-27T20:00:00+00:00"
    day.do(DeadlineExtended(number=1, until=later, table=1))

    here, there = (pair(day, table)[0].text() for table in (1, 2))

    assert f'datetime="{later}"' in here
    assert f'datetime="{DEADLINE}"' not in here
    assert f'datetime="{DEADLINE}"' in there


def test_a_deadline_without_scripts_is_in_the_time_of_the_place(day):
    Event.objects.update(time_zone="America/New_York")

    assert "Thu 24 Dec, 15:00 (America/New_York)" in pair(day)[0].text()


def test_a_game_that_was_reported_is_not_started_any_more(day):
    one, two = pair(day)

    one.report(60, 40)

    assert "Start our game" not in one.text()
    assert "Start our game" not in two.text()


def test_wall_and_info_say_how_far_an_online_round_is_and_until_when(day):
    Event.objects.update(online=True)
    wall = Client().get(f"/wall/?event={day.id}").content.decode()
    info = Client().get(f"/events/{day.id}/info/").content.decode()

    assert "Round 1: 0 of 2 results are in" in wall
    assert '<td class="n">24 Dec</td>' in info
    assert "Doors and check-in" not in info


def test_the_two_start_their_game_once(day):
    one, two = pair(day)
    before = one.text()

    started = one.post("start/", one.place(key="k-1"))
    again = two.post("start/", two.place(key="k-2"))

    assert "Start our game" in before
    assert started.status_code == 302
    assert again.status_code == 422
    assert day.round.tables[1].started_at is not None
    assert "Start our game" not in two.text()
    assert "time is up at" in two.text()


def test_no_game_in_a_room_is_started_by_its_players():
    room = AtTheTable()
    room.publish()
    one, _ = pair(room)

    assert "Start our game" not in one.text()


@pytest.mark.req("ONL-10", "ONL-19", "ONL-20")
def test_the_two_agree_wait_pause_and_refuse_on_their_phones(day):
    one, two = pair(day)

    def press(phone, act, **typed):
        data = phone.place(key=f"k-{act}", do=act, **typed)  # type: ignore[attr-defined]
        return phone.post("online/", data).status_code  # type: ignore[attr-defined,no-any-return]

    agreed = press(one, "appointment", at="2026-12-20T19:00")
    here = press(two, "waiting")
    waiting = one.text()
    one.post("start/", one.place(key="k-start"))
    crashed = press(two, "crash")
    paused = one.text()
    refused = press(two, "refuse")

    table = day.round.tables[1]
    assert (agreed, here, crashed, refused) == (302, 302, 302, 302)
    assert table.appointment is not None
    assert "has been waiting since" in waiting
    assert "You play" in waiting
    assert "Resume from the save" in paused
    assert len(table.refused_replay) == 1
    assert "The director decides." in one.text()


def test_a_time_that_is_none_is_refused_on_the_page(day):
    one, _ = pair(day)

    answer = one.post("online/", one.place(key="k-9", do="appointment", at="after lunch"))

    assert answer.status_code == 422
    assert day.round.tables[1].appointment is None


FREE = [f"2026-12-20T{hour}:00Z" for hour in (18, 19, 20, 21)]


def arrange(phone, act, **typed):
    return phone.post("arrange/", phone.place(do=act, **typed))


@pytest.mark.req("ONL-24")
def test_two_players_in_two_zones_find_an_hour(day):
    one, two = pair(day)
    for phone, zone in ((one, "Europe/Berlin"), (two, "America/Chicago")):
        asked = phone.text("arrange/")
        arrange(phone, "zone", zone=zone)
        arrange(phone, "hours", hour=FREE)
        assert "Where are you?" in asked

    shown = one.text("arrange/")
    proposed = arrange(one, "propose", start="2026-12-20T18:30Z")
    answer = two.text("arrange/")
    id_ = re.findall(r'name="proposal" value="(\w+)"', answer)[0]
    accepted = arrange(two, "accept", proposal=id_)
    agreed = one.text("arrange/")
    file = one.get("game.ics")

    assert "19:00–23:00" in shown  # Berlin
    assert "12:00–16:00" in shown  # Chicago
    assert "Propose Sun 20 Dec, 19:00" in shown
    assert proposed.status_code == accepted.status_code == 302
    assert "Accept Sun 20 Dec, 12:30" in answer
    assert "You play Sun 20 Dec, 19:30" in agreed
    assert b"DTSTART:20261220T183000Z" in file.content
    assert "Change the time" in one.text()


@pytest.mark.req("ONL-24")
def test_the_page_says_what_is_refused_and_never_shows_free_hours(day):
    one, two = pair(day)
    arrange(one, "zone", zone="Asia/Kolkata")
    arrange(one, "hours", hour=FREE)
    arrange(two, "zone", zone="Europe/Berlin")

    wrong = arrange(two, "zone", zone="Europe/Atlantis")
    late = arrange(two, "propose", local="2026-12-25T20:00")
    unread = arrange(two, "propose", local="tomorrow")
    theirs = two.text("arrange/")

    assert [answer.status_code for answer in (wrong, late, unread)] == [422, 422, 422]
    assert "checked" not in theirs
    assert "has not entered free hours" not in theirs  # the own ones are missing
    assert "23:30" not in theirs.split('<details class="panel" id="hours"')[0]


@pytest.mark.req("ONL-16", "ONL-17", "ONL-7", "ONL-26")
def test_the_referee_sees_both_records_and_decides(day):
    one, two = pair(day)
    for phone in (one, two):
        arrange(phone, "zone", zone="Pacific/Apia")
    arrange(one, "propose", local="2026-12-22T20:00")
    arrange(one, "message", text="Are you there?")
    arrange(one, "message", text="I wrote on Discord", elsewhere="yes")
    director = Client(REMOTE_ADDR="127.0.0.1")
    secret = laptop_sign_in.create_sign_in_link(now=timezone.now())
    director.post(f"/enter/{secret}/")

    page = director.get(f"/events/{day.id}/run/open-games/").content.decode()
    decided = director.post(
        f"/events/{day.id}/run/act/result.responsibility-decided/",
        {"number": 1, "table": 1, "finding": f"one:{two.player}", "key": "d-1"},
    )

    assert "To answer" in page
    assert "Proposed Tue 22 Dec, 07:00 UTC" in page
    assert "Says: “I wrote on Discord”" in page
    assert "Are you there?" not in page
    assert "Rules and bans as on" in page
    assert page.count("No e-mail address: gets no reminders.") >= 2
    chosen = re.findall(r'<input[^>]*name="finding"[^>]*>', page)
    assert chosen
    assert not [one for one in chosen if "checked" in one]
    assert decided.status_code == 302
    assert day.round.tables[1].game.responsible == (two.player,)


@pytest.mark.req("ONL-2", "ONL-12", "ONL-13", "ONL-22")
def test_phones_and_public_pages_say_how_it_is_played(day):
    one, _ = pair(day)
    before = one.text()
    day.do(
        OnlinePlayAnnounced(
            software="LackeyCCG",
            plugin="startrek2e",
            version="5.2",
            voice="Discord",
            round_days=7,
            no_extensions=True,
        )
    )

    phone = one.text()
    public = [Client().get(f"/events/{day.id}/{page}").content.decode() for page in ("", "info/")]

    assert "The director may extend a deadline." in before
    for page in (phone, *public):
        assert "Any member of the community may play." in page
        assert "Played with LackeyCCG, plugin startrek2e 5.2." in page
        assert "Players talk by Discord." in page
        assert "A round lasts 7 days." in page
        assert "No extensions from round 2 on." in page
        assert "cards with a watermark over their text are not legal" in page
        assert "The players time their game themselves." in page


def test_a_player_keeps_a_record_by_link_or_fingerprint(day):
    one, two = pair(day)
    link, figures = "https://example.org/game-1.lackey", "AB" * 32

    def keep(phone, text):
        data = phone.place(key=f"k-{text[:9]}", do="record", record=text)
        return int(phone.post("online/", data).status_code)

    kept = [keep(one, link), keep(two, f"sha256:{figures}")]
    wrong = [keep(one, "on my disk"), keep(one, "javascript://x"), keep(one, "ab" * 60)]

    assert (kept, wrong) == ([302, 302], [422, 422, 422])
    fingerprint = f"sha256:{figures.lower()}"
    assert day.round.tables[1].play_records == (link, fingerprint)
    assert f'href="{link}"' in two.text()
    assert fingerprint in one.text()


@pytest.mark.req("ONL-13", "ONL-24")
def test_a_date_as_a_deadline_ends_with_the_last_second_of_the_day(day):
    director = Client(REMOTE_ADDR="127.0.0.1")
    director.post(f"/enter/{laptop_sign_in.create_sign_in_link(now=timezone.now())}/")
    Event.objects.filter(public_id=day.id).update(time_zone="Pacific/Apia")

    director.post(
        f"/events/{day.id}/run/act/round.deadline-extended/",
        {"number": 1, "table": 1, "until": "2026-12-30", "key": "d-2"},
    )

    until = day.round.tables[1].deadline
    assert until is not None
    assert datetime.fromisoformat(until).astimezone(UTC) == datetime(
        2026, 12, 30, 10, 59, 59, tzinfo=UTC
    )


@pytest.mark.req("ONL-13", "ONL-24")
def test_the_deadline_typed_when_a_round_is_published_is_that_of_the_round():
    made = AtTheTable(online=True)
    made.draw()
    director = Client(REMOTE_ADDR="127.0.0.1")
    director.post(f"/enter/{laptop_sign_in.create_sign_in_link(now=timezone.now())}/")
    Event.objects.filter(public_id=made.id).update(time_zone="Europe/Berlin")

    director.post(
        f"/events/{made.id}/run/act/round.published/",
        {"number": 1, "deadline": "2030-06-01T20:00", "key": "p-1"},
    )

    assert made.round.deadline is not None
    assert datetime.fromisoformat(made.round.deadline) == datetime(2030, 6, 1, 18, 0, tzinfo=UTC)


@pytest.mark.req("ONL-13", "ONL-24")
def test_the_deadline_of_a_round_is_filled_in_from_its_length():
    made = AtTheTable(online=True)
    made.do(OnlinePlayAnnounced(software="LackeyCCG", voice="any", round_days=7))
    made.draw()
    browser = Client(REMOTE_ADDR="127.0.0.1")
    browser.post(f"/enter/{laptop_sign_in.create_sign_in_link(now=timezone.now())}/")

    zone = ZoneInfo(Event.objects.get(public_id=made.id).time_zone)
    earliest = timezone.localtime(timezone.now(), zone) + timedelta(days=7)
    page = browser.get(f"/events/{made.id}/run/pairings/").content.decode()
    latest = timezone.localtime(timezone.now(), zone) + timedelta(days=7)

    days = {f"{day:%Y-%m-%d}" for day in (earliest, latest)}  # midnight may pass
    assert any(f'value="{day}T23:59"' in page for day in days)

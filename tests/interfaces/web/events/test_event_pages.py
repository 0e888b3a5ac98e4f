"""Registering, editing and finding events by the pages alone."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from tests.interfaces.web.page_source import one_line

from padd.interfaces.printing.events import Flyer, flyer_pdf
from padd.interfaces.web.events.event_form import read_form
from padd.services.access.actors import SYSTEM
from padd.services.events import lifecycle, venues
from padd.store.models.events import ChangeNote, Event, Venue
from padd.store.models.people import Person
from world import draft

pytestmark = pytest.mark.django_db


def form(**changes):
    day = datetime.now(UTC) + timedelta(days=30)
    return {
        "name": "Lantern Cup",
        "date": f"{day:%Y-%m-%d}",
        "time": "10:30",
        "time_zone": "Europe/Berlin",
        "rulebook": "opg-5",
        "edition": "2E",
        "format": "constructed",
        "card_pool": "complete",
        "rules": "standard",
        "pairing_style": "swiss",
        "kind": "other",
        "rounds": "4",
        "where": "The Lantern, Mainz",
        "step": "look",
        **changes,
    }


def register(world, who="member", **changes):
    return world.ask(who, "POST", "/events/new/", form(**changes))


@pytest.mark.req("REG-20", "REG-23", "REG-24", "REG-25")
def test_a_known_venue_brings_its_region_and_the_registrar_directs(world):
    answer = register(world)

    event = Event.objects.get(name="Lantern Cup")
    assert answer["Location"] == f"/events/{event.public_id}/"
    assert event.state == "draft"
    assert event.region.slug == "germany"
    assert [one.person.handle for one in event.directorships.all()] == ["member"]


@pytest.mark.req("REG-26")
def test_a_new_venue_is_added_with_the_event_and_marked(world):
    register(world, where="Owl Hall", venue_town="Trier", venue_region="germany")

    assert Venue.objects.get(name="Owl Hall").state == "unverified"


def test_an_unknown_venue_without_a_town_adds_nothing_and_says_so(world):
    answer = register(world, where="Owl Hall")

    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count("Owl Hall” is not known yet") == 2  # in the list, at its field
    assert "1 field needs attention" in page
    assert 'value="Lantern Cup"' in page
    assert not Event.objects.filter(name="Lantern Cup").exists()


def test_an_unknown_director_is_offered_close_names_and_added_if_asked(world):
    asked = register(world, director_1="direktor")
    added = register(world, director_1="Nobody Yet", add_people="yes")

    assert "Did you mean director" in asked.content.decode()
    assert added.status_code == 302
    assert Person.objects.filter(handle="Nobody Yet").exists()


@pytest.mark.req("REG-31")
def test_a_choice_that_the_game_does_not_have_is_replaced_and_told(world):
    answer = register(world, edition="TR", card_pool="hall-of-fame")

    page = answer.content.decode()
    assert "“hall-of-fame” can’t be chosen for Tribbles" in page
    assert not Event.objects.filter(name="Lantern Cup").exists()


@pytest.mark.parametrize(
    "nonsense",
    [
        {"rounds": "many", "expected": "-3", "seats": "9" * 40},
        {"date": "yesterday", "time": "noon", "ends_on": "x"},
        {"edition": "3E", "rulebook": "opg-9", "format": "\x01", "kind": "cosmic"},
        {"time_zone": "Mars/Olympus", "name": "x" * 5000},
    ],
)
def test_nonsense_in_the_form_is_a_form_again(world, nonsense):
    asked = world.ask("member", "POST", "/events/advice/", form(**nonsense))
    answer = register(world, **nonsense)

    assert asked.status_code == 200
    assert answer.status_code in {200, 422}


@pytest.mark.req("R10")
def test_a_character_that_no_database_keeps_is_answered_in_words(world):
    asked = world.ask("visitor", "GET", "/search/?q=%00")
    typed = register(world, name="Lantern\0Cup")

    assert (asked.status_code, typed.status_code) == (400, 400)
    assert "Bad request" in typed.content.decode()


@pytest.mark.req("REG-3", "REG-5", "REG-10", "REG-16")
def test_the_adviser_speaks_while_the_form_is_filled_in(world):
    soon = datetime.now(ZoneInfo("Europe/Berlin")) + timedelta(hours=2)
    few = world.ask("member", "POST", "/events/advice/", form(rounds="2"))
    starts = {"date": f"{soon:%Y-%m-%d}", "time": f"{soon:%H:%M}"}
    late = world.ask("member", "POST", "/events/advice/", form(**starts))
    many = world.ask("member", "POST", "/events/advice/", form(expected="24"))

    assert "Will not be sanctioned" in few.content.decode()
    assert "in advance; 24 hours are required" in late.content.decode()
    assert 'data-set-rounds="5"' in many.content.decode()


def test_listing_a_draft_counts_the_notice_from_now(world):
    register(world)
    event = Event.objects.get(name="Lantern Cup")
    place = f"/events/{event.public_id}/"

    hidden = world.ask("visitor", "GET", place).status_code
    world.ask("member", "POST", f"{place}publish/", {"version": str(event.version)})

    event.refresh_from_db()
    assert hidden == 404
    assert event.state == "listed"
    assert event.registered_at is not None
    assert world.ask("visitor", "GET", place).status_code == 200


def edited(world, **changes):
    event = Event.objects.get(public_id=world.ids["event"])
    local = draft().starts
    assert local is not None
    own = {
        "name": event.name,
        "date": f"{local:%Y-%m-%d}",
        "time": f"{local:%H:%M}",
        "director_1": "director",
        "director_2": "second",
        "director_3": "third",
        "version": str(event.version),
        "step": "keep",
    }
    place = f"/events/{event.public_id}/edit/"
    return world.ask("director", "POST", place, form(**{**own, **changes}))


@pytest.mark.req("REG-37")
def test_a_detail_is_edited_and_the_change_is_on_record(world):
    answer = edited(world, entry_fee="5 €")

    event = Event.objects.get(public_id=world.ids["event"])
    assert answer.status_code == 302
    assert event.entry_fee == "5 €"
    assert ChangeNote.objects.filter(event=event).count() == 1


@pytest.mark.req("REG-38")
def test_the_date_is_fixed_inside_the_notice(world):
    soon = datetime.now(UTC) + timedelta(hours=20)
    Event.objects.filter(public_id=world.ids["event"]).update(starts_at=soon)

    answer = edited(world)

    assert answer.status_code == 422
    assert "later than 24 hours before the start" in answer.content.decode()


@pytest.mark.req("REG-39", "REG-42")
def test_another_number_of_rounds_asks_for_its_ground(world):
    without = edited(world, rounds="5")
    member = Person.objects.get(handle="member").public_id
    agreed = edited(world, rounds="5", rounds_ground="all-players-agree", agreed=member)

    assert "needs a reason" in without.content.decode()
    assert agreed.status_code == 302
    note = ChangeNote.objects.get(event__public_id=world.ids["event"])
    assert [one.handle for one in note.agreed.all()] == ["member"]


def test_an_outdated_edit_is_told_so(world):
    answer = edited(world, version="99")

    assert answer.status_code == 409
    assert "Someone else was faster" in answer.content.decode()


def test_an_earlier_event_is_copied_without_its_date(world):
    page = world.ask("member", "GET", f"/events/new/?copy={world.ids['event']}")

    text = page.content.decode()
    assert 'value="Lantern Open"' in text
    assert re.search(r'name="date" value=""', text)


def test_a_guest_enters_by_mail_and_nothing_happens_by_looking(
    world, mailoutbox, django_capture_on_commit_callbacks
):
    place = f"/events/{world.ids['event']}/"
    with django_capture_on_commit_callbacks(execute=True):
        world.ask("visitor", "POST", f"{place}guest/", {"name": "Uma", "email": "u@example.org"})
    link = re.search(r"http://testserver(/entry/\S+)", str(mailoutbox[-1].body))
    assert link

    looked = world.ask("visitor", "GET", link.group(1)).content.decode()
    world.ask("visitor", "POST", link.group(1), {"do": "confirm"})
    seen = world.ask("director", "GET", place).content.decode()

    assert "Are you coming?" in looked
    assert "Uma" in seen


def test_nobody_is_flooded_with_mail_by_a_stranger(world):
    place = f"/events/{world.ids['event']}/guest/"
    asked = {"name": "Uma", "email": "flooded@example.org"}

    answers = [world.ask("visitor", "POST", place, asked).status_code for _ in range(5)]

    assert answers == [302, 302, 302, 429, 429]


def test_a_guest_is_sent_to_the_mail_and_may_load_the_page_again(world):
    place = f"/events/{world.ids['event']}/"
    asked = {"name": "Uma", "email": "uma@example.org"}

    answer = world.ask("visitor", "POST", f"{place}guest/", asked)
    page = world.ask("visitor", "GET", answer["Location"]).content.decode()

    assert answer["Location"] == f"{place}?sent=mail"
    assert "Check your e-mail" in page
    assert 'name="email"' not in page


def test_events_are_found_by_their_place_without_its_accents(world):
    details = venues.VenueDetails(
        name="Würfelwerk", town="München", region="germany", time_zone="Europe/Berlin"
    )
    added = venues.add_venue(by=SYSTEM, now=world.now, details=details)
    Event.objects.filter(public_id=world.ids["event"]).update(
        venue=Venue.objects.get(public_id=added)
    )

    for text in ("wurfel", "munchen", "Würfel", "MÜNCHEN"):
        page = world.ask("visitor", "GET", f"/search/?q={text}").content.decode()
        assert "Lantern Open" in page, text
    assert "Lantern Open" not in (world.ask("visitor", "GET", "/search/?q=wurst").content.decode())


@pytest.mark.parametrize(
    "place",
    [
        "/calendar.ics",
        "/calendar/germany.ics",
        "/events/{event}/calendar.ics",
        "/players/{person}/calendar.ics",
    ],
)
def test_every_feed_holds_the_event_at_its_moment(world, place):
    answer = world.ask("visitor", "GET", place.format(**world.ids))

    held = Calendar.from_ical(answer.content).walk("VEVENT")
    event = Event.objects.get(public_id=world.ids["event"])
    assert answer["Content-Type"].startswith("text/calendar")
    assert [str(one["summary"]) for one in held] == ["Lantern Open"]
    assert held[0]["dtstart"].dt == event.starts_at


def test_an_event_of_several_days_tells_its_last_one_on_its_page_and_in_feeds(world):
    event = Event.objects.get(public_id=world.ids["event"])
    last = event.starts_at + timedelta(days=2)
    Event.objects.filter(pk=event.pk).update(ends_on=last.date())

    page = world.ask("visitor", "GET", f"/events/{event.public_id}/")
    feed = world.ask("visitor", "GET", f"/events/{event.public_id}/calendar.ics")

    (held,) = Calendar.from_ical(feed.content).walk("VEVENT")
    assert f"until {last.day} {last:%B %Y}" in one_line(page.content.decode())
    assert held["dtend"].dt.date() == last.date()


def test_a_cancelled_event_says_so_in_feeds_and_on_its_page(world):
    place = f"/events/{world.ids['event']}/"
    world.ask("director", "POST", f"{place}cancel/", {"version": "1", "reason": "Flooded"})

    feed = world.ask("visitor", "GET", "/calendar.ics").content.decode()
    page = world.ask("visitor", "GET", place).content.decode()

    assert "STATUS:CANCELLED" in feed
    assert "is canceled" in page


def test_the_calendar_is_filtered_by_game_area_level_format_and_words(world):
    def found(asked):
        page = world.ask("visitor", "GET", f"/calendar/?{asked}").content.decode()
        return "Lantern Open" in page

    assert found("game=2E&area=europe&kind=other&format=constructed&q=lantern mainz")
    assert not found("game=1E")
    assert not found("area=australia")
    assert not found("kind=world")
    assert not found("format=sealed")
    assert not found("q=elsewhere")


def test_a_page_of_the_calendar_asks_the_same_for_any_length(
    world, client, django_assert_num_queries
):
    for number in range(12):
        lifecycle.register_event(
            by=SYSTEM,
            now=world.now,
            form=draft(
                name=f"Cup {number}",
                online=True,
                directors=(Person.objects.get(handle="other").public_id,),
            ),
        )

    with django_assert_num_queries(3):
        client.get("/calendar/")


def test_a_pasted_list_becomes_entries_in_one_step(world):
    place = f"/events/{world.ids['event']}/players/"
    pasted = "other\nheadd\nQuixotic Zzyzx"
    head = Person.objects.get(handle="head").public_id
    other = Person.objects.get(handle="other").public_id

    sorted_out = world.ask("scorekeeper", "POST", place, {"list": pasted, "step": "sort"})
    client = world.clients["scorekeeper"]
    done = client.post(
        place,
        {
            "list": pasted,
            "step": "enter",
            "line": ["other", "headd", "Quixotic Zzyzx"],
            "as-0": other,
            "as-1": head,
            "as-2": "new",
        },
    )

    text = sorted_out.content.decode()
    assert "Found 1" in text
    assert "Possible matches 1" in text
    assert "New 1" in text
    assert done.status_code == 302
    came = set(
        Event.objects.get(public_id=world.ids["event"]).entries.values_list(
            "person__handle", flat=True
        )
    )
    assert {"other", "head", "Quixotic Zzyzx"} <= came


def test_two_records_become_one_after_a_look_and_back_again(world):
    keep = Person.objects.get(handle="other").public_id
    twin = Person.objects.get(handle="member").public_id
    asked = f"/players/merge/?keep={keep}&duplicate={twin}"

    looked = world.ask("head", "GET", asked).content.decode()
    world.ask("head", "POST", "/players/merge/", {"keep": keep, "duplicate": twin})
    merged = Person.objects.get(public_id=twin).merged_into
    done = re.search(
        r'name="undo" value="(\d+)"', world.ask("head", "GET", "/players/merge/").content.decode()
    )
    assert done
    world.ask("head", "POST", "/players/merge/", {"undo": done.group(1)})

    by_name = world.ask(
        "head", "GET", "/players/merge/?keep=other&duplicate=membr"
    ).content.decode()
    several = world.ask("head", "GET", "/players/merge/?keep=Somebody").content.decode()
    nobody = world.ask("head", "GET", "/players/merge/?keep=Qqqqq").content.decode()

    assert "1 entry moves" in looked
    assert "1 entry moves" in by_name
    assert several.count('type="radio" name="keep"') > 2
    assert "No one found for" in nobody
    assert merged is not None
    assert Person.objects.get(public_id=twin).merged_into is None


def test_ones_own_data_is_handed_out_and_erased_after_a_second_yes(world):
    person = world.ids["person"]
    export = world.ask("member", "POST", f"/players/{person}/export/")
    wrong = world.ask("member", "POST", f"/players/{person}/erase/", {"handle": "x"})
    still = Person.objects.get(public_id=person).handle
    world.ask("member", "POST", f"/players/{person}/erase/", {"handle": "member"})

    assert "member@example.org" in export.content.decode()
    assert wrong["Location"].endswith("#erase")
    assert still == "member"
    assert Person.objects.get(public_id=person).name == ""


def test_the_name_of_somebody_under_age_is_not_in_public_lists(world):
    Person.objects.filter(handle="member").update(birth_year=world.now.year - 12)

    for place in ("/players/?q=member", "/search/?q=member"):
        assert "member Somebody" not in world.ask("visitor", "GET", place).content.decode()


def test_a_helper_comes_in_by_the_code_and_is_out_once_it_ends(world):
    place = f"/events/{world.ids['event']}/players/"
    inside = world.ask("scorekeeper", "GET", place).status_code
    world.ask("director", "POST", f"/invites/{world.ids['invite']}/revoke/")

    assert inside == 200
    assert world.ask("scorekeeper", "GET", place).status_code == 403


def test_the_directors_link_works_once_and_on_this_computer_alone(client):
    from padd.services.access import laptop_sign_in

    secret = laptop_sign_in.create_sign_in_link(now=datetime.now(UTC))
    away = client.post(f"/enter/{secret}/", REMOTE_ADDR="192.0.2.9")
    client.get(f"/enter/{secret}/")
    first = client.post(f"/enter/{secret}/")
    here = client.get("/events/new/").status_code
    from_phone = client.get("/events/new/", REMOTE_ADDR="192.0.2.9").status_code
    second = client.post(f"/enter/{secret}/")

    assert (away.status_code, first.status_code, second.status_code) == (404, 302, 404)
    assert (here, from_phone) == (200, 404)


def test_a_filled_installation_is_not_filled_again(client, world):
    answer = world.ask("laptop", "POST", "/demo/")

    assert answer.status_code == 422


@pytest.mark.req("REG-21")
def test_the_flyer_takes_typesetting_as_words():
    sheet = Flyer(
        name='#panic("x") $sum$ *bold* \\ <b>',
        when="Saturday",
        where="#import\n[x",
        game="Second Edition",
        facts=(("Prizes", "#{}"), ("Director", "𝔘𝔫𝔦")),
        status="Sanctioned",
        address="http://127.0.0.1:8000/events/x/",
    )

    assert flyer_pdf(sheet).startswith(b"%PDF")


def test_the_form_reads_what_it_writes():
    from django.http import QueryDict

    posted = QueryDict(mutable=True)
    posted.update(form(expected="24", seats="32", online="yes"))

    filled = read_form(posted)

    assert filled.draft.expected_players == 24
    assert filled.draft.capacity == 32
    assert filled.draft.online
    assert filled.replaced == []


def test_the_days_of_the_month_lead_to_their_events(world):
    row = Event.objects.get(public_id=world.ids["event"])
    day = row.starts_at.astimezone(ZoneInfo(row.time_zone)).date()

    home = world.ask("visitor", "GET", f"/?month={day:%Y-%m}").content.decode()
    that_day = world.ask("visitor", "GET", f"/calendar/?day={day}").content.decode()
    before = day - timedelta(days=1)
    other = world.ask("visitor", "GET", f"/calendar/?day={before}").content.decode()
    nonsense = world.ask("visitor", "GET", "/calendar/?day=never")

    assert f'href="/calendar/?day={day}"' in home
    assert "1 event on" in that_day
    assert "Lantern Open" in that_day
    assert "No matching events" in other
    assert nonsense.status_code == 200


def test_a_draft_is_thrown_away_and_a_listing_is_not(world):
    register(world, who="director")
    drafted = Event.objects.get(name="Lantern Cup")
    version = {"version": str(drafted.version)}
    listed = Event.objects.get(public_id=world.ids["event"])

    refused = world.ask(
        "director", "POST", f"/events/{listed.public_id}/discard/", {"version": str(listed.version)}
    )
    place = f"/events/{drafted.public_id}/"
    offered = world.ask("director", "GET", place).content.decode()
    done = world.ask("director", "POST", f"{place}discard/", version)

    assert refused.status_code == 422
    assert "Delete this draft" in offered
    assert done["Location"] == "/mine/"
    assert not Event.objects.filter(pk=drafted.pk).exists()
    assert Event.objects.filter(pk=listed.pk).exists()


@pytest.mark.req("REG-30", "CHAMP-28", "GOV-36")
def test_a_release_tournament_is_known_by_its_set_wherever_it_is_listed(world):
    by_director = {"who": "director", "release_set": "Tides of Valhalla"}
    tribbles = register(world, edition="TR", pairing_style="tribbles", **by_director)
    register(world, **by_director)
    made = Event.objects.get(name="Lantern Cup")
    place = f"/events/{made.public_id}/"
    world.ask("director", "POST", f"{place}publish/", {"version": str(made.version)})

    page = one_line(world.ask("visitor", "GET", place).content.decode())
    calendar = world.ask("visitor", "GET", "/calendar/").content.decode()

    assert "Release tournaments are for new sets of 1E and 2E" in (tribbles.content.decode())
    assert "Release tournament</dt><dd>for the set <bdi>Tides of Valhalla" in page
    assert "release of Tides of Valhalla" in calendar


def test_pressing_twice_makes_one_draft_one_listing_and_one_entry(world):
    first, second = register(world, "director"), register(world, "director")
    (made,) = Event.objects.filter(name="Lantern Cup")
    place = f"/events/{made.public_id}/"
    listed = [
        world.ask("director", "POST", f"{place}publish/", {"version": made.version})
        for _ in range(2)
    ]
    entered = [world.ask("member", "POST", f"{place}enter/") for _ in range(2)]
    refused = world.ask("director", "POST", f"{place}cancel/", {"version": "1"})
    version = Event.objects.get(pk=made.pk).version
    gone = {"version": version, "reason": "The hall is flooded."}
    cancelled = [world.ask("director", "POST", f"{place}cancel/", gone) for _ in range(2)]

    assert first["Location"] == second["Location"] == place
    assert {one["Location"] for one in (*listed, *cancelled)} == {place}
    assert {one["Location"] for one in entered} == {f"{place}#coming"}
    assert made.entries.count() == 1
    assert refused.status_code == 409, "what another press has changed is no press twice"


def test_another_draft_or_a_later_one_is_a_draft_of_its_own(world):
    register(world, "director")
    register(world, "director", rounds="5")
    register(world, "member")
    Event.objects.update(created_at=datetime.now(UTC) - timedelta(hours=1))
    register(world, "director")

    assert Event.objects.filter(name="Lantern Cup").count() == 4


@pytest.mark.req("REG-3", "REG-24")
def test_while_typing_a_known_venue_brings_its_time_zone_to_the_adviser(world):
    def told(**changes):
        typed = form(time_zone="", **changes)
        page = world.ask("director", "POST", "/events/advice/", typed)
        return page.content.decode()

    assert "Register by" in told()
    assert "Enter the venue or the time zone" in told(where="")
    assert "Enter the start: the notice" in told(date="")
    assert not Event.objects.filter(name="Lantern Cup").exists()


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("time", "half past ten"),
        ("rounds", "four"),
        ("expected", "about 12"),
        ("seats", "-3"),
        ("ends_on", "tomorrow"),
    ],
)
def test_what_cannot_be_read_is_told_and_nothing_else_taken_for_it(world, field, typed):
    before = Event.objects.count()

    answer = register(world, **{field: typed})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert typed in page or field in {"time", "ends_on"}
    assert "such as 12" in page or "Enter the" in page
    assert Event.objects.count() == before


def test_a_full_event_speaks_of_the_waiting_list_before_the_press(world):
    event = world.ids["event"]
    Event.objects.filter(public_id=event).update(capacity=2)
    client = world.clients["other"]
    before = client.get(f"/events/{event}/").content.decode()

    for who in ("second", "third"):
        world.clients[who].post(f"/events/{event}/enter/")
    full = client.get(f"/events/{event}/").content.decode()

    assert "I’m coming" in before
    assert "Join the waiting list" not in before
    assert "Join the waiting list" in full
    assert "All 2 seats are taken" in full


def test_every_event_page_leads_a_visitor_to_the_sign_in_and_back(world, settings):
    settings.ACCOUNTS = True
    event = world.ids["event"]

    page = world.ask("visitor", "GET", f"/events/{event}/").content.decode()

    assert f"/accounts/login/?next=/events/{event}/" in page


def test_whoever_names_another_director_learns_what_happens_now(
    world, mailoutbox, django_capture_on_commit_callbacks
):
    director = Person.objects.get(account__email__startswith="director")

    with django_capture_on_commit_callbacks(execute=True):
        done = register(world, director_1=director.handle)
    page = one_line(world.clients["member"].get(done["Location"]).content.decode())

    assert "has this draft now" in page
    assert "List this event" not in page
    assert [mail.to for mail in mailoutbox if "director" in mail.subject] == [
        [director.account.email]
    ]


def test_an_event_that_waits_for_approval_is_not_said_to_be_sanctioned(world):
    year = datetime.now(UTC).year + 1

    outside = register(world, kind="continental", date=f"{year}-01-10", step="check")
    page = outside.content.decode()

    assert "Will be sanctioned" not in page
    assert "Outside the season" in page


def test_a_championship_in_its_season_is_sanctioned_only_once_it_is_approved(world):
    year = datetime.now(UTC).year + 1

    checked = register(world, kind="regional", date=f"{year}-04-10", step="check")
    page = checked.content.decode()

    assert "Sanctioned only once it is approved" in page
    assert "Will be sanctioned" not in page


def test_a_championship_that_waits_for_approval_does_not_read_sanctioned(world):
    year = datetime.now(UTC).year + 1
    draft = register(world, kind="regional", date=f"{year}-04-10")["Location"]
    row = Event.objects.get(name="Lantern Cup")

    world.ask("member", "POST", f"{draft}publish/", {"version": str(row.version)})
    waiting = world.ask("member", "GET", draft).content.decode()
    Event.objects.filter(pk=row.pk).update(state="listed")
    listed = world.ask("member", "GET", draft).content.decode()

    assert "Waiting for approval" in waiting
    assert "Sanctioned only once it is approved" in waiting
    assert "Sanctioned and rated" not in waiting
    assert "Sanctioned and rated" in listed


def test_whatever_approval_an_event_waits_for_it_does_not_read_sanctioned(world):
    draft = register(world)["Location"]

    Event.objects.filter(name="Lantern Cup").update(
        state="awaiting-approval", registered_at=datetime.now(UTC)
    )
    page = world.ask("member", "GET", draft).content.decode()

    assert "Sanctioned only once it is approved" in page
    assert "Sanctioned and rated" not in page

"""Visitors and members find their way: to sign in, through forms, to the rest."""

import html
import re

import pytest

from padd.store.models.events import Event, Venue
from padd.store.models.people import Person

pytestmark = pytest.mark.django_db


def page(world, address, who="visitor"):
    answer = world.ask(who, "GET", address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("part", ["", "info/", "standings/", "pairings/"])
def test_every_page_of_an_event_leads_to_sign_in_and_back(world, settings, part):
    settings.ACCOUNTS = True
    address = f"/events/{world.ids['event']}/{part}"

    assert f"/accounts/login/?next={address}" in page(world, address)


@pytest.mark.parametrize(
    "address", ["/", "/calendar/?when=all&q=wolf", "/ratings/", "/rulebooks/opg-5/", "/road/"]
)
def test_every_sign_in_of_the_frame_leads_back_to_the_page_as_it_was(world, settings, address):
    settings.ACCOUNTS = True
    shown = world.clients["visitor"].get(address, follow=True)
    here = shown.wsgi_request.get_full_path()

    links = re.findall(r'href="(/accounts/login/[^"]*)"', shown.content.decode())
    asked = {page(world, html.unescape(link)) for link in links}

    assert len(links) >= 3
    for form in asked:
        back = re.findall(r'name="next" value="([^"]*)"', form)
        assert set(map(html.unescape, back)) == {here}


def test_a_venue_leads_to_its_events_and_a_search_names_their_months(world):
    venue = page(world, f"/venues/{world.ids['venue']}/")
    (link,) = re.findall(r'href="(/calendar/\?when=all[^"]*)"', venue)
    starts = Event.objects.get(public_id=world.ids["event"]).starts_at

    assert "Lantern Open" in page(world, link.replace("&amp;", "&"))
    assert f"{starts:%B %Y}" in page(world, "/search/?q=lantern")


def test_countries_stand_in_groups_in_the_order_of_the_alphabet(world):
    form = page(world, "/venues/new/", "member")

    groups = re.findall(r"<optgroup[^>]*>(.*?)</optgroup>", form, re.DOTALL)
    countries = [re.findall(r"<option[^>]*>([^<]+)<", group) for group in groups]
    by_country = [names for names in countries if "Germany" in names]
    assert len(by_country) == 1
    for names in countries:
        assert names == sorted(names)


def test_a_year_that_cannot_be_read_is_told_and_kept(world):
    typed = {"handle": "Newcomer", "birth_year": "19x7"}

    answer = world.ask("member", "POST", "/players/new/", typed)

    assert answer.status_code == 422
    assert "four digits" in answer.content.decode()
    assert 'value="19x7"' in answer.content.decode()


def test_the_calendar_can_show_all_dates(world):
    assert '<option value="all" selected>All dates' in page(world, "/calendar/?when=all")


def test_a_new_venue_takes_the_time_zone_of_its_country(world):
    typed = {"name": "Quark’s", "town": "Mainz", "region": "germany", "time_zone": ""}

    world.ask("member", "POST", "/venues/new/", typed)

    assert Venue.objects.get(name="Quark’s").time_zone == "Europe/Berlin"


def test_an_adult_who_hides_the_name_is_on_the_list_by_handle_alone(world):
    Person.objects.filter(handle="member").update(name="Real Name", hides_name=True)
    world.ask("member", "POST", f"/events/{world.ids['event']}/enter/", {})

    listed = page(world, f"/events/{world.ids['event']}/")

    assert ">member<" in listed
    assert "Real Name" not in listed

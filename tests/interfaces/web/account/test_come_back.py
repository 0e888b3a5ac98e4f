"""A director who closed the tab comes back in at the laptop, and nobody else does."""

import pytest
from django.test import Client
from tests.interfaces.web.page_source import one_line

HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000"}
BUTTON = "Open the console"


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


def token_of(client, address, **how):
    """Return a page and the token of its form."""
    page = client.get(address, **(HERE | how)).content.decode()
    _, _, rest = page.partition('action="/enter/"')
    _, _, value = rest.partition('name="csrfmiddlewaretoken" value="')
    return page, value.partition('"')[0]


def test_one_press_on_the_first_page_opens_my_events():
    client = Client(enforce_csrf_checks=True)
    page, token = token_of(client, "/")

    answer = client.post("/enter/", {"csrfmiddlewaretoken": token}, **HERE)

    assert BUTTON in one_line(page)
    assert (answer.status_code, answer["Location"]) == (302, "/mine/")
    assert "My events" in client.get("/mine/", **HERE).content.decode()
    assert 'action="/enter/"' not in client.get("/", **HERE).content.decode()


def test_a_page_for_directors_leads_back_to_itself(world):
    client, address = Client(), f"/events/{world.ids['event']}/run/"
    page, token = token_of(client, address)

    answer = client.post("/enter/", {"csrfmiddlewaretoken": token, "next": address}, **HERE)

    assert f'name="next" value="{address}"' in page
    assert answer["Location"] == address
    away = Client().post("/enter/", {"next": "https://example.org/"}, **HERE)
    assert away["Location"] == "/mine/"


def test_a_form_of_another_site_signs_nobody_in():
    client = Client(enforce_csrf_checks=True)

    assert client.post("/enter/", {}, **HERE).status_code == 403
    assert client.get("/mine/", **HERE).status_code == 403


@pytest.mark.parametrize(
    "how",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_HOST": "testserver"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
        {"HTTP_VIA": "1.1 tunnel"},
    ],
)
def test_the_button_is_for_a_browser_on_this_computer_alone(how):
    client = Client()

    assert 'action="/enter/"' not in token_of(client, "/", **how)[0]
    assert client.post("/enter/", {}, **(HERE | how)).status_code == 404
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize("setting", ["HOSTED", "ACCOUNTS"])
def test_where_people_have_accounts_they_sign_in(setting, settings):
    setattr(settings, setting, True)

    assert Client().post("/enter/", {}, **HERE).status_code == 404


def test_my_events_lists_what_is_run_on_the_laptop(world):
    form = {"name": "Shop league", "game": "2E", "list": "Ada\nBen", "key": "one"}
    started = world.ask("laptop", "POST", "/events/quick/", form)
    event = str(started["Location"]).split("/")[2]

    page = one_line(world.ask("laptop", "GET", "/mine/").content.decode())

    assert "Running now" in page
    assert f'href="/events/{event}/run/"' in page
    assert "Shop league" not in world.ask("member", "GET", "/mine/").content.decode()

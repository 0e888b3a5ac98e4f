"""Every address answers as it should, with the headers that protect it."""

import re

import pytest

pytestmark = pytest.mark.django_db

READABLE = {
    "home": "/",
    "calendar": "/calendar/",
    "search": "/search/?q=x",
    "players": "/players/?q=x",
    "venues": "/venues/",
    "packs": "/packs/",
    "packs made": "/packs/?product=frontier/booster&packs=2&seed=x",
    "leagues": "/leagues/",
    "champions": "/leagues/champions/",
    "read": "/read/",
    "example": "/examples/lakeside-regional/",
    "example-file": "/examples/lakeside-regional/file/",
    "road": "/road/2026/2e/",
    "masters": "/masters/2026/tr/",
    "badges": "/badges/",
    "rulebooks": "/rulebooks/",
    "compare": "/rulebooks/compare/?a=opg-5&b=decipher-1998",
    "find": "/rulebooks/find/?q=differential",
    "rulings": "/rulebooks/rulings/",
    "rulebook": "/rulebooks/opg-5/",
    "cards": "/cards/?q=x",
    "deck-new": "/decks/new/",
}
OTHERWISE = {
    "register": ("GET", "/events/new/", 403),
    "listing": ("GET", "/events/nothing/", 404),
    "enter": ("POST", "/events/nothing/enter/", 403),
    "accounts": ("GET", "/accounts/login/", 404),
    "laptop": ("POST", "/enter/nothing/", 404),
    "event": ("GET", "/event/", 302),
    "event-file": ("GET", "/event/file/", 405),
    "theme": ("GET", "/theme/", 405),
    "too-large": ("GET", "/too-large/", 413),
}


@pytest.mark.parametrize("address", READABLE.values(), ids=READABLE)
def test_a_page_answers(client, address):
    response = client.get(address)

    assert response.status_code == 200
    protected(response)


@pytest.mark.parametrize(("how", "address", "status"), OTHERWISE.values())
def test_an_address_that_is_no_page_says_so(client, how, address, status):
    response = client.generic(how, address)

    assert response.status_code == status
    protected(response)


@pytest.mark.parametrize("address", ["/nothing/", "/rulebooks/opg-9/", "/examples/x/"])
def test_an_unknown_address_gets_the_page_for_it(client, address):
    response = client.get(address)

    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
    protected(response)


def test_the_address_of_a_form_says_so_to_whoever_opens_it(client):
    response = client.get("/theme/")
    page = response.content.decode()

    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This address only takes a form" in page
    assert "Go to the home page" in page


def test_the_api_answers_a_wrong_method_in_its_own_form(client):
    response = client.get("/api/v1/events/lantern/facts")

    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert response.json()["error"]["code"] == "method"


def test_a_host_that_is_not_ours_is_refused_with_one_line_in_the_log(client, caplog):
    response = client.get("/", headers={"host": "elsewhere.example"})

    assert response.status_code == 400
    assert "Bad request" in response.content.decode()
    protected(response)
    (line,) = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "elsewhere.example" in line.getMessage()


def test_a_failure_inside_shows_no_trace(client, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("padd.presentation.events.quick_start.all_examples", fail)
    client.raise_request_exception = False

    response = client.get("/read/")

    assert response.status_code == 500
    page = response.content.decode()
    assert "Nothing was changed" in page
    assert "a secret detail" not in page
    assert "a secret detail" in caplog.text
    protected(response)


@pytest.mark.parametrize("address", READABLE.values(), ids=READABLE)
def test_no_page_carries_scripts_or_styles_of_its_own(client, address):
    page = client.get(address).content.decode()

    assert not re.search(r"\sstyle\s*=", page)
    assert not re.search(r"<style|\son\w+\s*=|javascript:", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)


def test_static_files_are_kept_for_good_and_change_their_address(client):
    page = client.get("/").content.decode()
    sheet = re.search(r"/static/css/tokens\.css\?v=[0-9a-f]{12}", page)
    assert sheet

    response = client.get(sheet.group())

    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/css")
    assert "max-age=31536000" in response["Cache-Control"]
    protected(response)


def test_the_theme_is_kept_in_a_cookie_and_rendered(client):
    there = client.post("/theme/", {"theme": "dark", "back": "/rulebooks/"})
    page = client.get("/rulebooks/").content.decode()

    assert there["Location"] == "/rulebooks/"
    assert 'data-theme="dark"' in page
    assert re.search(r'css/dark\.css[^>]*media="screen"', page)


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//x.example", "\\\\x"])
def test_the_way_back_never_leaves_the_site(client, back):
    response = client.post("/theme/", {"theme": "light", "back": back})

    assert response["Location"] == "/"


def test_an_unknown_theme_is_passed_over(client):
    response = client.post("/theme/", {"theme": "<b>", "back": "/"})

    assert "padd-theme" not in response.cookies


def protected(response):
    """Hold every answer to the same headers."""
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"

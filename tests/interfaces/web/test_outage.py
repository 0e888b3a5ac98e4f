"""While the database is away: 503 with Retry-After, from pages that need none."""

import json
import logging
import time

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client, RequestFactory

from padd.config.logs import JsonLines, OncePerMinute
from padd.interfaces.web import errors
from padd.services.database_errors import NotSaved

pytestmark = [pytest.mark.django_db, pytest.mark.req("R18")]
ADDRESSES = ("/", "/calendar/", "/ratings/", "/search/?q=wolf")


@pytest.fixture(params=[OperationalError, InterfaceError])
def _away(request, db):
    def refuse(*_, **__):
        raise request.param("connection failed: Connection refused")

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.usefixtures("_away")
@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("cookie", ["", "a-session"])
def test_pages_say_that_the_database_is_away(address, cookie, settings):
    client = Client(raise_request_exception=False)
    if cookie:
        client.cookies[settings.SESSION_COOKIE_NAME] = cookie

    answer = client.get(address)

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "tries again every 5 seconds" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/html")


def test_a_form_that_met_an_outage_is_not_sent_again_by_itself():
    page = errors.database_away_page(RequestFactory().post("/play/")).content.decode()

    assert "http-equiv" not in page
    assert "Go back and send it again" in page


@pytest.mark.usefixtures("_away")
def test_programs_get_their_own_form_of_it():
    answer = Client(raise_request_exception=False).get("/api/v1/events")

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["error"]["code"] == "unavailable"


def test_programs_get_it_too_where_the_trouble_comes_before_the_api():
    def fail(_):
        raise OperationalError("connection failed")

    request = RequestFactory().get("/api/v1/events")

    try:
        answer = fail(request)
    except OperationalError:
        answer = errors.server_error_page(request)

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert json.loads(answer.content)["error"]["code"] == "unavailable"


def test_whoever_could_not_save_is_told_when_to_try_again():
    request = RequestFactory().post("/events/abc/enter/")
    request.COOKIES = {}

    answer = errors.refusal_page(request, NotSaved(OperationalError("database is locked")))

    assert (answer.status_code, answer["Retry-After"]) == (503, "2")


def record(message, *arguments, level=logging.ERROR):
    return logging.LogRecord("padd", level, __file__, 1, message, arguments, None)


@pytest.mark.parametrize("level", [logging.ERROR, logging.WARNING])
def test_the_same_trouble_is_written_once_a_minute_with_how_often_it_came(monkeypatch, level):
    sieve, clock = OncePerMinute(), [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    passed = [sieve.filter(record("away", level=level)) for _ in range(1000)]
    other = sieve.filter(record("another trouble"))
    clock[0] += 61
    again = record("away", level=level)

    assert sum(passed) == 1
    assert other
    assert sieve.filter(again)
    assert json.loads(JsonLines().format(again))["left_out"] == 999
    clock[0] += 61
    assert sieve.filter(again)
    assert "left_out" not in json.loads(JsonLines().format(again))


def test_trouble_at_another_address_is_the_same_trouble():
    sieve = OncePerMinute()
    told = "Service Unavailable: %s"

    passed = [sieve.filter(record(told, address)) for address in ADDRESSES]

    assert passed == [True, False, False, False]


def test_a_line_of_the_log_is_one_object_with_its_request(tmp_path):
    line = JsonLines().format(record("a\nbroken\nline"))

    assert "\n" not in line
    assert json.loads(line)["message"] == "a\nbroken\nline"
    assert tmp_path.exists()

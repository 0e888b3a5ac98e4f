"""Which pages the application marks as the same for every visitor, and from when."""

from datetime import UTC, datetime

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client, RequestFactory
from tests.interfaces.web.world import make_world

from padd.interfaces.web.cached_pages import PARAMETERS, mark_public_pages
from padd.platform.page_cache import CACHE_HEADER, EVERYTHING, PROGRAM
from padd.store.models.people import Person
from padd.store.writes.event_log import add_audit_entry, data_generation

NOW = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/calendar/", "/ratings/", "/venues/", "/api/v1/events"])
def test_a_visitors_page_is_marked_as_the_same_for_all(path):
    make_world()

    page = Client().get(path)

    assert page[CACHE_HEADER] == EVERYTHING
    assert page["ETag"]
    assert not page.cookies


@pytest.mark.django_db
def test_a_page_of_somebody_signed_in_is_not_marked():
    world = make_world()

    assert CACHE_HEADER not in world.ask("member", "GET", "/")
    assert CACHE_HEADER not in world.ask("member", "GET", "/calendar/")


@pytest.mark.django_db
def test_a_list_of_the_api_for_a_token_is_not_marked():
    make_world()

    answer = Client().get("/api/v1/events", headers={"Authorization": "Bearer no"})

    assert CACHE_HEADER not in answer


def test_a_static_file_is_marked_as_part_of_the_program():
    assert Client().get("/static/icon.svg")[CACHE_HEADER] == PROGRAM


@pytest.mark.django_db
def test_a_page_that_gives_one_browser_a_cookie_is_not_marked():
    def page(request):
        response = HttpResponse(request.path)
        response.set_cookie("csrftoken", "abc")
        return response

    assert CACHE_HEADER not in mark_public_pages(page)(RequestFactory().get("/"))


@pytest.mark.django_db
def test_the_generation_grows_with_every_entry():
    before = data_generation()

    add_audit_entry("venue.add", by="system:-", subject="venue:1", at=NOW)

    assert data_generation() != before


@pytest.mark.django_db
def test_the_theme_is_chosen_without_a_token():
    client = Client(enforce_csrf_checks=True)

    chosen = client.post("/theme/", {"theme": "dark", "back": "/calendar/"})

    assert chosen.status_code == 302
    assert client.cookies["padd-theme"].value == "dark"


@pytest.mark.django_db
@pytest.mark.req("R27")
@pytest.mark.parametrize(
    "path",
    [
        *("/", "/calendar/", "/department/", "/players/", "/ratings/", "/rulebooks/"),
        *("/rulebooks/compare/", "/rulebooks/find/", "/venues/", "/seasons/2026/"),
        *("/events/{event}/", "/events/{event}/pairings/", "/events/{event}/standings/"),
        "/players/{person}/",
    ],
)
def test_every_parameter_that_a_public_page_reads_is_declared(path, monkeypatch):
    world, read = make_world(), set()
    plain = QueryDict.get

    def get(self, key, default=None):
        read.add(key)
        return plain(self, key, default)

    monkeypatch.setattr(QueryDict, "get", get)
    person = Person.objects.order_by("pk").first()
    address = path.format(event=world.ids["event"], person=person.public_id)

    assert Client().get(address, follow=True).status_code in {200, 404}
    assert read <= PARAMETERS[path.split("/")[1]]

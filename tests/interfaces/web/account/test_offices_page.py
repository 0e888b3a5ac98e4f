"""The page of the offices: given and ended by whoever may, on record."""

import pytest

from padd.store.models.eventlog import AuditEntry
from padd.store.models.people import Grant

pytestmark = pytest.mark.django_db


def offices_page(world, who="head"):
    return world.ask(who, "GET", "/offices/").content.decode()


@pytest.mark.req("GOV-9")
def test_the_director_gives_an_office_and_ends_it_on_record(world):
    given = {"email": "member@example.org", "office": "coordinator", "area": "europe"}

    answer = world.ask("head", "POST", "/offices/", given)
    twice = world.ask("head", "POST", "/offices/", given)
    shown = offices_page(world)
    number = Grant.objects.get(account__email="member@example.org").pk
    desk = world.ask("member", "GET", "/desk/").status_code
    world.ask("head", "POST", f"/offices/{number}/end/")

    assert (answer.status_code, twice.status_code) == (302, 422)
    assert "Coordinator, Europe" in shown
    assert desk == 200
    assert world.ask("member", "GET", "/desk/").status_code == 404
    acts = AuditEntry.objects.filter(act__startswith="office.").values_list("act", flat=True)
    assert list(acts) == ["office.grant", "office.end"]
    assert "Past (1)" in offices_page(world)


def test_only_an_administrator_makes_administrators_and_ends_them(world):
    given = {"email": "member@example.org", "office": "administrator"}
    own = Grant.objects.get(account__email="admin@example.org").pk

    by_the_director = world.ask("head", "POST", "/offices/", given)
    ended = world.ask("head", "POST", f"/offices/{own}/end/")
    by_the_administrator = world.ask("admin", "POST", "/offices/", given)

    assert (by_the_director.status_code, ended.status_code) == (404, 404)
    assert by_the_administrator.status_code == 302
    assert 'value="administrator"' not in offices_page(world)
    assert 'value="administrator"' in offices_page(world, "admin")


def test_the_last_administrator_stays_and_the_offices_page_says_why(world):
    own = Grant.objects.get(account__email="admin@example.org").pk

    refused = world.ask("admin", "POST", f"/offices/{own}/end/")

    page = refused.content.decode()
    assert refused.status_code == 422
    assert "This is the last administrator. Name another one first." in page
    assert "<h1>Offices</h1>" in page
    assert f"/offices/{own}/end/" in page

"""Every address, every way to ask, everybody, every state of the event."""

import re
from pathlib import Path

import pytest
from authorization_table import ELSEWHERE, HIDDEN, OF_ACCOUNTS, PEOPLE, ROUTES, STRANGERS
from django.db import transaction
from django.urls import URLResolver, get_resolver, resolve, reverse
from tests.rate_limits import forget_requests

from padd.interfaces.web.public_routes import is_open_to_players
from world import STATES, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.req("REG-1", "REG-27")]

ROOT = Path(__file__).parents[3]
OPEN = {200, 302, 409, 422}
FIXED = {
    "region": "germany",
    "nothing": "nothing",
    "example": "lakeside-regional",
    "rulebook": "opg-5",
}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """One world for all rows: whatever a request does is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


def address(row, ids):
    held = {**FIXED, **ids}
    return reverse(row.name, args=(held[row.of],) if row.of else ())


def addresses(patterns, inside=""):
    """Give the name of every address and the list of addresses that holds it."""
    for one in patterns:
        if isinstance(one, URLResolver):
            if str(one.pattern) != OF_ACCOUNTS:
                yield from addresses(one.url_patterns, _module(one))
        else:
            yield one.name or str(one.pattern), inside


def _module(included):
    held = included.urlconf_name
    return held if isinstance(held, str) else getattr(held, "__name__", "")


def test_every_address_is_in_a_table():
    found = set(addresses(get_resolver().url_patterns))
    named = {row.name for row in ROUTES} | set(ELSEWHERE)

    missing = sorted(
        name for name, inside in found if name not in named and inside not in ELSEWHERE
    )

    assert not missing, (
        f"No table says who may ask for {missing}. Add a Row for each method to "
        "ROUTES in tests/interfaces/web/authorization_table.py, or name the test "
        "that has the table of its list of addresses in ELSEWHERE there."
    )
    gone = named - {name for name, _ in found} - {inside for _, inside in found}
    assert not gone, f"These rows name addresses that are no longer there: {gone}"


def test_every_name_leads_to_one_address_alone():
    found = [name for name, _ in addresses(get_resolver().url_patterns)]

    assert sorted(name for name in set(found) if found.count(name) > 1) == []


def test_a_table_that_stands_elsewhere_is_there():
    for name, test in ELSEWHERE.items():
        words = (ROOT / test).read_text(encoding="utf-8")
        assert name in words, f"{test} does not speak of {name}"


def served_to_phones(row):
    """Tell whether a laptop serves an address in the venue's network at all."""
    anything = {"zzzzzzzzzz"} if row.of else set()
    found = resolve(reverse(row.name, args=tuple(anything)))
    return is_open_to_players(found, row.method)


def expected(row, who, state):
    """Return the answer that the table asks for; none means open."""
    if who == "network" and not served_to_phones(row):
        return 404
    if row.status is not None:
        return row.status
    if row.door and who in STRANGERS:
        return 403
    allowed = row.open
    if row.hidden is not None and state in HIDDEN:
        allowed = row.hidden
    return None if who in allowed else 404


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_answers_somebody_who_may_ask(method, world):
    rows = [row for row in ROUTES if row.method == method and row.open]

    wrong = {}
    for row in rows:
        status = asked(world, row, row.open[-1], STATES[2]).status_code
        if status not in ({row.status} if row.status else OPEN):
            wrong[f"{row.name} for {row.open[-1]}"] = status

    assert wrong == {}
    assert len(rows) > 30


@pytest.mark.long
@pytest.mark.parametrize("row", ROUTES, ids=lambda row: f"{row.method} {row.name}")
def test_everybody_gets_what_the_table_says(row, world):
    states = STATES if row.of == "event" else STATES[2:3]
    wrong = []

    for state in states:
        for who in PEOPLE:
            answer = asked(world, row, who, state)
            wanted = expected(row, who, state)
            fits = answer.status_code in OPEN if wanted is None else (answer.status_code == wanted)
            if not fits:
                wrong.append(f"{who}, {state}: {answer.status_code}, not {wanted}")
            protected(answer)

    assert wrong == []


def asked(world, row, who, state, ids=None):
    """Ask, and let nothing of it stay."""
    forget_requests()
    with transaction.atomic():
        world.put(state)
        answer = world.ask(who, row.method, address(row, ids or world.ids), row.data)
        transaction.set_rollback(True)
    return answer


@pytest.mark.long
@pytest.mark.parametrize(
    "row", [row for row in ROUTES if row.of and row.of not in FIXED], ids=lambda r: r.name
)
def test_what_one_may_not_see_looks_like_what_is_not_there(row, world):
    missing = dict.fromkeys(world.ids, "zzzzzzzzzz")
    there, nowhere = address(row, world.ids), address(row, missing)

    for who in PEOPLE:
        answer = asked(world, row, who, "draft")
        if answer.status_code != 404:
            continue
        other = asked(world, row, who, "draft", missing)
        assert plain(answer, there) == plain(other, nowhere)


def plain(answer, own):
    page = answer.content.decode().replace(own, "")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page)


def protected(response):
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] in {"same-origin", "no-referrer"}
    assert response["X-Frame-Options"] == "DENY"

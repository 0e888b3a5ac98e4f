"""Every form of the console, sent with what no browser would send: no server errors.

The short run sends a few mutations of every form; `PADD_TRIALS=200` sends 200 of each.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from padd.interfaces.web.console.commands import FORM_ACTIONS
from padd.services import eventlog

Mutation = Callable[[Random, list[tuple[str, str]]], list[tuple[str, str]]]

pytestmark = [pytest.mark.django_db, pytest.mark.long]

TRIALS: Final = int(os.environ.get("PADD_TRIALS", "6"))
PLAYERS: Final = "Ada Feld\nBen Roy\nCleo Ito\nDee Marsh"
BASE: Final = {
    "key": "k",
    "back": "/",
    "reason": "Because",
    "expected": "",
    "sure": "",
    "number": "1",
    "table": "1",
    "player": "ada-feld",
    "then": "next-table",
    "a": "100",
    "b": "40",
    "ending": "complete",
    "winner": "ada-feld",
    "saved": "1",
    "planet-a": "1",
    "space-b": "2",
    "bonus-a": "5",
    "game-1": "ada-feld",
    "minutes": "5",
    "until": "2026-11-16T12:00",
    "rounds": "5",
    "level": "1",
    "infraction": "B1",
    "intent": "yes",
    "what": "Shouting",
    "into": "2",
    "name": "Somebody",
    "handle": "some",
    "seed": "1",
    "head_start": "2",
    "players": "ada-feld",
    "order": "ada-feld",
    "declined": "ben-roy",
    "approved_by": "ben-roy",
    "role": "judge",
    "person": "Ivo",
    "text": "A note",
    "sequences": "3",
    "by": "hand",
    "place-ada-feld": "1",
    "seat-ada-feld": "1",
    "seat-ben-roy": "bye",
    "scores.ada-feld": "121200",
    "way": "repair",
    "all-agree": "yes",
    "at_once": "yes",
    "starts": "2026-01-01",
    "list": "New One",
    "here": "yes",
    "seeded": "yes",
    "pods": "2",
    "look": "",
    "heat-1": "nothing",
    "qualifiers-1": "2",
    "absent-ada-feld": "yes",
}
HOSTILE: Final = (
    *("", " ", "\x00", "a\x00b", "\ud800", "\udfff\ud800", "\u202e", "\ufeff", "\r\n"),
    *("-1", "0", "1e9", "9" * 400, "-" + "9" * 30, "٣", "１", "NaN", "inf", "0x10"),
    *("null", "true", "[]", "{}", "'; DROP TABLE store_event; --", "{{ 7*7 }}"),
    *("<script>alert(1)</script>", "../../etc/passwd", "%00", "//evil.example/"),
    *("http://[", "javascript:alert(1)", "/events/x/run/", "2026-13-45T99:99"),
    *("0001-01-01T00:00", "9999-12-31T23:59", "1,2,3,,4", "1," * 500, "ada-feld:x"),
    *("2:ben-roy", "bye:bye", "🖖" * 200, "é" * 600, "x" * 5000),
)
LARGE: Final = "x" * 1_000_000


def _hostile(rng, form):
    at = rng.randrange(len(form))
    return [*form[:at], (form[at][0], rng.choice(HOSTILE)), *form[at + 1 :]]


def _many_hostile(rng, form):
    return [(name, rng.choice(HOSTILE) if rng.random() < 0.4 else value) for name, value in form]


def _twice(rng, form):
    name = rng.choice(form)[0]
    return [*form, *((name, rng.choice(HOSTILE)) for _ in range(rng.randint(1, 5)))]


def _left_out(rng, form):
    return rng.sample(form, rng.randrange(len(form)))


def _large(rng, form):
    at = rng.randrange(len(form))
    return [*form[:at], (form[at][0], LARGE), *form[at + 1 :]]


def _renamed(rng, form):
    at = rng.randrange(len(form))
    return [*form[:at], (rng.choice(HOSTILE) or "?", form[at][1]), *form[at + 1 :]]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(_hostile, _hostile, _many_hostile, _twice, _left_out, _renamed),
    _large,
)
PLACES: Final = (
    *(f"act/{kind}/" for kind in sorted(FORM_ACTIONS)),
    *("open/", "draw/", "enter/", "heats/", "heats/seed/", "act/nothing/"),
)


@pytest.fixture(scope="module")
def begun(shared_world, django_db_blocker):
    """Begin the event once for all tests."""
    with django_db_blocker.unblock():
        return _begun(shared_world)


@pytest.fixture
def world(db, begun):
    """Return a world with a round that is being played, one table of it saved."""
    return begun.as_made()


def _begun(made):
    made.put("listed")
    for place, data in (
        ("open/", {"key": "open"}),
        ("enter/", {"list": PLAYERS, "here": "yes", "key": "list"}),
        ("draw/", {"key": "draw"}),
        ("act/round.published/", {"key": "publish", "number": "1"}),
        (
            "act/result.entered/",
            {"key": "r", "number": "1", "table": "1", "ending": "complete"}
            | {"a": "100", "b": "40"},
        ),
    ):
        answer = send(made, place, list(data.items()))
        assert answer.status_code == 302, (place, answer.status_code)
    return made


def send(world, place, form):
    """Send a form as bytes, also with what is no text."""
    body = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in form)
    client: Any = world.clients["laptop"]
    return client.post(  # type: ignore[no-any-return]
        f"/events/{world.ids['event']}/run/{place}",
        data=body,
        content_type="application/x-www-form-urlencoded",
    )


def _quoted(text):
    data = text.encode("utf-8", "surrogatepass")
    return "".join(f"%{byte:02x}" for byte in data) if len(data) < 20_000 else text


@pytest.mark.req("R18")
@pytest.mark.parametrize("place", PLACES)
def test_no_form_brings_the_server_down(place, world):
    rng = Random(place)
    world.clients["laptop"].raise_request_exception = False
    before = eventlog.snapshot_event(event_id=world.ids["event"]).sequence

    for number in range(TRIALS):
        form = MUTATIONS[number % len(MUTATIONS)](rng, list(BASE.items()))
        with transaction.atomic():
            answer = send(world, place, form)
            transaction.set_rollback(True)
        said = [(name, value[:80]) for name, value in form]
        assert answer.status_code < 500, (place, answer.status_code, said)

    assert eventlog.snapshot_event(event_id=world.ids["event"]).sequence == before


@pytest.mark.req("R18")
@pytest.mark.parametrize("address", ["/events/quick/", "/events/bring/"])
def test_no_form_of_the_first_page_does_either(address, world):
    rng = Random(address)
    client = world.clients["laptop"]
    client.raise_request_exception = False

    for number in range(TRIALS):
        form = dict(
            MUTATIONS[number % len(MUTATIONS)](
                rng, [*BASE.items(), ("game", "2E"), ("zone", "UTC"), ("style", "")]
            )
        )
        data: dict[str, Any] = {
            name.replace("\x00", "").encode("utf-8", "replace").decode(): value.encode(
                "utf-8", "replace"
            )
            for name, value in form.items()
        }
        if address == "/events/bring/":
            noise = rng.choice((b"", b"{}", b"[" * 100_000, rng.randbytes(500)))
            data = {"file": SimpleUploadedFile("x.json", noise)}
        with transaction.atomic():
            answer = client.post(address, data)
            transaction.set_rollback(True)
        assert answer.status_code < 500, (answer.status_code, form)


@pytest.mark.req("R18")
@pytest.mark.parametrize(
    "page", ["", "check-in/", "pairings/", "rounds/", "penalties/", "log/", "finish/"]
)
def test_no_question_brings_the_server_down(page, world):
    rng = Random(page)
    client = world.clients["laptop"]
    client.raise_request_exception = False
    names = ("open", "show", "done", "at", "round", "change", "player", "infraction")

    for _ in range(TRIALS):
        asked = {name: rng.choice(HOSTILE) for name in rng.sample(names, 3)}
        asked |= {"ending": rng.choice(HOSTILE), "a": rng.choice(HOSTILE)}
        query = "&".join(f"{name}={_quoted(value)}" for name, value in asked.items())
        answer = client.get(f"/events/{world.ids['event']}/run/{page}?{query}")
        assert answer.status_code < 500, (answer.status_code, asked)

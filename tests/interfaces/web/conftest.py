"""The application for tests: its settings, its server, a browser, event files."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from served_pages import Served
from tests.chromium import CHROMIUM


@pytest.fixture(autouse=True, scope="session")
def _light_passwords():
    """Let Argon2 work little in this process; servers do it as they are shipped."""
    from django.contrib.auth.hashers import Argon2PasswordHasher

    with pytest.MonkeyPatch.context() as light:
        for name, cost in (("time_cost", 1), ("memory_cost", 8), ("parallelism", 1)):
            light.setattr(Argon2PasswordHasher, name, cost)
        yield


@pytest.fixture(autouse=True, scope="session")
def _static_files_looked_up_once():
    """Let the first of all clients find the static files, and the others know them.

    Every client makes all middleware anew, as only a program that starts does.
    """
    from whitenoise.middleware import WhiteNoiseMiddleware

    look_up = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def once(middleware):
        if not found:
            look_up(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as one:
        one.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def _templates_compiled_once(tmp_path_factory):
    """Let the processes of one run share the templates that each has compiled."""
    from django.template import engines
    from jinja2 import FileSystemBytecodeCache

    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = tmp_path_factory.getbasetemp().parent / "templates"
        folder.mkdir(exist_ok=True)
        engines["jinja2"].env.bytecode_cache = FileSystemBytecodeCache(str(folder))


@pytest.fixture(scope="module")
def shared_world(django_db_setup, django_db_blocker):
    """Make one world for all tests of a file; each takes back what it did.

    Not for a file with a test whose transactions really end.
    """
    from django.db import transaction
    from tests.interfaces.web.world import make_world

    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(db, shared_world):
    """Return a world with an event and every kind of visitor."""
    return shared_world.as_made()


@pytest.fixture(scope="session")
def laptop_server(tmp_path_factory):
    """Return a server at a table that runs through all tests of a process."""
    server = Served(tmp_path_factory.mktemp("served"), "--port", "0")
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="session")
def address(laptop_server):
    """Return the address of the server that runs through all tests."""
    return laptop_server.address.rstrip("/")


@pytest.fixture(scope="session")
def browser():
    """Return one Chromium for all tests that need a real browser."""
    CHROMIUM.open()
    yield CHROMIUM
    CHROMIUM.close()


@pytest.fixture(scope="session")
def headquarters(tmp_path_factory):
    """Return a headquarters that runs through all tests of a process."""
    from headquarters import Headquarters

    server = Headquarters(tmp_path_factory.mktemp("headquarters"))
    yield server
    assert server.stop() == 0


@pytest.fixture
def somebody(browser, headquarters):
    """Open pages of the headquarters on a screen, with or without scripts."""
    from tests.interfaces.web.page_reader import SCREENS, Reader

    contexts = []

    def on(screen, *, scripts=True):
        width, height = SCREENS[screen]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            reduced_motion="reduce",
            color_scheme="dark" if screen == "phone" else "light",
        )
        contexts.append(context)
        return Reader(context.new_page(), headquarters.address.rstrip("/"))

    yield on
    for context in contexts:
        context.close()


def event_document(**changes):
    """Return a small event of four players and two rounds as a document."""
    people = (("ada", "Ada Feld"), ("ben", "Ben Roy"), ("cleo", "Cleo Ito"))
    document: dict[str, Any] = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": "Kitchen Table Open",
        "edition": "2E",
        "rounds_planned": 2,
        "players": [
            *({"id": key, "name": name} for key, name in people),
            {"id": "dee", "name": "Dee Marsh", "dropped_after": 1},
        ],
        "rounds": [
            {
                "number": 1,
                "matches": [_match("ada", "ben", 100, 40), _match("cleo", "dee", 100, 70)],
            },
            {"number": 2, "matches": [_match("ada", "cleo", 120, 55)], "byes": ["ben"]},
        ],
    }
    return {**document, **changes}


def _match(winner, loser, won, lost):
    return {
        "players": [winner, loser],
        "ending": "complete",
        "winner": winner,
        "scores": [won, lost],
    }


@pytest.fixture
def event_file():
    """Return a maker of small event files; keywords change the document."""

    def make(**changes):
        return json.dumps(event_document(**changes)).encode()

    return make

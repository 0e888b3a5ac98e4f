"""Which database the tests run on, and fresh ones."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import django
import pytest
from hypothesis import HealthCheck, settings
from tests.chromium import CHROMIUM
from tests.databases import (
    MEMORY,
    PREPARED,
    ROOM,
    SERVER,
    PostgreSQL,
    copy_database,
    copy_model,
    make_database,
    model_folder,
    on_server,
)
from tests.worker_schedule import WorkerSchedule, has_browser, on_both_databases, turn

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
os.environ["PADD_DATA"] = str(Path(tempfile.gettempdir()) / "padd-is-not-written")
django.setup()

DATABASE = frozenset({"db", "real_database"})
"""What a test asks for that touches the database in its own process."""
AT_LENGTH = 3600
"""Seconds that a long test may take; every other has the time in pyproject.toml."""
RELIABILITY: Final = "tests/reliability/"
NO_DATABASE: Final = tuple(
    f"tests/{name}/" for name in ("config", "core", "distribution", "house", "oracle", "rulebooks")
)
"""Where no test touches a database, so that none is looked for on PostgreSQL."""

# The same examples every time, so that a run can be trusted and repeated; to look
# for new ones, run with PADD_EXPLORE=1.
# How long it takes to make examples says how busy the machine is, not what is wrong.
UNHURRIED: Final = (HealthCheck.too_slow,)
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=UNHURRIED
)
settings.register_profile("explore", deadline=None, suppress_health_check=UNHURRIED)
settings.load_profile("explore" if os.environ.get("PADD_EXPLORE") else "repeatable")


def pytest_addoption(parser):
    """Let one choose the database."""
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="the database that tests run on, with every program they start",
    )


def pytest_configure(config):
    """Give all test processes one model of a database, and one server if asked for."""
    if hasattr(config, "workerinput"):
        return
    _keep_files_in_memory(config)
    os.environ[PREPARED] = str(model_folder())
    if config.getoption("--database") == "postgresql":
        prepared = tempfile.mkdtemp(prefix="padd-model-")
        os.environ[PREPARED] = prepared
        config.add_cleanup(lambda: shutil.rmtree(prepared))
        server = PostgreSQL()
        os.environ[SERVER] = server.url
        os.environ["PATH"] = f"{server.programs}{os.pathsep}{os.environ['PATH']}"
        config.add_cleanup(server.stop)


def _keep_files_in_memory(config):
    """Let databases of tests be files in memory, where writing waits for no disk."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return
    folder = tempfile.mkdtemp(prefix="padd-tests-", dir=MEMORY)
    Path(folder).chmod(0o755)  # PostgreSQL runs as nobody
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = None
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Let `--dist loadfile` keep browsers together too."""
    return WorkerSchedule(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Mark what touches the database, and what is long; begin with the longest.

    Others choose by the marks, and put what uses a database first; so marks come
    before them, and the order after them.
    """
    for item in items:
        file = item.nodeid.partition("::")[0]
        marks = {mark.name for mark in item.iter_markers()}
        touches = "django_db" in marks or DATABASE.intersection(getattr(item, "fixturenames", ()))
        if _empties_tables(item):
            raise pytest.UsageError(
                f"{item.nodeid} empties the tables of the tests "
                "after it: ask for real_database instead"
            )
        if touches and file.startswith(NO_DATABASE):
            raise pytest.UsageError(f"{file} is left out on PostgreSQL: see Makefile")
        # Tables of who may do what, and statistics, are the same on every database.
        if touches and "long" not in marks and on_both_databases(file):
            item.add_marker(pytest.mark.postgresql)
        if file.startswith(RELIABILITY):
            item.add_marker(pytest.mark.long)
        if "long" in marks or file.startswith(RELIABILITY):
            item.add_marker(pytest.mark.timeout(AT_LENGTH))
    yield
    items.sort(key=lambda item: turn(item.nodeid.partition("::")[0]))


def _empties_tables(item):
    """Tell whether Django empties every table after a test, the seeded ones too."""
    asked = "transactional_db" in getattr(item, "fixturenames", ())
    return asked or any(mark.kwargs.get("transaction") for mark in item.iter_markers("django_db"))


def pytest_runtest_setup(item):
    """Close the browser before tests that need none, for they may need Django."""
    if not has_browser(item.nodeid.partition("::")[0]):
        CHROMIUM.close()


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Let the database stand that was copied from the model."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request, tmp_path_factory):
    """Point Django at a file or a server of the tests, with the shipped settings."""
    from django.conf import settings
    from django.db import connections

    from padd.config.databases import database

    folder = tmp_path_factory.mktemp("database")
    settings.DATA = folder  # nothing a test keeps goes to the user's own folder
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    wanted: dict[str, Any] = database(os.environ.get(SERVER, ""), folder)
    # Tests go from one database to another, and a pool would stay with the first.
    wanted["OPTIONS"].pop("pool", None)
    if SERVER in os.environ:
        name = f"padd_{worker}"
        make_database(name)
    else:
        name = str(folder / "test.sqlite3")
        copy_model(Path(name))
    chosen = settings.DATABASES["default"]
    chosen.clear()
    # Where no test asks for it by a mark, Django does not change to the test's name.
    chosen.update(wanted, NAME=name, TEST={"NAME": name})
    connections.configure_settings(settings.DATABASES)
    with suppress(AttributeError):  # there is none before the first use
        del connections["default"]


@pytest.fixture
def real_database(django_db_setup, django_db_blocker, tmp_path):
    """Give a test a migrated database of its own, whose transactions really end."""
    from django.db import connection, connections

    with django_db_blocker.unblock():
        connections.close_all()
        settings = connection.settings_dict
        template = settings["NAME"]
        if connection.vendor == "sqlite":
            settings["NAME"] = str(tmp_path / "own.sqlite3")
            shutil.copyfile(template, settings["NAME"])
        else:
            settings["NAME"] = f"{template}_own"
            copy_database(template, f"{template}_own")
        yield
        connections.close_all()
        if connection.vendor != "sqlite":
            on_server(f'DROP DATABASE "{template}_own" WITH (FORCE)')
        settings["NAME"] = template


@pytest.fixture
def data_folder(settings, tmp_path):
    """Give a test a data folder of its own, and no logs in memory of the test before."""
    from padd.services.eventlog.log_cache import clear_logs

    settings.DATA = tmp_path / "data"
    settings.BACKUP = ""
    clear_logs()
    yield settings.DATA
    clear_logs()


@pytest.fixture
def bare_world(db):
    """Return people, venues and events of the calendar, without pages."""
    from tests.world import World

    from padd.store.queries.people import search

    search.clear_people_index()
    yield World()
    search.clear_people_index()


@pytest.fixture
def real_world(real_database):
    """Return a world in a database whose transactions really end."""
    from tests.world import World

    from padd.store.queries.people import search

    search.clear_people_index()
    yield World()
    search.clear_people_index()


@pytest.fixture(autouse=True)
def fresh_catalogue(request):
    """Forget the card data of the test before, whose transaction was taken back."""
    if "db" in request.fixturenames or request.node.get_closest_marker("django_db"):
        from padd.services.cards import catalogue

        catalogue.clear_catalogue()


@pytest.fixture
def world(bare_world):
    """Return the world of a test; the tests of pages have one with visitors."""
    return bare_world

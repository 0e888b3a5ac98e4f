"""Opening an installation: new, up to date, older, or newer than the program."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, connections
from tests.world import NOW

from padd.core.refusal import RefusalError
from padd.services.installation import installation
from padd.store.installation import upgrade


def test_an_installation_that_is_up_to_date_is_just_opened(real_world, tmp_path):
    opened = installation.open_up(folder=tmp_path, now=real_world.now)

    assert (opened.backup, opened.steps) == (None, ())
    assert installation.is_installation_empty()
    real_world.person()
    assert not installation.is_installation_empty()


def older(steps):
    """Make the database believe that its last steps were never taken."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE id IN (SELECT id FROM "
            "django_migrations WHERE app = 'sessions' ORDER BY id DESC LIMIT %s)",
            [steps],
        )
        cursor.execute("DROP TABLE django_session")


def test_an_older_installation_is_backed_up_then_brought_up_to_date(real_world, tmp_path):
    real_world.person("Morn")
    older(1)

    opened = installation.open_up(folder=tmp_path, now=real_world.now)

    assert opened.steps == ("sessions.0001_initial",)
    assert upgrade.missing_migrations() == ()
    if connection.vendor == "sqlite":
        assert opened.backup == tmp_path / "backups" / ("2026-11-15T12-00-00-before-update.sqlite3")
        with closing(sqlite3.connect(opened.backup)) as copy:
            assert copy.execute("SELECT handle FROM store_person").fetchall() == [("Morn",)]
        assert stat.S_IMODE(opened.backup.stat().st_mode) == 0o600


def test_a_database_of_a_newer_version_is_left_alone(real_world, tmp_path):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('store', '9999_holodecks', '2030-01-01 00:00:00')"
        )

    with pytest.raises(RefusalError) as refused:
        installation.open_up(folder=tmp_path, now=real_world.now)

    assert refused.value.codes == ("newer-database",)


@pytest.fixture
def empty_database(real_database, tmp_path):
    """Point at a SQLite file that is not there yet, or an empty database."""
    connections.close_all()
    settings = connection.settings_dict
    before = settings["NAME"]
    if connection.vendor == "sqlite":
        settings["NAME"] = str(tmp_path / "new" / "padd.sqlite3")
    else:
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{before}_new"')
        connections.close_all()
        settings["NAME"] = f"{before}_new"
    yield settings["NAME"]
    connections.close_all()
    made, settings["NAME"] = settings["NAME"], before
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{made}"')


@pytest.mark.long
def test_a_new_installation_is_made_for_its_owner_alone(empty_database, tmp_path):
    opened = installation.open_up(folder=tmp_path, now=NOW)

    assert opened.backup is None
    assert "store.0001_initial" in opened.steps
    assert installation.is_installation_empty()
    if connection.vendor == "sqlite":
        assert stat.S_IMODE(Path(empty_database).stat().st_mode) == 0o600

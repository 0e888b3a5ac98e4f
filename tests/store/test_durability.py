"""A database that could lose an acknowledged result is refused, in words."""

import sqlite3
from contextlib import closing

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections

from padd.config.databases import database, sqlite
from padd.core.refusal import RefusalError
from padd.services.installation import installation
from padd.store.installation import durability


@pytest.mark.django_db
def test_the_shipped_settings_have_no_fault():
    assert durability.durability_faults() == ()


@pytest.fixture
def altered(real_database):
    """Let a test change the settings of the connection."""
    settings = connection.settings_dict
    options = settings["OPTIONS"]
    settings["OPTIONS"] = dict(options)
    yield
    connections.close_all()
    settings["OPTIONS"] = options


SQLITE_WEAKNESSES = {
    "PRAGMA journal_mode=DELETE; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;": (
        "synchronous is not EXTRA"
    ),
    "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;": (
        "synchronous is not EXTRA"
    ),
    "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=EXTRA;": "journal mode is MEMORY",
    "PRAGMA synchronous=EXTRA; PRAGMA foreign_keys=OFF;": "foreign_keys is off",
}


@pytest.mark.parametrize(("first", "fault"), SQLITE_WEAKNESSES.items())
def test_a_weaker_setting_is_refused_at_start(altered, first, fault, tmp_path):
    if connection.vendor == "postgresql":
        connection.settings_dict["OPTIONS"]["options"] = "-c synchronous_commit=off"
        fault = "synchronous_commit is off"
    else:
        connection.settings_dict["OPTIONS"]["init_command"] = first

    with pytest.raises(RefusalError) as refused:
        installation.open_up(folder=tmp_path, now=None)  # type: ignore[arg-type]

    assert refused.value.codes == ("not-durable",)
    assert fault in str(refused.value)


def test_wal_is_refused_where_sqlite_can_damage_it(altered, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    monkeypatch.setattr(durability, "_ask", {"PRAGMA journal_mode": "wal"}.get)

    assert "WAL mode" in str(next(durability._sqlite_faults()))


def test_deferred_transactions_are_refused(altered, monkeypatch):
    sound = {"PRAGMA journal_mode": "delete", "PRAGMA synchronous": 3, "PRAGMA foreign_keys": 1}
    monkeypatch.setattr(durability, "_ask", sound.get)
    connection.settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"

    (fault,) = durability._sqlite_faults()
    assert "transaction_mode is not IMMEDIATE" in str(fault)


def test_a_server_that_does_not_sync_is_refused(monkeypatch):
    answers = {"SHOW fsync": "off", "SHOW full_page_writes": "on", "SHOW synchronous_commit": "on"}
    monkeypatch.setattr(durability, "_ask", answers.get)

    (fault,) = durability._postgresql_faults()
    assert str(fault).startswith("fsync is off")


def test_a_database_url_is_read_in_all_its_parts(tmp_path):
    read = database("postgresql://kira:r%40nd@ds9.example:5433/padd", tmp_path)

    assert read["ENGINE"] == "django.db.backends.postgresql"
    wanted = {
        "NAME": "padd",
        "USER": "kira",
        "PASSWORD": "r@nd",
        "HOST": "ds9.example",
        "PORT": "5433",
    }
    assert {key: read[key] for key in wanted} == wanted


def test_what_is_deleted_is_overwritten_whatever_sqlite_does_by_itself(tmp_path):
    file = tmp_path / "club.sqlite3"
    first = sqlite(file)["OPTIONS"]["init_command"]
    with closing(sqlite3.connect(file)) as kept:
        kept.execute("PRAGMA secure_delete=OFF")
        kept.executescript(first)
        kept.execute("CREATE TABLE person (name TEXT)")
        kept.execute("INSERT INTO person VALUES (?)", ["Benjamin Sisko" * 900])
        kept.commit()
        kept.execute("DELETE FROM person")
        kept.commit()

    assert b"Sisko" not in file.read_bytes()


def test_without_a_url_it_is_a_file_in_the_data_folder(tmp_path):
    assert database("", tmp_path)["NAME"] == str(tmp_path / "padd.sqlite3")


def test_another_database_is_refused_in_words(tmp_path):
    with pytest.raises(ImproperlyConfigured, match="is not a database PADD supports"):
        database("mysql://x@y/z", tmp_path)

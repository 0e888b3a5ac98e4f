"""Connections to a SQLite file that one request leaves to the next."""

import sqlite3

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from padd.config.databases import sqlite
from padd.store.sqlite3_kept_open.base import MOST_WAITING, DatabaseWrapper

ROWS = 500


@pytest.fixture
def file(tmp_path):
    """Return a database with one table."""
    file = tmp_path / "padd.sqlite3"
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE players (number INTEGER)")
        made.executemany("INSERT INTO players VALUES (?)", [(n,) for n in range(ROWS)])
    made.close()
    return file


@pytest.fixture(autouse=True)
def _touched(django_db_blocker):
    with django_db_blocker.unblock():
        yield


def _of_a_request(file):
    """Return the connection of a request, which comes to a thread of its own."""
    settings = {"default": {**sqlite(file)}}
    found = ConnectionHandler(settings)["default"]
    assert isinstance(found, DatabaseWrapper)
    found.ensure_connection()
    return found


def _count(request):
    with request.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM players")
        return int(cursor.fetchone()[0])


def _raw(request):
    return request.connection


def test_the_next_request_takes_over_the_connection_with_its_settings(file):
    first = _of_a_request(file)
    raw = _raw(first)
    first.close_if_unusable_or_obsolete()

    second = _of_a_request(file)

    assert first.connection is None
    assert _raw(second) is raw
    with second.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (3,)
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
    second.close()


def test_a_thread_goes_on_though_a_cursor_of_its_last_request_is_still_held(file):
    thread = _of_a_request(file)
    held = thread.create_cursor()
    thread.close_if_unusable_or_obsolete()
    other = _of_a_request(file)
    other.close()

    thread.ensure_connection()
    answered = _count(thread)
    thread.close_if_unusable_or_obsolete()

    assert answered == ROWS
    assert held.connection is not None
    assert thread.connection is None


def test_two_requests_at_once_have_two_connections(file):
    first = _of_a_request(file)

    second = _of_a_request(file)

    assert _raw(first) is not _raw(second)
    first.close()
    second.close()


def test_a_connection_that_is_closed_on_purpose_is_closed(file):
    first = _of_a_request(file)
    raw = _raw(first)

    first.close()

    with pytest.raises(sqlite3.ProgrammingError):
        raw.execute("SELECT 1")


def test_a_connection_after_an_error_is_not_handed_on_unless_it_works(file):
    first = _of_a_request(file)
    raw = _raw(first)
    with pytest.raises(OperationalError), first.cursor() as cursor:
        cursor.execute("SELECT number FROM nowhere")
    first.close_if_unusable_or_obsolete()

    second = _of_a_request(file)

    assert _raw(second) is not raw
    assert _count(second) == ROWS
    second.close()


def test_an_open_transaction_is_rolled_back_and_its_connection_closed(file):
    first = _of_a_request(file)
    raw = _raw(first)
    with first.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute("DELETE FROM players")
    first.close_if_unusable_or_obsolete()

    second = _of_a_request(file)

    assert _raw(second) is not raw
    assert _count(second) == ROWS
    second.close()


def test_what_was_read_half_keeps_nobody_from_writing(file):
    first = _of_a_request(file)
    half_read = first.cursor()
    half_read.execute("SELECT number FROM players")
    half_read.fetchone()

    first.close_if_unusable_or_obsolete()

    writer = sqlite3.connect(file, timeout=0)
    with writer:
        writer.execute("DELETE FROM players")
    writer.close()
    second = _of_a_request(file)
    assert _count(second) == 0
    second.close()


def test_a_file_that_was_put_in_place_of_the_old_one_is_opened(file, tmp_path):
    first = _of_a_request(file)
    first.close_if_unusable_or_obsolete()
    restored = tmp_path / "restored.sqlite3"
    with sqlite3.connect(restored) as made:
        made.execute("CREATE TABLE players (number INTEGER)")
    made.close()
    restored.replace(file)

    second = _of_a_request(file)

    assert _count(second) == 0
    second.close()


def test_only_so_many_connections_wait(file):
    requests = [_of_a_request(file) for _ in range(MOST_WAITING + 2)]
    raws = [_raw(request) for request in requests]

    for request in requests:
        request.close_if_unusable_or_obsolete()

    again = [_of_a_request(file) for _ in range(MOST_WAITING + 2)]
    assert sum(_raw(request) in raws for request in again) == MOST_WAITING
    for request in again:
        request.close()


def test_rows_are_read_the_short_way_and_the_long_way_alike(file):
    request = _of_a_request(file)
    sql, values = "SELECT number, %s FROM players WHERE number < %s", ["100%", 2]
    seen = []

    short = request.rows(sql, values)
    with request.execute_wrapper(lambda run, *asked: seen.append(asked) or run(*asked)):
        long = request.rows(sql, values)

    assert short == long == [(0, "100%"), (1, "100%")]
    assert len(seen) == 1


def test_what_fails_on_the_short_way_is_an_error_of_django(file):
    request = _of_a_request(file)

    with pytest.raises(OperationalError):
        request.rows("SELECT nothing FROM nowhere", [])

    assert request.errors_occurred

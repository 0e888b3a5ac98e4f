"""Connections to a SQLite file that the next request takes over.

The server answers requests in several threads, and Django gives every thread a
connection of its own and closes it after each request. Opening one reads the whole
schema, which takes half as long as a page. So what a request leaves behind in good
order waits here for the next one in any thread, with the statements and the pages of
the file that SQLite keeps with it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from sqlite3 import Connection
from typing import Any, Final
from weakref import WeakSet

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.operations import DatabaseOperations

MOST_QUERIES: Final = 512
MOST_WAITING: Final = 8
"""Connections that wait for a request; each may hold two megabytes of the file."""
_waiting: Final[dict[Hashable, deque[tuple[Hashable, Connection]]]] = defaultdict(deque)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that knows how SQLite writes the places in queries asked before."""

    def convert_query(self, query: str, *, param_names: Iterable[str] | None = None) -> str:
        """Return a query as SQLite wants it."""
        if param_names is not None:
            return str(super().convert_query(query, param_names=param_names))
        return _with_question_marks(query)


@lru_cache(MOST_QUERIES)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Operations(DatabaseOperations):
    """What Django does with values, the common ones in short."""

    def convert_datetimefield_value(
        self,
        value: Any,  # noqa: ANN401 -- Django's
        expression: Any,  # noqa: ANN401 -- Django's
        connection: Any,  # noqa: ANN401 -- Django's
    ) -> datetime | None:
        """Return a moment with its time zone; a calendar has hundreds of them."""
        if type(value) is datetime and value.tzinfo is None:
            return value.replace(tzinfo=connection.timezone)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is handed on at the end of a request instead of closed."""

    ops_class = Operations

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's
        super().__init__(*args, **kwargs)
        self._cursors: WeakSet[Cursor] = WeakSet()
        self._place: deque[tuple[Hashable, Connection]] = deque()
        """Where this connection waits, with others that can stand in for it."""
        self._file: Hashable = None
        """Which file was opened; by now another one may have its name."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Return a connection that waits, or a new one."""
        # Cursors of an earlier one that somebody still holds are none of its business.
        self._cursors = WeakSet()
        self._place = _waiting[(*sorted(conn_params.items()), *self.init_commands)]  # type: ignore[attr-defined] # Django's own
        there = self._file_there()
        while self._place:
            try:
                self._file, connection = self._place.pop()
            except IndexError:  # another thread was faster
                break
            if self._file == there:
                return connection
            connection.close()
        opened: Connection = super().get_new_connection(conn_params)
        self._file = self._file_there()
        return opened

    def create_cursor(self, name: str | None = None) -> Cursor:  # noqa: ARG002 -- PostgreSQL has names
        """Return a cursor, and remember it for as long as somebody has it."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        self._cursors.add(cursor)
        return cursor

    def rows(self, sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
        """Return all rows of a query, without the detours for what nobody asked for.

        A page asks twenty short questions; Django's cursor takes longer than most.
        """
        asked_for = self.queries_logged or self.execute_wrappers
        if self.connection is None or self.needs_rollback or asked_for:
            with self.cursor() as cursor:
                cursor.execute(sql, values)
                return list(cursor.fetchall())
        with self.wrap_database_errors:
            found = self.connection.execute(_with_question_marks(sql), values)
            return list(found.fetchall())

    def close_if_unusable_or_obsolete(self) -> None:
        """Hand the connection on, unless it is not in order."""
        if len(self._place) >= MOST_WAITING or not self._is_in_order():
            super().close_if_unusable_or_obsolete()
            return
        # What somebody has begun to read would keep everybody from writing.
        for cursor in list(self._cursors):
            cursor.close()
        connection, self.connection = self.connection, None
        self._place.append((self._file, connection))

    def _is_in_order(self) -> bool:
        return (
            self.connection is not None
            and not self.errors_occurred
            and not self.in_atomic_block
            and not self.connection.in_transaction
            and self.get_autocommit() == self.settings_dict["AUTOCOMMIT"]
            and not self.is_in_memory_db()
        )

    def _file_there(self) -> Hashable:
        try:
            found = Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

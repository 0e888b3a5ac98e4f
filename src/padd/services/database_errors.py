"""Turn a full disk or a locked database into one refusal: not saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.refusal import house_refusal

DAMAGE: Final = ("malformed", "not a database", "disk image", "unsupported file format", "corrupt")
"""What SQLite says of a file that something else has written into."""


IN_WORDS: Final = (
    (("no space", "is full", "disk full"), "the disk is full. Free up some space."),
    (
        ("readonly", "read-only", "unable to open", "permission denied"),
        "the database can’t be written. Check its folder and owner.",
    ),
    (("lock",), "another program is using the database."),
    (
        ("password authentication failed", "no password supplied"),
        "it does not accept this user and password. Check DATABASE_URL.",
    ),
    (("does not exist",), "the server has no such user or database. Look at DATABASE_URL."),
    (
        ("could not translate host", "connection refused", "couldn't get a connection"),
        "no database server answers there. Check DATABASE_URL, or start the server.",
    ),
)
"""Errors of databases, and what they mean for the administrator."""


READ_ONLY: Final = "25006"
"""What PostgreSQL says to a write once the server has become a standby."""


class NotSaved(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The database could not be written: nothing changed, and it may be tried again."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(
            house_refusal(
                "not-saved",
                message(
                    "Not saved, and nothing has changed: {in_words} Try again.",
                    in_words=database_error_text(cause),
                ),
            )
        )


def is_unavailable(error: BaseException | None) -> bool:
    """Tell whether a database cannot be reached, is held, or lets another one write."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, (OperationalError, InterfaceError))


def unavailability_cause(cause: Exception) -> Exception:
    """Return why a database is away; a pool only says that it has given up.

    Asked at a start and by its keeper, once and without the pool.
    """
    if connection.vendor != "postgresql" or not is_unavailable(cause):
        return cause
    import psycopg  # a laptop starts without it

    options = connection.get_connection_params()
    options.pop("pool", None)
    try:
        psycopg.connect(**options).close()
    except psycopg.Error as reason:
        return reason
    return cause


def is_corruption(cause: Exception) -> bool:
    """Tell whether a SQLite file is not what SQLite has written."""
    said = str(cause).lower()
    return any(word in said for word in DAMAGE)


def database_error_text(cause: Exception) -> str:
    """Return what keeps a database from working, in a sentence for its keeper."""
    said = str(cause).lower()
    for marks, words in IN_WORDS:
        if any(mark in said for mark in marks):
            return words
    return f"the database said “{str(cause).splitlines()[0] if said else 'nothing'}”."


@contextmanager
def refuse_database_errors() -> Iterator[None]:
    """Turn what keeps a database from writing into a refusal that says so."""
    try:
        yield
    except (IntegrityError, DataError, ProgrammingError):
        raise
    except DatabaseError as cause:
        raise NotSaved(cause) from cause

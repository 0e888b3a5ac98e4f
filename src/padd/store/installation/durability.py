"""Check at every start that the database really keeps what it confirms."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from django.db import connection

from padd.core.messages import Message, message

# Versions below can damage a database in WAL mode when two connections write.
WAL_IS_SAFE_FROM: Final = (3, 51, 3)
EXTRA: Final = 3
WANTED_POSTGRESQL: Final = {"fsync": "on", "full_page_writes": "on"}
WEAK_COMMITS: Final = frozenset({"off"})


def durability_faults() -> tuple[Message, ...]:
    """Return every setting that could lose an acknowledged result."""
    if connection.vendor == "sqlite":
        return tuple(_sqlite_faults())
    if connection.vendor == "postgresql":
        return tuple(_postgresql_faults())
    name = connection.display_name
    return (message("PADD can’t use the database {name}.", name=name),)


def _sqlite_faults() -> Iterator[Message]:
    version = sqlite3.sqlite_version_info
    journal = str(_ask("PRAGMA journal_mode")).lower()
    if journal == "wal" and version < WAL_IS_SAFE_FROM:
        yield message(
            "The database is in WAL mode, and SQLite {version} can damage it so; "
            "from 3.51.3 on it cannot. Use the journal mode DELETE.",
            version=sqlite3.sqlite_version,
        )
    elif journal != "delete":
        yield message(
            "The journal mode is {mode}, and only DELETE is durable here.", mode=journal.upper()
        )
    if _ask("PRAGMA synchronous") != EXTRA:
        yield message("synchronous is not EXTRA: a power cut could lose the last results.")
    if _ask("PRAGMA foreign_keys") != 1:
        yield message("foreign_keys is off: rows could point to nothing.")
    if connection.settings_dict["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
        yield message("transaction_mode is not IMMEDIATE: two entries at once could fail.")


def _postgresql_faults() -> Iterator[Message]:
    for setting, value in WANTED_POSTGRESQL.items():
        now = _ask(f"SHOW {setting}")
        if now != value:
            yield message(
                "{setting} is {now}: a power cut could lose results. Set it on.",
                setting=setting,
                now=str(now),
            )
    if _ask("SHOW synchronous_commit") in WEAK_COMMITS:
        yield message("synchronous_commit is off: acknowledged results could be lost.")


def _ask(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        row = cursor.fetchone()
    return row[0] if row else None

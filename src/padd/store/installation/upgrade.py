"""Migrate the tables, after a backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from padd.store.installation.sqlite_copies import OWNER_ONLY, atomic_file, known_migrations

BACKUPS: Final = "backups"
MIGRATING: Final = 5_039_114
"""The number of the lock that whoever migrates holds."""
WAITING: Final = frozenset({5, 6})
"""What SQLite answers while somebody else writes: busy, locked."""
MOST_WAITS: Final = 20
"""Of a quarter of a second each."""


def make_database_private() -> None:
    """Make the file of a new SQLite database readable by its owner alone."""
    if connection.vendor != "sqlite":
        return
    path = Path(str(connection.settings_dict["NAME"]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=OWNER_ONLY)


def database_damage() -> str:
    """Return what is wrong with the file of a SQLite database, if anything is."""
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (found,) = cursor.fetchone()
    return "" if found == "ok" else f"malformed: {found}"


def missing_migrations() -> tuple[str, ...]:
    """Return the migrations that this version needs and the database lacks."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return tuple(f"{step.app_label}.{step.name}" for step, _ in plan)


def record_replacements() -> None:
    """Record a migration whose replaced migrations were all applied before."""
    MigrationExecutor(connection).check_replacements()


def unknown_migrations() -> tuple[str, ...]:
    """Return the migrations of the database that this version does not know."""
    known = known_migrations()
    applied = MigrationRecorder(connection).applied_migrations()
    return tuple(f"{app}.{name}" for app, name in applied if app == "store" and name not in known)


def has_tables() -> bool:
    """Tell whether the database was ever used."""
    return "store_person" in connection.introspection.table_names()


def is_empty_database() -> bool:
    """Tell whether the database has no tables but that of its own steps."""
    return set(connection.introspection.table_names()) <= {"django_migrations"}


def copy_sqlite_database(folder: Path, *, now: datetime, label: str) -> Path | None:
    """Copy a SQLite database by its backup interface, synced; return the file.

    A plain copy of the file of a database in use is often broken. A PostgreSQL
    server is backed up by its own tools.
    """
    if connection.vendor != "sqlite":
        return None
    path = folder / f"{now:%Y-%m-%dT%H-%M-%S}-{label}.sqlite3"
    connection.ensure_connection()
    source: sqlite3.Connection = connection.connection
    with atomic_file(path) as partial, closing(sqlite3.connect(partial)) as copy:
        source.backup(copy, progress=_patience())
    return path


def _patience() -> Callable[[int, int, int], None]:
    """Return what ends a copy that waits too long; by itself it would wait for good."""
    waited = 0

    def look(status: int, _remaining: int, _total: int) -> None:
        nonlocal waited
        waited += status in WAITING
        if waited > MOST_WAITS:
            raise sqlite3.OperationalError("the database is locked")

    return look


def apply_migrations() -> None:
    """Apply every missing migration; of several processes one does, others wait."""
    with _in_turn():
        _apply_missing()


class StepExecutor(MigrationExecutor):
    """Notes a step together with what it does: a kill leaves both or neither.

    Django notes a step that makes tables after they are saved.
    """

    def apply_migration(
        self,
        state: ProjectState,
        migration: Migration,
        fake: bool = False,  # noqa: FBT001, FBT002 -- as Django calls it
        fake_initial: bool = False,  # noqa: FBT001, FBT002 -- as Django calls it
    ) -> ProjectState:
        """Do a step and note it in one transaction."""
        if fake or fake_initial:
            return super().apply_migration(state, migration, fake, fake_initial)
        with self.connection.schema_editor(atomic=migration.atomic) as editor:
            state = migration.apply(state, editor)
            for sql in editor.deferred_sql:
                editor.execute(sql, None)
            editor.deferred_sql.clear()
            self.record_migration(migration)  # type: ignore[call-arg,arg-type]
        return state


def _apply_missing() -> None:
    executor = StepExecutor(connection)
    executor.loader.check_consistent_history(connection)
    targets = executor.loader.graph.leaf_nodes()
    plan = executor.migration_plan(targets)
    emit_pre_migrate_signal(0, interactive=False, db=connection.alias, plan=plan)
    executor.migrate(targets, plan)
    emit_post_migrate_signal(0, interactive=False, db=connection.alias, plan=plan)


@contextmanager
def _in_turn() -> Iterator[None]:
    """Let one process at a time migrate a PostgreSQL database."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
            cursor.execute("RESET lock_timeout")

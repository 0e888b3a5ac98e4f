"""The audit and the logs are only ever added to; both databases see to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.db import migrations

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES: Final = ("store_auditentry", "store_eventaction")

SQLITE: Final = """
CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END
"""
POSTGRESQL: Final = """
CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table}
FOR EACH ROW EXECUTE FUNCTION store_only_added()
"""
REFUSE: Final = """
CREATE FUNCTION store_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def guard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse every change and every removal."""
    on_postgresql = editor.connection.vendor == "postgresql"
    if on_postgresql:
        editor.execute(REFUSE, params=None)
    for table in TABLES:
        for act in ("UPDATE", "DELETE"):
            words = POSTGRESQL if on_postgresql else SQLITE
            editor.execute(words.format(table=table, act=act))


def unguard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the guards away again."""
    on_postgresql = editor.connection.vendor == "postgresql"
    for table in TABLES:
        for act in ("UPDATE", "DELETE"):
            of = f" ON {table}" if on_postgresql else ""
            editor.execute(f"DROP TRIGGER {table}_no_{act}{of}")
    if on_postgresql:
        editor.execute("DROP FUNCTION store_only_added()")


class Migration(migrations.Migration):
    """Guard the tables that are only added to."""

    dependencies: ClassVar = [("store", "0001_first_tables")]
    operations: ClassVar = [migrations.RunPython(guard, unguard)]

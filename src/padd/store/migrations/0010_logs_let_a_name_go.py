"""Rows of the audit and the logs are only added; an erasure alone takes a name out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIXED: Final = {
    "store_auditentry": ("id", "at", "actor", "act", "subject"),
    "store_eventaction": ("id", "event_id", "sequence", "kind", "at", "key"),
}
"""What not even an erasure changes."""

SQLITE: Final = """
CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table}
WHEN NOT EXISTS (SELECT 1 FROM store_erasure WHERE under_way) OR {moved}
BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END
"""
FUNCTION: Final = """
CREATE FUNCTION store_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM store_erasure WHERE under_way) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
GATE: Final = """
CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION store_only_erased()
"""
FRAME: Final = """
CREATE TRIGGER {table}_no_MOVE BEFORE UPDATE ON {table}
FOR EACH ROW WHEN ({moved}) EXECUTE FUNCTION store_only_added()
"""
BEFORE_SQLITE: Final = """
CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END
"""
BEFORE_POSTGRESQL: Final = (
    "CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table} "
    "FOR EACH ROW EXECUTE FUNCTION store_only_added()"
)


def open_a_door(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Let an erasure that is under way change words, and nothing else."""
    on_postgresql = editor.connection.vendor == "postgresql"
    if on_postgresql:
        editor.execute(FUNCTION, params=None)
    for table, fixed in FIXED.items():
        _drop(editor, table, "UPDATE")
        differs = "IS DISTINCT FROM" if on_postgresql else "IS NOT"
        moved = " OR ".join(f'NEW."{one}" {differs} OLD."{one}"' for one in fixed)
        for words in (GATE, FRAME) if on_postgresql else (SQLITE,):
            editor.execute(words.format(table=table, moved=moved))


def close_it(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse every change again."""
    on_postgresql = editor.connection.vendor == "postgresql"
    for table in FIXED:
        _drop(editor, table, "UPDATE")
        if on_postgresql:
            _drop(editor, table, "MOVE")
        words = BEFORE_POSTGRESQL if on_postgresql else BEFORE_SQLITE
        editor.execute(words.format(table=table))
    if on_postgresql:
        editor.execute("DROP FUNCTION store_only_erased()")


def _drop(editor: BaseDatabaseSchemaEditor, table: str, act: str) -> None:
    of = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
    editor.execute(f"DROP TRIGGER {table}_no_{act}{of}")


class Migration(migrations.Migration):
    """Let an erasure reach the words in logs and in the audit."""

    dependencies: ClassVar = [("store", "0009_ratings_and_reports")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="erasure", name="under_way", field=models.BooleanField(default=False)
        ),
        migrations.RunPython(open_a_door, close_it),
    ]

"""Seals of the audit, which are only added too; claims of records as approvals."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE: Final = "store_auditseal"
FIXED: Final = ("id", "entry", "words", "previous_hash", "hash")
"""What not even an erasure changes."""
SQLITE: Final = (
    """
CREATE TRIGGER {table}_no_DELETE BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END
""",
    """
CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table}
WHEN NOT EXISTS (SELECT 1 FROM store_erasure WHERE under_way) OR {moved}
BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END
""",
)
POSTGRESQL: Final = (
    """
CREATE TRIGGER {table}_no_DELETE BEFORE DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION store_only_added()
""",
    """
CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION store_only_erased()
""",
    """
CREATE TRIGGER {table}_no_MOVE BEFORE UPDATE ON {table}
FOR EACH ROW WHEN ({moved}) EXECUTE FUNCTION store_only_added()
""",
)
KINDS: Final = {
    "venue": "Venue",
    "special-card-pool": "Card pool at a championship",
    "conflicting-season": "Date in another championship season",
    "championship": "Championship",
    "director": "Director to approve",
    "held-director": "Director held back",
    "application": "Application to hold a championship",
    "claim": "Record claimed by its player",
}


def guard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse every removal, and every change but that of an erasure."""
    on_postgresql = editor.connection.vendor == "postgresql"
    differs = "IS DISTINCT FROM" if on_postgresql else "IS NOT"
    moved = " OR ".join(f'NEW."{one}" {differs} OLD."{one}"' for one in FIXED)
    for words in POSTGRESQL if on_postgresql else SQLITE:
        editor.execute(words.format(table=TABLE, moved=moved))


def unguard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the guards away again."""
    on_postgresql = editor.connection.vendor == "postgresql"
    of = f" ON {TABLE}" if on_postgresql else ""
    for act in ("DELETE", "UPDATE", *(["MOVE"] if on_postgresql else [])):
        editor.execute(f"DROP TRIGGER {TABLE}_no_{act}{of}")


class Migration(migrations.Migration):
    """Keep the seals of the audit, and take claims of records."""

    dependencies: ClassVar = [("store", "0029_pairings_by_email")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="AuditSeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry", models.BigIntegerField(unique=True)),
                ("words", models.CharField(max_length=64)),
                ("words_left", models.CharField(blank=True, max_length=64)),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.RunPython(guard, unguard),
        migrations.RemoveConstraint(model_name="approval", name="approval_kind_known"),
        migrations.AlterField(
            model_name="approval",
            name="kind",
            field=models.CharField(choices=list(KINDS.items()), max_length=20),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", list(KINDS))), name="approval_kind_known"
            ),
        ),
    ]

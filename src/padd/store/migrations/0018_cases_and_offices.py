"""Cases with their logs and files, suspensions, and the offices beside the desks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import padd.store.models.keys

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIXED: Final = ("id", "case_id", "sequence", "kind", "at", "part")
"""What not even an erasure changes."""
SHRUNK: Final = "EXISTS (SELECT 1 FROM store_case WHERE id = OLD.case_id AND shrunk_at IS NOT NULL)"
"""The log of a case goes when the case shrinks to its outcome."""
SQLITE: Final = (
    """
CREATE TRIGGER store_caseaction_no_UPDATE BEFORE UPDATE ON store_caseaction
WHEN NOT EXISTS (SELECT 1 FROM store_erasure WHERE under_way) OR {moved}
BEGIN SELECT RAISE(ABORT, 'rows of store_caseaction are only added'); END
""",
    f"""
CREATE TRIGGER store_caseaction_no_DELETE BEFORE DELETE ON store_caseaction
WHEN NOT {SHRUNK}
BEGIN SELECT RAISE(ABORT, 'rows of store_caseaction are only added'); END
""",
)
POSTGRESQL: Final = (
    """
CREATE TRIGGER store_caseaction_no_UPDATE BEFORE UPDATE ON store_caseaction
FOR EACH ROW EXECUTE FUNCTION store_only_erased()
""",
    """
CREATE TRIGGER store_caseaction_no_MOVE BEFORE UPDATE ON store_caseaction
FOR EACH ROW WHEN ({moved}) EXECUTE FUNCTION store_only_added()
""",
    f"""
CREATE FUNCTION store_only_shrunk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF {SHRUNK} THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$
""",
    """
CREATE TRIGGER store_caseaction_no_DELETE BEFORE DELETE ON store_caseaction
FOR EACH ROW EXECUTE FUNCTION store_only_shrunk()
""",
)


def guard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse changes of logs, but for erasures and for cases that shrink."""
    on_postgresql = editor.connection.vendor == "postgresql"
    differs = "IS DISTINCT FROM" if on_postgresql else "IS NOT"
    moved = " OR ".join(f'NEW."{one}" {differs} OLD."{one}"' for one in FIXED)
    for words in POSTGRESQL if on_postgresql else SQLITE:
        editor.execute(words.replace("{moved}", moved), params=None)


def unguard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the guards away; the tables go next."""
    on_postgresql = editor.connection.vendor == "postgresql"
    of = " ON store_caseaction" if on_postgresql else ""
    for act in ("UPDATE", "DELETE", *(("MOVE",) if on_postgresql else ())):
        editor.execute(f"DROP TRIGGER store_caseaction_no_{act}{of}")
    if on_postgresql:
        editor.execute("DROP FUNCTION store_only_shrunk()")


class Migration(migrations.Migration):
    """Keep cases."""

    dependencies: ClassVar = [("store", "0017_hidden_names")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=padd.store.models.keys.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("number", models.PositiveIntegerField(unique=True)),
                ("penalty", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "area",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("australia", "Australia"),
                            ("europe", "Europe"),
                            ("north-america", "North America"),
                            ("online", "Online"),
                            ("elsewhere", "Elsewhere"),
                        ],
                        max_length=20,
                    ),
                ),
                ("source", models.CharField(max_length=20)),
                ("stage", models.CharField(default="reported", max_length=20)),
                ("outcome", models.CharField(blank=True, max_length=20)),
                ("created_at", models.DateTimeField()),
                ("answer_by", models.DateField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("shrunk_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={"ordering": ["number"]},
        ),
        migrations.CreateModel(
            name="CaseAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=60)),
                ("payload", models.JSONField()),
                ("actor", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                ("part", models.CharField(max_length=30)),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={"ordering": ["case", "sequence"]},
        ),
        migrations.CreateModel(
            name="CaseFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=padd.store.models.keys.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("media_type", models.CharField(max_length=40)),
                ("content", models.BinaryField()),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(
            name="Suspension",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateField()),
                ("until", models.DateField()),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={"ordering": ["since", "id"]},
        ),
        migrations.RemoveConstraint(model_name="grant", name="grant_office_known"),
        migrations.AlterField(
            model_name="grant",
            name="office",
            field=models.CharField(
                choices=[
                    ("league-director", "League Director"),
                    ("coordinator", "Coordinator"),
                    ("director-of-organized-play", "Director of Organized Play"),
                    ("chair", "Chair of the Board"),
                    ("achievement-master", "Achievement Master"),
                    ("chief-ambassador", "Chief Ambassador"),
                    ("social-media-manager", "Social Media Manager"),
                    ("hall-of-fame-committee", "Hall of Fame Selection Committee"),
                    ("venue-verifier", "Venue verifier"),
                    ("data-processor", "Data processor"),
                    ("administrator", "Administrator"),
                ],
                max_length=30,
            ),
        ),
        migrations.AddConstraint(
            model_name="grant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "office__in",
                        [
                            "league-director",
                            "coordinator",
                            "director-of-organized-play",
                            "chair",
                            "achievement-master",
                            "chief-ambassador",
                            "social-media-manager",
                            "hall-of-fame-committee",
                            "venue-verifier",
                            "data-processor",
                            "administrator",
                        ],
                    )
                ),
                name="grant_office_known",
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="complaint",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="case",
                to="store.complaint",
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="cases",
                to="store.event",
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="store.person"
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="reporter",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reported_cases",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="caseaction",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="actions", to="store.case"
            ),
        ),
        migrations.AddField(
            model_name="casefile",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="files", to="store.case"
            ),
        ),
        migrations.AddField(
            model_name="suspension",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="suspensions",
                to="store.case",
            ),
        ),
        migrations.AddField(
            model_name="suspension",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="suspensions",
                to="store.person",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["area", "stage", "number"], name="case_at_desk"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("source__in", ["disqualification", "breach", "complaint", "collusion"])
                ),
                name="case_source_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "stage__in",
                        [
                            "reported",
                            "opened",
                            "asked",
                            "answered",
                            "decided",
                            "appealed",
                            "closed",
                        ],
                    )
                ),
                name="case_stage_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["no-action", "warning", "suspension", ""])),
                name="case_outcome_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=models.Q(("penalty__isnull", False)),
                fields=("event", "penalty"),
                name="case_of_a_penalty_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("stage", "closed")),
                    models.Q(models.Q(("stage", "closed"), _negated=True), ("closed_at", None)),
                    _connector="OR",
                ),
                name="case_closed_has_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseaction",
            constraint=models.UniqueConstraint(
                fields=("case", "sequence"), name="case_action_sequence_once"
            ),
        ),
        migrations.AddIndex(
            model_name="suspension",
            index=models.Index(fields=["person", "until"], name="suspension_of"),
        ),
        migrations.AddConstraint(
            model_name="suspension",
            constraint=models.CheckConstraint(
                condition=models.Q(("until__gte", models.F("since"))),
                name="suspension_ends_after_it_begins",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]

"""Championships with their stages, the ledger of rights, season plans, applications."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import padd.store.models.keys


class Migration(migrations.Migration):
    dependencies = [("store", "0018_cases_and_offices")]

    operations = [
        migrations.CreateModel(
            name="Application",
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
                ("year", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("edition", models.CharField(max_length=2)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("times", models.CharField(blank=True, max_length=100)),
                ("location", models.CharField(max_length=200)),
                ("words", models.CharField(blank=True, max_length=2000)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("awarded", "Awarded"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
            ],
            options={"ordering": ["created_at", "id"]},
        ),
        migrations.CreateModel(
            name="Championship",
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
                ("year", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("edition", models.CharField(max_length=2)),
                ("place", models.SlugField(blank=True, max_length=60)),
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
                ("name", models.CharField(max_length=120)),
                ("draw_seed", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
            ],
            options={"ordering": ["year", "kind", "edition", "place"]},
        ),
        migrations.CreateModel(
            name="Right",
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
                ("edition", models.CharField(max_length=2)),
                ("rounds", models.JSONField(default=list)),
                ("points", models.PositiveIntegerField(default=0)),
                ("target", models.CharField(max_length=12)),
                ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("areas", models.JSONField(default=list)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("won_at", models.DateTimeField()),
                ("cite", models.CharField(blank=True, max_length=120)),
            ],
            options={"ordering": ["won_at", "id"]},
        ),
        migrations.CreateModel(
            name="RightEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=60)),
                ("reason", models.CharField(blank=True, max_length=500)),
            ],
            options={"ordering": ["right", "number"]},
        ),
        migrations.CreateModel(
            name="SeasonPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("year", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("edition", models.CharField(max_length=2)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("applications_open", models.DateField(blank=True, null=True)),
                ("applications_close", models.DateField(blank=True, null=True)),
                ("announcement", models.CharField(blank=True, max_length=1000)),
            ],
            options={"ordering": ["year", "kind", "edition"]},
        ),
        migrations.CreateModel(
            name="StageEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stage", models.CharField(default="whole", max_length=10)),
            ],
            options={"ordering": ["event__starts_at", "id"]},
        ),
        migrations.RemoveConstraint(model_name="approval", name="approval_about_one_thing"),
        migrations.RemoveConstraint(model_name="approval", name="approval_kind_known"),
        migrations.AddField(
            model_name="approval", name="about", field=models.CharField(blank=True, max_length=40)
        ),
        migrations.AlterField(
            model_name="approval",
            name="kind",
            field=models.CharField(
                choices=[
                    ("venue", "Venue"),
                    ("special-card-pool", "Card pool at a championship"),
                    ("conflicting-season", "Date in another championship season"),
                    ("championship", "Championship"),
                    ("director", "Director to approve"),
                    ("held-director", "Director held back"),
                    ("application", "Application to hold a championship"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "venue",
                            "special-card-pool",
                            "conflicting-season",
                            "championship",
                            "director",
                            "held-director",
                            "application",
                        ],
                    )
                ),
                name="approval_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open"), models.Q(("about", ""), _negated=True)),
                fields=("kind", "about"),
                name="approval_one_open_about",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("about", ""), ("event", None), ("venue__isnull", False)),
                    models.Q(("about", ""), ("event__isnull", False), ("venue", None)),
                    models.Q(
                        ("event", None), ("venue", None), models.Q(("about", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="approval_about_one_thing",
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="applicant",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="applications",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="decided_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="event",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="application",
                to="store.event",
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="region",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="applications",
                to="store.region",
            ),
        ),
        migrations.AddConstraint(
            model_name="championship",
            constraint=models.UniqueConstraint(
                fields=("year", "kind", "edition", "place"), name="championship_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="championship",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["regional", "national", "masters", "continental", "world"])
                ),
                name="championship_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="championship",
            constraint=models.CheckConstraint(
                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                name="championship_edition_known",
            ),
        ),
        migrations.AddField(
            model_name="right",
            name="origin",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rights",
                to="store.championship",
            ),
        ),
        migrations.AddField(
            model_name="right",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rights",
                to="store.person",
            ),
        ),
        migrations.AddField(
            model_name="rightentry",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="right_entries",
                to="store.event",
            ),
        ),
        migrations.AddField(
            model_name="rightentry",
            name="right",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="store.right",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonplan",
            constraint=models.UniqueConstraint(
                fields=("year", "kind", "edition"), name="season_plan_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonplan",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_day__gte", models.F("first_day"))),
                name="season_plan_ends_after_it_begins",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonplan",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["regional", "national", "masters", "continental", "world"])
                ),
                name="season_plan_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonplan",
            constraint=models.CheckConstraint(
                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                name="season_plan_edition_known",
            ),
        ),
        migrations.AddField(
            model_name="stageevent",
            name="championship",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="stages",
                to="store.championship",
            ),
        ),
        migrations.AddField(
            model_name="stageevent",
            name="event",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="stage", to="store.event"
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open"), models.Q(("applicant", None), _negated=True)),
                fields=("applicant", "kind", "edition", "year"),
                name="application_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_day__gte", models.F("first_day"))),
                name="application_ends_after_it_begins",
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("state", "open")),
                    models.Q(
                        models.Q(("state", "open"), _negated=True),
                        models.Q(("decided_at", None), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="application_decided_has_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["regional", "national", "masters", "continental", "world"])
                ),
                name="application_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                name="application_edition_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "awarded", "declined", "withdrawn"])),
                name="application_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="right",
            constraint=models.UniqueConstraint(
                condition=models.Q(("origin", None), _negated=True),
                fields=("origin", "person", "place", "target"),
                name="right_won_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="right",
            constraint=models.CheckConstraint(
                condition=models.Q(("edition__in", ["1E", "2E", "TR"])), name="right_edition_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="right",
            constraint=models.CheckConstraint(
                condition=models.Q(("target__in", ["continental", "world"])),
                name="right_target_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="rightentry",
            constraint=models.UniqueConstraint(fields=("right", "number"), name="right_entry_once"),
        ),
        migrations.AddConstraint(
            model_name="rightentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["granted", "used", "declined", "expired", "returned", "withdrawn"],
                    )
                ),
                name="right_entry_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="stageevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("stage__in", ["whole", "heat", "final", "side"])),
                name="stage_known",
            ),
        ),
    ]

"""Ratings in generations, and the reports of events."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import padd.store.models.keys


class Migration(migrations.Migration):
    dependencies = [("store", "0008_phones")]

    operations = [
        migrations.CreateModel(
            name="RatingRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("generation", models.IntegerField()),
                ("cause", models.CharField(max_length=40)),
                ("by", models.CharField(max_length=60)),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("ended_well", models.BooleanField(default=False)),
                ("events", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("changed", models.PositiveIntegerField(default=0)),
            ],
            options={"ordering": ["-id"]},
        ),
        migrations.CreateModel(
            name="RatingsNow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("generation", models.IntegerField(default=0)),
                ("changed_at", models.DateTimeField(blank=True, null=True)),
                ("wanted", models.BigIntegerField(default=0)),
                ("covered", models.BigIntegerField(default=0)),
                ("holder", models.CharField(blank=True, max_length=64)),
                ("holder_host", models.CharField(blank=True, max_length=100)),
                ("holder_process", models.IntegerField(default=0)),
                ("held_until", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EventRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.PositiveSmallIntegerField(default=0)),
                ("name", models.CharField(max_length=200)),
                ("starts_at", models.DateTimeField()),
                ("counts", models.BooleanField(default=True)),
                ("reasons", models.JSONField(default=list)),
                ("sheet", models.BinaryField(null=True)),
                ("games", models.BinaryField()),
                ("made_from", models.CharField(max_length=64)),
                ("stamp", models.BigIntegerField(db_index=True, default=0)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="records",
                        to="store.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Played",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField(blank=True, null=True)),
                ("players", models.PositiveIntegerField()),
                ("won", models.PositiveSmallIntegerField(default=0)),
                ("tied", models.PositiveSmallIntegerField(default=0)),
                ("lost", models.PositiveSmallIntegerField(default=0)),
                ("byes", models.PositiveSmallIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="played",
                        to="store.person",
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played",
                        to="store.eventrecord",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.TextField()),
                ("how", models.CharField(max_length=20)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="store.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
                        to="store.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatedEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("born", models.IntegerField()),
                ("died", models.IntegerField(default=2147483647)),
                ("changes", models.BinaryField()),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated",
                        to="store.eventrecord",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingCorrection",
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
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("score", models.FloatField(blank=True, null=True)),
                ("reason", models.CharField(max_length=500)),
                ("by", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="store.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="store.person",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="store.person",
                    ),
                ),
            ],
            options={"ordering": ["at", "id"]},
        ),
        migrations.CreateModel(
            name="RatingSeries",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("keeper", models.CharField(max_length=60)),
                ("edition", models.CharField(max_length=2)),
                ("list", models.CharField(max_length=30)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("keeper", "edition", "list"), name="rating_series_once"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rating", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("events", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
                ("last_change", models.FloatField()),
                ("born", models.IntegerField()),
                ("died", models.IntegerField(default=2147483647)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="store.person",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="store.ratingseries",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
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
                ("head", models.CharField(max_length=64)),
                ("sequence", models.PositiveIntegerField()),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("here", "From the console"),
                            ("sent", "Sent by a laptop"),
                            ("file", "Uploaded as a file"),
                            ("sheet", "From a spreadsheet"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("players", "Players to be matched"),
                            ("held", "Held for the coordinator"),
                            ("awaiting", "Awaiting processing"),
                            ("processed", "Processed"),
                            ("sent-back", "Sent back"),
                            ("replaced", "Replaced by a later report"),
                            ("voided", "Voided"),
                        ],
                        max_length=10,
                    ),
                ),
                ("file", models.BinaryField(null=True)),
                ("reasons", models.JSONField(default=list)),
                ("by", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                ("decided_by", models.CharField(blank=True, max_length=60)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decision", models.CharField(blank=True, max_length=500)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="store.event",
                    ),
                ),
            ],
            options={"ordering": ["at", "id"]},
        ),
        migrations.CreateModel(
            name="Contest",
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
                ("round", models.PositiveSmallIntegerField()),
                ("words", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by", models.CharField(blank=True, max_length=60)),
                ("answer", models.CharField(blank=True, max_length=500)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contests",
                        to="store.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="contests",
                        to="store.person",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("settled_at", None)),
                        fields=("event", "person", "round"),
                        name="contest_once_per_round",
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="eventrecord",
            index=models.Index(fields=["starts_at", "id"], name="record_by_start"),
        ),
        migrations.AddConstraint(
            model_name="eventrecord",
            constraint=models.UniqueConstraint(fields=("event", "part"), name="record_part_once"),
        ),
        migrations.AddConstraint(
            model_name="played",
            constraint=models.UniqueConstraint(
                fields=("person", "record"), name="played_once_per_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="playermatch",
            constraint=models.UniqueConstraint(
                fields=("event", "player"), name="match_once_per_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="playermatch",
            constraint=models.UniqueConstraint(
                fields=("event", "person"), name="match_once_per_person"
            ),
        ),
        migrations.AddIndex(
            model_name="ratedevent",
            index=models.Index(fields=["starts_at", "record"], name="rated_event_by_start"),
        ),
        migrations.AddConstraint(
            model_name="ratedevent",
            constraint=models.UniqueConstraint(
                fields=("record", "died"), name="rated_event_once_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingcorrection",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("score", None),
                    models.Q(("score__gte", 0.0), ("score__lte", 1.0)),
                    _connector="OR",
                ),
                name="correction_score_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingcorrection",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("first", None), ("round", None), ("score", None), ("second", None)),
                    models.Q(
                        ("round", None),
                        ("first", None),
                        ("second", None),
                        _connector="OR",
                        _negated=True,
                    ),
                    _connector="OR",
                ),
                name="correction_of_a_game_or_of_all",
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                fields=["series", "-rating", "person", "born", "died"], name="rating_list"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                fields=("person", "series", "died"), name="rating_once_at_a_time"
            ),
        ),
        migrations.AddIndex(
            model_name="report", index=models.Index(fields=["state", "at"], name="report_queue")
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("event", "head"), name="report_once"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["awaiting", "processed"])),
                fields=("event",),
                name="report_one_that_counts",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["players", "held"])),
                fields=("event",),
                name="report_one_that_waits",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        [
                            "players",
                            "held",
                            "awaiting",
                            "processed",
                            "sent-back",
                            "replaced",
                            "voided",
                        ],
                    )
                ),
                name="report_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(("source__in", ["here", "sent", "file", "sheet"])),
                name="report_source_known",
            ),
        ),
    ]

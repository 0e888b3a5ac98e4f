"""Leagues: seasons, their events, points, bonus points and missions."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import padd.store.models.keys


class Migration(migrations.Migration):
    dependencies = [("store", "0021_card_data")]

    operations = [
        migrations.CreateModel(
            name="League",
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
                ("place", models.CharField(blank=True, max_length=80)),
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
                ("edition", models.CharField(max_length=2)),
                ("rulebook", models.CharField(max_length=30)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("requested", "Requested"),
                            ("active", "Active"),
                            ("refused", "Refused"),
                            ("ended", "Ended"),
                        ],
                        default="requested",
                        max_length=10,
                    ),
                ),
                ("committed", models.PositiveSmallIntegerField()),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=500)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deputies",
                    models.ManyToManyField(blank=True, related_name="+", to="store.person"),
                ),
                (
                    "director",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leagues",
                        to="store.person",
                    ),
                ),
                (
                    "requester",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["name"]},
        ),
        migrations.CreateModel(
            name="LeagueEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.CharField(max_length=12)),
                ("number", models.PositiveSmallIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("players", models.PositiveSmallIntegerField(default=0)),
                ("places", models.JSONField(default=dict)),
                ("places_reason", models.CharField(blank=True, max_length=300)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_league",
                        to="store.event",
                    ),
                ),
            ],
            options={"ordering": ["number"]},
        ),
        migrations.CreateModel(
            name="Bonus",
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
                ("scheme", models.CharField(max_length=20)),
                ("points", models.SmallIntegerField()),
                ("facts", models.JSONField(default=dict)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("beyond", models.BooleanField(default=False)),
                ("own", models.BooleanField(default=False)),
                ("by", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=60)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_bonuses",
                        to="store.person",
                    ),
                ),
                (
                    "in_league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bonuses",
                        to="store.leagueevent",
                    ),
                ),
            ],
            options={"ordering": ["at", "id"]},
        ),
        migrations.CreateModel(
            name="MissionCompleted",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("headquarters", models.BooleanField(default=False)),
                ("by", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "in_league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="missions",
                        to="store.leagueevent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="missions_done",
                        to="store.person",
                    ),
                ),
            ],
            options={"ordering": ["title"]},
        ),
        migrations.CreateModel(
            name="PointsWon",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField()),
                (
                    "in_league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points_won",
                        to="store.leagueevent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="league_points",
                        to="store.person",
                    ),
                ),
            ],
            options={"ordering": ["in_league", "place"]},
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("year", models.PositiveSmallIntegerField()),
                ("short", models.BooleanField(default=False)),
                ("rulebook", models.CharField(max_length=30)),
                ("rulings", models.JSONField(blank=True, default=list)),
                ("first_qualifiers", models.PositiveSmallIntegerField()),
                ("second_qualifiers", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("by_season", models.BooleanField(default=False)),
                ("replaced", models.BooleanField(default=False)),
                ("playoff_bonus", models.BooleanField(default=False)),
                ("schemes", models.JSONField(default=list)),
                ("announced_at", models.DateTimeField(blank=True, null=True)),
                ("first_closed_at", models.DateTimeField(blank=True, null=True)),
                ("second_closed_at", models.DateTimeField(blank=True, null=True)),
                ("seed", models.BigIntegerField()),
                ("crowned_at", models.DateTimeField(blank=True, null=True)),
                (
                    "champion",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="titles",
                        to="store.person",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="store.league",
                    ),
                ),
            ],
            options={"ordering": ["-year"]},
        ),
        migrations.AddField(
            model_name="leagueevent",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="store.season",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["requested", "active", "refused", "ended"])),
                name="league_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("edition__in", ["1E", "2E", "TR"])), name="league_edition_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"),
                condition=models.Q(("state", "refused"), _negated=True),
                name="league_name_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="bonus",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("scheme__in", ["headquarters", "participation", "new-mission", "own"])
                ),
                name="bonus_scheme_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="bonus",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("withdrawn_at", None), models.Q(("scheme", "own"), _negated=True)
                ),
                fields=("in_league", "person", "scheme"),
                name="bonus_one_per_scheme",
            ),
        ),
        migrations.AddConstraint(
            model_name="missioncompleted",
            constraint=models.UniqueConstraint(
                models.F("in_league"),
                models.F("person"),
                django.db.models.functions.text.Lower("title"),
                name="mission_once_per_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="pointswon",
            constraint=models.UniqueConstraint(
                fields=("in_league", "person"), name="league_points_once_per_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("league", "year"), name="season_once"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("champion", None), ("crowned_at", None)),
                    models.Q(
                        models.Q(("champion", None), _negated=True),
                        models.Q(("crowned_at", None), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="season_champion_has_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueevent",
            constraint=models.UniqueConstraint(
                fields=("season", "number"), name="league_event_one_per_slot"
            ),
        ),
        migrations.AddConstraint(
            model_name="leagueevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("part__in", ["first-half", "second-half", "playoff"])),
                name="league_event_part_known",
            ),
        ),
    ]

"""Concerns that players raise, and directors who are held back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import padd.store.models.keys


class Migration(migrations.Migration):
    """Keep concerns; let a question ask about a director held back."""

    dependencies = [("store", "0010_logs_let_a_name_go")]

    operations = [
        migrations.CreateModel(
            name="Concern",
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
                ("text", models.CharField(max_length=2000)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=1000)),
                ("held_back", models.BooleanField(default=False)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={"ordering": ["created_at", "id"]},
        ),
        migrations.RemoveConstraint(model_name="approval", name="approval_kind_known"),
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
                        ],
                    )
                ),
                name="approval_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="concern",
            name="about",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="concerns",
                to="store.person",
            ),
        ),
        migrations.AddField(
            model_name="concern",
            name="closed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="concern",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="concerns",
                to="store.event",
            ),
        ),
        migrations.AddField(
            model_name="concern",
            name="raised_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="concerns",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="concern",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "closed"])), name="concern_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="concern",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at", None), ("state", "open")),
                    models.Q(("state", "closed"), models.Q(("closed_at", None), _negated=True)),
                    _connector="OR",
                ),
                name="concern_closed_has_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="concern",
            constraint=models.CheckConstraint(
                condition=models.Q(("lifted_at", None), ("held_back", True), _connector="OR"),
                name="concern_lifts_what_held",
            ),
        ),
    ]

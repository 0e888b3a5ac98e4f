"""Tables of finished events, made from their logs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0003_regions")]

    operations = [
        migrations.CreateModel(
            name="FinishedEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("finished_at", models.DateTimeField()),
                ("facts", models.JSONField()),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="finished",
                        to="store.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Placing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.TextField()),
                ("place", models.PositiveIntegerField()),
                (
                    "finished",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placings",
                        to="store.finishedevent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="placings",
                        to="store.person",
                    ),
                ),
            ],
            options={
                "ordering": ["finished", "place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("finished", "player"), name="placing_once_per_player"
                    ),
                    models.UniqueConstraint(
                        fields=("finished", "place"), name="placing_once_per_place"
                    ),
                ],
            },
        ),
    ]

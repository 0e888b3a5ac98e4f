"""The notes for the players of an event, and what its projector shows."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

SHOWN = (
    ("auto", "By itself"),
    ("welcome", "Welcome"),
    ("names", "Pairings by name"),
    ("tables", "Pairings by table"),
    ("clock", "The clock"),
    ("standings", "Standings"),
    ("bracket", "Bracket"),
    ("pods", "Pods"),
)


class Migration(migrations.Migration):
    """Adds the room of an event."""

    dependencies = (("store", "0005_last_link_of_a_guest"),)

    operations = (
        migrations.CreateModel(
            name="Room",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("notes", models.CharField(blank=True, max_length=1000)),
                ("shows", models.CharField(choices=SHOWN, default="auto", max_length=12)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="room",
                        to="store.event",
                    ),
                ),
            ],
            options={
                "constraints": (
                    models.CheckConstraint(
                        condition=models.Q(("shows__in", [one for one, _ in SHOWN])),
                        name="room_shows_known",
                    ),
                )
            },
        ),
    )

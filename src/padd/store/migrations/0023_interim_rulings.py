"""Interim rulings in a table, so that several machines share them."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Keep interim rulings."""

    dependencies: ClassVar = [("store", "0022_leagues")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="InterimRuling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruling", models.SlugField(max_length=80, unique=True)),
                ("rulebook", models.CharField(max_length=40)),
                ("title", models.CharField(max_length=120)),
                ("about", models.CharField(max_length=500)),
                ("cite", models.CharField(max_length=300)),
                ("in_force", models.DateField()),
                ("superseded", models.DateField(blank=True, null=True)),
                ("values", models.JSONField()),
                ("published_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["in_force", "ruling"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("superseded", None),
                            ("superseded__gt", models.F("in_force")),
                            _connector="OR",
                        ),
                        name="ruling_ends_after_it_begins",
                    )
                ],
            },
        )
    ]

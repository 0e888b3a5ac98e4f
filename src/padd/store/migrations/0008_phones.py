"""Players' phones: passes, wrong guesses, requests, and what a director hides."""

import django.db.models.deletion
from django.db import migrations, models

import padd.store.models.keys


class Migration(migrations.Migration):
    dependencies = [("store", "0007_api_tokens_and_webhooks")]

    operations = [
        migrations.CreateModel(
            name="PhoneRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("outlook_hidden", models.BooleanField(default=False)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_rules",
                        to="store.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PassRequest",
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
                ("player", models.CharField(max_length=60)),
                ("number", models.PositiveSmallIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("granted", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pass_requests",
                        to="store.event",
                    ),
                ),
            ],
            options={
                "ordering": ["asked_at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("granted", False),
                            models.Q(("decided_at", None), _negated=True),
                            _connector="OR",
                        ),
                        name="pass_request_granted_means_decided",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerPass",
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
                ("player", models.CharField(max_length=60)),
                ("issue", models.PositiveSmallIntegerField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("openings", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passes",
                        to="store.event",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "player", "issue"), name="pass_one_per_issue"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WrongPin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wrong_pins",
                        to="store.event",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["event", "at"], name="wrong_pin_by_moment")]},
        ),
    ]

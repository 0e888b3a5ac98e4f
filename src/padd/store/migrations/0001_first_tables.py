"""The first tables: people, venues, events, entries, approvals, logs."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import padd.store.models.keys


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=padd.store.models.keys.new_public_id, max_length=16, unique=True
                    ),
                ),
                ("email", models.EmailField(max_length=254, unique=True)),
                ("is_active", models.BooleanField(default=True)),
                ("local", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Counter",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("value", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("person_public_id", models.CharField(max_length=16, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Approval",
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
                    "kind",
                    models.CharField(
                        choices=[
                            ("venue", "Venue"),
                            ("special-card-pool", "Card pool at a championship"),
                            ("conflicting-season", "Date in another championship season"),
                            ("championship", "Championship"),
                            ("director", "Director held back"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("approved", "Approved"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
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
                ("rule", models.CharField(blank=True, max_length=120)),
                ("asked", models.CharField(max_length=500)),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "requester",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["created_at", "id"]},
        ),
        migrations.CreateModel(
            name="ApprovalComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "approval",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="store.approval",
                    ),
                ),
            ],
            options={"ordering": ["at", "id"]},
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=60)),
                ("act", models.CharField(max_length=60)),
                ("subject", models.CharField(max_length=60)),
                ("before", models.JSONField(blank=True, default=dict)),
                ("after", models.JSONField(blank=True, default=dict)),
                ("reason", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["subject", "id"], name="audit_of")],
            },
        ),
        migrations.CreateModel(
            name="Event",
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
                ("name", models.CharField(max_length=120)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("awaiting-approval", "Awaiting approval"),
                            ("listed", "Listed"),
                            ("running", "Running"),
                            ("results-entered", "Results entered"),
                            ("held", "Held for review"),
                            ("awaiting-processing", "Awaiting processing"),
                            ("processed", "Processed"),
                            ("cancelled", "Cancelled"),
                            ("voided", "Voided"),
                        ],
                        default="draft",
                        max_length=20,
                    ),
                ),
                ("rulebook", models.CharField(max_length=30)),
                ("rulings", models.JSONField(blank=True, default=list)),
                ("edition", models.CharField(max_length=2)),
                ("format", models.CharField(max_length=20)),
                ("card_pool", models.CharField(max_length=40)),
                ("pool_note", models.CharField(blank=True, max_length=200)),
                ("rules", models.CharField(max_length=30)),
                ("scenario", models.CharField(blank=True, max_length=60)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("other", "Local event"),
                            ("regional", "Regional Championship"),
                            ("national", "National Championship"),
                            ("masters", "Trek Masters Championship"),
                            ("continental", "Continental Championship"),
                            ("world", "World Championship"),
                        ],
                        default="other",
                        max_length=12,
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(default=1)),
                ("release_set", models.CharField(blank=True, max_length=80)),
                ("rounds_planned", models.PositiveSmallIntegerField()),
                ("final_confrontation", models.BooleanField(default=False)),
                ("pairing_style", models.CharField(max_length=40)),
                ("league_event", models.BooleanField(default=False)),
                ("online", models.BooleanField(default=False)),
                ("starts_at", models.DateTimeField()),
                ("time_zone", models.CharField(max_length=64)),
                ("ends_on", models.DateField(blank=True, null=True)),
                ("registered_at", models.DateTimeField(blank=True, null=True)),
                ("contact_name", models.CharField(blank=True, max_length=100)),
                ("contact_email", models.EmailField(blank=True, max_length=254)),
                ("contact_phone", models.CharField(blank=True, max_length=40)),
                ("discussion_thread", models.CharField(blank=True, max_length=200)),
                ("entry_fee", models.CharField(blank=True, max_length=100)),
                ("prizes", models.CharField(blank=True, max_length=500)),
                ("special_rules", models.CharField(blank=True, max_length=1000)),
                ("deck_lists_required", models.BooleanField(default=False)),
                ("preregistration_required", models.BooleanField(default=False)),
                ("expected_players", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("capacity", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                (
                    "copied_from",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="copies",
                        to="store.event",
                    ),
                ),
                (
                    "registrar",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="registered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="approval",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="approvals",
                to="store.event",
            ),
        ),
        migrations.CreateModel(
            name="LoginLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="login_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Person",
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
                ("handle", models.CharField(max_length=40, unique=True)),
                ("outline", models.CharField(max_length=80, unique=True)),
                ("name", models.CharField(blank=True, max_length=100)),
                ("name_outline", models.CharField(blank=True, db_index=True, max_length=200)),
                ("contact", models.CharField(blank=True, max_length=200)),
                ("birth_year", models.SmallIntegerField(blank=True, null=True)),
                ("anonymised_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("revision", models.BigIntegerField(db_index=True)),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duplicates",
                        to="store.person",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="account",
            name="person",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="account",
                to="store.person",
            ),
        ),
        migrations.CreateModel(
            name="Region",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=80)),
                (
                    "area",
                    models.CharField(
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
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="parts",
                        to="store.region",
                    ),
                ),
            ],
            options={"ordering": ["area", "name"]},
        ),
        migrations.AddField(
            model_name="person",
            name="region",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="people",
                to="store.region",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="region",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="store.region",
            ),
        ),
        migrations.CreateModel(
            name="StaffInvite",
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
                    "role",
                    models.CharField(
                        choices=[
                            ("director", "Director"),
                            ("scorekeeper", "Scorekeeper"),
                            ("judge", "Judge"),
                            ("display", "Display"),
                        ],
                        max_length=12,
                    ),
                ),
                ("label", models.CharField(blank=True, max_length=60)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("created_by", models.CharField(max_length=60)),
                ("expires_at", models.DateTimeField()),
                ("redeemed_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invites",
                        to="store.event",
                    ),
                ),
            ],
            options={"ordering": ["created_at", "id"]},
        ),
        migrations.CreateModel(
            name="Venue",
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
                ("name", models.CharField(max_length=100)),
                ("outline", models.CharField(db_index=True, max_length=200)),
                ("street", models.CharField(blank=True, max_length=200)),
                ("postcode", models.CharField(blank=True, max_length=20)),
                ("town", models.CharField(max_length=100)),
                ("time_zone", models.CharField(max_length=64)),
                ("phone", models.CharField(blank=True, max_length=40)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("website", models.URLField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("unverified", "Not verified yet"),
                            ("verified", "Verified"),
                            ("refused", "Refused"),
                        ],
                        default="unverified",
                        max_length=12,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "region",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="venues",
                        to="store.region",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="venue",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="store.venue",
            ),
        ),
        migrations.AddField(
            model_name="approval",
            name="venue",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="approvals",
                to="store.venue",
            ),
        ),
        migrations.CreateModel(
            name="EventAction",
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
                ("reason", models.CharField(blank=True, max_length=500)),
                ("key", models.CharField(max_length=64)),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="actions",
                        to="store.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "sequence"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "sequence"), name="action_sequence_once"
                    ),
                    models.UniqueConstraint(fields=("event", "key"), name="action_key_once"),
                    models.CheckConstraint(
                        condition=models.Q(("sequence__gte", 1)), name="action_sequence_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Grant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "office",
                    models.CharField(
                        choices=[
                            ("league-director", "League Director"),
                            ("coordinator", "Coordinator"),
                            ("director-of-organized-play", "Director of Organized Play"),
                            ("administrator", "Administrator"),
                        ],
                        max_length=30,
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
                ("since", models.DateField()),
                ("until", models.DateField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["office", "area", "since"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "office__in",
                                [
                                    "league-director",
                                    "coordinator",
                                    "director-of-organized-play",
                                    "administrator",
                                ],
                            )
                        ),
                        name="grant_office_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until", None), ("until__gte", models.F("since")), _connector="OR"
                        ),
                        name="grant_ends_after_it_begins",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("area__in", ["australia", "europe", "north-america", "online"]),
                                ("office", "coordinator"),
                            ),
                            models.Q(
                                models.Q(("office", "coordinator"), _negated=True), ("area", "")
                            ),
                            _connector="OR",
                        ),
                        name="grant_area_of_coordinators_only",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("moved", models.JSONField()),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "duplicate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged_away",
                        to="store.person",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="store.person",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at", None)),
                        fields=("duplicate",),
                        name="merge_once_per_duplicate",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Entry",
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
                ("name", models.CharField(blank=True, max_length=100)),
                ("email", models.EmailField(blank=True, max_length=254)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("unconfirmed", "Not confirmed yet"),
                            ("going", "Coming"),
                            ("waiting", "On the waiting list"),
                            ("withdrawn", "Not coming"),
                        ],
                        max_length=12,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("number", models.PositiveIntegerField()),
                ("token_hash", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ("created_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="store.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="store.person",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="entry_number_once"),
                    models.UniqueConstraint(fields=("event", "seat"), name="entry_seat_once"),
                    models.UniqueConstraint(fields=("event", "person"), name="entry_person_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("email", ""), _negated=True),
                        fields=("event", "email"),
                        name="entry_email_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["unconfirmed", "going", "waiting", "withdrawn"])
                        ),
                        name="entry_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "going"), models.Q(("seat", None), _negated=True)),
                            models.Q(models.Q(("state", "going"), _negated=True), ("seat", None)),
                            _connector="OR",
                        ),
                        name="entry_seat_while_going",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("person", None), _negated=True),
                            models.Q(("name", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="entry_is_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Directorship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="directorships",
                        to="store.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="directorships",
                        to="store.person",
                    ),
                ),
            ],
            options={
                "ordering": ["rank"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "rank"), name="directorship_one_per_rank"
                    ),
                    models.UniqueConstraint(
                        fields=("event", "person"), name="directorship_one_per_person"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rank__in", [1, 2, 3])), name="directorship_rank_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChangeNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=60)),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                (
                    "ground",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("all-players-agree", "All players agreed"),
                            ("emergency", "Emergency"),
                            ("nobody-entered", "Nobody had entered yet"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="store.event",
                    ),
                ),
                ("agreed", models.ManyToManyField(blank=True, related_name="+", to="store.person")),
            ],
            options={
                "ordering": ["at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ground__in", ["all-players-agree", "emergency", "nobody-entered", ""])
                        ),
                        name="change_ground_known",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"), name="account_email_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                condition=models.Q(("local", True)), fields=("local",), name="account_local_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="region",
            constraint=models.UniqueConstraint(fields=("area", "name"), name="region_name_once"),
        ),
        migrations.AddConstraint(
            model_name="region",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("area__in", ["australia", "europe", "north-america", "online", "elsewhere"])
                ),
                name="region_area_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(("handle", ""), _negated=True), name="person_has_a_handle"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(("outline", ""), _negated=True), name="person_has_an_outline"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("birth_year", None),
                    models.Q(("birth_year__gte", 1900), ("birth_year__lte", 2100)),
                    _connector="OR",
                ),
                name="person_birth_year_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("merged_into", None),
                    models.Q(("merged_into", models.F("id")), _negated=True),
                    _connector="OR",
                ),
                name="person_not_merged_into_itself",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffinvite",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["director", "scorekeeper", "judge", "display"])),
                name="invite_role_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffinvite",
            constraint=models.CheckConstraint(
                condition=models.Q(("expires_at__gt", models.F("created_at"))),
                name="invite_expires_later",
            ),
        ),
        migrations.AddConstraint(
            model_name="venue",
            constraint=models.UniqueConstraint(
                fields=("outline", "region", "street"), name="venue_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="venue",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["unverified", "verified", "refused"])),
                name="venue_state_known",
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["starts_at", "id"], name="event_by_start"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["state", "starts_at", "id"], name="event_by_state"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["region", "starts_at"], name="event_by_region"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        [
                            "draft",
                            "awaiting-approval",
                            "listed",
                            "running",
                            "results-entered",
                            "held",
                            "awaiting-processing",
                            "processed",
                            "cancelled",
                            "voided",
                        ],
                    )
                ),
                name="event_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["other", "regional", "national", "masters", "continental", "world"],
                    )
                ),
                name="event_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("edition__in", ["1E", "2E", "TR"])), name="event_edition_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("format__in", ["constructed", "draft", "sealed", "junior"])),
                name="event_format_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "rules__in",
                        [
                            "otf",
                            "otf-beta-1",
                            "open",
                            "x-list",
                            "revised",
                            "warp-speed",
                            "standard",
                            "slipstream",
                            "infinite-diversity",
                            "troubles",
                            "decipher",
                        ],
                    )
                ),
                name="event_rules_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "pairing_style__in",
                        [
                            "swiss",
                            "simple-swiss",
                            "single-elimination",
                            "single-elimination-play-in",
                            "modified-mcintyre",
                            "elimination",
                            "tribbles",
                            "tribbles-finals",
                        ],
                    )
                ),
                name="event_style_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("rounds_planned__gte", 1), ("rounds_planned__lte", 50)),
                name="event_rounds_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("level__gte", 1), ("level__lte", 5)),
                name="event_level_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("capacity", None),
                    models.Q(("capacity__gte", 2), ("capacity__lte", 10000)),
                    _connector="OR",
                ),
                name="event_capacity_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state", "draft"),
                    models.Q(("registered_at", None), _negated=True),
                    _connector="OR",
                ),
                name="event_listed_means_registered",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("online", True),
                    models.Q(("venue", None), _negated=True),
                    ("state", "draft"),
                    _connector="OR",
                ),
                name="event_in_person_has_a_venue",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="event_has_a_name"
            ),
        ),
        migrations.AddIndex(
            model_name="approval",
            index=models.Index(fields=["state", "area", "created_at"], name="approval_queue"),
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
                        ],
                    )
                ),
                name="approval_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "approved", "refused", "withdrawn"])),
                name="approval_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open"), models.Q(("event", None), _negated=True)),
                fields=("kind", "event"),
                name="approval_one_open_per_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open"), models.Q(("venue", None), _negated=True)),
                fields=("kind", "venue"),
                name="approval_one_open_per_venue",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event", None), models.Q(("venue", None), _negated=True)),
                    models.Q(models.Q(("event", None), _negated=True), ("venue", None)),
                    _connector="OR",
                ),
                name="approval_about_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("state", "open")),
                    models.Q(
                        models.Q(("state", "open"), _negated=True),
                        models.Q(("decided_at", None), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="approval_decided_has_a_moment",
            ),
        ),
    ]

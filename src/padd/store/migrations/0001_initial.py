"""All tables, the triggers of append-only tables, and the countries.

It replaces the migrations that were written before the first release: a database that
has applied all of them continues from here.
"""

from collections.abc import Iterator

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState, StateApps

import padd.store.models.decks
import padd.store.models.keys

UNCHANGEABLE = {
    "store_auditentry": ("id", "at", "actor", "act", "subject"),
    "store_eventaction": ("id", "event_id", "sequence", "kind", "at", "key"),
    "store_caseaction": ("id", "case_id", "sequence", "kind", "at", "part"),
    "store_auditseal": ("id", "entry", "words", "previous_hash", "hash"),
}
"""The append-only tables, and the columns that not even an erasure changes."""
ERASURE = "EXISTS (SELECT 1 FROM store_erasure WHERE under_way)"
SHRUNK = "EXISTS (SELECT 1 FROM store_case WHERE id = OLD.case_id AND shrunk_at IS NOT NULL)"
"""The log of a case is deleted when the case shrinks to its outcome."""
FUNCTION = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN{unless}
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
COUNTRIES = {
    "australia": "Australia, New Zealand",
    "europe": (
        "Austria, Belgium, Bulgaria, Croatia, Cyprus, Czechia, Denmark, Estonia, "
        "Finland, France, Germany, Greece, Hungary, Iceland, Ireland, Italy, Latvia, "
        "Lithuania, Luxembourg, Malta, Netherlands, Norway, Poland, Portugal, Romania, "
        "Serbia, Slovakia, Slovenia, Spain, Sweden, Switzerland, Ukraine, "
        "United Kingdom"
    ),
    "north-america": "Canada, Mexico, United States",
    "online": "Online",
    "elsewhere": (
        "Argentina, Brazil, Chile, China, Colombia, India, Israel, Japan, Malaysia, "
        "Philippines, Samoa, Singapore, South Africa, South Korea, Taiwan, Tonga, Türkiye"
    ),
}


def add_triggers(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse to change or delete rows of append-only tables."""
    on_postgresql = editor.connection.vendor == "postgresql"
    for sql in postgresql_triggers() if on_postgresql else sqlite_triggers():
        editor.execute(sql, params=None)


def sqlite_triggers() -> Iterator[str]:
    """Yield the triggers of SQLite."""
    for table, columns in UNCHANGEABLE.items():
        changed = " OR ".join(f'NEW."{column}" IS NOT OLD."{column}"' for column in columns)
        refuse = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END"
        unless = f"WHEN NOT {SHRUNK}\n" if table == "store_caseaction" else ""
        yield f"""CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE ON {table}
WHEN NOT {ERASURE} OR {changed}
{refuse}"""
        yield f"CREATE TRIGGER {table}_no_DELETE BEFORE DELETE ON {table}\n{unless}{refuse}"


def postgresql_triggers() -> Iterator[str]:
    """Yield the functions and triggers of PostgreSQL."""
    erased = f"\n  IF {ERASURE} THEN RETURN NEW; END IF;"
    shrunk = f"\n  IF {SHRUNK} THEN RETURN OLD; END IF;"
    yield FUNCTION.format(name="store_only_added", unless="")
    yield FUNCTION.format(name="store_only_erased", unless=erased)
    yield FUNCTION.format(name="store_only_shrunk", unless=shrunk)
    for table, columns in UNCHANGEABLE.items():
        changed = " OR ".join(
            f'NEW."{column}" IS DISTINCT FROM OLD."{column}"' for column in columns
        )
        deleted = "store_only_shrunk" if table == "store_caseaction" else "store_only_added"
        each_row = f"ON {table} FOR EACH ROW"
        yield (
            f"CREATE TRIGGER {table}_no_UPDATE BEFORE UPDATE {each_row} "
            "EXECUTE FUNCTION store_only_erased()"
        )
        yield (
            f"CREATE TRIGGER {table}_no_MOVE BEFORE UPDATE {each_row} "
            f"WHEN ({changed}) EXECUTE FUNCTION store_only_added()"
        )
        yield (
            f"CREATE TRIGGER {table}_no_DELETE BEFORE DELETE {each_row} "
            f"EXECUTE FUNCTION {deleted}()"
        )


def add_countries(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Add the countries where the game is played, by the area of their coordinator."""
    region = apps.get_model("store", "Region")
    region.objects.bulk_create(
        region(slug=name.casefold().replace(" ", "-").replace("ü", "u"), name=name, area=area)
        for area, names in COUNTRIES.items()
        for name in names.split(", ")
    )


class CreateTables(migrations.SeparateDatabaseAndState):
    """Creates all tables at once: Django would render all models again for each."""

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models to a state that is rendered when it is next used."""
        state.__dict__.pop("apps", None)
        super().state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,  # noqa: ARG002 -- as Django calls it
        to_state: ProjectState,
    ) -> None:
        """Create the tables."""
        for operation in self.state_operations:
            if isinstance(operation, migrations.CreateModel):
                schema_editor.create_model(to_state.apps.get_model(app_label, operation.name))


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("store", "0001_first_tables"),
        ("store", "0002_only_added_to"),
        ("store", "0003_regions"),
        ("store", "0004_finished_events"),
        ("store", "0005_last_link_of_a_guest"),
        ("store", "0006_the_room"),
        ("store", "0007_api_tokens_and_webhooks"),
        ("store", "0008_phones"),
        ("store", "0009_ratings_and_reports"),
        ("store", "0010_logs_let_a_name_go"),
        ("store", "0011_concerns"),
        ("store", "0012_indexes_of_ratings"),
        ("store", "0013_fewer_indexes_of_ratings"),
        ("store", "0014_registrations_and_complaints"),
        ("store", "0015_deleted_events"),
        ("store", "0016_clinch_on_the_wall"),
        ("store", "0017_hidden_names"),
        ("store", "0018_cases_and_offices"),
        ("store", "0019_championships_and_rights"),
        ("store", "0020_limited_play"),
        ("store", "0021_card_data"),
        ("store", "0022_leagues"),
        ("store", "0023_interim_rulings"),
        ("store", "0024_mail_queue"),
        ("store", "0025_registered_decks"),
        ("store", "0026_champions_plans_and_challenges"),
        ("store", "0027_online_play"),
        ("store", "0028_deck_themes"),
        ("store", "0029_pairings_by_email"),
        ("store", "0030_audit_seals_and_claims"),
        ("store", "0031_champions_league"),
        ("store", "0032_kept_decks_and_pinned_catalogues"),
        ("store", "0033_draft_groups_on_the_projector"),
        ("store", "0034_noted_missions_of_finished_events"),
        ("store", "0035_records_of_stages"),
        ("store", "0036_email_preferences"),
        ("store", "0037_counted_requests"),
        ("store", "0038_fingerprint_of_ratings"),
    ]
    dependencies = []

    operations = [
        CreateTables(
            state_operations=[
                migrations.CreateModel(
                    name="Region",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                    options={
                        "ordering": ["area", "name"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("area", "name"), name="region_name_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "area__in",
                                        [
                                            "australia",
                                            "europe",
                                            "north-america",
                                            "online",
                                            "elsewhere",
                                        ],
                                    )
                                ),
                                name="region_area_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Person",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("handle", models.CharField(max_length=40, unique=True)),
                        ("outline", models.CharField(max_length=80, unique=True)),
                        ("name", models.CharField(blank=True, max_length=100)),
                        (
                            "name_outline",
                            models.CharField(blank=True, db_index=True, max_length=200),
                        ),
                        (
                            "region",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="people",
                                to="store.region",
                            ),
                        ),
                        ("contact", models.CharField(blank=True, max_length=200)),
                        ("birth_year", models.SmallIntegerField(blank=True, null=True)),
                        ("hides_name", models.BooleanField(default=False)),
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
                        ("anonymised_at", models.DateTimeField(blank=True, null=True)),
                        ("created_at", models.DateTimeField()),
                        ("revision", models.BigIntegerField(db_index=True)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("handle", ""), _negated=True),
                                name="person_has_a_handle",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("outline", ""), _negated=True),
                                name="person_has_an_outline",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("birth_year", None),
                                    models.Q(("birth_year__gte", 1900), ("birth_year__lte", 2100)),
                                    _connector="OR",
                                ),
                                name="person_birth_year_in_range",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("merged_into", None),
                                    models.Q(("merged_into", models.F("id")), _negated=True),
                                    _connector="OR",
                                ),
                                name="person_not_merged_into_itself",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Counter",
                    fields=[
                        (
                            "name",
                            models.CharField(max_length=20, primary_key=True, serialize=False),
                        ),
                        ("value", models.BigIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name="Merge",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                        (
                            "duplicate",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="merged_away",
                                to="store.person",
                            ),
                        ),
                        ("moved", models.JSONField()),
                        ("at", models.DateTimeField()),
                        ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                    name="Erasure",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("person_public_id", models.CharField(max_length=16, unique=True)),
                        ("at", models.DateTimeField()),
                        ("under_way", models.BooleanField(default=False)),
                    ],
                ),
                migrations.CreateModel(
                    name="Account",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("email", models.EmailField(max_length=254, unique=True)),
                        (
                            "person",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="account",
                                to="store.person",
                            ),
                        ),
                        ("is_active", models.BooleanField(default=True)),
                        ("local", models.BooleanField(default=False)),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("reset_links", models.PositiveIntegerField(default=0)),
                        ("refused_emails", models.JSONField(default=list)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("email"),
                                name="account_email_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("local", True)),
                                fields=("local",),
                                name="account_local_once",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Grant",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "account",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="grants",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "office",
                            models.CharField(
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
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("until", None),
                                    ("until__gte", models.F("since")),
                                    _connector="OR",
                                ),
                                name="grant_ends_after_it_begins",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        (
                                            "area__in",
                                            ["australia", "europe", "north-america", "online"],
                                        ),
                                        ("office", "coordinator"),
                                    ),
                                    models.Q(
                                        models.Q(("office", "coordinator"), _negated=True),
                                        ("area", ""),
                                    ),
                                    _connector="OR",
                                ),
                                name="grant_area_of_coordinators_only",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Venue",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("name", models.CharField(max_length=100)),
                        ("outline", models.CharField(db_index=True, max_length=200)),
                        ("street", models.CharField(blank=True, max_length=200)),
                        ("postcode", models.CharField(blank=True, max_length=20)),
                        ("town", models.CharField(max_length=100)),
                        (
                            "region",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="venues",
                                to="store.region",
                            ),
                        ),
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
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("outline", "region", "street"), name="venue_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["unverified", "verified", "refused"])
                                ),
                                name="venue_state_known",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
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
                        ("theme", models.CharField(blank=True, max_length=200)),
                        ("theme_cards", models.CharField(blank=True, max_length=200)),
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
                        (
                            "region",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="events",
                                to="store.region",
                            ),
                        ),
                        (
                            "venue",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="events",
                                to="store.venue",
                            ),
                        ),
                        ("contact_name", models.CharField(blank=True, max_length=100)),
                        ("contact_email", models.EmailField(blank=True, max_length=254)),
                        ("contact_phone", models.CharField(blank=True, max_length=40)),
                        ("discussion_thread", models.CharField(blank=True, max_length=200)),
                        ("entry_fee", models.CharField(blank=True, max_length=100)),
                        ("prizes", models.CharField(blank=True, max_length=500)),
                        ("special_rules", models.CharField(blank=True, max_length=1000)),
                        ("deck_lists_required", models.BooleanField(default=False)),
                        ("deck_deadline", models.DateTimeField(blank=True, null=True)),
                        ("preregistration_required", models.BooleanField(default=False)),
                        (
                            "expected_players",
                            models.PositiveSmallIntegerField(blank=True, null=True),
                        ),
                        ("capacity", models.PositiveSmallIntegerField(blank=True, null=True)),
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
                        ("version", models.PositiveIntegerField(default=1)),
                        ("created_at", models.DateTimeField()),
                        ("deleted_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["starts_at", "id"], name="event_by_start"),
                            models.Index(
                                fields=["state", "starts_at", "id"], name="event_by_state"
                            ),
                            models.Index(fields=["region", "starts_at"], name="event_by_region"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
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
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        [
                                            "other",
                                            "regional",
                                            "national",
                                            "masters",
                                            "continental",
                                            "world",
                                        ],
                                    )
                                ),
                                name="event_kind_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="event_edition_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("format__in", ["constructed", "draft", "sealed", "junior"])
                                ),
                                name="event_format_known",
                            ),
                            models.CheckConstraint(
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
                            models.CheckConstraint(
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
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("rounds_planned__gte", 1), ("rounds_planned__lte", 50)
                                ),
                                name="event_rounds_in_range",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("level__gte", 1), ("level__lte", 5)),
                                name="event_level_in_range",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("capacity", None),
                                    models.Q(("capacity__gte", 2), ("capacity__lte", 10000)),
                                    _connector="OR",
                                ),
                                name="event_capacity_in_range",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state", "draft"),
                                    models.Q(("registered_at", None), _negated=True),
                                    _connector="OR",
                                ),
                                name="event_listed_means_registered",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("online", True),
                                    models.Q(("venue", None), _negated=True),
                                    ("state", "draft"),
                                    _connector="OR",
                                ),
                                name="event_in_person_has_a_venue",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True),
                                name="event_has_a_name",
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
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
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
                        ("rank", models.PositiveSmallIntegerField()),
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
                                condition=models.Q(("rank__in", [1, 2, 3])),
                                name="directorship_rank_known",
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
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="changes",
                                to="store.event",
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
                            "agreed",
                            models.ManyToManyField(blank=True, related_name="+", to="store.person"),
                        ),
                    ],
                    options={
                        "ordering": ["at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "ground__in",
                                        ["all-players-agree", "emergency", "nobody-entered", ""],
                                    )
                                ),
                                name="change_ground_known",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Approval",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
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
                                    ("director", "Director to approve"),
                                    ("held-director", "Director held back"),
                                    ("application", "Application to hold a championship"),
                                    ("claim", "Record claimed by its player"),
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
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="approvals",
                                to="store.event",
                            ),
                        ),
                        (
                            "venue",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="approvals",
                                to="store.venue",
                            ),
                        ),
                        ("about", models.CharField(blank=True, max_length=40)),
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
                        ("rule", models.CharField(blank=True, max_length=120)),
                        ("asked", models.CharField(max_length=500)),
                        ("created_at", models.DateTimeField()),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
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
                        ("reason", models.CharField(blank=True, max_length=500)),
                    ],
                    options={
                        "ordering": ["created_at", "id"],
                        "indexes": [
                            models.Index(
                                fields=["state", "area", "created_at"], name="approval_queue"
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
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
                                            "claim",
                                        ],
                                    )
                                ),
                                name="approval_kind_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["open", "approved", "refused", "withdrawn"])
                                ),
                                name="approval_state_known",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("state", "open"), models.Q(("event", None), _negated=True)
                                ),
                                fields=("kind", "event"),
                                name="approval_one_open_per_event",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("state", "open"), models.Q(("venue", None), _negated=True)
                                ),
                                fields=("kind", "venue"),
                                name="approval_one_open_per_venue",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("state", "open"), models.Q(("about", ""), _negated=True)
                                ),
                                fields=("kind", "about"),
                                name="approval_one_open_about",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("about", ""), ("event", None), ("venue__isnull", False)
                                    ),
                                    models.Q(
                                        ("about", ""), ("event__isnull", False), ("venue", None)
                                    ),
                                    models.Q(
                                        ("event", None),
                                        ("venue", None),
                                        models.Q(("about", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="approval_about_one_thing",
                            ),
                            models.CheckConstraint(
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
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ApprovalComment",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                        ("text", models.CharField(max_length=1000)),
                        ("at", models.DateTimeField()),
                    ],
                    options={"ordering": ["at", "id"]},
                ),
                migrations.CreateModel(
                    name="Registration",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
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
                        (
                            "token_hash",
                            models.CharField(blank=True, max_length=64, null=True, unique=True),
                        ),
                        ("asked_at", models.DateTimeField(blank=True, null=True)),
                        ("pairings_by_email", models.BooleanField(default=False)),
                        ("created_at", models.DateTimeField()),
                        ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "db_table": "store_entry",
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "number"), name="entry_number_once"
                            ),
                            models.UniqueConstraint(
                                fields=("event", "seat"), name="entry_seat_once"
                            ),
                            models.UniqueConstraint(
                                fields=("event", "person"), name="entry_person_once"
                            ),
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
                                    models.Q(
                                        ("state", "going"), models.Q(("seat", None), _negated=True)
                                    ),
                                    models.Q(
                                        models.Q(("state", "going"), _negated=True), ("seat", None)
                                    ),
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
                    name="StaffInvite",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invites",
                                to="store.event",
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
                    ],
                    options={
                        "ordering": ["created_at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("role__in", ["director", "scorekeeper", "judge", "display"])
                                ),
                                name="invite_role_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("expires_at__gt", models.F("created_at"))),
                                name="invite_expires_later",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LoginLink",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "account",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="login_links",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="ApiToken",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "account",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="api_tokens",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="api_tokens",
                                to="store.event",
                            ),
                        ),
                        (
                            "role",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("director", "Director"),
                                    ("scorekeeper", "Scorekeeper"),
                                    ("judge", "Judge"),
                                    ("display", "Display"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("label", models.CharField(max_length=60)),
                        ("scopes", models.JSONField()),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                        ("last_used_on", models.DateField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["-created_at", "-id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "role__in",
                                        ["director", "scorekeeper", "judge", "display", ""],
                                    )
                                ),
                                name="api_token_role_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("expires_at__gt", models.F("created_at"))),
                                name="api_token_expires_later",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("event", None), ("role", "")),
                                    models.Q(
                                        models.Q(("event", None), _negated=True),
                                        models.Q(("role", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="api_token_role_at_an_event",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ApiAnswer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "token",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="answers",
                                to="store.apitoken",
                            ),
                        ),
                        ("key", models.CharField(max_length=128)),
                        ("request_hash", models.CharField(max_length=64)),
                        ("status", models.PositiveSmallIntegerField()),
                        ("content", models.TextField()),
                        ("created_at", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [models.Index(fields=["created_at"], name="api_answer_by_age")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("token", "key"), name="api_answer_once_per_key"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RequestCount",
                    fields=[
                        (
                            "caller",
                            models.CharField(max_length=32, primary_key=True, serialize=False),
                        ),
                        ("starts", models.BigIntegerField()),
                        ("current", models.PositiveIntegerField()),
                        ("previous", models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        "indexes": [models.Index(fields=["starts"], name="request_count_by_age")]
                    },
                ),
                migrations.CreateModel(
                    name="CacheEntry",
                    fields=[
                        (
                            "cache_key",
                            models.CharField(max_length=255, primary_key=True, serialize=False),
                        ),
                        ("value", models.TextField()),
                        ("expires", models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="Webhook",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "account",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="webhooks",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="webhooks",
                                to="store.event",
                            ),
                        ),
                        ("url", models.CharField(max_length=500)),
                        ("topics", models.JSONField()),
                        ("created_at", models.DateTimeField()),
                        ("removed_at", models.DateTimeField(blank=True, null=True)),
                        ("failures", models.PositiveIntegerField(default=0)),
                    ],
                    options={"ordering": ["-created_at", "-id"]},
                ),
                migrations.CreateModel(
                    name="WebhookCursor",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "webhook",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="cursors",
                                to="store.webhook",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="store.event",
                            ),
                        ),
                        ("sequence", models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("webhook", "event"), name="webhook_cursor_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Delivery",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "webhook",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="deliveries",
                                to="store.webhook",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="store.event",
                            ),
                        ),
                        ("sequence", models.PositiveIntegerField()),
                        ("topic", models.CharField(max_length=40)),
                        ("body", models.TextField()),
                        ("created_at", models.DateTimeField()),
                        ("next_at", models.DateTimeField()),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("delivered_at", models.DateTimeField(blank=True, null=True)),
                        ("given_up_at", models.DateTimeField(blank=True, null=True)),
                        ("said", models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        "ordering": ["id"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("delivered_at", None), ("given_up_at", None)),
                                fields=["next_at"],
                                name="delivery_due",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("webhook", "event", "sequence"), name="delivery_once"
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
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="passes",
                                to="store.event",
                            ),
                        ),
                        ("player", models.CharField(max_length=60)),
                        ("issue", models.PositiveSmallIntegerField()),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                        ("opened_at", models.DateTimeField(blank=True, null=True)),
                        ("openings", models.PositiveIntegerField(default=0)),
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
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="wrong_pins",
                                to="store.event",
                            ),
                        ),
                        ("player", models.CharField(max_length=60)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["event", "at"], name="wrong_pin_by_moment")
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="PassRequest",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="pass_requests",
                                to="store.event",
                            ),
                        ),
                        ("player", models.CharField(max_length=60)),
                        ("number", models.PositiveSmallIntegerField()),
                        ("asked_at", models.DateTimeField()),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
                        ("granted", models.BooleanField(default=False)),
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
                    name="PhoneRules",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="phone_rules",
                                to="store.event",
                            ),
                        ),
                        ("outlook_hidden", models.BooleanField(default=False)),
                    ],
                ),
                migrations.CreateModel(
                    name="CardDataFile",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("name", models.CharField(max_length=120)),
                        ("slot", models.CharField(db_index=True, max_length=120)),
                        ("edition", models.CharField(max_length=2)),
                        ("content", models.BinaryField()),
                        ("digest", models.CharField(max_length=64)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("proposed", "Looked at"),
                                    ("in-use", "In use"),
                                    ("replaced", "Replaced"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("brought_by", models.CharField(max_length=60)),
                        ("brought_at", models.DateTimeField()),
                        ("in_use_from", models.DateTimeField(null=True)),
                        ("replaced_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["proposed", "in-use", "replaced"])
                                ),
                                name="card_data_state_known",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "in-use")),
                                fields=("slot",),
                                name="card_data_one_in_use",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="CardCorrection",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("edition", models.CharField(max_length=2)),
                        ("set", models.CharField(max_length=40)),
                        ("number", models.CharField(blank=True, max_length=20)),
                        ("title", models.CharField(max_length=200)),
                        ("card", models.CharField(max_length=200)),
                        ("made_by", models.CharField(max_length=60)),
                        ("made_at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("edition", "set", "number", "title"),
                                name="card_corrected_once",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="PinnedCatalogue",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("version", models.CharField(max_length=64, unique=True)),
                        ("files", models.JSONField()),
                        ("corrections", models.JSONField()),
                        ("pinned_at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="Championship",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
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
                        (
                            "champion",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="titles_won",
                                to="store.person",
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["year", "kind", "edition", "place"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("year", "kind", "edition", "place"),
                                name="championship_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        ["regional", "national", "masters", "continental", "world"],
                                    )
                                ),
                                name="championship_kind_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="championship_edition_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="StageEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="stage",
                                to="store.event",
                            ),
                        ),
                        (
                            "championship",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="stages",
                                to="store.championship",
                            ),
                        ),
                        ("stage", models.CharField(default="whole", max_length=10)),
                        ("record", models.BinaryField(null=True)),
                        ("made_from", models.CharField(blank=True, max_length=64)),
                    ],
                    options={
                        "ordering": ["event__starts_at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("stage__in", ["whole", "heat", "final", "side"])
                                ),
                                name="stage_known",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Right",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rights",
                                to="store.person",
                            ),
                        ),
                        ("edition", models.CharField(max_length=2)),
                        ("rounds", models.JSONField(default=list)),
                        ("points", models.PositiveIntegerField(default=0)),
                        ("target", models.CharField(max_length=12)),
                        ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("areas", models.JSONField(default=list)),
                        (
                            "origin",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rights",
                                to="store.championship",
                            ),
                        ),
                        ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("won_at", models.DateTimeField()),
                        ("cite", models.CharField(blank=True, max_length=120)),
                    ],
                    options={
                        "ordering": ["won_at", "id"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("origin", None), _negated=True),
                                fields=("origin", "person", "place", "target"),
                                name="right_won_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="right_edition_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("target__in", ["continental", "world"])),
                                name="right_target_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RightEntry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "right",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="entries",
                                to="store.right",
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("kind", models.CharField(max_length=10)),
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="right_entries",
                                to="store.event",
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("by", models.CharField(max_length=60)),
                        ("reason", models.CharField(blank=True, max_length=500)),
                    ],
                    options={
                        "ordering": ["right", "number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("right", "number"), name="right_entry_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        [
                                            "granted",
                                            "used",
                                            "declined",
                                            "expired",
                                            "returned",
                                            "withdrawn",
                                        ],
                                    )
                                ),
                                name="right_entry_kind_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SeasonPlan",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                        ("masters_line", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("masters_award", models.CharField(blank=True, max_length=1000)),
                    ],
                    options={
                        "ordering": ["year", "kind", "edition"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("year", "kind", "edition"), name="season_plan_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("last_day__gte", models.F("first_day"))),
                                name="season_plan_ends_after_it_begins",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        ["regional", "national", "masters", "continental", "world"],
                                    )
                                ),
                                name="season_plan_kind_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="season_plan_edition_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Application",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "applicant",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="applications",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("year", models.PositiveSmallIntegerField()),
                        ("kind", models.CharField(max_length=12)),
                        ("edition", models.CharField(max_length=2)),
                        (
                            "region",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="applications",
                                to="store.region",
                            ),
                        ),
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
                        ("reason", models.CharField(blank=True, max_length=500)),
                        (
                            "event",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="application",
                                to="store.event",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["created_at", "id"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("state", "open"), models.Q(("applicant", None), _negated=True)
                                ),
                                fields=("applicant", "kind", "edition", "year"),
                                name="application_one_open",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("last_day__gte", models.F("first_day"))),
                                name="application_ends_after_it_begins",
                            ),
                            models.CheckConstraint(
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
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        ["regional", "national", "masters", "continental", "world"],
                                    )
                                ),
                                name="application_kind_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="application_edition_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["open", "awarded", "declined", "withdrawn"])
                                ),
                                name="application_state_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ChairChallenge",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("title", models.CharField(max_length=120)),
                        ("words", models.CharField(blank=True, max_length=2000)),
                        (
                            "suggested_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("nominated_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "event",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="challenge",
                                to="store.event",
                            ),
                        ),
                        ("prizes", models.JSONField(default=list)),
                        ("commitment", models.CharField(blank=True, max_length=64)),
                        ("seed", models.CharField(blank=True, max_length=64)),
                        ("drawn_at", models.DateTimeField(blank=True, null=True)),
                        ("drawn", models.JSONField(default=list)),
                    ],
                    options={
                        "ordering": ["-created_at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("drawn_at", None),
                                    models.Q(
                                        models.Q(("nominated_at", None), _negated=True),
                                        models.Q(("seed", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="challenge_drawn_after_nomination",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Complaint",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "about",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="concerns",
                                to="store.person",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="concerns",
                                to="store.event",
                            ),
                        ),
                        (
                            "raised_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="concerns",
                                to=settings.AUTH_USER_MODEL,
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
                        (
                            "closed_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("answer", models.CharField(blank=True, max_length=1000)),
                        ("held_back", models.BooleanField(default=False)),
                        ("lifted_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "db_table": "store_concern",
                        "ordering": ["created_at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("state__in", ["open", "closed"])),
                                name="concern_state_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("closed_at", None), ("state", "open")),
                                    models.Q(
                                        ("state", "closed"),
                                        models.Q(("closed_at", None), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="concern_closed_has_a_moment",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("lifted_at", None), ("held_back", True), _connector="OR"
                                ),
                                name="concern_lifts_what_held",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Case",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        ("number", models.PositiveIntegerField(unique=True)),
                        (
                            "person",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="cases",
                                to="store.person",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="cases",
                                to="store.event",
                            ),
                        ),
                        ("penalty", models.PositiveIntegerField(blank=True, null=True)),
                        (
                            "complaint",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="case",
                                to="store.complaint",
                            ),
                        ),
                        (
                            "reporter",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="reported_cases",
                                to=settings.AUTH_USER_MODEL,
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
                        ("source", models.CharField(max_length=20)),
                        ("stage", models.CharField(default="reported", max_length=20)),
                        ("outcome", models.CharField(blank=True, max_length=20)),
                        ("created_at", models.DateTimeField()),
                        ("answer_by", models.DateField(blank=True, null=True)),
                        ("closed_at", models.DateTimeField(blank=True, null=True)),
                        ("shrunk_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["number"],
                        "indexes": [
                            models.Index(fields=["area", "stage", "number"], name="case_at_desk")
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "source__in",
                                        ["disqualification", "breach", "complaint", "collusion"],
                                    )
                                ),
                                name="case_source_known",
                            ),
                            models.CheckConstraint(
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
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("outcome__in", ["no-action", "warning", "suspension", ""])
                                ),
                                name="case_outcome_known",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("penalty__isnull", False)),
                                fields=("event", "penalty"),
                                name="case_of_a_penalty_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("closed_at__isnull", False), ("stage", "closed")),
                                    models.Q(
                                        models.Q(("stage", "closed"), _negated=True),
                                        ("closed_at", None),
                                    ),
                                    _connector="OR",
                                ),
                                name="case_closed_has_a_moment",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CaseAction",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="actions",
                                to="store.case",
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
                    options={
                        "ordering": ["case", "sequence"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("case", "sequence"), name="case_action_sequence_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CaseFile",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="files",
                                to="store.case",
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
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="suspensions",
                                to="store.person",
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="suspensions",
                                to="store.case",
                            ),
                        ),
                        ("since", models.DateField()),
                        ("until", models.DateField()),
                        ("lifted_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["since", "id"],
                        "indexes": [models.Index(fields=["person", "until"], name="suspension_of")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("until__gte", models.F("since"))),
                                name="suspension_ends_after_it_begins",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RegisteredDeck",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="decks",
                                to="store.event",
                            ),
                        ),
                        ("player", models.CharField(max_length=60)),
                        (
                            "person",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="decks",
                                to="store.person",
                            ),
                        ),
                        ("content", models.TextField(blank=True)),
                        (
                            "salt",
                            models.CharField(
                                default=padd.store.models.decks.new_salt, max_length=32
                            ),
                        ),
                        ("digest", models.CharField(max_length=64)),
                        ("verdict", models.CharField(max_length=12)),
                        ("catalogue", models.CharField(max_length=64)),
                        ("for_cut", models.BooleanField(default=False)),
                        ("for_all", models.BooleanField(default=False)),
                        ("registered_at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "player"), name="deck_once_for_each_player"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Deck",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "address",
                            models.CharField(
                                default=padd.store.models.decks.new_address,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        (
                            "account",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="decks",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("name", models.CharField(max_length=80)),
                        ("edition", models.CharField(max_length=2)),
                        ("asked", models.JSONField(default=dict)),
                        ("created_at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="deck_edition_known",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="DeckVersion",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "deck",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="versions",
                                to="store.deck",
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("content", models.TextField()),
                        ("kept_at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("deck", "number"), name="deck_version_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="QueuedEmail",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("to", models.EmailField(max_length=254)),
                        ("subject", models.CharField(max_length=300)),
                        ("body", models.TextField()),
                        ("calendar", models.BinaryField(null=True)),
                        ("stop_address", models.CharField(blank=True, default="", max_length=500)),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("next_at", models.DateTimeField(db_index=True, null=True)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("said", models.CharField(blank=True, max_length=200)),
                    ],
                    options={"ordering": ["id"]},
                ),
                migrations.CreateModel(
                    name="FinishedEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="finished",
                                to="store.event",
                            ),
                        ),
                        ("sequence", models.PositiveIntegerField()),
                        ("head", models.CharField(max_length=64)),
                        ("finished_at", models.DateTimeField()),
                        ("facts", models.JSONField()),
                        ("missions", models.JSONField(default=dict)),
                    ],
                ),
                migrations.CreateModel(
                    name="Placing",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "finished",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="placings",
                                to="store.finishedevent",
                            ),
                        ),
                        ("player", models.TextField()),
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
                        ("place", models.PositiveIntegerField()),
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
                migrations.CreateModel(
                    name="AuditEntry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                    name="AuditSeal",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("entry", models.BigIntegerField(unique=True)),
                        ("words", models.CharField(max_length=64)),
                        ("words_left", models.CharField(blank=True, max_length=64)),
                        ("previous_hash", models.CharField(max_length=64)),
                        ("hash", models.CharField(max_length=64)),
                    ],
                    options={"ordering": ["id"]},
                ),
                migrations.CreateModel(
                    name="EventAction",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="actions",
                                to="store.event",
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
                    ],
                    options={
                        "ordering": ["event", "sequence"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "sequence"), name="action_sequence_once"
                            ),
                            models.UniqueConstraint(
                                fields=("event", "key"), name="action_key_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("sequence__gte", 1)),
                                name="action_sequence_from_one",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Room",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="room",
                                to="store.event",
                            ),
                        ),
                        ("notes", models.CharField(blank=True, max_length=1000)),
                        (
                            "shows",
                            models.CharField(
                                choices=[
                                    ("auto", "By itself"),
                                    ("welcome", "Welcome"),
                                    ("names", "Pairings by name"),
                                    ("tables", "Pairings by table"),
                                    ("clock", "The clock"),
                                    ("standings", "Standings"),
                                    ("bracket", "Bracket"),
                                    ("pods", "Pods"),
                                    ("groups", "Draft groups"),
                                ],
                                default="auto",
                                max_length=12,
                            ),
                        ),
                        ("clinch", models.BooleanField(default=False)),
                        ("version", models.PositiveIntegerField(default=1)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "shows__in",
                                        [
                                            "auto",
                                            "welcome",
                                            "names",
                                            "tables",
                                            "clock",
                                            "standings",
                                            "bracket",
                                            "pods",
                                            "groups",
                                        ],
                                    )
                                ),
                                name="room_shows_known",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="League",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
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
                        (
                            "director",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="leagues",
                                to="store.person",
                            ),
                        ),
                        ("committed", models.PositiveSmallIntegerField()),
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
                        ("created_at", models.DateTimeField()),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
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
                        ("answer", models.CharField(blank=True, max_length=500)),
                        (
                            "deputies",
                            models.ManyToManyField(blank=True, related_name="+", to="store.person"),
                        ),
                    ],
                    options={
                        "ordering": ["name"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state__in", ["requested", "active", "refused", "ended"])
                                ),
                                name="league_state_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="league_edition_known",
                            ),
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("name"),
                                condition=models.Q(("state", "refused"), _negated=True),
                                name="league_name_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Season",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                        ("year", models.PositiveSmallIntegerField()),
                        ("short", models.BooleanField(default=False)),
                        ("rulebook", models.CharField(max_length=30)),
                        ("rulings", models.JSONField(blank=True, default=list)),
                        ("first_qualifiers", models.PositiveSmallIntegerField()),
                        (
                            "second_qualifiers",
                            models.PositiveSmallIntegerField(blank=True, null=True),
                        ),
                        ("by_season", models.BooleanField(default=False)),
                        ("replaced", models.BooleanField(default=False)),
                        ("playoff_bonus", models.BooleanField(default=False)),
                        ("schemes", models.JSONField(default=list)),
                        ("announced_at", models.DateTimeField(blank=True, null=True)),
                        ("first_closed_at", models.DateTimeField(blank=True, null=True)),
                        ("second_closed_at", models.DateTimeField(blank=True, null=True)),
                        ("seed", models.BigIntegerField()),
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
                        ("crowned_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["-year"],
                        "constraints": [
                            models.UniqueConstraint(fields=("league", "year"), name="season_once"),
                            models.CheckConstraint(
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
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LeagueEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="events",
                                to="store.season",
                            ),
                        ),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="in_league",
                                to="store.event",
                            ),
                        ),
                        ("part", models.CharField(max_length=12)),
                        ("number", models.PositiveSmallIntegerField()),
                        ("asked_at", models.DateTimeField()),
                        ("accepted_at", models.DateTimeField(blank=True, null=True)),
                        ("players", models.PositiveSmallIntegerField(default=0)),
                        ("places", models.JSONField(default=dict)),
                        ("places_reason", models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("season", "number"), name="league_event_one_per_slot"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("part__in", ["first-half", "second-half", "playoff"])
                                ),
                                name="league_event_part_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PointsWon",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
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
                        ("place", models.PositiveSmallIntegerField()),
                        ("points", models.PositiveSmallIntegerField()),
                    ],
                    options={
                        "ordering": ["in_league", "place"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("in_league", "person"), name="league_points_once_per_person"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Bonus",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
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
                        (
                            "person",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="league_bonuses",
                                to="store.person",
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
                    ],
                    options={
                        "ordering": ["at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "scheme__in",
                                        ["headquarters", "participation", "new-mission", "own"],
                                    )
                                ),
                                name="bonus_scheme_known",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("withdrawn_at", None),
                                    models.Q(("scheme", "own"), _negated=True),
                                ),
                                fields=("in_league", "person", "scheme"),
                                name="bonus_one_per_scheme",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="MissionCompleted",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
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
                        ("title", models.CharField(max_length=120)),
                        ("headquarters", models.BooleanField(default=False)),
                        ("by", models.CharField(max_length=60)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["title"],
                        "constraints": [
                            models.UniqueConstraint(
                                models.F("in_league"),
                                models.F("person"),
                                django.db.models.functions.text.Lower("title"),
                                name="mission_once_per_person",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ChampionsEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="champions_league",
                                to="store.event",
                            ),
                        ),
                        ("edition", models.CharField(max_length=2)),
                        ("year", models.PositiveSmallIntegerField()),
                        ("waivers", models.JSONField(default=dict)),
                        (
                            "right",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="store.right",
                            ),
                        ),
                        ("by", models.CharField(max_length=60)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["-year", "edition"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("edition__in", ["1E", "2E", "TR"])),
                                name="champions_edition_known",
                            ),
                            models.UniqueConstraint(
                                fields=("edition", "year"), name="champions_once_a_year"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LimitedProduct",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("slug", models.CharField(max_length=60, unique=True)),
                        ("title", models.CharField(max_length=200)),
                        ("edition", models.CharField(max_length=2)),
                        ("digest", models.CharField(max_length=64)),
                        ("content", models.JSONField()),
                        ("added_by", models.CharField(max_length=80)),
                        ("added_at", models.DateTimeField()),
                    ],
                    options={"ordering": ["title", "id"]},
                ),
                migrations.CreateModel(
                    name="DraftGroup",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="draft_groups",
                                to="store.event",
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("deal", models.CharField(max_length=64)),
                        ("head", models.CharField(max_length=64)),
                        ("paused_at", models.DateTimeField(blank=True, null=True)),
                        ("resumed_at", models.DateTimeField(blank=True, null=True)),
                        ("grace", models.JSONField(default=dict)),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "number"), name="draft_group_one_of_a_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DealtPack",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "group",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="packs",
                                to="store.draftgroup",
                            ),
                        ),
                        ("pack", models.SmallIntegerField()),
                        ("seat", models.PositiveSmallIntegerField()),
                        ("kind", models.CharField(max_length=130)),
                        ("cards", models.JSONField()),
                    ],
                    options={
                        "ordering": ["pack", "seat"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("group", "pack", "seat"), name="dealt_pack_one_for_a_seat"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DraftPick",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "group",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="picks",
                                to="store.draftgroup",
                            ),
                        ),
                        ("pack", models.PositiveSmallIntegerField()),
                        ("turn", models.PositiveSmallIntegerField()),
                        ("seat", models.PositiveSmallIntegerField()),
                        ("cards", models.JSONField()),
                        ("how", models.CharField(default="player", max_length=8)),
                        ("key", models.CharField(max_length=64)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["id"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("group", "pack", "turn", "seat"),
                                name="draft_pick_one_a_turn",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("how__in", ["player", "random", "last"])),
                                name="draft_pick_how_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DraftStep",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "group",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="steps",
                                to="store.draftgroup",
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("step", models.JSONField()),
                        ("hash", models.CharField(max_length=64)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("group", "number"), name="draft_step_one_of_a_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PlayerPool",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="pools",
                                to="store.event",
                            ),
                        ),
                        ("player", models.CharField(max_length=60)),
                        ("added", models.JSONField(default=list)),
                        ("deck", models.JSONField(default=dict)),
                        ("registered_at", models.DateTimeField(blank=True, null=True)),
                        ("open_picks", models.BooleanField(default=False)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "player"), name="player_pool_one_for_a_player"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="OnlinePlayer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="online_players",
                                to="store.event",
                            ),
                        ),
                        ("player", models.CharField(max_length=60)),
                        (
                            "person",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="online_events",
                                to="store.person",
                            ),
                        ),
                        ("zone", models.CharField(blank=True, max_length=60)),
                        ("hours", models.JSONField(blank=True, default=list)),
                        ("hours_at", models.DateTimeField(blank=True, null=True)),
                        ("reminded", models.BooleanField(default=True)),
                        ("seen_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "player"), name="online_player_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="GameProposal",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="game_proposals",
                                to="store.event",
                            ),
                        ),
                        ("round", models.PositiveSmallIntegerField()),
                        ("table", models.PositiveSmallIntegerField()),
                        ("player", models.CharField(max_length=60)),
                        ("starts_at", models.DateTimeField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "Open"),
                                    ("accepted", "Accepted"),
                                    ("closed", "Closed"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("answered_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["made_at", "id"],
                        "indexes": [
                            models.Index(
                                fields=["event", "round", "table"], name="proposals_of_a_table"
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("state__in", ["open", "accepted", "closed"])),
                                name="proposal_state_known",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "open")),
                                fields=("event", "round", "table", "player", "starts_at"),
                                name="proposal_open_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="GameMessage",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="game_messages",
                                to="store.event",
                            ),
                        ),
                        ("round", models.PositiveSmallIntegerField()),
                        ("table", models.PositiveSmallIntegerField()),
                        ("player", models.CharField(max_length=60)),
                        ("text", models.CharField(max_length=500)),
                        ("elsewhere", models.BooleanField(default=False)),
                        ("mailed", models.BooleanField(default=False)),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["at", "id"],
                        "indexes": [
                            models.Index(
                                fields=["event", "round", "table"], name="messages_of_a_table"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SentReminder",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="reminders",
                                to="store.event",
                            ),
                        ),
                        ("round", models.PositiveSmallIntegerField()),
                        ("table", models.PositiveSmallIntegerField()),
                        ("player", models.CharField(blank=True, max_length=60)),
                        ("kind", models.CharField(max_length=20)),
                        ("due", models.DateTimeField()),
                        (
                            "outcome",
                            models.CharField(
                                choices=[
                                    ("sent", "Sent"),
                                    ("no-address", "No e-mail address"),
                                    ("off", "Switched off"),
                                    ("failed", "Failed"),
                                ],
                                default="sent",
                                max_length=10,
                            ),
                        ),
                        (
                            "mail",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="reminders",
                                to="store.queuedemail",
                            ),
                        ),
                        ("at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ["at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("outcome__in", ["sent", "no-address", "off", "failed"])
                                ),
                                name="reminder_outcome_known",
                            ),
                            models.UniqueConstraint(
                                fields=("event", "round", "table", "player", "kind", "due"),
                                name="reminder_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RatingSeries",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                    name="EventRecord",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="records",
                                to="store.event",
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
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["starts_at", "id"], name="record_by_start")
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "part"), name="record_part_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Played",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                        (
                            "person",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="played",
                                to="store.person",
                            ),
                        ),
                        ("place", models.PositiveIntegerField(blank=True, null=True)),
                        ("players", models.PositiveIntegerField()),
                        ("won", models.PositiveSmallIntegerField(default=0)),
                        ("tied", models.PositiveSmallIntegerField(default=0)),
                        ("lost", models.PositiveSmallIntegerField(default=0)),
                        ("byes", models.PositiveSmallIntegerField(default=0)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("person", "record"), name="played_once_per_person"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="RatedEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "record",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rated",
                                to="store.eventrecord",
                            ),
                        ),
                        ("starts_at", models.DateTimeField()),
                        ("born", models.IntegerField()),
                        ("died", models.IntegerField(default=2147483647)),
                        ("changes", models.BinaryField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["starts_at", "record"], name="rated_event_by_start"
                            ),
                            models.Index(fields=["born"], name="rated_event_by_birth"),
                            models.Index(fields=["died"], name="rated_event_by_death"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("record", "died"), name="rated_event_once_at_a_time"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Rating",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "series",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="store.ratingseries",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="ratings",
                                to="store.person",
                            ),
                        ),
                        ("rating", models.FloatField()),
                        ("games", models.PositiveIntegerField()),
                        ("events", models.PositiveIntegerField()),
                        ("last_at", models.DateTimeField()),
                        ("last_change", models.FloatField()),
                        ("born", models.IntegerField()),
                        ("died", models.IntegerField(default=2147483647)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["series", "-rating", "person", "born", "died"],
                                name="rating_list",
                            ),
                            models.Index(fields=["born"], name="rating_by_birth"),
                            models.Index(fields=["died"], name="rating_by_death"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("person", "series", "died"), name="rating_once_at_a_time"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RatingsNow",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("generation", models.IntegerField(default=0)),
                        ("changed_at", models.DateTimeField(blank=True, null=True)),
                        ("wanted", models.BigIntegerField(default=0)),
                        ("covered", models.BigIntegerField(default=0)),
                        ("fingerprint", models.CharField(blank=True, max_length=64)),
                        ("holder", models.CharField(blank=True, max_length=64)),
                        ("holder_host", models.CharField(blank=True, max_length=100)),
                        ("holder_process", models.IntegerField(default=0)),
                        ("held_until", models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="RatingRun",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                    name="Report",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
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
                        ("at", models.DateTimeField()),
                        ("decided_by", models.CharField(blank=True, max_length=60)),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
                        ("decision", models.CharField(blank=True, max_length=500)),
                    ],
                    options={
                        "ordering": ["at", "id"],
                        "indexes": [models.Index(fields=["state", "at"], name="report_queue")],
                        "constraints": [
                            models.UniqueConstraint(fields=("event", "head"), name="report_once"),
                            models.UniqueConstraint(
                                condition=models.Q(("state__in", ["awaiting", "processed"])),
                                fields=("event",),
                                name="report_one_that_counts",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state__in", ["players", "held"])),
                                fields=("event",),
                                name="report_one_that_waits",
                            ),
                            models.CheckConstraint(
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
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("source__in", ["here", "sent", "file", "sheet"])
                                ),
                                name="report_source_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PlayerMatch",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="matches",
                                to="store.event",
                            ),
                        ),
                        ("player", models.TextField()),
                        (
                            "person",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="matches",
                                to="store.person",
                            ),
                        ),
                        ("how", models.CharField(max_length=20)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "player"), name="match_once_per_player"
                            ),
                            models.UniqueConstraint(
                                fields=("event", "person"), name="match_once_per_person"
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Contest",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
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
                        ("round", models.PositiveSmallIntegerField()),
                        ("words", models.CharField(max_length=500)),
                        ("at", models.DateTimeField()),
                        ("settled_at", models.DateTimeField(blank=True, null=True)),
                        ("settled_by", models.CharField(blank=True, max_length=60)),
                        ("answer", models.CharField(blank=True, max_length=500)),
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
                migrations.CreateModel(
                    name="RatingCorrection",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=padd.store.models.keys.new_public_id,
                                max_length=16,
                                unique=True,
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="corrections",
                                to="store.event",
                            ),
                        ),
                        ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
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
                        ("score", models.FloatField(blank=True, null=True)),
                        ("reason", models.CharField(max_length=500)),
                        ("by", models.CharField(max_length=60)),
                        ("at", models.DateTimeField()),
                        ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["at", "id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("score", None),
                                    models.Q(("score__gte", 0.0), ("score__lte", 1.0)),
                                    _connector="OR",
                                ),
                                name="correction_score_in_range",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("first", None),
                                        ("round", None),
                                        ("score", None),
                                        ("second", None),
                                    ),
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
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="InterimRuling",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                ),
            ]
        ),
        migrations.RunPython(add_triggers),
        migrations.RunPython(add_countries),
    ]

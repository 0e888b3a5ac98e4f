"""A new database has the tables of one that was made by the replaced migrations."""

from __future__ import annotations

import gzip
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.databases import installation

SHAPE: Final = """
import django, json
django.setup()
from django.core.management import call_command
from django.db import connection
from padd.store.installation import upgrade
upgrade.make_database_private()
{making}
QUESTIONS = {{
    "sqlite": {{
        "columns": "SELECT m.name, c.name, c.type, c.'notnull', c.dflt_value, c.pk "
        "FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'",
        "references": "SELECT m.name, f.'from', f.'table', f.'to', f.on_delete "
        "FROM sqlite_master m, pragma_foreign_key_list(m.name) f "
        "WHERE m.type = 'table'",
        "checks": "SELECT name, length(sql) FROM sqlite_master WHERE type = 'table'",
        "indexes": "SELECT name, sql FROM sqlite_master WHERE type = 'index'",
        "triggers": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    }},
    "postgresql": {{
        "columns": "SELECT table_name, column_name, data_type, is_nullable, "
        "column_default, character_maximum_length FROM information_schema.columns "
        "WHERE table_schema = 'public'",
        "checks": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
        "FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
        "indexes": "SELECT indexname, indexdef FROM pg_indexes "
        "WHERE schemaname = 'public'",
        "triggers": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger "
        "WHERE NOT tgisinternal",
    }},
}}
tables = {{}}
with connection.cursor() as cursor:
    for name, question in QUESTIONS[connection.vendor].items():
        cursor.execute(question)
        tables[name] = sorted(map(str, cursor.fetchall()))
    cursor.execute("SELECT slug, name, area FROM store_region WHERE slug <> 'not-named'")
    tables["regions"] = sorted(map(str, cursor.fetchall()))
    cursor.execute("SELECT name FROM django_migrations WHERE app = 'store'")
    tables["migrations"] = sorted(map(str, cursor.fetchall()))
print(json.dumps([tables, upgrade.missing_migrations()]))
"""
REPLACED: Final = 38
BEFORE: Final = Path(__file__).parents[1] / "fixtures" / "before"
MAKE: Final = "upgrade.apply_migrations()"
CUT_SHORT: Final = """
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).ensure_schema()
upgrade.apply_migrations()
"""


def shape(data, making, **environment):
    """Return the tables of a database of its own, and the steps it lacks."""
    done = subprocess.run(
        [sys.executable, "-c", SHAPE.format(making=making)],
        env={
            **installation(data, new=True),
            "DJANGO_SETTINGS_MODULE": "padd.config.settings",
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_database_of_the_replaced_migrations_has_the_tables_of_a_new_one(tmp_path):
    (tmp_path / "old").mkdir()
    database = sqlite3.connect(tmp_path / "old" / "padd.sqlite3")
    database.executescript(gzip.decompress((BEFORE / "padd.sql.gz").read_bytes()).decode())
    database.close()

    old, lacking = shape(tmp_path / "old", MAKE, DATABASE_URL="")
    new, lacks = shape(tmp_path / "new", MAKE, DATABASE_URL="")

    assert lacking == lacks == []
    assert old == new
    assert new["triggers"]
    assert len(new["regions"]) > 1
    assert len(new["migrations"]) == REPLACED + 1


@pytest.mark.postgresql
def test_a_start_that_was_cut_short_is_made_good(tmp_path):
    whole = shape(tmp_path / "whole", MAKE)

    assert shape(tmp_path / "cut", CUT_SHORT) == whole

"""A new database has the tables that an old one ends up with after all its steps."""

from __future__ import annotations

import json
import subprocess
import sys
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
ROWS = "SELECT count(*) FROM "
tables = {{}}
with connection.cursor() as cursor:
    for name, question in QUESTIONS[connection.vendor].items():
        cursor.execute(question)
        tables[name] = sorted(map(str, cursor.fetchall()))
    for name in ("django_migrations", "store_region"):
        cursor.execute(ROWS + name)
        tables[name] = cursor.fetchone()
print(json.dumps([tables, upgrade.missing_migrations()]))
"""
WIDTH: Final = "('auth_group_permissions', 'id', "
AT_ONCE: Final = "upgrade.apply_migrations()"
BY_STEPS: Final = "call_command('migrate', interactive=False, verbosity=0)"
CUT_SHORT: Final = """
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).ensure_schema()
upgrade.apply_migrations()
"""


def shape(data, making):
    """Return the tables of a database of its own, and the steps it lacks."""
    done = subprocess.run(
        [sys.executable, "-c", SHAPE.format(making=making)],
        env={**installation(data, new=True), "DJANGO_SETTINGS_MODULE": "padd.config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def differences(one, other):
    """Return what is in one database alone, but for the width of an id of Django's."""
    found = []
    for name in one.keys() | other.keys():
        mine, theirs = ({str(row) for row in it[name]} for it in (one, other))
        found += [row for row in mine ^ theirs if WIDTH not in row]
    return found


@pytest.mark.long
@pytest.mark.postgresql
def test_tables_made_at_once_are_those_that_the_steps_leave(tmp_path):
    by_steps, lacking = shape(tmp_path / "old", BY_STEPS)

    at_once = shape(tmp_path / "new", AT_ONCE)

    assert differences(at_once[0], by_steps) == []
    assert lacking == at_once[1] == []
    assert by_steps["triggers"]
    assert by_steps["store_region"] != [0]


def test_a_start_that_was_cut_short_is_made_good(tmp_path):
    whole = shape(tmp_path / "whole", AT_ONCE)

    assert shape(tmp_path / "cut", CUT_SHORT) == whole

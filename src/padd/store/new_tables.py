"""Create all tables of a new database at once, as the migrations would.

Django renders its models again for every migration, which takes seconds, and a new
installation has no data to migrate.
"""

from __future__ import annotations

from typing import cast

from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.operations import RunPython
from django.db.migrations.state import StateApps


def make_tables() -> None:
    """Make every table, what the chain does besides tables, and note its steps."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    executor.recorder.ensure_schema()
    emit_pre_migrate_signal(0, interactive=False, db=connection.alias, plan=plan)
    with connection.schema_editor(atomic=True) as editor:
        for model in apps.get_models(include_auto_created=False):
            if model._meta.managed and not model._meta.proxy:  # noqa: SLF001 -- Django's own
                editor.create_model(model)
        for sql in editor.deferred_sql:
            editor.execute(sql)
        editor.deferred_sql.clear()
        for step, _ in plan:
            _run_code(step, editor)
            executor.recorder.record_applied(step.app_label, step.name)
    emit_post_migrate_signal(0, interactive=False, db=connection.alias, plan=plan)


def _run_code(step: Migration, editor: BaseDatabaseSchemaEditor) -> None:
    for operation in step.operations:
        if isinstance(operation, RunPython):
            operation.code(cast("StateApps", apps), editor)

"""A place for backups, a fresh memory, and tables without their guards."""

import pytest


@pytest.fixture(autouse=True)
def _data_folder(data_folder):
    """Keep everything that a test writes in a folder of its own."""


@pytest.fixture
def unguarded(world):
    """Take away what keeps rows of the log from being changed, as an intruder would."""
    from django.db import connection

    table = "store_eventaction"
    on = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        acts = ("UPDATE", "MOVE", "DELETE") if on else ("UPDATE", "DELETE")
        for act in acts:
            cursor.execute(f"DROP TRIGGER {table}_no_{act}{on}")

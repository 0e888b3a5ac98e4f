"""A place for backups, a fresh memory, and tables without their guards."""

import pytest


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    """Keep everything that a test writes in a folder of its own."""
    from padd.services.eventlog.log_cache import clear_logs

    settings.DATA = tmp_path / "data"  # type: ignore[attr-defined]
    settings.BACKUP = ""  # type: ignore[attr-defined]
    clear_logs()
    yield
    clear_logs()


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

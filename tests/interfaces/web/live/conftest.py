"""Django for the tests of what is live."""

import os
import tempfile
from pathlib import Path

import django
import pytest

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
os.environ["PADD_DATA"] = str(Path(tempfile.gettempdir()) / "padd-is-not-written")
django.setup()


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    """Keep everything that a test writes in a folder of its own."""
    from padd.services.eventlog.log_cache import clear_logs

    settings.DATA = tmp_path / "data"
    settings.BACKUP = ""
    clear_logs()
    yield
    clear_logs()

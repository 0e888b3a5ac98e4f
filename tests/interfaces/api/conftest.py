"""The application for tests of the API, and a small world to ask it about."""

import os
import tempfile
from pathlib import Path

import django
import pytest

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
os.environ["PADD_DATA"] = str(Path(tempfile.gettempdir()) / "padd-is-not-written")
django.setup()


@pytest.fixture(autouse=True)
def _unhurried():
    """Let no test slow the next one down."""
    from padd.services.access import rate_limit

    for meter in rate_limit.METERS:
        meter.clear()


@pytest.fixture
def api(db):
    """Return a world that is undone after the test."""
    from api_world import ApiWorld

    return ApiWorld()

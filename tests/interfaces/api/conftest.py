"""The application for tests of the API, and a small world to ask it about."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import django
import pytest

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
os.environ["PADD_DATA"] = str(Path(tempfile.gettempdir()) / "padd-is-not-written")
django.setup()

if TYPE_CHECKING:
    from api_world import ApiWorld


@pytest.fixture(autouse=True)
def _unhurried() -> None:
    """Let no test slow the next one down."""
    from padd.services.access import rate_limit

    for meter in rate_limit.METERS:
        meter.clear()


@pytest.fixture
def api(db: None) -> ApiWorld:
    """Return a world that is undone after the test."""
    from api_world import ApiWorld

    return ApiWorld()

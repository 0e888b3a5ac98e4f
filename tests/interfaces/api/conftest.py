"""The application for tests of the API, and a small world to ask it about."""

import pytest


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

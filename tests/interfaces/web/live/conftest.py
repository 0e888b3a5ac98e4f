"""Django for the tests of what is live."""

import pytest


@pytest.fixture(autouse=True)
def _data_folder(data_folder):
    """Keep everything that a test writes in a folder of its own."""

"""Django for the reliability tests, and how often each thing is tried."""

from __future__ import annotations

import os
import random

import pytest
from tests.reliability.marks import Marks

TRIALS = "PADD_TRIALS"
SEED = "PADD_SEED"


def pytest_configure(config):
    """Have a run of these tests end with one line for each mark."""
    config.pluginmanager.register(Marks(config.getoption("--database")), "marks")


@pytest.fixture
def trials(request):
    """Return how often to try: as often as asked for, else a short run."""
    short: int = getattr(request, "param", 20)
    return int(os.environ.get(TRIALS) or short)


@pytest.fixture
def chance(record_property):
    """Return chance whose seed is told, so that a failure can be had again."""
    seed = os.environ.get(SEED) or str(random.SystemRandom().getrandbits(32))
    print(f"{SEED}={seed}")
    record_property("seed", seed)
    return random.Random(seed)


@pytest.fixture(autouse=True)
def _data_folder(data_folder):
    """Keep everything that a test writes in a folder of its own."""


@pytest.fixture
def crew(real_database, tmp_path):
    """Return people who act in processes of their own, on the test's database."""
    from tests.reliability.crew import Crew

    made = Crew(tmp_path / "data")
    yield made
    made.leave()

"""A small room at full tilt: the benchmark of the room, short, for errors alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.databases import installation
from tests.wait_limits import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.mark.req("R9")
def test_open_pages_a_rush_and_a_storm_see_no_error(tmp_path):
    """Two processes on one database: what one saves, pages of the other show."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.live_pages", str(tmp_path)],
        env={
            **os.environ,
            **installation(tmp_path),
            "PADD_ROOM_SERVERS": "2",
            "PADD_ROOM_PLAYERS": "40",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * PATIENCE,
    )

    assert done.stdout.count("; 0 errors") == 3, done.stdout + done.stderr
    assert "heard by the last of 60 pages" in done.stdout
    assert done.stderr == ""

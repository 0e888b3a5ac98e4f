"""`padd drill`: a whole event by itself, on the real program; nothing of it stays."""

import os
import subprocess
import sys

import pytest
from tests.wait_limits import PATIENCE


def drill(folder, *options):
    return subprocess.run(
        [sys.executable, "-m", "padd", "drill", "--port", "0", "--no-watch", *options],
        env={**os.environ, "TMPDIR": str(folder), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * PATIENCE,
    )


@pytest.mark.long
@pytest.mark.req("R4", "R6", "R8")
def test_a_drill_plays_itself_with_all_that_goes_wrong(tmp_path):
    done = drill(tmp_path, "--auto", "--speed", "90000", "--players", "7")

    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert "/wall/?event=" in said
    assert "1 came late, 1 left, 1 disputed, 1 power cut" in said
    assert "none lost" in said
    assert "The event is over." in said
    assert list(tmp_path.glob("padd-drill-*")) == [], "the folder is thrown away"


def test_a_drill_never_touches_a_real_installation(tmp_path):
    real = tmp_path / "real"
    real.mkdir()
    (real / "padd.sqlite3").write_bytes(b"the season")

    done = drill(tmp_path, "--auto", "--data", str(real))

    assert done.returncode == 1
    assert "contains something else" in done.stderr
    assert [one.name for one in real.iterdir()] == ["padd.sqlite3"]

"""Every piece of the platform can be left out, and pages are the same without it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from padd.platform.switches import PIECES

ROOT = Path(__file__).resolve().parents[2]
PLATFORM = ROOT / "src/padd/platform"
PAGE_TESTS = (
    "tests/interfaces/web/public/test_public_pages.py",
    "tests/interfaces/web/live/test_live_server.py",
)
"""Tests of pages that use every cache, and tests of a server as it is started."""
TOURNAMENT = re.compile(r"\b(?:events?|players?|rounds?|tournaments?)\b(?!\()")


def run_page_tests(pieces):
    """Run the tests of pages without some pieces of the platform."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *PAGE_TESTS],
        cwd=ROOT,
        env={**os.environ, "PADD_WITHOUT": ",".join(pieces)},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_pages_are_the_same_without_any_piece():
    run_page_tests(PIECES)


@pytest.mark.long
@pytest.mark.parametrize("piece", PIECES)
def test_pages_are_the_same_without_one_piece(piece):
    run_page_tests([piece])


def test_the_platform_knows_no_tournament():
    named = {
        f"{file.name}: {word}"
        for file in PLATFORM.glob("*.py")
        for word in TOURNAMENT.findall(file.read_text(encoding="utf-8").replace("event loop", ""))
    }

    assert named == set()

"""Which test runs where: files stay whole, and those with a browser share a process.

A page in a browser waits for a server and two of them wait twice as long, so they
take turns from the beginning on, while the other processes do everything else. What
takes longest goes first, so that nobody waits for one last file in the end.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
BROWSER: Final = "a browser"
MARK: Final = "pytest.mark.browser"
LONG: Final = (
    "core/pairing/test_pairing_fairness.py",
    "interfaces/api/test_api_served.py",
    "services/ratings/test_recalculation.py",
    "interfaces/printing/test_blackout.py",
    "interfaces/web/phone/test_phone_hostile.py",
    "interfaces/web/test_hostile_pages.py",
    "interfaces/test_two_installations.py",
    "interfaces/web/test_authorization.py",
    "interfaces/web/test_serve.py",
    "core/eventlog/test_state_machine.py",
    "interfaces/cli/test_simulate_command.py",
    "interfaces/printing/test_documents_on_paper.py",
    "reliability/test_phones_at_once.py",
    "reliability/test_http_kills.py",
    "reliability/test_kills.py",
    "interfaces/cli/test_drill_command.py",
    "interfaces/cli/test_office_command.py",
    "interfaces/web/live/test_live_server.py",
    "services/installation/test_demo.py",
)
"""Files that take long without a browser, the longest first."""


@cache
def has_browser(file: str) -> bool:
    """Tell whether a file of tests opens a browser."""
    return MARK in (ROOT / file).read_text(encoding="utf-8")


def turn(file: str) -> int:
    """Return when a file has its turn: browsers, then what is long, then the rest."""
    if has_browser(file):
        return -1
    name = file.removeprefix("tests/")
    return LONG.index(name) if name in LONG else len(LONG)


class Lanes(LoadFileScheduling):  # type: ignore[misc]
    """Gives out whole files, and all files with a browser to one process."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        return BROWSER if has_browser(file) else file

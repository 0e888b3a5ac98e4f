"""Which test runs where: files stay whole, those with a browser have two lanes.

A page in a browser waits for a server, and three of them on two cores wait for each
other; so two processes take turns with them from the beginning on, while the third
does everything else. What takes longest goes first, so that nobody waits for one last
file in the end. The tests of the house go to one process, which parses the code once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
MARK: Final = "pytest.mark.browser"
FIRST_LANE: Final = frozenset(
    {
        "interfaces/web/account/test_second_factor.py",
        "interfaces/web/phone/test_phone_browser.py",
        "interfaces/web/public/test_public_browser.py",
        "interfaces/web/ratings/test_career_browser.py",
        "interfaces/web/test_journeys.py",
        "interfaces/web/test_markup.py",
    }
)
"""About half of the work in browsers; all other files with one are the second lane."""
LONG: Final = (
    "reliability/test_blackout.py",
    "services/ratings/test_recalculation.py",
    "core/pairing/test_pairing_fairness.py",
    "interfaces/test_two_installations.py",
    "interfaces/api/test_api_served.py",
    "interfaces/web/test_authorization.py",
    "interfaces/cli/test_serve_command.py",
    "interfaces/web/console/test_console_addresses.py",
    "interfaces/web/test_hostile_pages.py",
    "interfaces/web/console/test_console_mutations.py",
    "interfaces/web/phone/test_phone_hostile.py",
    "interfaces/cli/test_simulate_command.py",
    "reliability/test_phones_at_once.py",
    "interfaces/cli/test_drill_command.py",
    "interfaces/cli/test_office_command.py",
    "reliability/test_http_kills.py",
    "reliability/test_kills.py",
    "core/eventlog/test_state_machine.py",
    "interfaces/printing/test_documents_on_paper.py",
    "interfaces/web/live/test_live_server.py",
    "services/installation/test_demo.py",
)
"""Files that take long without a browser, the longest first."""
HOUSE: Final = "tests/house/"
PAGES: Final = "interfaces/web/"
EVERY_ADDRESS: Final = frozenset(
    {
        "championships/test_road_pages.py",
        "conduct/test_case_pages.py",
        "console/test_console_addresses.py",
        "console/test_console_requests.py",
        "phone/test_phone_permissions.py",
        "printing/test_paper_page.py",
        "public/test_public_pages.py",
        "ratings/test_career_pages.py",
        "results/test_results_page.py",
        "test_authorization.py",
        "test_outage.py",
    }
)
"""The pages' tests that run on PostgreSQL as well: they open every address there is.

Pages reach the database through services and queries alone, and all tests of those run
on both.
"""


@cache
def has_browser(file: str) -> bool:
    """Tell whether a file of tests opens a browser."""
    return MARK in (ROOT / file).read_text(encoding="utf-8")


def on_both_databases(file: str) -> bool:
    """Tell whether tests of a file that touch the database run on PostgreSQL too."""
    name = file.removeprefix("tests/")
    return not name.startswith(PAGES) or name.removeprefix(PAGES) in EVERY_ADDRESS


def turn(file: str) -> int:
    """Return when a file has its turn: browsers, the house, what is long, the rest."""
    if has_browser(file):
        return -1
    if file.startswith(HOUSE):
        return 0
    name = file.removeprefix("tests/")
    return LONG.index(name) if name in LONG else len(LONG)


class WorkerSchedule(LoadFileScheduling):  # type: ignore[misc]
    """Gives out whole files, and the files with a browser to two processes."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        if file.startswith(HOUSE):
            return "house"
        if not has_browser(file):
            return file
        return f"browser {1 if file.removeprefix('tests/') in FIRST_LANE else 2}"

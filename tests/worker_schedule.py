"""Which test runs where: files stay whole, and two of three processes open browsers.

A page in a browser waits for a server, and three of them on two cores wait for each
other; so at most two processes have one, and as soon as one is through, whoever is free
takes the next. What takes longest goes first, so that nobody waits for one last file in
the end. Files that look at one headquarters stay together, so that it starts once, and
so do the tests of the house, which parse the code once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from xdist.scheduler import LoadFileScheduling

ROOT: Final = Path(__file__).resolve().parents[1]
MARK: Final = "pytest.mark.browser"
SHARED: Final = "headquarters: Headquarters"
"""What stands in every file of tests that looks at the shared headquarters."""
BROWSERS: Final = 2
"""How many processes open a browser at the same time."""
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
BROWSER: Final = "browser "
"""How the name of work with a browser begins."""
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


def has_browser(file):
    """Tell whether a file of tests opens a browser."""
    return MARK in _text(file)


@cache
def _text(file):
    return (ROOT / file).read_text(encoding="utf-8")


def on_both_databases(file):
    """Tell whether tests of a file that touch the database run on PostgreSQL too."""
    name = file.removeprefix("tests/")
    return not name.startswith(PAGES) or name.removeprefix(PAGES) in EVERY_ADDRESS


def turn(file):
    """Return when a file has its turn: browsers, the house, what is long, the rest."""
    if has_browser(file):
        return -1
    if file.startswith(HOUSE):
        return 0
    name = file.removeprefix("tests/")
    return LONG.index(name) if name in LONG else len(LONG)


class WorkerSchedule(LoadFileScheduling):  # type: ignore[misc]
    """Gives out whole files, and those with a browser to two processes at a time."""

    def __init__(self, config, log=None):
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid):
        file = str(super()._split_scope(nodeid))
        if file.startswith(HOUSE):
            return "house"
        if not has_browser(file):
            return file
        return BROWSER + ("headquarters" if SHARED in _text(file) else file)

    def _assign_work_unit(self, node):
        wanted = self._others_with_browser(node) < BROWSERS
        fitting = (scope for scope in self.workqueue if scope.startswith(BROWSER) is wanted)
        chosen = next(fitting, next(iter(self.workqueue)))
        self.workqueue.move_to_end(chosen, last=False)
        super()._assign_work_unit(node)

    def _others_with_browser(self, node):
        """Count the other processes that still have tests with a browser to run."""
        return sum(
            any(
                scope.startswith(BROWSER) and not all(done.values()) for scope, done in work.items()
            )
            for other, work in self.assigned_work.items()
            if other is not node
        )

"""One line of JSON for each mark of reliability at the end of a run.

A test says by `req` which marks it proves; `make reliability` prints what became of
all tests of a mark: how many, on which database, with which seeds and figures.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from typing import Final

import pytest

MARK: Final = re.compile(r"R\d+[a-z]?")
MARKS: Final = "marks"
FIGURES: Final = "figures"


def tell(record_property, **figures):
    """Print the figures of a test, and have them stand in the lines of its marks."""
    line = json.dumps(figures)
    print(line)
    record_property(FIGURES, line)


class Marks:
    """What became of the tests of each mark."""

    def __init__(self, database):
        self.database = database
        self.reports: dict[str, list[pytest.TestReport]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items):
        """Have every test carry its marks into its report."""
        for item in items:
            asked = [one for mark in item.iter_markers("req") for one in mark.args]
            marks = [one for one in asked if MARK.fullmatch(one)]
            item.user_properties.append((MARKS, marks))

    def pytest_runtest_logreport(self, report):
        """Take the outcome of a test, or of what it needed and did not get."""
        if report.when == "call" or report.outcome != "passed":
            for mark in dict(report.user_properties).get(MARKS, ()):
                self.reports[mark].append(report)

    def pytest_terminal_summary(self, terminalreporter):
        """Print the lines, by the number of the mark."""
        terminalreporter.section("marks of reliability")
        for mark in sorted(self.reports, key=lambda one: (len(one), one)):
            terminalreporter.write_line(json.dumps(self.line(mark)))

    def line(self, mark):
        """Return what is known of one mark."""
        reports = self.reports[mark]
        said = [pair for report in reports for pair in report.user_properties]
        return {
            "mark": mark,
            "database": self.database,
            "trials": os.environ.get("PADD_TRIALS", "short"),
            **{
                outcome: sum(report.outcome == outcome for report in reports)
                for outcome in ("passed", "failed", "skipped")
            },
            "seconds": round(sum(report.duration for report in reports), 1),
            "seeds": [value for name, value in said if name == "seed"],
            "figures": [json.loads(value) for name, value in said if name == FIGURES],
        }

"""Which requirement ids have a test, and which have none.

Run with `make conformance`, or name prefixes: `python -m tests.conformance SWISS`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from typing import Final

import pytest

REQUIREMENTS: Final = {
    "REG": 52,
    "FMT": 58,
    "SWISS": 100,
    "BRKT": 41,
    "TRIB": 29,
    "RATE": 25,
    "CHAMP": 32,
    "LEAG": 39,
    "ONL": 26,
    "COND": 62,
    "DECK": 57,
    "OTF": 31,
    "GOV": 40,
    "EX-REG": 2,
    "EX-FMT": 1,
    "EX-SWISS": 27,
    "EX-BRKT": 7,
    "EX-TRIB": 3,
    "EX-RATE": 3,
    "EX-CHAMP": 4,
    "EX-LEAG": 4,
    "EX-ONL": 2,
    "EX-COND": 4,
    "EX-DECK": 4,
    "EX-OTF": 6,
    "AMB": 129,
}
"""How many ids each prefix has; ids are never renumbered."""


class Collector:
    """A pytest plugin that notes which test names which id."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, set[str]] = defaultdict(set)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Gather the ids of every collected test."""
        for item in items:
            for mark in item.iter_markers("req"):
                for requirement in mark.args:
                    self.tests[requirement].add(item.nodeid.partition("[")[0])


def is_known(requirement: str) -> bool:
    """Tell whether an id exists: of a requirement, or of a reliability goal."""
    if re.fullmatch(r"R([1-9]|1b|1\d|2[0-5])", requirement):
        return True
    found = re.fullmatch(r"([A-Z-]+)-(\d+)", requirement)
    return bool(found) and 1 <= int(found[2]) <= REQUIREMENTS.get(found[1], 0)


def collected() -> dict[str, set[str]]:
    """Return the tests of every id that a test names."""
    collector = Collector()
    pytest.main(["--collect-only", "-qq", "--no-header"], plugins=[collector])
    return dict(collector.tests)


def main(prefixes: list[str]) -> int:
    """Print the covered and uncovered ids; a test with an unknown id is a fault."""
    tests = collected()
    print("\nRequirement ids with a test:")
    for prefix in prefixes or REQUIREMENTS:
        ids = [f"{prefix}-{n}" for n in range(1, REQUIREMENTS[prefix] + 1)]
        missing = [requirement for requirement in ids if requirement not in tests]
        print(f"  {prefix}: {len(ids) - len(missing)} of {len(ids)}")
        if missing:
            print(f"    without: {', '.join(missing)}")
    unknown = sorted(requirement for requirement in tests if not is_known(requirement))
    if unknown:
        print(f"Unknown ids: {', '.join(unknown)}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

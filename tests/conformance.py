"""Which requirement ids have a test, and which have none.

A test counts only if a page, a command or a call of the API can reach what it tests:
not if it calls a function that only tests call, and not if all it does is to look up
a value of a rulebook that nothing reads.

Run with `make conformance`, or name prefixes: `python -m tests.conformance SWISS`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from functools import cache
from typing import Final

import pytest
from tests.house.rule_readers import Readers, owner_of
from tests.reachability import TESTS, module_name, modules, reached_from, unreached

from padd.rulebooks.loader import DATA
from padd.rulebooks.source import read_subjects

REQUIREMENTS: Final = {
    "REG": 52,
    "FMT": 64,
    "SWISS": 100,
    "BRKT": 41,
    "TRIB": 29,
    "RATE": 25,
    "CHAMP": 35,
    "LEAG": 39,
    "ONL": 26,
    "COND": 67,
    "DECK": 65,
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
    "AMB": 151,
}
"""How many ids each prefix has; ids are never renumbered."""
LOOK_UP: Final = ("padd.rulebooks", "padd.core.model")
"""What a test needs to look up a value of a rulebook."""
VALUES: Final = Readers([])


class Collector:
    """A pytest plugin that notes which test names which id."""

    def __init__(self):
        self.tests: defaultdict[str, set[str]] = defaultdict(set)
        self.not_counted: defaultdict[str, set[str]] = defaultdict(set)

    def pytest_collection_modifyitems(self, items):
        """Gather the ids of every collected test."""
        for item in items:
            test = item.nodeid.partition("[")[0]
            for mark in item.iter_markers("req"):
                counts = is_in_use(item)
                for requirement in mark.args:
                    (self.tests if counts else self.not_counted)[requirement].add(test)


def is_in_use(item):
    """Tell whether people can reach what a test tests."""
    if not isinstance(item, pytest.Function):
        return True
    top = item.function.__qualname__.partition(".")[0]
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    if any(value in only_shown_paths() for value in values if isinstance(value, str)):
        return False
    return _is_in_use(module_name(item.path, TESTS), top)


@cache
def _is_in_use(module, function):
    called = reached_from([(module, function)], within="tests.")
    if called & unreached():
        return False
    if any(name.startswith("padd.") and not name.startswith(LOOK_UP) for name, _ in called):
        return True
    helpers = [name for where, name in called if where == module]
    tree = modules()[module].tree
    return not any(VALUES.reads_of(tree, name) & only_shown() for name in helpers)


@cache
def only_shown():
    """Return the values of the rulebooks that nothing reads."""
    return frozenset(map(owner_of, only_shown_paths()))


@cache
def only_shown_paths():
    """Return the paths of the values that nothing reads."""
    return frozenset(
        ".".join((subject.name, *place))
        for subject in read_subjects(DATA)
        for place, parameter in subject.parameters.items()
        if parameter.shown_only is not None
    )


def is_known(requirement):
    """Tell whether an id exists: of a requirement, or of a reliability goal."""
    if re.fullmatch(r"R([1-9]|1b|[12]\d|3[01])", requirement):
        return True
    found = re.fullmatch(r"([A-Z-]+)-(\d+)", requirement)
    return bool(found) and 1 <= int(found[2]) <= REQUIREMENTS.get(found[1], 0)


def collected():
    """Return the tests of every id that a test names."""
    collector = Collector()
    pytest.main(["--collect-only", "-qq", "--no-header"], plugins=[collector])
    return collector


def main(prefixes):
    """Print the covered and uncovered ids; a test with an unknown id is a fault."""
    collector = collected()
    tests = collector.tests
    print("\nRequirement ids with a test:")
    for prefix in prefixes or REQUIREMENTS:
        ids = [f"{prefix}-{n}" for n in range(1, REQUIREMENTS[prefix] + 1)]
        missing = [requirement for requirement in ids if requirement not in tests]
        print(f"  {prefix}: {len(ids) - len(missing)} of {len(ids)}")
        if missing:
            print(f"    without: {', '.join(missing)}")
        out_of_reach = [each for each in missing if each in collector.not_counted]
        if out_of_reach:
            print(f"    tested but out of reach: {', '.join(out_of_reach)}")
    named = {*tests, *collector.not_counted}
    unknown = sorted(requirement for requirement in named if not is_known(requirement))
    if unknown:
        print(f"Unknown ids: {', '.join(unknown)}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

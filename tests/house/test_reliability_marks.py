"""The lines of JSON that a run of `make reliability` ends with."""

from __future__ import annotations

import json
from types import SimpleNamespace

from tests.reliability.marks import MARKS, Marks, tell


def report(mark, outcome, **figures):
    said: list[tuple[str, object]] = [(MARKS, [mark]), ("seed", "7")]
    tell(lambda name, value: said.append((name, value)), **figures)
    return SimpleNamespace(when="call", outcome=outcome, duration=1.5, user_properties=said)


def test_every_mark_has_a_line_with_what_became_of_its_tests_and_their_figures():
    marks, lines = Marks("sqlite"), []
    for one in (
        report("R6", "passed", matches=3, p99_s=0.2),
        report("R6", "failed", matches=4),
        report("R15", "passed", version="0012"),
    ):
        marks.pytest_runtest_logreport(one)

    marks.pytest_terminal_summary(
        SimpleNamespace(section=lambda _: None, write_line=lines.append)  # type: ignore[arg-type]
    )

    six, fifteen = map(json.loads, lines)
    assert (six["mark"], six["passed"], six["failed"]) == ("R6", 1, 1)
    assert six["figures"] == [{"matches": 3, "p99_s": 0.2}, {"matches": 4}]
    assert (fifteen["mark"], fifteen["seeds"]) == ("R15", ["7"])

"""The audit of packages claims nothing that no vulnerability database has said."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import audit

ROOT = Path(__file__).parents[2]
FINE: dict[str, Any] = {"name": "django", "version": "6.0", "vulns": []}
UNKNOWN: dict[str, Any] = {"name": "typst", "skip_reason": "not found"}
HOLED: dict[str, Any] = {
    "name": "qrcode",
    "version": "8.2",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["8.3", "9.0"]}],
}
FAKE = """#!/bin/sh
case "$*" in *tests.audit*) echo "the audit spoke"; exit {status};; esac
"""


@pytest.mark.req("R24")
@pytest.mark.parametrize(
    ("answers", "status", "said"),
    [
        ([], 3, audit.NOBODY),
        ([UNKNOWN, UNKNOWN], 3, audit.NOBODY),
        (
            [FINE, UNKNOWN],
            3,
            (
                "Audit: no known vulnerability in 1 of 2 packages; "
                "the others could not be looked up: typst."
            ),
        ),
        ([FINE], 0, "Audit: no known vulnerability in 1 of 1 packages."),
        (
            [FINE, HOLED, UNKNOWN],
            1,
            "qrcode 8.2: PYSEC-1, fixed in 8.3, 9.0\nAudit: known vulnerabilities: 1.",
        ),
    ],
)
def test_only_an_audit_that_asked_about_every_package_ends_well(
    answers, status, said, monkeypatch, capsys
):
    monkeypatch.setattr(audit, "answers", lambda: answers)

    assert audit.main() == status
    assert capsys.readouterr().out == f"{said}\n"


def ended(status):
    """Return a run of programs that all end so and say nothing."""
    return lambda command, **_: subprocess.CompletedProcess(command, status, "", "")


@pytest.mark.parametrize("status", [0, 1])
def test_an_audit_that_cannot_be_installed_or_run_has_no_answers(status, monkeypatch):
    monkeypatch.setattr(subprocess, "run", ended(status))

    assert audit.answers() == []


@pytest.mark.req("R24")
@pytest.mark.parametrize(("status", "goes_on"), [(0, True), (3, True), (1, False)])
def test_a_release_goes_on_without_answers_but_not_with_vulnerabilities(status, goes_on, tmp_path):
    fake = tmp_path / "python"
    fake.write_text(FAKE.format(status=status), encoding="utf-8")
    fake.chmod(0o755)

    done = subprocess.run(
        [
            *("make", "--no-print-directory", "-f", str(ROOT / "Makefile")),
            *("release", f"PYTHON={fake}"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode == 0) == goes_on
    assert done.stdout.splitlines()[-1] == "the audit spoke"

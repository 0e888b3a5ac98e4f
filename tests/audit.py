"""Known vulnerabilities of the packages that are installed with PADD.

Asks pip-audit about the locked requirements. It ends well even if it reached no
vulnerability database, so its answers are counted here. Run with `make audit`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.sbom import LOCKED

FOLDER: Final = Path(__file__).resolve().parents[1] / "build" / "audit"
FOUND: Final = 1
NOT_ASKED: Final = 3
"""Apart from the statuses of a crash (1) and of wrong options (2), so that a release
can go on after this one alone."""
NOBODY: Final = (
    "Audit: no vulnerability database could be asked about any package. "
    "Run `make audit` again on a machine with access to the internet."
)


def verdict(answers):
    """Return the status of the audit, and what to say, from pip-audit's answers."""
    skipped = [one["name"] for one in answers if "skip_reason" in one]
    asked = len(answers) - len(skipped)
    found = [
        f"{one['name']} {one['version']}: {bug['id']}, fixed in "
        f"{', '.join(bug['fix_versions']) or 'no version yet'}"
        for one in answers
        for bug in one.get("vulns", ())
    ]
    if found:
        return FOUND, "\n".join((*found, f"Audit: known vulnerabilities: {len(found)}."))
    if not asked:
        return NOT_ASKED, NOBODY
    fine = f"Audit: no known vulnerability in {asked} of {len(answers)} packages"
    if not skipped:
        return 0, f"{fine}."
    return NOT_ASKED, (f"{fine}; the others could not be looked up: {', '.join(skipped)}.")


def answers():
    """Return what pip-audit says of every locked package; nothing if it cannot run."""
    for step in (
        (sys.executable, "-m", "venv", FOLDER),
        (FOLDER / "bin" / "pip", "install", "--quiet", "pip-audit"),
    ):
        if subprocess.run(step, check=False).returncode:
            return []
    done = subprocess.run(
        [
            *(FOLDER / "bin" / "pip-audit", "--disable-pip", "--require-hashes"),
            *("--format", "json", "--progress-spinner", "off", "-r", LOCKED),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.stdout:
        return list(json.loads(done.stdout)["dependencies"])
    # Shown only here: with answers, it says that nothing is known of packages that it
    # could not look up.
    sys.stderr.write(done.stderr)
    return []


def main():
    """Say what is known, and return the status to end with."""
    status, said = verdict(answers())
    print(said, flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())

"""The bill of materials: what is installed with PADD, as CycloneDX reads it.

Made from the locked requirements alone, so that the same lock gives the same bill.
Run with `make sbom`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

from padd import __version__

LOCKED: Final = Path(__file__).resolve().parents[1] / "requirements" / "runtime.txt"
PACKAGE: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def components(lock):
    """Return every locked package with the hashes of its files."""
    found: list[dict[str, Any]] = []
    for line in lock.splitlines():
        package = PACKAGE.match(line)
        if package:
            name, version = package[1].lower(), package[2]
            found.append(
                {
                    "type": "library",
                    "name": name,
                    "version": version,
                    "purl": f"pkg:pypi/{name}@{version}",
                    "hashes": [],
                }
            )
        for digest in HASH.findall(line):
            found[-1]["hashes"].append({"alg": "SHA-256", "content": digest})
    return found


def bill(lock):
    """Return the bill of materials of a lock."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "padd", "version": __version__}},
        "components": components(lock),
    }


if __name__ == "__main__":
    json.dump(bill(LOCKED.read_text(encoding="utf-8")), sys.stdout, indent=2)

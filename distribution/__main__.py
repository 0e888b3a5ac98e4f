"""Build the files to distribute, in `dist`: the wheel, and one file per platform.

    python -m distribution [PLATFORM …]

Without a name it builds for this platform, with `all` for every one; packages for other
platforms are downloaded.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from distribution.one_file import PLATFORMS, ROOT, here, make_one_file
from distribution.wheel import make_wheel


def main() -> None:
    """Make the wheel and the files that were asked for."""
    names = sys.argv[1:] or [here()]
    if names == ["all"]:
        names = list(PLATFORMS)
    if unknown := set(names) - set(PLATFORMS):
        sys.exit(f"Unknown: {', '.join(unknown)}. Known: {', '.join(PLATFORMS)}, all.")
    dist = ROOT / "dist"
    without: list[str] = []
    with TemporaryDirectory() as folder:
        wheel = make_wheel(dist, work=Path(folder))
        print(wheel.relative_to(ROOT))
        for name in names:
            work = Path(folder) / name
            work.mkdir()
            try:
                made = make_one_file(name, wheel, dist, work=work)
            except subprocess.CalledProcessError:
                without.append(name)
                continue
            print(made.relative_to(ROOT))
    if without:
        sys.exit(f"Not made, a wheel is missing: {', '.join(without)}.")


if __name__ == "__main__":
    main()

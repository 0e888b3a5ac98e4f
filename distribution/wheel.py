"""The wheel of PADD, which pip, pipx and uv install."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from distribution.one_file import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SOURCES: Final = ("pyproject.toml", "README.md", "LICENSE")
BUILD: Final = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def make_wheel(into: Path, *, work: Path) -> Path:
    """Write the wheel and return it; it is built from a copy, so nothing is left."""
    copy = work / "source"
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in SOURCES:
        shutil.copyfile(ROOT / name, copy / name)
    into = into.resolve()
    into.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", BUILD, str(into)]
    subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL)
    return next(into.glob("padd-*.whl"))

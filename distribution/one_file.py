"""One file for one platform: PADD and everything locked, compiled modules included."""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from packaging.requirements import Requirement

from distribution import launcher

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[1]
LOCK: Final = ROOT / "requirements" / "runtime.txt"
PYTHON: Final = ".".join(map(str, sys.version_info[:2]))
SKIPPED: Final = ("__pycache__", "tests", "bin")
START: Final = "from launcher import main\n\nmain()\n"


class Platform(NamedTuple):
    """What Python calls a system and its machine, and the wheels that run there."""

    system: str
    machine: str
    wheels: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """Return what the markers of requirements ask for."""
        names = {"win32": ("Windows", "nt"), "darwin": ("Darwin", "posix")}
        system, os_name = names.get(self.system, ("Linux", "posix"))
        return {
            "sys_platform": self.system,
            "platform_system": system,
            "platform_machine": self.machine,
            "os_name": os_name,
        }


def _manylinux(machine: str) -> tuple[str, ...]:
    kinds = ("2014", "_2_17", "_2_24", "_2_27", "_2_28")
    return tuple(f"manylinux{kind}_{machine}" for kind in kinds)


def _macos(machine: str) -> tuple[str, ...]:
    return tuple(
        f"macosx_{major}_{minor}_{kind}"
        for major, minor in ((10, 9), (10, 12), (10, 13), (11, 0), (12, 0), (14, 0))
        for kind in (machine, "universal2")
    )


PLATFORMS: Final = {
    "linux-x86_64": Platform("linux", "x86_64", _manylinux("x86_64")),
    "linux-aarch64": Platform("linux", "aarch64", _manylinux("aarch64")),
    "macos-arm64": Platform("darwin", "arm64", _macos("arm64")),
    "macos-x86_64": Platform("darwin", "x86_64", _macos("x86_64")),
    "windows-x86_64": Platform("win32", "amd64", ("win_amd64",)),
}


def here() -> str:
    """Return the name of the platform that this is."""
    mine = (sys.platform, platform.machine().lower())
    for name, known in PLATFORMS.items():
        if (known.system, known.machine) == mine:
            return name
    sys.exit(f"There is no one-file PADD for {sysconfig.get_platform()} yet.")


def locked(lock: str, target: Platform) -> Iterator[tuple[str, str]]:
    """Yield what a platform needs of the lock: the name, and the lines without marker.

    Told to fetch for another platform, pip still reads the markers for this one.
    """
    for entry in lock.replace("\\\n", " ").splitlines():
        said, *hashes = entry.split("--hash=")
        if not said.strip() or said.startswith("#"):
            continue
        needed = Requirement(said)
        if needed.marker is None or needed.marker.evaluate(target.environment()):
            kept = "".join(f" --hash={one.strip()}" for one in hashes)
            yield needed.name, f"{needed.name}{needed.specifier}{kept}"


def copy_installed(target: Platform, library: Path) -> None:
    """Fill the library with what is installed beside this very Python."""
    for name, _ in locked(LOCK.read_text(encoding="utf-8"), target):
        for file in distribution(name).files or ():
            if ".." not in file.parts and not set(file.parts) & set(SKIPPED):
                (library / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), library / file)


def fetch(target: Platform, library: Path) -> None:
    """Fill the library with the locked wheels of another platform."""
    wanted = library.with_name("locked.txt")
    lines = [line for _, line in locked(LOCK.read_text(encoding="utf-8"), target)]
    wanted.write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    command += ["--python-version", PYTHON, "--target", str(library)]
    for wheel in target.wheels:
        command += ["--platform", wheel]
    subprocess.run([*command, "-r", str(wanted)], check=True)


def make_one_file(name: str, wheel: Path, into: Path, *, work: Path, level: int = 6) -> Path:
    """Write the file of a platform, `padd-linux-x86_64.pyz`, and return it."""
    target = PLATFORMS[name]
    library = work / "library"
    (copy_installed if name == here() else fetch)(target, library)
    with zipfile.ZipFile(wheel) as padd:
        padd.extractall(library)
    into.mkdir(parents=True, exist_ok=True)
    made = into / f"padd-{name}.pyz"
    with made.open("wb") as out:
        out.write(b"#!/usr/bin/env python%s\n" % PYTHON.encode())
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as file:
            _write(file, library, target)
    made.chmod(0o755)
    return made


def _write(file: zipfile.ZipFile, library: Path, target: Platform) -> None:
    digest = hashlib.sha256()
    for path in sorted(library.rglob("*")):
        if path.is_file() and not set(path.parts) & set(SKIPPED[:1]):
            name = path.relative_to(library).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes())
            file.write(path, launcher.LIBRARY + name)
    about = {
        "python": PYTHON,
        "system": target.system,
        "machine": target.machine,
        "digest": digest.hexdigest()[:16],
    }
    file.writestr(launcher.ABOUT, json.dumps(about))
    file.write(launcher.__file__, "launcher.py")
    file.writestr("__main__.py", START)

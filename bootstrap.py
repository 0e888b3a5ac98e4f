"""Prepare the project's own Python environment and hand over to it.

Standard library only, and plain enough that an old Python still gets the
sentence that says which Python is needed.
"""

import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys

OLDEST = (3, 11)
ROOT = pathlib.Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")


def refuse_old_python():
    """Stop with one clear sentence where Python is too old."""
    if sys.version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(
            "PADD needs Python %s or newer, and this is Python %s. "
            "Install a newer one and name it: make PYTHON=python%s run" % (needed, found, needed)
        )


def run(*command):
    """Run a command and stop with its exit status if it fails."""
    status = subprocess.call([str(part) for part in command])
    if status:
        sys.exit(status)


def make_venv():
    """Make .venv for this very Python, with pip in reach."""
    config = VENV / "pyvenv.cfg"
    wanted = "version = %s" % ".".join(map(str, sys.version_info[:3]))
    if PYTHON.exists() and config.exists() and wanted in config.read_text():
        return
    print("Preparing .venv (once)…", flush=True)
    import venv

    has_pip = importlib.util.find_spec("ensurepip") is not None
    venv.create(str(VENV), clear=True, with_pip=has_pip)


def pip():
    """Return the command that installs into .venv."""
    if subprocess.call([str(PYTHON), "-c", "import pip"], stderr=subprocess.DEVNULL):
        if importlib.util.find_spec("pip") is None:
            sys.exit(
                "This Python has neither ensurepip nor pip. "
                "Install your system's python3-venv package and try again."
            )
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    return [str(PYTHON), "-m", "pip"]


def install(name):
    """Install a locked set of requirements unless it is already there."""
    lock = ROOT / "requirements" / (name + ".txt")
    stamp = VENV / ("installed-" + name)
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    print("Installing the %s requirements (once)…" % name, flush=True)
    run(
        *pip(),
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "--only-binary",
        ":all:",
        "-r",
        lock,
    )
    stamp.write_text(digest)


def link_project():
    """Make `import padd` and the command `padd` work in .venv."""
    site = next(VENV.glob("lib/python*/site-packages"), VENV / "Lib/site-packages")
    (site / "padd.pth").write_text(str(ROOT / "src") + "\n")
    if not WINDOWS:
        command = BIN / "padd"
        command.write_text("#!%s\nfrom padd.interfaces.cli.main import main\n\nmain()\n" % PYTHON)
        command.chmod(0o755)


def main():
    """Prepare the requirements named first, then run what follows."""
    refuse_old_python()
    requirements, *command = sys.argv[1:]
    make_venv()
    install(requirements)
    link_project()
    if command:
        os.environ["PATH"] = str(BIN) + os.pathsep + os.environ.get("PATH", "")
        if WINDOWS:
            sys.exit(subprocess.call([str(PYTHON), *command]))
        os.execv(str(PYTHON), [str(PYTHON), *command])


main()

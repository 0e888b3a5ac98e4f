"""The data folder, and the secret key stored in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from django.core.management.utils import get_random_secret_key

SECRET_FILE = "secret-key"  # noqa: S105 -- the name of the file, not its content


def data_folder() -> Path:
    """Return the folder of PADD_DATA, or the platform's own place for data."""
    if chosen := os.environ.get("PADD_DATA"):
        return Path(chosen).expanduser().resolve()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "PADD"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local or Path.home() / "AppData" / "Local") / "PADD"
    share = os.environ.get("XDG_DATA_HOME")
    return Path(share or Path.home() / ".local" / "share") / "padd"


def make_secret_key(folder: Path) -> None:
    """Write the signing key at the first start, readable by its owner alone.

    It is written aside and linked into place, so that two processes starting at
    once end up with one key and nobody ever reads half of one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SECRET_FILE
    if path.exists():
        if path.stat().st_size:
            return
        path.unlink(missing_ok=True)  # a power cut took what was written
    draft = folder / f"{SECRET_FILE}.{os.getpid()}"
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(get_random_secret_key())
            file.flush()
            os.fsync(handle)
        _link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _link(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        draft.replace(path)


def secret_key(folder: Path) -> str:
    """Return the kept signing key, or one for this process alone.

    Tools that only look at the settings must not write to a person's disk; the
    server makes the key before it starts (see `config.asgi`).
    """
    if given := os.environ.get("PADD_SECRET_KEY"):
        return given
    path = folder / SECRET_FILE
    if path.is_file():
        return path.read_text(encoding="ascii").strip()
    return get_random_secret_key()

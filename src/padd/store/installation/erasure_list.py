"""The list of erased people next to the backups: ids and times, no names.

A backup from before an erasure would bring the person back. The list is stored with the
backups, so it is there even if the database is damaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from padd.store.installation.sqlite_copies import write_file_atomically

NAME: Final = "erased.txt"


def read_erasure_list(folder: Path) -> dict[str, datetime]:
    """Return who was erased when, by public id."""
    try:
        lines = (folder / NAME).read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (line.split(" ", 1) for line in lines if " " in line)
    return {person: datetime.fromisoformat(at) for person, at in pairs}


def write_erasure_list(folder: Path, erased: Mapping[str, datetime]) -> None:
    """Write the whole list, with whoever was on it before."""
    everybody = {**read_erasure_list(folder), **erased}
    text = "".join(f"{person} {at.isoformat()}\n" for person, at in everybody.items())
    write_file_atomically(folder / NAME, text.encode("ascii"))

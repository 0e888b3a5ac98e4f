"""The list of erased people next to the backups: ids and times, no names.

A backup from before an erasure would bring the person back. The list is stored with the
backups, so it is there even if the database is damaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from padd.store.sqlite_copies import write_whole

NAME: Final = "erased.txt"


def read(folder: Path) -> dict[str, datetime]:
    """Return who was erased when, by public id."""
    try:
        lines = (folder / NAME).read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (line.split(" ", 1) for line in lines if " " in line)
    return {person: datetime.fromisoformat(at) for person, at in pairs}


def write(folder: Path, erased: Mapping[str, datetime]) -> None:
    """Write the whole list, with whoever was on it before."""
    everybody = {**read(folder), **erased}
    text = "".join(f"{person} {at.isoformat()}\n" for person, at in everybody.items())
    write_whole(folder / NAME, text.encode("ascii"))

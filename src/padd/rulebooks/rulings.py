"""Interim rulings: dated overlays of rulebook values (OPG5 §15.3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from padd.rulebooks.source import RulebookError, Source, Table, read_toml


class NewValue(Table, frozen=True):
    """The value that a ruling sets instead of the guide's."""

    value: Any
    note: str | None = None


class RulingFile(Table, frozen=True):
    """An interim ruling as it stands in its file."""

    title: str
    about: str
    cite: str
    rulebook: str
    in_force: date
    values: dict[str, Any]
    superseded: date | None = None


class Overlay:
    """An interim ruling, checked, with the file it came from."""

    def __init__(self, file: Path) -> None:
        self.source: Source
        self.source, tables = read_toml(file)
        self.id = file.stem
        self.said = self.source.converted(tables, RulingFile, ())
        if not self.said.cite.strip():
            raise self.source.refused(("cite",), "the ruling has no source")
        self.values = {
            path: self.source.converted(new, NewValue, ("values", path))
            for path, new in self.said.values.items()
        }

    def applies(self, book: str, on: date) -> bool:
        """Tell whether an event of this rulebook that starts on the day is under it."""
        ruling = self.said
        ended = ruling.superseded is not None and ruling.superseded <= on
        return ruling.rulebook == book and ruling.in_force <= on and not ended


@cache
def _read_once(file: Path, changed: int) -> Overlay:  # noqa: ARG001 -- part of the key
    """Return the ruling in a file, read again only when the file has changed."""
    return Overlay(file)


def _files_in(place: Path) -> Iterable[Path]:
    if not place.exists():
        missing = "there is no such file or folder"
        raise RulebookError(file=str(place), line=1, parameter="rulings", message=missing)
    return place.glob("*.toml") if place.is_dir() else (place,)


def overlays_in_force(
    places: Iterable[Path], book: str, on: date, *, known: tuple[str, ...]
) -> tuple[Overlay, ...]:
    """Return the rulings for a rulebook and a day, the oldest first."""
    files = {file for place in places for file in _files_in(place)}
    overlays = [_read_once(file, file.stat().st_mtime_ns) for file in sorted(files)]
    for overlay in overlays:
        if overlay.said.rulebook not in known:
            message = f"no rulebook `{overlay.said.rulebook}`; there are"
            raise overlay.source.refused(("rulebook",), f"{message} {', '.join(known)}")
    in_force = [overlay for overlay in overlays if overlay.applies(book, on)]
    return tuple(sorted(in_force, key=lambda overlay: (overlay.said.in_force, overlay.id)))

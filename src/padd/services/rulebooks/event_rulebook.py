"""The rulebook of an event, with the rulings in force on the day it starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from datetime import date, datetime
from pathlib import Path
from typing import Final

from padd.core.model import Event
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook

FOLDER: Final = "rulings"
"""Where in the data folder published and fetched rulings lie."""


def event_start_date(event: Event) -> date | None:
    """Return the local date on which an event starts."""
    return None if event.starts is None else datetime.fromisoformat(event.starts).date()


def ruling_folders() -> tuple[Path, ...]:
    """Return where interim rulings are looked for, besides those that ship."""
    named = os.environ.get("PADD_RULINGS", "")
    places = tuple(Path(place) for place in named.split(os.pathsep) if place)
    own = _own_folder()
    return (*places, own) if own is not None and own.is_dir() else places


def _own_folder() -> Path | None:
    """Return where an installation keeps rulings; a command on files alone has none."""
    running = sys.modules.get("django.conf")
    if running is None or not running.settings.configured:
        return None
    return Path(running.settings.DATA) / FOLDER


def event_rulebook(event: Event, *, only: Collection[str] | None = None) -> Rulebook:
    """Return an event's rulebook with the rulings in force when it started."""
    return rulebook_on(event.rulebook, event_start_date(event), only=only)


def rulebook_on(name: str, day: date | None, *, only: Collection[str] | None = None) -> Rulebook:
    """Return a rulebook with the rulings in force on a day."""
    return rulebook(name, on=day, rulings=ruling_folders(), only=only)

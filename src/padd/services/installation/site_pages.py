"""The host's own pages: imprint, privacy and contact, as text files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.conf import settings

FOLDER: Final = "site"
TITLES: Final = {"imprint": "Imprint", "privacy": "Privacy", "contact": "Contact"}
LONGEST: Final = 200_000


def site_pages() -> dict[str, str]:
    """Return the pages that the host has written, by name, with their titles."""
    folder = Path(settings.DATA) / FOLDER
    return {name: title for name, title in TITLES.items() if (folder / f"{name}.txt").is_file()}


def site_page(name: str) -> tuple[str, ...] | None:
    """Return the paragraphs of a page; None if the host has not written it."""
    if name not in TITLES:
        return None
    path = Path(settings.DATA) / FOLDER / f"{name}.txt"
    try:
        text = path.read_bytes()[:LONGEST].decode("utf-8", errors="replace")
    except OSError:
        return None
    parts = (part.strip() for part in text.replace("\r\n", "\n").split("\n\n"))
    return tuple(part for part in parts if part)

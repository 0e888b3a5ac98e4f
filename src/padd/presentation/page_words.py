"""Words and formats that only pages need; `words` has the shared ones."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from unicodedata import bidirectional

from padd.core.model import EDITION_NAMES

MINUS: Final = "−"
DASH: Final = "–"

EDITIONS: Final = EDITION_NAMES

LEVELS: Final = {
    1: "Local, level 1",
    2: "Regional, level 2",
    3: "National, level 3",
    4: "Continental, level 4",
    5: "World, level 5",
}
STYLES: Final = {
    "swiss": "Swiss",
    "simple-swiss": "simple Swiss",
    "single-elimination": "single elimination",
    "single-elimination-play-in": "single elimination with a play-in",
    "modified-mcintyre": "Modified McIntyre",
    "elimination": "elimination",
    "tribbles": "Tribbles",
    "tribbles-finals": "Tribbles finals",
}
AREAS: Final = {
    "europe": "Europe",
    "north-america": "North America",
    "australia": "Australia",
    "elsewhere": "Elsewhere",
    "online": "Online",
}
RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})


def number(figure: int) -> str:
    """Return a whole number with thousands apart and a true minus."""
    return f"{figure:,}".replace("-", MINUS)


def clock_face(seconds: int) -> str:
    """Return what a clock shows: 5:00, or 1:05:00 above an hour."""
    hours, rest = divmod(max(seconds, 0), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def count(things: int, singular: str, many: str | None = None) -> str:
    """Return a count with its word: 1 player, 24 players."""
    return f"{number(things)} {singular if things == 1 else many or singular + 's'}"


def score(own: int, theirs: int) -> str:
    """Return a score as it is written on a card: 100–70."""
    return f"{number(own)}{DASH}{number(theirs)}"


def unbroken(text: str) -> str:
    """Return text in which a score does not part at the end of a line."""
    return text.replace(DASH, f"\u2060{DASH}\u2060")


def capitalised(words: str) -> str:
    """Return words as they begin a line; the rest stays as it is."""
    return words[:1].upper() + words[1:]


def isolated(name: str) -> str:
    """Return a name so that its direction leaves the sentence around it alone."""
    if name.isascii():
        return name
    if any(bidirectional(character) in RIGHT_TO_LEFT for character in name):
        return f"\u2068{name}\u2069"
    return name


def moment(written: str) -> str:
    """Return a moment of the event file as on a wall: Sat 14 March 2026, 10:00."""
    at = datetime.fromisoformat(written)
    return f"{at:%a} {at.day} {at:%B %Y, %H:%M}"


def day(written: str) -> str:
    """Return the day of a moment: Saturday 14 March 2026."""
    at = datetime.fromisoformat(written)
    return f"{at:%A} {at.day} {at:%B %Y}"

"""Options of an installation: when ratings are refreshed, which reports are held.

No document of the game says how many events of a new director are reviewed, or which
results are unusual; so these are settings, with defaults.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, replace
from datetime import time
from typing import Final
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured

from padd.platform.addresses import ESCAPES, split_address

INK: Final = "0b0a10"
"""The color of words on a block, `--ink` of the style sheets."""
READABLE: Final = 4.5
"""The least contrast of words (WCAG 2.2, 1.4.3)."""
HSTS_WORDS: Final = frozenset({"subdomains", "preload"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """From when on a report waits for a coordinator; 0 means never."""

    first_events: int = 2
    """How many events of a new director somebody looks at."""
    closed_pool: int = 4
    """Up to how many players who only meet each other are looked at."""
    closed_pool_times: int = 3
    """After how many events of that same group."""
    closed_pool_days: int = 30
    """Within how many days."""
    concessions: int = 3
    """How many games that one player was conceded are looked at."""
    winning_run: int = 4
    """How many events that one player of the same director won without a loss are
    looked at, whoever lost them."""
    contest_days: int = 14
    """For how many days after processing a player may contest a result."""


def holding(said: str) -> Holding:
    """Read `first-events=2, concessions=0`; what is not named keeps its default."""
    found = Holding()
    known = {one.name.replace("_", "-"): one.name for one in fields(Holding)}
    for part in filter(None, (one.strip() for one in said.split(","))):
        name, _, number = part.partition("=")
        plain = number.strip()
        if name.strip() not in known or not (plain.isascii() and plain.isdigit()):
            raise ImproperlyConfigured(
                f"PADD_HOLD has “{part}”. Write {', '.join(known)}, each with = and "
                "a whole number; 0 holds nothing for it."
            )
        found = replace(found, **{known[name.strip()]: int(plain)})
    return found


def site_colour(said: str) -> str:
    """Read `#9fd8c4`; words are dark on it, so it is light enough to read them."""
    digits = said.strip().removeprefix("#").lower()
    if not digits:
        return ""
    if not re.fullmatch(r"[0-9a-f]{6}", digits):
        raise ImproperlyConfigured("PADD_SITE_COLOUR must be a color such as #9fd8c4.")
    contrast = (_luminance(digits) + 0.05) / (_luminance(INK) + 0.05)
    if contrast < READABLE:
        raise ImproperlyConfigured(
            f"PADD_SITE_COLOUR is too dark: words on #{digits} have a contrast of "
            f"{contrast:.1f}, and need {READABLE}. Choose a lighter color."
        )
    return digits


def _luminance(digits: str) -> float:
    """Return how bright a color is (WCAG 2.2, relative luminance)."""
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 -- sRGB
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def refresh_at(said: str) -> time | None:
    """Read `03:00`, the time of day in UTC; `off` leaves it to a timer elsewhere."""
    if said.strip().casefold() == "off":
        return None
    try:
        found = time.fromisoformat(said.strip() or "03:00")
    except ValueError:
        found = None
    if found is None or found.tzinfo is not None:
        raise ImproperlyConfigured(
            "PADD_REFRESH_AT must be a time of day in UTC, such as 03:00, or off."
        )
    return found


def api_rate_factor(said: str) -> float:
    """Read how many times as often as usual programs may ask: 1, 0.5 or 20."""
    try:
        factor = float(said.strip() or "1")
    except ValueError:
        factor = math.nan
    if not 0 < factor < math.inf:
        raise ImproperlyConfigured("PADD_API_PACE must be a number above 0, such as 1 or 20.")
    return factor


def hsts(said: str) -> frozenset[str]:
    """Read how far the promise of https goes: `subdomains`, `preload`, or neither."""
    words = frozenset(one.strip() for one in said.split(",") if one.strip())
    if words - HSTS_WORDS:
        raise ImproperlyConfigured(
            "PADD_HSTS takes subdomains and preload, with a comma between them."
        )
    return words


CONSOLE: Final = "django.core.mail.backends.console.EmailBackend"
SMTP: Final = "django.core.mail.backends.smtp.EmailBackend"
PORTS: Final = {"smtp": 587, "smtps": 465}


class MailServer:
    """The server of smtp://user:password@host:587, or none: e-mail is printed."""

    def __init__(self, url: str) -> None:
        parts = split_address(url)
        if parts is None or (url and not (parts.scheme in PORTS and parts.hostname)):
            raise ImproperlyConfigured(
                "PADD_MAIL_URL is not a mail server. Write "
                "smtp://user:password@host:587, or leave it out to print e-mail. "
                f"In the password, {ESCAPES}."
            )
        self.named = bool(url)
        self.backend = SMTP if url else CONSOLE
        self.host = parts.hostname or "localhost"
        self.port = parts.port or PORTS.get(parts.scheme, 0)
        self.user = unquote(parts.username or "")
        self.password = unquote(parts.password or "")
        self.ssl = parts.scheme == "smtps"
        self.tls = parts.scheme == "smtp" and bool(self.user)

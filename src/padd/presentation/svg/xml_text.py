"""Text inside XML: characters that XML forbids are removed, the rest is escaped."""

from __future__ import annotations

import re
from html import escape
from typing import Final

_NEVER: Final = re.compile(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\ufdd0-\ufdef]"
)


def plain(text: str) -> str:
    """Return text without the characters that XML does not know."""
    return _NEVER.sub("", text)


def in_xml(text: str) -> str:
    """Return text to stand in an element or an attribute."""
    return escape(plain(text))

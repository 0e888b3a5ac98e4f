"""What every line of the log says of a request: its id, and none of its secrets."""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Final

REQUEST_ID: Final[ContextVar[str]] = ContextVar("padd_request", default="")
SECRETS: Final = re.compile(r"(/(?:enter|entry|help|unsubscribe|sign|key|confirm-email)/)[^/\s]+")
"""Parts of addresses that let somebody in; they are not written down."""


def without_secrets(text: str) -> str:
    """Return an address, or a line with one, without what lets somebody in."""
    return SECRETS.sub(r"\1…", text)

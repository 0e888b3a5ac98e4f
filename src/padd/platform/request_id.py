"""The id of the request that a log line is about, and addresses without secrets."""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Final

REQUEST_ID: Final[ContextVar[str]] = ContextVar("padd_request", default="")
SECRETS: Final = re.compile(r"(/(?:enter|entry|help|unsubscribe|sign|key|confirm-email)/)[^/\s]+")
"""Parts of addresses that give access; they are not logged."""


def without_secrets(text: str) -> str:
    """Return an address, or a line with one, without the parts that give access."""
    return SECRETS.sub(r"\1…", text)

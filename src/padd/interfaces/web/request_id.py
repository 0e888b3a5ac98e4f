"""The id of the request that is being answered, for every line of the log."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

REQUEST: Final[ContextVar[str]] = ContextVar("padd_request", default="")

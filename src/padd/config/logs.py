"""Structured logs: one JSON object per line, with request ids, and without floods."""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime
from typing import Any, Final

from padd.platform.access_log import REQUEST_ID, without_secrets

WITHIN: Final = 60.0
"""Seconds within which the same trouble is written once."""
MOST_KINDS: Final = 500


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON, whatever is in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request := REQUEST_ID.get():
            line["request"] = request
        line |= getattr(record, "fields", {})
        if hidden := getattr(record, "left_out", 0):
            line["left_out"] = hidden
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class OncePerMinute(logging.Filter):
    """Lets the same trouble be written once a minute, with how often it came.

    A database that is away fails every request of every visitor; one line says it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is written."""
        if record.levelno < logging.WARNING:
            return True
        key = _kind(record)
        now = time.monotonic()
        since, left_out = self._seen.get(key, (-WITHIN, 0))
        if now - since < WITHIN:
            self._seen[key] = (since, left_out + 1)
            return False
        if len(self._seen) > MOST_KINDS:
            self._seen.clear()
        self._seen[key] = (now, 0)
        record.left_out = left_out
        return True


class StrangersFault(logging.Filter):
    """Lets a request that is wrong by itself be a warning of one line.

    Whoever scans addresses sends any name of a host; where that was read says nothing.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the weight and the traceback off a record, which is always written."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
        return True


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    """Return what makes two records the same trouble: not the address asked for."""
    cause = record.exc_info[1] if record.exc_info else None
    return record.name, record.msg, record.lineno, type(cause), str(cause)[:80]


def logging_of(*, access: bool) -> dict[str, Any]:
    """Return Django's logging settings: errors, and one line for each request."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "filters": {"once": {"()": OncePerMinute}, "strangers": {"()": StrangersFault}},
        "handlers": {
            "lines": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["once"]}
        },
        "root": {"handlers": ["lines"], "level": "WARNING"},
        "loggers": {
            "padd.access": {"level": "INFO" if access else "WARNING"},
            # A 4xx is the visitor's, and every request has its access line.
            "django.request": {"level": "ERROR"},
            "django.security": {"level": "ERROR"},
            "django.security.DisallowedHost": {"filters": ["strangers"]},
        },
    }

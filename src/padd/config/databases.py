"""Which database is used, and how: durable first, fast second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from pathlib import Path

SQLITE_FILE: Final = "padd.sqlite3"
LOCK_SECONDS: Final = 20
# What a connection must say of itself is checked at start, see `store.durability`.
SQLITE_FIRST: Final = (
    "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA; PRAGMA foreign_keys=ON;"
)
POSTGRESQL_FIRST: Final = " ".join(
    f"-c {setting}"
    for setting in (
        "synchronous_commit=on",
        "lock_timeout=3s",
        "idle_in_transaction_session_timeout=60s",
    )
)


def database(url: str, folder: Path) -> dict[str, Any]:
    """Return Django's settings for a database URL, or for the file in the folder."""
    if not url:
        return sqlite(folder / SQLITE_FILE)
    parts = urlsplit(url)
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(url)
    if parts.scheme == "sqlite" and parts.path:
        return sqlite(unquote(parts.path))
    raise ImproperlyConfigured(
        "DATABASE_URL names no database that PADD knows. Write "
        "postgresql://user:password@host:5432/name, or leave it out for SQLite."
    )


def sqlite(path: Path | str) -> dict[str, Any]:
    """Return the settings of a SQLite file that survives a power cut."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": LOCK_SECONDS,
            "init_command": SQLITE_FIRST,
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """Return the settings of a PostgreSQL database."""
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"options": POSTGRESQL_FIRST, **dict(parse_qsl(parts.query))},
    }

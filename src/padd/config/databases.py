"""Database settings: durable first, fast second."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from padd.platform.addresses import ESCAPES

SQLITE_FILE: Final = "padd.sqlite3"
LOCK_SECONDS: Final = 20
# What a connection must say of itself is checked at start, see `store.installation.durability`.
# What is erased is overwritten: the free pages of a file are part of every backup.
SQLITE_FIRST: Final = (
    "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA; PRAGMA foreign_keys=ON; "
    "PRAGMA secure_delete=ON;"
)
POOLED: Final = 10
"""Connections that one process keeps; `pool=0` in the address gives one a request."""
POOL_SECONDS: Final = 5
RECONNECT_SECONDS: Final = 2
"""A pool that has tried so long gives up, and the next request tries at once: what
waits longer each time would miss a standby that was promoted."""
POOL_IDLE: Final = 300
REPLICA_SECONDS: Final = 2
"""How long a page waits for the replica before it asks the primary."""
CONNECTING: Final = {
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
POSTGRESQL_FIRST: Final = " ".join(
    f"-c {setting}"
    for setting in (
        "synchronous_commit=on",
        "lock_timeout=3s",
        "idle_in_transaction_session_timeout=60s",
    )
)


def database(url: str, folder: Path, setting: str = "DATABASE_URL") -> dict[str, Any]:
    """Return Django's settings for a database URL, or for the file in the folder."""
    if not url:
        return sqlite(folder / SQLITE_FILE)
    try:
        parts = urlsplit(url)
        if parts.scheme in {"postgres", "postgresql"}:
            return postgresql(url)
    except ValueError as cause:
        raise ImproperlyConfigured(
            f"{setting} cannot be read: {cause}. Write "
            "postgresql://user:password@host:5432/name. In the password, "
            f"{ESCAPES}."
        ) from None
    if parts.scheme == "sqlite" and parts.path:
        return sqlite(unquote(parts.path))
    raise ImproperlyConfigured(
        f"{setting} is not a database PADD supports. Write "
        "postgresql://user:password@host:5432/name, or leave it out for SQLite."
    )


def databases(url: str, read_url: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the database, and the replica that visitors' pages may be read from."""
    found = {"default": database(url, folder)}
    if not read_url:
        return found
    replica = database(read_url, folder, "PADD_READ_URL")
    options = replica["OPTIONS"]
    if "init_command" in options:
        options["init_command"] += " PRAGMA query_only=ON;"
    else:
        # Any server that answers will do, and none of them is written to.
        options["options"] += " -c default_transaction_read_only=on"
        if "target_session_attrs" not in dict(parse_qsl(urlsplit(read_url).query)):
            options["target_session_attrs"] = "prefer-standby"
        if "pool" in options:
            options["pool"]["timeout"] = REPLICA_SECONDS
    return {**found, "replica": replica}


def sqlite(path: Path | str) -> dict[str, Any]:
    """Return the settings of a SQLite file that survives a power cut."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        # Opening a file reads the whole schema: a thread keeps its connection.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": LOCK_SECONDS,
            "init_command": SQLITE_FIRST,
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """Return the settings of a PostgreSQL database, or of several that stand by.

    Hosts are written one after the other, as libpq takes them
    (postgresql://user@one:5432,two:5432/padd?target_session_attrs=read-write): the
    one that takes writes is used, and found anew when another was promoted.
    """
    parts = urlsplit(url)
    login, _, places = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    hosts = [_place(place) for place in places.split(",")]
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    name = unquote(parts.path.lstrip("/"))
    if not name and not options.get("service"):
        raise ValueError("it names no database")
    pool = _number(options.pop("pool", ""), POOLED)
    if len(hosts) > 1:
        options.setdefault("target_session_attrs", "read-write")
    # A server that is gone without a word is noticed within seconds.
    for option, value in CONNECTING.items():
        options.setdefault(option, value)
    if pool:
        options["pool"] = {
            "min_size": 0,
            "max_size": pool,
            "timeout": POOL_SECONDS,
            "reconnect_timeout": RECONNECT_SECONDS,
            "max_idle": POOL_IDLE,
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(user),
        "PASSWORD": unquote(password),
        "HOST": ",".join(unquote(host) for host, _ in hosts),
        "PORT": ",".join(port for _, port in hosts) if any(p for _, p in hosts) else "",
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"options": POSTGRESQL_FIRST, **options},
    }


def _number(said: str, default: int) -> int:
    if said and not (said.isascii() and said.isdigit()):
        raise ValueError(f"“{said}” is not a number")
    return int(said or default)


def _place(place: str) -> tuple[str, str]:
    """Return host and port of one server; an address of six stands in brackets."""
    host, separator, port = place.rpartition(":")
    if not separator or "]" in port:
        return place.strip("[]"), ""
    _number(port, 0)
    return host.strip("[]"), port

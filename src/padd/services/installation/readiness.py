"""Whether an installation is ready, and what a host still has to set up."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import DatabaseError, connection, connections

from padd.core.messages import Message, message, plural
from padd.services.database_errors import database_error_text, unavailability_cause
from padd.services.delivery import mail_queue
from padd.services.installation import backups
from padd.services.local_time import format_date
from padd.store.installation import read_replica, upgrade
from padd.store.queries.access import grants_in_force

ROOM: Final = 200_000_000
"""Bytes that are free at least; below, the next backup may not fit."""
MAIL_WAITS: Final = timedelta(hours=1)
BACKUP_AGE: Final = timedelta(hours=26)
CLOCK: Final = timedelta(seconds=30)
CERTIFICATE_LEFT: Final = timedelta(days=14)
"""Web servers fetch a new certificate a month before the old one ends."""
CERTIFICATE_SECONDS: Final = 5
SECRET_LENGTH: Final = 32
OTHERS_READ: Final = stat.S_IRGRP | stat.S_IROTH
SECOND_FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class CheckLevel(StrEnum):
    """How grave a finding is."""

    FINE = "fine"
    ADVICE = "advice"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """One thing that was looked at."""

    code: str
    level: CheckLevel
    message: Message

    @property
    def fine(self) -> bool:
        """Whether nothing is to be done."""
        return self.level is not CheckLevel.MISSING


def _found(code: str, wrong: Message | None, right: Message) -> CheckResult:
    level = CheckLevel.FINE if wrong is None else CheckLevel.MISSING
    return CheckResult(code=code, level=level, message=wrong or right)


def readiness_checks(
    *, now: datetime, words: Callable[[Exception], str] = database_error_text
) -> tuple[CheckResult, ...]:
    """Return whether requests can be answered: database, tables, disk, mail."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        steps = upgrade.missing_migrations()
    except DatabaseError as cause:
        why = message("The database cannot be used: {why}", why=words(cause))
        return (_found("database", why, message("")), _disk())
    answers = _found("database", None, message("The database answers."))
    behind = plural(
        "{count} migration is missing. Start PADD once: it adds what is missing.",
        "{count} migrations are missing. Start PADD once: it adds what is missing.",
        count=len(steps),
    )
    tables = _found("migrations", behind if steps else None, message("The tables are up to date."))
    if steps:  # the tables of what follows may be among those that are missing
        return (answers, tables, _disk())
    return (answers, tables, _disk(), _mail_queue(now=now))


def _disk() -> CheckResult:
    folder = Path(settings.DATA)
    free = shutil.disk_usage(_existing(folder)).free
    megabytes = free // 1_000_000
    wrong = None
    if free < ROOM:
        wrong = message("Only {megabytes} MB are free.", megabytes=megabytes)
    if not _writable(folder):
        wrong = message("{folder} can’t be written. Check its owner and disk.", folder=str(folder))
    return _found("disk", wrong, message("{megabytes} MB are free.", megabytes=megabytes))


def _existing(folder: Path) -> Path:
    return folder if folder.exists() else _existing(folder.parent)


def _mail_queue(*, now: datetime) -> CheckResult:
    oldest = mail_queue.oldest_waiting_since()
    stuck = oldest is not None and now - oldest > MAIL_WAITS
    return _found(
        "mail-queue",
        message("E-mail has been waiting for more than an hour.") if stuck else None,
        message("No e-mail is stuck."),
    )


def deployment_checks(*, now: datetime) -> Iterator[CheckResult]:
    """Give what a host has to set up before people rely on an installation."""
    ready = readiness_checks(
        now=now, words=lambda cause: database_error_text(unavailability_cause(cause))
    )
    yield from ready
    if read_replica.REPLICA in connections.settings:
        yield _replica()
    yield _address()
    if settings.URL.startswith("https://"):
        yield _certificate(now=now)
    yield _mail()
    yield _secret()
    yield _proxy()
    yield _backup(now=now)
    if all(one.fine for one in ready if one.code in {"database", "migrations"}):
        yield _clock(now=now)
        yield from _officers(now=now)
    if connection.vendor == "sqlite":
        yield CheckResult(
            code="sqlite",
            level=CheckLevel.ADVICE,
            message=message("SQLite supports only one process. For more, use PostgreSQL."),
        )


def _address() -> CheckResult:
    wrong = None
    if not settings.URL:
        wrong = message("PADD_URL is not set: links in e-mails won’t work.")
    elif not settings.URL.startswith("https://"):
        wrong = message("PADD_URL must begin with https://.")
    return _found("address", wrong, message("Links start with {url}.", url=settings.URL))


def _certificate(*, now: datetime) -> CheckResult:
    """Open PADD_URL as a browser would, and look at how long the certificate lasts."""
    place = urlsplit(settings.URL)
    host, port = place.hostname or "", place.port or 443
    try:
        known = ssl.create_default_context(cafile=settings.AUTHORITY or None)
        with (
            socket.create_connection((host, port), CERTIFICATE_SECONDS) as plain,
            known.wrap_socket(plain, server_hostname=host) as safe,
        ):
            seen = safe.getpeercert() or {}
    except ssl.SSLError as cause:
        wrong = message("Browsers refuse {url}: {why}.", url=settings.URL, why=_why(cause))
        return _found("certificate", wrong, message(""))
    except OSError as cause:
        # Some networks do not let a machine reach itself by its public name.
        return CheckResult(
            code="certificate",
            level=CheckLevel.ADVICE,
            message=message(
                "{url} cannot be reached from here: {why}.", url=settings.URL, why=_why(cause)
            ),
        )
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(str(seen["notAfter"])), UTC)
    until = format_date(ends, "%d %B %Y")
    return _found(
        "certificate",
        message("The certificate ends on {until}. Renew it.", until=until)
        if ends - now < CERTIFICATE_LEFT
        else None,
        message("The certificate is good until {until}.", until=until),
    )


def _why(cause: OSError) -> str:
    said = getattr(cause, "verify_message", "") or cause.strerror or str(cause)
    return said.rstrip(".")


def _mail() -> CheckResult:
    missing = message("PADD_MAIL_URL is not set: e-mail is printed, not sent.")
    return _found(
        "mail",
        None if settings.MAIL_QUEUED else missing,
        message("E-mail is sent through {host}.", host=settings.EMAIL_HOST),
    )


def _secret() -> CheckResult:
    file = Path(settings.DATA) / "secret-key"
    wrong = None
    if file.exists() and file.stat().st_mode & OTHERS_READ:
        wrong = message(
            "Others can read {file}. Make it readable by its owner only.", file=str(file)
        )
    if len(settings.SECRET_KEY) < SECRET_LENGTH:
        wrong = message(
            "PADD_SECRET_KEY is too short. Take {count} random characters or more.",
            count=SECRET_LENGTH,
        )
    return _found("secret", wrong, message("The secret key is kept."))


def _proxy() -> CheckResult:
    told = settings.SECURE_PROXY_SSL_HEADER is not None
    return CheckResult(
        code="proxy",
        level=CheckLevel.FINE if told else CheckLevel.ADVICE,
        message=message("A proxy passes on the visitor’s address.")
        if told
        else message(
            "PADD_BEHIND_PROXY is not set. Set it behind a web server; "
            "otherwise all visitors share one address and one limit on "
            "sign-in attempts."
        ),
    )


def _backup(*, now: datetime) -> CheckResult:
    latest = backups.latest_backup()
    wrong = None
    if latest is None:
        wrong = message("There is no backup. Run padd backup every night.")
    elif now - latest.at > BACKUP_AGE:
        wrong = message(
            "The last backup is of {at} UTC. Run padd backup every night.",
            at=format_date(latest.at, "%d %B %Y, %H:%M"),
        )
    second = Path(settings.BACKUP) if settings.BACKUP else None
    if second and not _writable(second):
        wrong = message(
            "{folder} (PADD_BACKUP) can’t be written: backups don’t go there.", folder=str(second)
        )
    at = format_date(latest.at, "%d %B %Y, %H:%M") if latest else ""
    return _found("backup", wrong, message("The last backup is of {at} UTC.", at=at))


def _writable(folder: Path) -> bool:
    there = _existing(folder)
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _replica() -> CheckResult:
    wrong = None
    try:
        with connections[read_replica.REPLICA].cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as cause:
        wrong = message(
            "PADD_READ_URL cannot be used, so the primary serves everyone: {why}",
            why=database_error_text(cause),
        )
    return _found("replica", wrong, message("The replica answers."))


def _clock(*, now: datetime) -> CheckResult:
    fine = message("The clock agrees with the database’s.")
    if connection.vendor != "postgresql":
        return _found("clock", None, fine)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (there,) = cursor.fetchone()
    off = abs(there - now)
    wrong = message(
        "This computer’s clock and the database’s differ by {seconds} seconds.",
        seconds=int(off.total_seconds()),
    )
    return _found("clock", wrong if off > CLOCK else None, fine)


def _officers(*, now: datetime) -> Iterator[CheckResult]:
    held = {grant.account_id for grant in grants_in_force(now.date())}
    if not held:
        yield _found(
            "administrator", message("No one holds an office. Run padd office give."), message("")
        )
        return
    strong = set(
        Authenticator.objects.filter(user__in=held, type__in=SECOND_FACTORS).values_list(
            "user", flat=True
        )
    )
    weak = len(held - strong)
    yield _found(
        "second-factor",
        plural(
            "{count} officer has no two-factor authentication; the office is inactive until then.",
            "{count} officers have no two-factor authentication; their "
            "offices are inactive until then.",
            count=weak,
        )
        if weak
        else None,
        message("Every officer uses two-factor authentication."),
    )

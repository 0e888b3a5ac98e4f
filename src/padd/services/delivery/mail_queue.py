"""E-mail that waits for the mail server, and is tried again when it fails.

With a mail server, a message is a row in the same transaction as the change it is
about, so neither a crash nor a mail server that is down loses it. A thread of the
server sends what is due; each message is sent by one process only. Without a mail
server, e-mail is printed at once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F, Min, Q

from padd.store.models.delivery import QueuedEmail
from padd.store.models.online import ReminderOutcome

Sending = Callable[[EmailMessage], None]

WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720, 1440, 1440))
"""How long after each try the next one comes; after the last it is given up."""
TAKEN_FOR: Final = timedelta(minutes=2)
AT_ONCE: Final = 50
CALENDAR: Final = "event.ics"
CALENDAR_TYPE: Final = "text/calendar"
STOP: Final = "List-Unsubscribe"


def queue_email(mail: EmailMessage) -> list[QueuedEmail]:
    """Send a message once the transaction is kept, or as soon as it can be.

    Return what waits for the mail server.
    """
    if not settings.MAIL_QUEUED:
        transaction.on_commit(partial(_store, mail), robust=True)
        return []
    calendar = next((content for _, content, _ in mail.attachments), None)
    return [
        QueuedEmail.objects.create(
            to=address,
            subject=mail.subject[:300],
            body=str(mail.body),
            calendar=None if calendar is None else _octets(calendar),
            stop_address=mail.extra_headers.get(STOP, "").strip("<>"),
        )
        for address in mail.to
    ]


def unsubscribe_headers(address: str | None) -> dict[str, str]:
    """Return what mail programs make their own button of (RFC 8058)."""
    if not address:
        return {}
    return {STOP: f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _octets(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _store(mail: EmailMessage) -> None:
    get_connection(fail_silently=True).send_messages([mail])


def _by_mail_server(mail: EmailMessage) -> None:
    get_connection().send_messages([mail])


def send_due_emails(*, now: datetime, by: Sending = _by_mail_server) -> bool:
    """Try every message whose time has come; tell whether any waits at all."""
    is_due = Q(next_at=None) | Q(next_at__lte=now)
    due = QueuedEmail.objects.filter(is_due).order_by("id")
    for row in due[:AT_ONCE]:
        mine = QueuedEmail.objects.filter(pk=row.pk, next_at=row.next_at, tries=row.tries)
        if mine.update(next_at=now + TAKEN_FOR, tries=F("tries") + 1):
            _try_message(row, now=now, by=by)
    return QueuedEmail.objects.exists()


def _try_message(row: QueuedEmail, *, now: datetime, by: Sending) -> None:
    mail = EmailMessage(
        subject=row.subject,
        body=row.body,
        to=[row.to],
        headers=unsubscribe_headers(row.stop_address),
    )
    if row.calendar is not None:
        mail.attach(CALENDAR, bytes(row.calendar), CALENDAR_TYPE)
    mine = QueuedEmail.objects.filter(pk=row.pk)
    try:
        by(mail)
    except SMTPRecipientsRefused:
        _give_up(row)  # the address does not exist
    except Exception as trouble:  # noqa: BLE001 -- whatever it was, it is tried again
        if row.tries >= len(WAITS):
            _give_up(row)
        else:
            said = f"{type(trouble).__name__}: {trouble}"[:200]
            mine.update(next_at=now + WAITS[row.tries], said=said)
    else:
        mine.delete()


def _give_up(row: QueuedEmail) -> None:
    """Leave a message unsent; its reminder is shown as failed."""
    row.reminders.update(outcome=ReminderOutcome.FAILED)
    row.delete()


def oldest_waiting_since() -> datetime | None:
    """Return since when the oldest message waits."""
    first: datetime | None = QueuedEmail.objects.aggregate(first=Min("created_at"))["first"]
    return first


def count_waiting_emails() -> int:
    """Return how many messages wait."""
    return QueuedEmail.objects.count()

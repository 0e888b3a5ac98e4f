"""Webhooks: which addresses are notified of which public actions of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.crypto import salted_hmac

from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.delivery.outbound_http import resolve_target
from padd.services.refusal import NotFound, refusal_error
from padd.store.models.access import Delivery, Webhook, WebhookCursor
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event
from padd.store.writes.event_log import add_audit_entry

MOST: Final = 20
"""How many webhooks one account may have."""
SHOWN: Final = 20


class WebhookTopic(StrEnum):
    """What an address can be notified about."""

    PAIRINGS = "pairings.published"
    RESULT = "result.counted"
    ROUND_CLOSED = "round.closed"
    FINISHED = "event.finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRow:
    """One message and what came of it."""

    id: str
    topic: str
    event: str
    sequence: int
    created_at: datetime
    tries: int
    state: str
    """delivered, waiting or given up."""
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRow:
    """A webhook as its owner sees it."""

    id: str
    url: str
    topics: tuple[str, ...]
    event: str
    """Empty for every event here."""
    created_at: datetime
    failures: int


def webhook_secret(webhook: str) -> str:
    """Return what the messages of a webhook are signed with.

    It follows from the key of the installation and is stored nowhere, so that a copy
    of the database signs nothing.
    """
    return salted_hmac("padd.webhooks", webhook, algorithm="sha256").hexdigest()


def add_webhook(
    *, by: Actor, now: datetime, url: str, topics: Sequence[str], event: str = ""
) -> WebhookRow:
    """Have an address told of an event from now on, or of every event."""
    if by.account_id is None:
        raise NotFound("account")
    row = _event(event, by) if event else None
    if row is None:
        require(Permission.WEBHOOK_ADD_ALL, by)
    chosen = sorted(set(topics))
    if not chosen or not set(chosen) <= set(WebhookTopic):
        raise refusal_error("topics", message("Choose at least one topic."), place="topics")
    resolve_target(url)
    with transaction.atomic():
        own = Webhook.objects.filter(account=by.account_id, removed_at=None)
        if own.count() >= MOST:
            raise refusal_error(
                "too-many", message("At most {most} webhooks. Remove an old one first.", most=MOST)
            )
        hook = Webhook.objects.create(
            account_id=by.account_id, event=row, url=url, topics=chosen, created_at=now
        )
        _from_now_on(hook)
        add_audit_entry(
            Permission.WEBHOOK_ADD if row else Permission.WEBHOOK_ADD_ALL,
            by=by.label,
            subject=f"webhook:{hook.public_id}",
            at=now,
            after={"event": event, "topics": chosen},
        )
    return _hook(hook)


def _event(event: str, by: Actor) -> Event:
    row = Event.objects.select_related("region").filter(public_id=event).first()
    if row is None or not allowed(Permission.WEBHOOK_ADD, roles_of(by, event=row)):
        raise NotFound("event")
    return row


def _from_now_on(hook: Webhook) -> None:
    """Note how far all logs are, so that nothing old is told."""
    logs = EventAction.objects.all()
    if hook.event_id is not None:
        logs = logs.filter(event=hook.event_id)
    heads = logs.order_by().values_list("event").annotate(last=Max("sequence"))
    WebhookCursor.objects.bulk_create(
        WebhookCursor(webhook=hook, event_id=event, sequence=last) for event, last in heads
    )


def own_webhooks(*, by: Actor) -> tuple[WebhookRow, ...]:
    """Return one's webhooks, the newest first."""
    rows = Webhook.objects.filter(account=by.account_id or 0, removed_at=None)
    return tuple(map(_hook, rows.select_related("event")))


def own_webhook(*, by: Actor, webhook: str) -> tuple[WebhookRow, tuple[DeliveryRow, ...]]:
    """Return a webhook of their own with its last messages."""
    row = _own(by, webhook)
    rows = Delivery.objects.filter(webhook=row).select_related("event")
    return _hook(row), tuple(map(_sent, rows.order_by("-id")[:SHOWN]))


def remove_webhook(*, by: Actor, now: datetime, webhook: str) -> None:
    """Tell an address nothing any more; what waits is not sent."""
    with transaction.atomic():
        row = _own(by, webhook)
        Webhook.objects.filter(pk=row.pk).update(removed_at=now)
        Delivery.objects.filter(webhook=row, delivered_at=None, given_up_at=None).delete()
        add_audit_entry(
            Permission.WEBHOOK_REMOVE, by=by.label, subject=f"webhook:{row.public_id}", at=now
        )


def _own(by: Actor, webhook: str) -> Webhook:
    row = (
        Webhook.objects.select_related("event")
        .filter(public_id=webhook, account=by.account_id or 0, removed_at=None)
        .first()
    )
    if row is None:
        raise NotFound("webhook")
    return row


def _hook(row: Webhook) -> WebhookRow:
    return WebhookRow(
        id=row.public_id,
        url=row.url,
        topics=tuple(row.topics),
        event=row.event.public_id if row.event else "",
        created_at=row.created_at,
        failures=row.failures,
    )


def _sent(row: Delivery) -> DeliveryRow:
    done = "delivered" if row.delivered_at else "given up"
    ended = row.delivered_at or row.given_up_at
    return DeliveryRow(
        id=row.public_id,
        topic=row.topic,
        event=row.event.public_id,
        sequence=row.sequence,
        created_at=row.created_at,
        tries=row.tries,
        state=done if ended else "waiting",
        said=row.said,
    )

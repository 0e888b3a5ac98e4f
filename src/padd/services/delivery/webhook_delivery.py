"""Send webhooks from the logs of events, and retry failed ones.

The log of an event is its own outbox: a sender checks how far each log is, writes a
message for every new entry that a webhook wants, and moves the webhook's cursor in the
same transaction. No action waits for this, and a crash loses and repeats nothing.
Before sending, the time of the next try is moved, so only one of several senders takes
it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F, Max

from padd.core.messages import Message, message
from padd.core.refusal import RefusalError
from padd.services.delivery.outbound_http import DeliveryFailed, RetryLater, post_outside
from padd.services.delivery.webhook_subscriptions import WebhookTopic, webhook_secret
from padd.services.links import link_path, page_url
from padd.store.models.access import Delivery, Webhook, WebhookCursor
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event, EventState

HOSTS: Final = ("discord.com", "discordapp.com")
PATH: Final = re.compile(r"/api/(v\d+/)?webhooks/")
MARKS: Final = re.compile(r"([\\*_~`|>#\[\]()@<:-])")
"""What Discord would read as formatting, a link or a mention."""


def is_discord_webhook(url: str) -> bool:
    """Tell whether an address is a webhook of Discord's."""
    parts = urlsplit(url)
    host = (parts.hostname or "").casefold()
    known = any(host == name or host.endswith(f".{name}") for name in HOSTS)
    return known and PATH.match(parts.path) is not None


def discord_message(
    topic: str, event: Event, *, number: int | None, table: int | None
) -> dict[str, Any]:
    """Return what Discord shows in the channel, without notifying its members."""
    name = MARKS.sub(r"\\\1", event.name)
    page = "room-pairings" if topic == WebhookTopic.PAIRINGS else "room-standings"
    link = page_url(page, event=event.public_id)
    content = f"**{name}**: {_discord_text(topic, number or 0, table)}"
    return {
        "content": f"{content}\n<{link}>" if link else content,
        "allowed_mentions": {"parse": []},
    }


def _discord_text(topic: str, number: int, table: int | None) -> Message:
    match topic:
        case WebhookTopic.PAIRINGS:
            return message("the pairings of round {number} are out.", number=number)
        case WebhookTopic.RESULT if table is not None:
            return message(
                "a result was entered for round {number}, table {table}.",
                number=number,
                table=table,
            )
        case WebhookTopic.ROUND_CLOSED:
            return message("round {number} is over.", number=number)
        case WebhookTopic.FINISHED:
            return message("the final standings are out.")
        case _:
            return message("a result was entered for round {number}.", number=number)


Sending = Callable[[str, bytes, Mapping[str, str]], int]

PUBLISHED: Final = "round.published"
UNPUBLISHED: Final = "round.unpublished"
CHANGED: Final = "round.changed"
TOPICS: Final = {
    PUBLISHED: WebhookTopic.PAIRINGS,
    CHANGED: WebhookTopic.PAIRINGS,
    "result.entered": WebhookTopic.RESULT,
    "result.decided": WebhookTopic.RESULT,
    "result.corrected": WebhookTopic.RESULT,
    "result.confirmed": WebhookTopic.RESULT,
    "pod.scored": WebhookTopic.RESULT,
    "pod.confirmed": WebhookTopic.RESULT,
    "pod.corrected": WebhookTopic.RESULT,
    "round.closed": WebhookTopic.ROUND_CLOSED,
    "event.finished": WebhookTopic.FINISHED,
}
HIDDEN: Final = (EventState.DRAFT, EventState.AWAITING_APPROVAL)
WAITS: Final = tuple(
    timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 21600, 86400)
)
"""How long after each try the next one comes; after the last it is given up."""
TAKEN_FOR: Final = timedelta(minutes=2)
AT_ONCE: Final = 50
MOST_FAILURES: Final = 10
"""After so many messages given up in a row an address is told nothing any more."""
KEPT: Final = timedelta(days=30)
RECENT: Final = 20_000
"""How many entries of all logs together are looked through for news."""
ACCEPTED: Final = range(200, 300)


def queue_webhooks(*, now: datetime) -> int:
    """Write a message for everything new that a webhook wants; return how many."""
    count = 0
    for hook in Webhook.objects.filter(removed_at=None):
        for event_id, head, cursor in _events_with_new_entries(hook):
            count += _is_wanted(hook, event_id, cursor, head, now=now)
    return count


def _events_with_new_entries(hook: Webhook) -> Iterator[tuple[int, int, int]]:
    """Give the events whose logs have grown: event, length of the log, cursor."""
    newest = EventAction.objects.aggregate(newest=Max("pk"))["newest"] or 0
    logs = EventAction.objects.filter(pk__gt=newest - RECENT).exclude(event__state__in=HIDDEN)
    if hook.event_id is not None:
        logs = logs.filter(event=hook.event_id)
    heads = logs.order_by().values_list("event").annotate(last=Max("sequence"))
    cursors = dict(hook.cursors.values_list("event", "sequence"))
    for event, last in heads:
        if last > cursors.get(event, 0):
            yield event, last, cursors.get(event, 0)


def _is_wanted(hook: Webhook, event_id: int, cursor: int, head: int, *, now: datetime) -> int:
    actions = EventAction.objects.filter(event=event_id, sequence__gt=cursor, sequence__lte=head)
    event = Event.objects.get(pk=event_id)
    new = [
        _delivery(hook, event, action, now=now)
        for action in actions
        if TOPICS.get(action.kind) in hook.topics and _is_public(action)
    ]
    try:
        with transaction.atomic():
            if not _move_cursor(hook, event_id, cursor, head):
                return 0
            Delivery.objects.bulk_create(new)
    except IntegrityError:
        return 0  # another sender has told it in this moment
    return len(new)


def _is_public(action: EventAction) -> bool:
    """Tell whether the room knows of it: a draft that is changed is still a draft."""
    if action.kind != CHANGED:
        return True
    before = EventAction.objects.filter(
        event=action.event_id,
        sequence__lt=action.sequence,
        kind__in=[PUBLISHED, UNPUBLISHED],
        payload__number=action.payload.get("number"),
    )
    last = before.order_by("-sequence").values_list("kind", flat=True).first()
    return last == PUBLISHED


def _move_cursor(hook: Webhook, event_id: int, cursor: int, head: int) -> bool:
    """Move the cursor from where it was seen; tell whether it was still there."""
    cursors = WebhookCursor.objects.filter(webhook=hook, event=event_id)
    if cursors.filter(sequence=cursor).update(sequence=head):
        return True
    if cursor == 0 and not cursors.exists():
        WebhookCursor.objects.create(webhook=hook, event_id=event_id, sequence=head)
        return True
    return False


def _delivery(hook: Webhook, event: Event, action: EventAction, *, now: datetime) -> Delivery:
    topic = TOPICS[action.kind]
    delivery = Delivery(
        webhook=hook,
        event=event,
        sequence=action.sequence,
        topic=topic,
        created_at=now,
        next_at=now,
    )
    delivery.body = msgspec.json.encode(_message(delivery, event, action)).decode()
    return delivery


def _message(delivery: Delivery, event: Event, action: EventAction) -> dict[str, Any]:
    """Return what is told: what happened and where to read it, and no names."""
    payload = action.payload
    number = payload.get("number")
    table = payload.get("table")
    if is_discord_webhook(delivery.webhook.url):
        at_table = table if isinstance(table, int) else None
        return discord_message(delivery.topic, event, number=number, table=at_table)
    id_ = event.public_id
    standings = link_path("api-standings", event=id_)
    return {
        "id": delivery.public_id,
        "topic": delivery.topic,
        "event": event.public_id,
        "sequence": action.sequence,
        "at": action.at.astimezone(UTC),
        "kind": action.kind,
        "round": number,
        "table": table if isinstance(table, int) else None,
        "read": link_path("api-one_round", event=id_, number=number) if number else standings,
    }


def send_due_webhooks(*, now: datetime, by: Sending = post_outside) -> int:
    """Try every message whose time has come; return how many were taken."""
    due = Delivery.objects.filter(
        delivered_at=None, given_up_at=None, next_at__lte=now, webhook__removed_at=None
    )
    count = 0
    for row in due.select_related("webhook").order_by("next_at", "id")[:AT_ONCE]:
        mine = Delivery.objects.filter(pk=row.pk, next_at=row.next_at, tries=row.tries)
        if mine.update(next_at=now + TAKEN_FOR, tries=F("tries") + 1):
            count += _try_delivery(row, now=now, by=by)
    return count


def webhook_signature(webhook: str, body: bytes, *, at: datetime) -> str:
    """Return how a message is signed: the moment, and a code over it and the body."""
    moment = str(int(at.timestamp()))
    code = hmac.digest(webhook_secret(webhook).encode(), f"{moment}.".encode() + body, "sha256")
    return f"t={moment},v1={code.hex()}"


def _try_delivery(row: Delivery, *, now: datetime, by: Sending) -> bool:
    hook, body = row.webhook, row.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "PADD",
        "PADD-Delivery": row.public_id,
        "PADD-Topic": row.topic,
        "PADD-Signature": webhook_signature(hook.public_id, body, at=now),
    }
    try:
        status = by(hook.url, body, headers)
    except RetryLater as busy:
        return _delay_others(row, busy, now=now)
    except DeliveryFailed as trouble:
        return _failed(row, str(trouble), now=now)
    except RefusalError as refused:
        return _failed(row, str(refused.refusal.message), now=now)
    if status not in ACCEPTED:
        return _failed(row, f"answered {status}", now=now)
    Delivery.objects.filter(pk=row.pk).update(delivered_at=now, said=f"answered {status}")
    Webhook.objects.filter(pk=hook.pk).exclude(failures=0).update(failures=0)
    return True


def _delay_others(row: Delivery, busy: RetryLater, *, now: datetime) -> bool:
    """Let all messages to an address wait, so that they arrive in their order."""
    until = now + max(busy.pause, WAITS[min(row.tries, len(WAITS) - 1)])
    _failed(row, str(busy), now=now)
    Delivery.objects.filter(
        webhook=row.webhook_id, delivered_at=None, given_up_at=None, next_at__lt=until
    ).update(next_at=until)
    return False


def _failed(row: Delivery, answer: str, *, now: datetime) -> bool:
    mine = Delivery.objects.filter(pk=row.pk)
    if row.tries < len(WAITS):
        mine.update(next_at=now + WAITS[row.tries], said=answer[:200])
        return False
    with transaction.atomic():
        mine.update(given_up_at=now, said=answer[:200])
        hooks = Webhook.objects.filter(pk=row.webhook_id)
        hooks.update(failures=F("failures") + 1)
        hooks.filter(failures__gte=MOST_FAILURES).update(removed_at=now)
    return False


def deliver_webhooks(*, now: datetime, by: Sending = post_outside) -> bool:
    """Gather and send once; tell whether there is any webhook at all."""
    if not Webhook.objects.filter(removed_at=None).exists():
        return False
    queue_webhooks(now=now)
    send_due_webhooks(now=now, by=by)
    Delivery.objects.filter(created_at__lt=now - KEPT).exclude(
        delivered_at=None, given_up_at=None
    ).delete()
    return True

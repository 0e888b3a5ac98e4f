"""API of webhooks, and of the token itself."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from ninja import Router

from padd.interfaces.api.operation import READS, WRITES, ApiRequest, operation
from padd.interfaces.api.parameters import WebhookId
from padd.interfaces.api.refusals import missing
from padd.services.access.api_tokens import Scope
from padd.services.delivery import webhook_subscriptions as webhooks
from padd.services.delivery.webhook_subscriptions import WebhookRow, WebhookTopic

router = Router(tags=["Webhooks and tokens"])
NEEDED = (Scope.WEBHOOKS,)


class HookBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address to send messages to."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    topics: Annotated[tuple[WebhookTopic, ...], msgspec.Meta(min_length=1, max_length=10)]
    event: Annotated[
        Annotated[str, msgspec.Meta(max_length=16)],
        msgspec.Meta(
            description=("The event to report on; if left out, every event here (officials only).")
        ),
    ] = ""


class HookRead(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook."""

    id: str
    url: str
    topics: tuple[str, ...]
    event: str
    created: datetime
    failures: Annotated[
        int,
        msgspec.Meta(
            description=(
                "How many messages in a row could not be delivered; after "
                "ten the webhook is turned off."
            )
        ),
    ]


class HookMade(HookRead, frozen=True, kw_only=True):
    """A new webhook with its signing secret, which is shown only once."""

    secret: str


class SentRead(msgspec.Struct, frozen=True, kw_only=True):
    """One message and its delivery."""

    id: str
    topic: str
    event: str
    sequence: int
    created: datetime
    tries: int
    state: str
    said: str


class HooksRead(msgspec.Struct, frozen=True, kw_only=True):
    """Your webhooks."""

    webhooks: tuple[HookRead, ...]


class HookWithSent(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook with its last messages."""

    webhook: HookRead
    sent: tuple[SentRead, ...]


class TokenRead(msgspec.Struct, frozen=True, kw_only=True):
    """What the token of this request allows."""

    id: str
    scopes: tuple[Scope, ...]
    event: Annotated[
        str,
        msgspec.Meta(
            description=("The only event it is valid for; empty for everything of its account.")
        ),
    ]
    expires: datetime | None
    player: Annotated[str, msgspec.Meta(description="The public id of its owner's player.")]


@operation(router, "GET", "/token", answer=TokenRead, scopes=tuple(Scope), statuses=(*READS, 403))
def token(request: ApiRequest) -> TokenRead:
    """Read what the token of this request allows."""
    caller = request.caller
    return TokenRead(
        id=caller.token,
        scopes=tuple(sorted(caller.scopes)),
        event=caller.event,
        expires=caller.expires_at,
        player=caller.actor.person,
    )


@operation(router, "GET", "/webhooks", answer=HooksRead, scopes=NEEDED, statuses=(*READS, 403))
def hooks(request: ApiRequest) -> HooksRead:
    """List your webhooks."""
    own = webhooks.own_webhooks(by=request.caller.owner)
    return HooksRead(webhooks=tuple(_read(row) for row in own if _covered(request, row)))


@operation(router, "POST", "/webhooks", answer=HookMade, status=201, body=HookBody, scopes=NEEDED)
def add_hook(request: ApiRequest) -> HookMade:
    """Add a webhook that sends pairings and results to an address."""
    body: HookBody = request.body
    if not request.caller.covers(body.event):
        raise missing()
    row = webhooks.add_webhook(
        by=request.caller.owner, now=request.now, url=body.url, topics=body.topics, event=body.event
    )
    return HookMade(**msgspec.structs.asdict(_read(row)), secret=webhooks.webhook_secret(row.id))


@operation(
    router, "GET", "/webhooks/{webhook}", answer=HookWithSent, scopes=NEEDED, statuses=(*READS, 403)
)
def hook(request: ApiRequest, webhook: WebhookId) -> HookWithSent:
    """Read a webhook and its latest deliveries."""
    row, sent = webhooks.own_webhook(by=request.caller.owner, webhook=webhook)
    if not _covered(request, row):
        raise missing()
    return HookWithSent(
        webhook=_read(row),
        sent=tuple(
            SentRead(
                id=delivery.id,
                topic=delivery.topic,
                event=delivery.event,
                sequence=delivery.sequence,
                created=delivery.created_at,
                tries=delivery.tries,
                state=delivery.state,
                said=delivery.said,
            )
            for delivery in sent
        ),
    )


@operation(
    router, "DELETE", "/webhooks/{webhook}", answer=None, status=204, scopes=NEEDED, statuses=WRITES
)
def remove_hook(request: ApiRequest, webhook: WebhookId) -> None:
    """Remove a webhook."""
    owner = request.caller.owner
    row, _ = webhooks.own_webhook(by=owner, webhook=webhook)
    if not _covered(request, row):
        raise missing()
    webhooks.remove_webhook(by=owner, now=request.now, webhook=webhook)


def _covered(request: ApiRequest, row: WebhookRow) -> bool:
    """Tell whether the token is good for what a webhook tells of."""
    return request.caller.covers(row.event)


def _read(row: WebhookRow) -> HookRead:
    return HookRead(
        id=row.id,
        url=row.url,
        topics=row.topics,
        event=row.event,
        created=row.created_at,
        failures=row.failures,
    )

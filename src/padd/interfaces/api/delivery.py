"""API of what is sent: webhooks, and the e-mail of the token's owner."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import WebhookId
from padd.interfaces.api.refusals import not_found
from padd.services.access.actors import Actor
from padd.services.access.api_tokens import Scope
from padd.services.delivery import email_preferences
from padd.services.delivery import webhook_subscriptions as webhooks
from padd.services.delivery.email_preferences import EmailKind
from padd.services.delivery.webhook_subscriptions import WebhookRow, WebhookTopic

router = Router("Webhooks and tokens")
email_router = Router("Players")
NEEDED: Final = (Scope.WEBHOOKS,)


class HookBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An address to send messages to."""

    url: Annotated[str, Meta(min_length=1, max_length=500, description="The address.")]
    topics: Annotated[
        tuple[WebhookTopic, ...], Meta(min_length=1, max_length=10, description="The topics.")
    ]
    event: Annotated[
        Annotated[str, Meta(max_length=16)],
        Meta(description="The event to report on; if left out, every event here (officials only)."),
    ] = ""


class HookRead(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    url: Annotated[str, Meta(description="The address.")]
    topics: Annotated[tuple[str, ...], Meta(description="The topics.")]
    event: Annotated[str, Meta(description="The id of the event.")]
    created: Annotated[datetime, Meta(description="When it was made, in UTC.")]
    failures: Annotated[
        int,
        Meta(
            description="How many messages in a row could not be delivered; after "
            "ten the webhook is turned off."
        ),
    ]


class HookMade(HookRead, frozen=True, kw_only=True):
    """A new webhook with its signing secret, which is shown only once."""

    secret: Annotated[str, Meta(description="What messages are signed with; shown once.")]


class SentRead(msgspec.Struct, frozen=True, kw_only=True):
    """One message and its delivery."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    topic: Annotated[str, Meta(description="What it reports.")]
    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    created: Annotated[datetime, Meta(description="When it was made, in UTC.")]
    tries: Annotated[int, Meta(description="The number of attempts.")]
    state: Annotated[str, Meta(description="Its state.")]
    said: Annotated[str, Meta(description="The answer to the last attempt.")]


class HooksRead(msgspec.Struct, frozen=True, kw_only=True):
    """Your webhooks."""

    webhooks: Annotated[tuple[HookRead, ...], Meta(description="The webhooks.")]


class HookWithSent(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook with its last messages."""

    webhook: Annotated[HookRead, Meta(description="The webhook.")]
    sent: Annotated[tuple[SentRead, ...], Meta(description="The last messages.")]


class EmailRead(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of e-mail."""

    kind: Annotated[EmailKind, Meta(description="The kind.")]
    words: Annotated[str, Meta(description="What it is about.")]
    wanted: Annotated[bool, Meta(description="Whether it is sent.")]


class EmailsRead(msgspec.Struct, frozen=True, kw_only=True):
    """Which e-mail the owner of the token gets."""

    emails: Annotated[tuple[EmailRead, ...], Meta(description="Every kind.")]


class EmailsWanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which e-mail the owner of the token wants."""

    wanted: Annotated[tuple[EmailKind, ...], Meta(description="The kinds to be sent.")]


@router.get("/webhooks", scopes=NEEDED)
def hooks(request: ApiRequest) -> HooksRead:
    """List your webhooks."""
    own = webhooks.own_webhooks(by=request.caller.owner)
    return HooksRead(
        webhooks=tuple(_webhook_answer(row) for row in own if _covers_webhook(request, row))
    )


@router.post("/webhooks", scopes=NEEDED, status=201)
def add_hook(request: ApiRequest, body: HookBody) -> HookMade:
    """Add a webhook that sends pairings and results to an address."""
    if not request.caller.covers(body.event):
        raise not_found()
    row = webhooks.add_webhook(
        by=request.caller.owner, now=request.now, url=body.url, topics=body.topics, event=body.event
    )
    return HookMade(
        **msgspec.structs.asdict(_webhook_answer(row)), secret=webhooks.webhook_secret(row.id)
    )


@router.get("/webhooks/{webhook}", scopes=NEEDED)
def hook(request: ApiRequest, webhook: WebhookId) -> HookWithSent:
    """Read a webhook and its latest deliveries."""
    row, sent = webhooks.own_webhook(by=request.caller.owner, webhook=webhook)
    if not _covers_webhook(request, row):
        raise not_found()
    return HookWithSent(
        webhook=_webhook_answer(row),
        sent=tuple(
            answer_from(SentRead, delivery, created=delivery.created_at) for delivery in sent
        ),
    )


@router.write("DELETE", "/webhooks/{webhook}", scopes=NEEDED, status=204)
def remove_hook(request: ApiRequest, webhook: WebhookId) -> None:
    """Remove a webhook."""
    owner = request.caller.owner
    row, _ = webhooks.own_webhook(by=owner, webhook=webhook)
    if not _covers_webhook(request, row):
        raise not_found()
    webhooks.remove_webhook(by=owner, now=request.now, webhook=webhook)


def _covers_webhook(request: ApiRequest, row: WebhookRow) -> bool:
    """Tell whether the token covers the event of a webhook."""
    return request.caller.covers(row.event)


def _webhook_answer(row: WebhookRow) -> HookRead:
    return answer_from(HookRead, row, created=row.created_at)


@email_router.get("/me/emails", scopes=(Scope.READ,))
def emails(request: ApiRequest) -> EmailsRead:
    """Read which kinds of e-mail the owner of the token gets."""
    return _email_choices(_token_owner(request))


@email_router.write("PUT", "/me/emails", scopes=(Scope.PLAY,))
def choose_emails(request: ApiRequest, body: EmailsWanted) -> EmailsRead:
    """Choose which kinds of e-mail to get; kinds left out are not sent."""
    by = _token_owner(request)
    email_preferences.choose_emails(by=by, now=request.now, wanted=body.wanted)
    return _email_choices(by)


def _token_owner(request: ApiRequest) -> Actor:
    if request.caller.event:  # a token for one event says nothing about its owner
        raise not_found()
    return request.caller.actor


def _email_choices(by: Actor) -> EmailsRead:
    return EmailsRead(
        emails=tuple(
            EmailRead(kind=one.kind, words=str(one.words), wanted=one.wanted)
            for one in email_preferences.email_choices(by=by)
        )
    )

"""A webhook's message for Discord: one line of text with a link."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit

from padd.core.messages import Message, message
from padd.services.delivery.emails import page_address
from padd.services.delivery.webhook_subscriptions import WebhookTopic
from padd.store.models.events import Event

HOSTS: Final = ("discord.com", "discordapp.com")
PATH: Final = re.compile(r"/api/(v\d+/)?webhooks/")
MARKS: Final = re.compile(r"([\\*_~`|>#\[\]()@<:-])")
"""What Discord would read as formatting, a link or somebody to notify."""


def speaks_discord(url: str) -> bool:
    """Tell whether an address is a webhook of Discord's."""
    parts = urlsplit(url)
    host = (parts.hostname or "").casefold()
    known = any(host == name or host.endswith(f".{name}") for name in HOSTS)
    return known and PATH.match(parts.path) is not None


def discord_message(
    topic: str, event: Event, *, number: int | None, table: int | None
) -> dict[str, Any]:
    """Return what Discord shows in the channel; nobody is notified by it."""
    name = MARKS.sub(r"\\\1", event.name)
    part = "pairings" if topic == WebhookTopic.PAIRINGS else "standings"
    link = page_address(f"/events/{event.public_id}/{part}/")
    content = f"**{name}**: {_said(topic, number or 0, table)}"
    return {
        "content": f"{content}\n<{link}>" if link else content,
        "allowed_mentions": {"parse": []},
    }


def _said(topic: str, number: int, table: int | None) -> Message:
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

"""Turn messages into sentences."""

from __future__ import annotations

from padd.core.messages import Message, sentences
from padd.core.refusal import Refusal


def text(message: Message | None) -> str:
    """Return what a message says; nothing for no message."""
    return "" if message is None else str(message)


def refusal_text(refusal: Refusal) -> str:
    """Return why something was refused and what to do instead."""
    return text(sentences(refusal.message, refusal.way_out))

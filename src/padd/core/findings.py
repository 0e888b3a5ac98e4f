"""What a check found: fulfilled, doubtful or wrong, with the rule behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from padd.core.messages import Message


class Finding(msgspec.Struct, frozen=True):
    """One point that was looked at: fulfilled, worth a word, or missing."""

    code: str
    severity: Literal["ok", "warning", "error"]
    message: Message
    rule: str

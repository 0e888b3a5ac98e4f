"""What a check found: fulfilled, doubtful or wrong, with the rule behind it."""

from __future__ import annotations

from typing import Literal

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One point that was looked at: fulfilled, worth a word, or missing."""

    code: str
    severity: Literal["ok", "warning", "error"]
    message: str
    rule: str

"""How serious a warning is, and so how it has to be confirmed."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How an action has to be confirmed; this cannot be turned off."""

    NOTE = "note"
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm-twice"
    REFUSED = "refused"

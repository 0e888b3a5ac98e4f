"""How serious a warning is, and so how it has to be confirmed."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How much of a second thought an action asks for; nobody can switch it off."""

    NOTE = "note"
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm-twice"
    REFUSED = "refused"

"""How serious a thing is, and so how much of a second thought it asks for."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How much of a second thought an action asks for; nobody can switch it off."""

    NOTE = "note"
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm-twice"
    REFUSED = "refused"

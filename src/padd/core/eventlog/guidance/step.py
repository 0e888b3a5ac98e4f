"""A step of the day: what to do, with which action, and what to know first."""

from __future__ import annotations

from enum import StrEnum

from padd.core.messages import Message
from padd.core.model import PlayerId, StrictStruct


class Level(StrEnum):
    """How an action has to be confirmed; this cannot be turned off."""

    NOTE = "note"
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm-twice"
    REFUSED = "refused"


class StepWarning(StrictStruct, frozen=True, kw_only=True):
    """Something the director should know before going on."""

    level: Level
    code: str
    message: Message
    rule: str = ""


class NextStep(StrictStruct, frozen=True, kw_only=True):
    """What to do next: in a word, in a sentence, and by which action."""

    code: str
    title: Message
    detail: Message | None = None
    kind: str = ""
    """The action that takes the step, if it is one action."""
    also: tuple[str, ...] = ()
    """Other actions that make sense now."""
    level: Level = Level.NOTE
    """How much of a second thought the step asks for."""
    players: tuple[PlayerId, ...] = ()
    tables: tuple[int, ...] = ()
    round: int | None = None
    warnings: tuple[StepWarning, ...] = ()

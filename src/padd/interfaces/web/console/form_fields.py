"""What a form of the console says: numbers, players, moments, or what is missing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.result_checks import located
from padd.core.eventlog.state.table import TableState
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.typed_numbers import parse_typed_int
from padd.presentation.eventlog.event_view import EventView
from padd.services.local_time import moment

FormParser = Callable[[QueryDict, EventView], Action | Refusal]


LAST_SECOND: Final = time(23, 59, 59)
"""When a day ends that is named as a deadline."""


class MissingError(ValueError):
    """A form lacks something, or has something that cannot be read."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def required_int(typed: QueryDict, name: str, what: str) -> int:
    """Return a whole number of a form."""
    text = typed.get(name, "").strip()
    if not text:
        raise MissingError(message("{what} is missing.", what=what))
    try:
        return parse_typed_int(text)
    except ValueError as wrong:
        raise MissingError(
            message("{what}: “{wrong}” is not a whole number.", what=what, wrong=str(wrong))
        ) from None


def optional_int(typed: QueryDict, name: str, what: str) -> int | None:
    """Return a whole number of a form, or None where it is left out."""
    return required_int(typed, name, what) if typed.get(name, "").strip() else None


def round_of(typed: QueryDict) -> int:
    """Return the round that a form is about."""
    return required_int(typed, "round", "The round")


def table_number(typed: QueryDict) -> int:
    """Return the number of the table that a form is about."""
    return required_int(typed, "table", "The table")


def player_of(typed: QueryDict, name: str = "player") -> PlayerId:
    """Return the player that a form names."""
    player = typed.get(name, "").strip()
    if not player:
        raise MissingError(message("Choose a player."))
    return PlayerId(player)


def players_of(typed: QueryDict, name: str = "player") -> tuple[PlayerId, ...]:
    """Return all players that a form names."""
    return tuple(PlayerId(player) for player in typed.getlist(name) if player)


def text_of(typed: QueryDict, name: str) -> str:
    """Return a text of a form without spaces around it."""
    return typed.get(name, "").strip()


def part_of(typed: QueryDict) -> Role | None:
    """Return in which part somebody at the laptop acts, if the form says it."""
    try:
        return Role(typed.get("part", ""))
    except ValueError:
        return None


def moment_of(text: str, view: EventView) -> str | None:
    """Return a moment typed as the clock of the venue shows it."""
    if not text:
        return None
    try:
        local = datetime.fromisoformat(text)
        if len(text) == len("2026-12-24"):
            local = datetime.combine(local, LAST_SECOND)
        return moment(local, view.calendar_event.time_zone).isoformat()
    except RefusalError as skipped:
        raise MissingError(skipped.refusal.message) from None
    except ValueError:
        raise MissingError(message("“{text}” is not a date and time.", text=text)) from None


def table_from_form(typed: QueryDict, view: EventView) -> TableState:
    """Return the table that a form is about."""
    at_table = located(view.state, round_of(typed), table_number(typed))
    if isinstance(at_table, Refusal):
        raise MissingError(at_table.message)
    return at_table[1]

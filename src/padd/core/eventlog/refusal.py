"""What the rules of the day do not let through, and how serious a thing is."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from padd.core.refusal import EventRefused, Refusal

if TYPE_CHECKING:
    from padd.rulebooks.schema import Rulebook


class Level(StrEnum):
    """How much of a second thought an act asks for; nobody can switch it off."""

    NOTE = "note"
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm-twice"
    REFUSED = "refused"


class Refused(Refusal, frozen=True, kw_only=True):
    """Why an act is not let through, and what can be done instead."""

    way_out: str = ""
    actions: tuple[int, ...] = ()
    """The sequence numbers that stand in the way, where others do."""


def refused(
    code: str,
    message: str,
    *,
    rule: str = "",
    way_out: str = "",
    actions: tuple[int, ...] = (),
) -> Refused:
    """Return a refusal in words."""
    return Refused(
        code=code, message=message, rule=rule, way_out=way_out, actions=actions
    )


def refused_as(found: EventRefused, *, way_out: str = "") -> Refused:
    """Return what another part of core refused as a refusal of the act."""
    said = found.refusal
    return Refused(
        code=said.code,
        message=said.message,
        rule=said.rule,
        place=said.place,
        way_out=way_out,
    )


def cite(book: Rulebook, path: str) -> str:
    """Return the section in which the rulebook says something."""
    found = book.citations.get(path)
    return book.document if found is None else found.cite


def no_such_table(number: int, table: int) -> Refused:
    """Say that a round has no such table."""
    return refused("no-such-table", f"Round {number} has no table {table}.")

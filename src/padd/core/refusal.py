"""A refusal is a value: what was refused, where, by which rule, and what to do."""

from __future__ import annotations

from typing import NoReturn

import msgspec

FILE_RULE = "padd-event/1"


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why something cannot be taken as it stands."""

    code: str
    message: str
    rule: str
    place: str = ""
    file: str = "-"

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        return f"{where}: {self.message} ({self.rule})"


class EventRefused(Exception):  # noqa: N818 -- a refusal is not an error of ours
    """Carries a refusal out of a reading or reckoning."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(code: str, message: str, place: str, rule: str = FILE_RULE) -> NoReturn:
    """Refuse something by name; the file format is the rule where no other is."""
    raise EventRefused(Refusal(code=code, message=message, rule=rule, place=place))

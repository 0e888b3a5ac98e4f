"""A refusal is a value: what was refused, where, by which rule, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import msgspec

from padd.core.messages import Message
from padd.rulebooks.schema import Rulebook, cite

FILE_RULE = "padd-event/1"


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not let through, and what can be done instead."""

    code: str
    message: Message
    rule: str = ""
    """The section of the event's own rulebook, the file format, or PADD itself."""
    place: str = ""
    file: str = "-"
    way_out: Message | None = None
    actions: tuple[int, ...] = ()
    """The sequence numbers that stand in the way, where others do."""

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        return f"{where}: {self.message} ({self.rule})"


class RefusalError(Exception):
    """Carries one or more refusals to the caller."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = refusals

    @property
    def refusal(self) -> Refusal:
        """The first reason, where one is enough."""
        return self.refusals[0]

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of every reason."""
        return tuple(refusal.code for refusal in self.refusals)


def refuse(code: str, message: Message, place: str, rule: str = FILE_RULE) -> NoReturn:
    """Refuse something by name; the file format is the rule where no other is."""
    raise RefusalError(Refusal(code=code, message=message, rule=rule, place=place))


@contextmanager
def cite_refusals(book: Rulebook) -> Iterator[None]:
    """Name the section of a rulebook where a refusal has the path of one of its values.

    What is checked without a rulebook at hand refuses by the path.
    """
    try:
        yield
    except RefusalError as error:
        raise RefusalError(
            *(
                msgspec.structs.replace(refusal, rule=cite(book, refusal.rule))
                if refusal.rule in book.citations
                else refusal
                for refusal in error.refusals
            )
        ) from None

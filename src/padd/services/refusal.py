"""Refusals of services: typed, with a code, and with all reasons at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError

Value = TypeVar("Value")

HOUSE: Final = "PADD"
"""The rule behind a refusal that no guide asks for."""


class NotFound(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """There is no such thing, or none that the actor may know of."""

    def __init__(self, what: str) -> None:
        super().__init__(house_refusal("not-found", message("There is no such {what}.", what=what)))


class NotAllowed(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The actor may not do this."""

    def __init__(self, permission: str) -> None:
        super().__init__(
            house_refusal(
                "not-allowed",
                message(
                    "You don’t have permission to do this ({permission}).", permission=permission
                ),
            )
        )


class Outdated(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The row has changed since it was read."""

    def __init__(self, what: str) -> None:
        super().__init__(
            house_refusal(
                "outdated",
                message(
                    "Someone else has changed this {what} since you opened it. "
                    "Check it and repeat your change.",
                    what=what,
                ),
            )
        )


class ActionRefused(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The rules of a running event do not let an action through."""


def raise_if_refused(value: Value | Refusal) -> Value:
    """Return a value of core, or raise its refusal."""
    if isinstance(value, Refusal):
        raise ActionRefused(value)
    return value


def house_refusal(code: str, message: Message, *, place: str = "", rule: str = HOUSE) -> Refusal:
    """Return a reason of PADD itself; the place is the name of a field."""
    return Refusal(code=code, message=message, rule=rule, place=place)


def refusal_error(
    code: str, message: Message, *, place: str = "", rule: str = HOUSE
) -> RefusalError:
    """Return the exception for one reason of PADD itself."""
    return RefusalError(house_refusal(code, message, place=place, rule=rule))


def refuse_all(refusals: Iterable[Refusal]) -> None:
    """Refuse with all reasons at once, if there are any."""
    reasons = tuple(refusals)
    if reasons:
        raise RefusalError(*reasons)

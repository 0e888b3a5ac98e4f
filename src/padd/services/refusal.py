"""Refusals of services: typed, with a code, and with all reasons at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

HOUSE: Final = "PADD"
"""The rule behind a refusal that no guide asks for."""


class Refused(Exception):  # noqa: N818 -- a refusal is not an error of ours
    """What was asked for cannot be done; each refusal names the field it is about."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__("; ".join(refusal.message for refusal in refusals))
        self.refusals = refusals

    @property
    def refusal(self) -> Refusal:
        """The first reason, where one is enough."""
        return self.refusals[0]

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of every reason."""
        return tuple(refusal.code for refusal in self.refusals)


class NotFound(Refused):
    """There is no such thing, or none that the actor may know of."""

    def __init__(self, what: str) -> None:
        super().__init__(no("not-found", f"There is no such {what}."))


class NotAllowed(Refused):
    """The actor may not do this."""

    def __init__(self, permission: str) -> None:
        super().__init__(no("not-allowed", f"You may not do this here ({permission})."))


class Outdated(Refused):
    """Somebody else changed it first."""

    def __init__(self, what: str) -> None:
        super().__init__(
            no(
                "outdated",
                f"Somebody else has changed this {what} since you opened it. "
                "Look at it again and repeat your change.",
            )
        )


def no(code: str, message: str, *, place: str = "", rule: str = HOUSE) -> Refusal:
    """Return one reason for saying no; the place is the name of a field."""
    return Refusal(code=code, message=message, rule=rule, place=place)


def refuse_all(refusals: Iterable[Refusal]) -> None:
    """Refuse with all reasons at once, if there are any."""
    reasons = tuple(refusals)
    if reasons:
        raise Refused(*reasons)

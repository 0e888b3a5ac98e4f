"""From a form of the console to the act that it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.running.refused import Refused, refused
from padd.interfaces.web.console import eventacts, playeracts, resultacts, roundacts
from padd.interfaces.web.console.reading import MissingError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import QueryDict

    from padd.core.running.acting import Act
    from padd.interfaces.web.console.desk import Desk
    from padd.interfaces.web.console.reading import Making

ACTS: Final[Mapping[str, Making]] = {
    **eventacts.ACTS,
    **playeracts.ACTS,
    **roundacts.ACTS,
    **resultacts.ACTS,
}
"""Every act that a form of the console can ask for, by its name in the log."""


def act_of(kind: str, typed: QueryDict, desk: Desk) -> Act | Refused:
    """Return the act that a form asks for, or what is wrong with the form."""
    making = ACTS.get(kind)
    if making is None:
        return refused("no-such-act", f"The console has no act “{kind}”.")
    try:
        return making(typed, desk)
    except MissingError as wrong:
        return refused("form-incomplete", str(wrong))

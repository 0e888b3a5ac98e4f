"""What the players of an event are called before a given viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.services.access.visibility import names_in_place, viewers

if TYPE_CHECKING:
    from datetime import datetime

    from padd.core.eventlog.state import LogState
    from padd.core.model import PlayerId
    from padd.services.access.permissions import AccessRole


def names_in(
    *, roles: frozenset[AccessRole], now: datetime, state: LogState
) -> dict[PlayerId, str]:
    """Return the name of every entrant, as the log or the records have it."""
    names = {
        player: entrant.name or player for player, entrant in state.entrants.items()
    }
    return {**names, **names_in_place(state, viewers(roles), now=now)}

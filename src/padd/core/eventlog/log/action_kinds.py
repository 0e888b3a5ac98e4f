"""From actions to the rows of a log and back, by the permanent names of their kinds."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from padd.core.eventlog.actions import (  # noqa: F401 -- each registers its kinds
    clock,
    decks,
    director_results,
    drops,
    finish,
    limited,
    online,
    penalties,
    players,
    pod_scores,
    publication,
    result_claims,
    rounds,
    settings,
    setup,
    stages,
)
from padd.core.eventlog.actions.action import REGISTERED, Action
from padd.core.eventlog.actions.scenarios import lots, notes, orbit, seeding  # noqa: F401 -- each registers its kinds
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log import undo  # noqa: F401 -- registers its kinds
from padd.core.messages import message

KINDS: Final = REGISTERED
"""Every kind of action by its tag. Never rename a kind, and never reuse one."""
LATER_KEYS: Final = ("championship", "league", "theme", "stages")
"""Keys of an event that are only written where they say something."""


class UnknownActionError(ValueError):
    """The log names a kind of action, or data for it, that this program lacks."""


def action_payload(action: Action) -> dict[str, Any]:
    """Return the data of an action as JSON keeps it, without its kind."""
    # By way of JSON, so that it equals what a database or a file gives back.
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    del data["kind"]
    if isinstance(action, EventOpened):
        # Logs from before these keys were chained without them.
        for key in LATER_KEYS:
            if data["event"][key] is None:
                del data["event"][key]
    return data


def decode_action(kind: str, payload: Any) -> Action:  # noqa: ANN401 -- any JSON value
    """Return the action that a line of the log holds."""
    known = KINDS.get(kind)
    if known is None:
        reason = message("There is no action {kind}.", kind=kind)
        raise UnknownActionError(reason)
    try:
        return msgspec.convert(payload, known, str_keys=True)
    except msgspec.ValidationError as error:
        reason = message("{kind}: {error}.", kind=kind, error=str(error))
        raise UnknownActionError(reason) from None

"""From the forms of an online game to actions of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    PlayerWaiting,
    PlayRecordKept,
    ReplayRefused,
)
from padd.core.eventlog.state.table import PauseGround
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError, refused
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.services.local_time import moment

GROUNDS: Final = {"ruling": PauseGround.RULING, "crash": PauseGround.CRASH}
BUTTONS: Final[Mapping[str, Callable[..., Action]]] = {
    "waiting": PlayerWaiting,
    "resume": GameResumed,
    "replay": GameRestarted,
    "refuse": ReplayRefused,
}


def online_action(
    typed: QueryDict, context: PlayerContext, number: int, table: int
) -> Action | Refusal:
    """Return the action that a button of an online game stands for."""
    act = typed.get("do", "")
    if act == "appointment":
        return _appointment(typed.get("at", ""), context, number, table)
    if act == "record":
        return _record(typed.get("record", "").strip(), number, table)
    if act in GROUNDS:
        return GamePaused(number=number, table=table, ground=GROUNDS[act])
    if act in BUTTONS:
        return BUTTONS[act](number=number, table=table)
    return refused("nothing-chosen", message("Choose what happened."))


def _record(text: str, number: int, table: int) -> Action:
    """Read where a game is kept: an address as it is, a fingerprint in any spelling."""
    if "://" in text:
        return PlayRecordKept(number=number, table=table, link=text)
    figures = text.casefold().removeprefix("sha256:").strip()
    return PlayRecordKept(number=number, table=table, sha256=figures)


def _appointment(text: str, context: PlayerContext, number: int, table: int) -> Action | Refusal:
    """Read a local time in the zone of the event; skipped hours are refused."""
    try:
        local = datetime.fromisoformat(text)
        at = moment(local, context.view.calendar_event.time_zone)
    except (ValueError, RefusalError):
        return refused(
            "not-a-moment",
            message("That time does not exist in the event’s time zone."),
            way_out=message("Choose a day and a time."),
        )
    return AppointmentSet(number=number, table=table, at=at.isoformat())

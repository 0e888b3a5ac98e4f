"""From a form of the console to a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.console import (
    event_commands,
    player_commands,
    result_commands,
    round_commands,
    scenario_commands,
)
from padd.interfaces.web.console.form_fields import FormParser, MissingError
from padd.presentation.eventlog.event_view import EventView

FORM_ACTIONS: Final[Mapping[str, FormParser]] = {
    **event_commands.EVENT_ACTIONS,
    **player_commands.PLAYER_ACTIONS,
    **round_commands.ROUND_ACTIONS,
    **result_commands.RESULT_ACTIONS,
    **scenario_commands.SCENARIO_ACTIONS,
}
"""Every act that a form of the console can ask for, by its name in the log."""


def action_from_form(kind: str, typed: QueryDict, view: EventView) -> Action | Refusal:
    """Return the action that a form asks for, or what is wrong with the form."""
    making = FORM_ACTIONS.get(kind)
    if making is None:
        return Refusal("no-such-act", message("The console has no action “{kind}”.", kind=kind))
    try:
        return making(typed, view)
    except MissingError as wrong:
        return Refusal("form-incomplete", wrong.reason)

"""The layout of every staff page: bar, navigation, next step, latest action."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.director_results import (
    ResultCorrected,
    ResultDecided,
    ResultEntered,
)
from padd.core.eventlog.log.undo import ActionUndone
from padd.interfaces.web.layout import navigation
from padd.interfaces.web.layout.next_step import next_step_panel
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog import log_text
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.progress import progress_segments
from padd.presentation.eventlog.result_words import result_preview
from padd.services.eventlog import new_command_key

Context = dict[str, Any]


def console_layout(view: EventView, here: str, query: QueryDict) -> Context:
    """Return what every page of the console shows around its own part."""
    done = query.get("done", "")
    lines = view.recent if view.opened else ()
    toast = None
    line = next((line for line in lines if line.sequence == parse_int(done)), None)
    if line is not None:
        toast = log_text.log_line_text(line, view, _saved_result_text(line.action, view))
    return {
        "event_view": view,
        "page_here": here,
        "colour": navigation.phase_colour(view),
        "segments": progress_segments(view),
        "rail": navigation.navigation_items(view),
        "round_steps": navigation.round_steps(view) if view.opened else (),
        "step": next_step_panel(view, here),
        "redoable": log_text.last_undone(view) if view.opened else None,
        "undoable": log_text.last_undoable(view) if view.opened else None,
        "saved_at": view.clock(lines[-1].at) if lines else "",
        "toast": toast,
        "safety": navigation.backup_line(view),
        "query": query,
        "refusal": None,
        "refused_kind": "",
        "typed": {},
        "new_key": new_command_key,
        "follows": False,
    }


def _saved_result_text(action: Action, view: EventView) -> str:
    """Return a saved result in words, where the act was one."""
    match action:
        case (
            ResultEntered(number=number, table=at)
            | ResultDecided(number=number, table=at)
            | ResultCorrected(number=number, table=at)
        ):
            round_ = view.state.round(number)
            table = None if round_ is None else round_.tables.get(at)
        case ActionUndone(sequences=sequences):
            return f"undone: {log_text.entries_text(view, sequences)}"
        case _:
            return ""
    if table is None or table.match is None or not table.settled:
        return ""
    words = result_preview(table.match, view.state, view.book, view.name, number)
    return f"table {at} saved: {words.title}"

"""Running an event: everything that a console, a phone or a program can do.

`ActionRefused` is raised for what the rules do not allow, with what to do instead.
"""

from padd.core.eventlog.log.preview import Consequences
from padd.services.database_errors import NotSaved
from padd.services.eventlog.command_handler import Recorded
from padd.services.eventlog.commands import (
    draw_round,
    is_recorded,
    mark_reported,
    new_command_key,
    preview_action,
    record_action,
)
from padd.services.eventlog.event_start import add_event, open_event
from padd.services.eventlog.file_export import export_event_file
from padd.services.eventlog.finished_events import rebuild_finished_events
from padd.services.eventlog.heats import (
    heat_states,
    plan_heats,
    possible_heats,
    qualified_in_earlier_heats,
    seed_from_heats,
)
from padd.services.eventlog.history import (
    EventSnapshot,
    HistoryLine,
    event_history,
    event_state,
    running_event_names,
    snapshot_event,
)
from padd.services.eventlog.running_event_import import ImportedEvent, import_event_file

__all__ = [
    "Consequences",
    "EventSnapshot",
    "HistoryLine",
    "ImportedEvent",
    "NotSaved",
    "Recorded",
    "add_event",
    "draw_round",
    "event_history",
    "event_state",
    "export_event_file",
    "heat_states",
    "import_event_file",
    "is_recorded",
    "mark_reported",
    "new_command_key",
    "open_event",
    "plan_heats",
    "possible_heats",
    "preview_action",
    "qualified_in_earlier_heats",
    "rebuild_finished_events",
    "record_action",
    "running_event_names",
    "seed_from_heats",
    "snapshot_event",
]

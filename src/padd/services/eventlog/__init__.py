"""Running an event: everything that a console, a phone or a program can do.

What the rules do not allow is returned as a `Refusal`, with what to do instead.
`NotAllowed`, `NotFound` and `NotSaved` are raised, as by every other service.
"""

from padd.core.eventlog.log.preview import Consequences
from padd.core.refusal import Refusal
from padd.services.database_errors import NotSaved
from padd.services.eventlog.command_handler import Recorded
from padd.services.eventlog.commands import (
    draw,
    mark_reported,
    new_key,
    preview,
    record,
    redo,
    undo,
    was_sent,
)
from padd.services.eventlog.event_start import add_event, open_event
from padd.services.eventlog.file_export import export
from padd.services.eventlog.finished_events import rebuild
from padd.services.eventlog.heats import (
    heats_of,
    plan_heats,
    possible_heats,
    qualified_elsewhere,
    seed_from_heats,
)
from padd.services.eventlog.history import (
    EventSnapshot,
    HistoryLine,
    history,
    look,
    state,
    under_way,
)
from padd.services.eventlog.running_event_import import ImportedEvent, import_file

__all__ = [
    "Consequences",
    "EventSnapshot",
    "HistoryLine",
    "ImportedEvent",
    "NotSaved",
    "Recorded",
    "Refusal",
    "add_event",
    "draw",
    "export",
    "heats_of",
    "history",
    "import_file",
    "look",
    "mark_reported",
    "new_key",
    "open_event",
    "plan_heats",
    "possible_heats",
    "preview",
    "qualified_elsewhere",
    "rebuild",
    "record",
    "redo",
    "seed_from_heats",
    "state",
    "under_way",
    "undo",
    "was_sent",
]

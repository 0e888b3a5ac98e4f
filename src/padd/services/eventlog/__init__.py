"""Running an event: everything that a console, a phone or a program can do.

`ActionRefused` is raised for what the rules do not allow, with what to do instead.
"""

from padd.core.eventlog.log.preview import Consequences
from padd.services.database_errors import NotSaved
from padd.services.eventlog.automatic_backup import (
    backup_folders,
    event_file_path,
    register_copy_writer,
    run_copy_writers,
    unregister_copy_writer,
    write_event_file,
)
from padd.services.eventlog.command_handler import Command, Recorded, execute
from padd.services.eventlog.commands import (
    draw_round,
    is_recorded,
    mark_reported,
    new_command_key,
    preview_action,
    record_action,
)
from padd.services.eventlog.disqualifications import open_disqualification_cases
from padd.services.eventlog.event_start import add_event, open_event
from padd.services.eventlog.finished_events import (
    FINISHED_PHASES,
    project_finished_event,
    rebuild_finished_events,
    without_names,
)
from padd.services.eventlog.followers import add_listener, notify
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
    calendar_event,
    event_history,
    event_state,
    export_event_file,
    history_of_log,
    running_event_names,
    snapshot_event,
)
from padd.services.eventlog.log_actor import log_actor_for
from padd.services.eventlog.log_cache import (
    CachedLog,
    cached_log,
    clear_logs,
    fold_rows,
    stored_event,
)
from padd.services.eventlog.pairing_secret import committed_secret, event_secret
from padd.services.eventlog.running_event_import import (
    ImportedEvent,
    append_missing_rows,
    import_event_file,
    read_file_with_log,
)

__all__ = [
    "FINISHED_PHASES",
    "CachedLog",
    "Command",
    "Consequences",
    "EventSnapshot",
    "HistoryLine",
    "ImportedEvent",
    "NotSaved",
    "Recorded",
    "add_event",
    "add_listener",
    "append_missing_rows",
    "backup_folders",
    "cached_log",
    "calendar_event",
    "clear_logs",
    "committed_secret",
    "draw_round",
    "event_file_path",
    "event_history",
    "event_secret",
    "event_state",
    "execute",
    "export_event_file",
    "fold_rows",
    "heat_states",
    "history_of_log",
    "import_event_file",
    "is_recorded",
    "log_actor_for",
    "mark_reported",
    "new_command_key",
    "notify",
    "open_disqualification_cases",
    "open_event",
    "plan_heats",
    "possible_heats",
    "preview_action",
    "project_finished_event",
    "qualified_in_earlier_heats",
    "read_file_with_log",
    "rebuild_finished_events",
    "record_action",
    "register_copy_writer",
    "run_copy_writers",
    "running_event_names",
    "seed_from_heats",
    "snapshot_event",
    "stored_event",
    "unregister_copy_writer",
    "without_names",
    "write_event_file",
]

"""Running an event: everything that a console, a phone or a script may ask for.

What the rules of the day do not let through comes back as a `Refused` value, with
what to do instead. Not being allowed, not being there and not being saved are
raised (`NotAllowed`, `NotFound`, `NotSaved`), as by every other service.
"""

from padd.core.running.preview import Consequences
from padd.core.running.refused import Refused
from padd.services.running.carrying import Brought, import_file
from padd.services.running.doing import act, draw, new_key, preview, redo, undo
from padd.services.running.filing import export
from padd.services.running.finished import rebuild
from padd.services.running.heats import (
    heats_of,
    plan_heats,
    possible_heats,
    qualified_elsewhere,
    seed_from_heats,
)
from padd.services.running.looking import (
    Line,
    Standing,
    history,
    look,
    state,
    under_way,
)
from padd.services.running.saving import NotSaved
from padd.services.running.starting import open_event
from padd.services.running.writing import Done

__all__ = [
    "Brought",
    "Consequences",
    "Done",
    "Line",
    "NotSaved",
    "Refused",
    "Standing",
    "act",
    "draw",
    "export",
    "heats_of",
    "history",
    "import_file",
    "look",
    "new_key",
    "open_event",
    "plan_heats",
    "possible_heats",
    "preview",
    "qualified_elsewhere",
    "rebuild",
    "redo",
    "seed_from_heats",
    "state",
    "under_way",
    "undo",
]

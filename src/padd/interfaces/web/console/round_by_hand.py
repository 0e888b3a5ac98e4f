"""A round changed by hand, compared with the best possible one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.rounds import RoundChanged
from padd.core.eventlog.state.rounds import names
from padd.core.pairing.by_hand import RoundFault, check_round
from padd.core.pairing.next_round import field_of
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.formats.pairing_reasons import CRITERIA

PROBLEMS: Final = {
    RoundFault.REMATCH: "{} have met before.",
    RoundFault.SECOND_BYE: "{} would have a second bye.",
    RoundFault.BYE_TOO_MANY: "{} would have a bye that is not needed.",
}
"""What is told; the rest is refused by the act itself."""
PAIR: Final = 2


def compared(action: Action, view: EventView) -> Iterator[str]:
    """Yield what a change by hand does to the figures of a Swiss round."""
    swiss = view.opened and view.format.gives_victory_points
    if not isinstance(action, RoundChanged) or not swiss:
        return
    pairs = [s.players for s in action.tables if len(s.players) == PAIR]
    field = field_of(view.facts, view.book, action.number)
    check = check_round(field, [(one, other) for one, other in pairs], action.byes)
    for objection in check.objections:
        if objection.problem in PROBLEMS:
            yield PROBLEMS[objection.problem].format(names(view.state, objection.players))
    if check.optimal:
        yield "No other pairing would be better."
    elif check.worse_in is not None:
        yield f"Compared with the best pairing, it means {CRITERIA[check.worse_in]}."

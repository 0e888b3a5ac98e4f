"""`padd explain EVENT --scenario`: lots by round, its ranking, what is due."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log.file_log import fold_file_log
from padd.core.eventlog.state.event_state import START, LogState
from padd.core.eventlog.state.rounds import FROM_FILE
from padd.core.messages import message
from padd.core.model import Event
from padd.core.refusal import Refusal, RefusalError, refuse
from padd.interfaces.cli.files import print_json
from padd.presentation.eventlog.scenario_view import ScenarioView, scenario_view
from padd.presentation.rulebooks.event_rulebook import book_for

NO_MOMENT = "1970-01-01T00:00:00+00:00"


def explain_scenario(event: Event, *, as_json: bool) -> None:
    """Print what the scenario of an event did, from its file and log."""
    book = book_for(event)
    shown = scenario_view(state := _state(event), book, state.name)
    if shown is None:
        refuse("no-scenario", message("This event has no scenario from its rulebook."), "scenario")
    if as_json:
        print_json(msgspec.to_builtins(shown))
    else:
        _show(shown)


def _state(event: Event) -> LogState:
    """Return how the event stands: by its log, or by what the file has without one."""
    book = book_for(event)
    if event.log is not None:
        log = fold_file_log(event, book)
        if isinstance(log, Refusal):
            raise RefusalError(log)
        return log.state
    opened = EventOpened(event=event)
    entry = LogEntry(sequence=1, at=NO_MOMENT, by=FROM_FILE, action=opened)
    return opened.change(START, entry, book)


def _show(shown: ScenarioView) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    print_parts(f"{shown.title}  [{shown.rule}]", *shown.due)
    for round_ in shown.rounds:
        if round_.lots:
            again = f", drawn again {round_.redraws}×" if round_.redraws else ""
            grid = new_table(f"Round {round_.number}{again}", "Player", "Drew")
            for lot in round_.lots:
                grid.add_row(lot.name, lot.lot)
            print_parts(grid)
    if shown.ranking:
        grid = new_table("Ranking of the scenario", "", "Player", *shown.figures, numbers=("",))
        for line in shown.ranking:
            grid.add_row(str(line.place), line.name, *map(str, line.figures))
        print_parts(grid)
    for name, title in shown.awards:
        print_parts(f"Award: {title} – {name}")
    for card, said, name in shown.notes:
        print_parts(f"{card}: {said} ({name})")

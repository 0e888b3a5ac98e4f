"""Tables that `padd event` prints: events under way, one event, its log."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.log.action_kinds import action_payload
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.interfaces.cli.files import print_json
from padd.interfaces.cli.tables import new_table, print_parts
from padd.presentation.messages import text
from padd.services import eventlog


def show_events(*, as_json: bool) -> None:
    """Print the events under way."""
    events = [
        eventlog.snapshot_event(event_id=event_id) for event_id in eventlog.running_event_names()
    ]
    if as_json:
        print_json(
            {
                "events": [
                    {
                        "event": event.event_id,
                        "name": event.state.settings.name,
                        "sequence": event.sequence,
                        "phase": event.state.phase,
                    }
                    for event in events
                ]
            }
        )
        return
    grid = new_table("Running events", "Id", "Event", "Entries", numbers=("Entries",))
    for event in events:
        grid.add_row(event.event_id, event.state.settings.name, str(event.sequence))
    print_parts(grid if events else "No event is running.")


def show_event(event_id: str, *, as_json: bool) -> None:
    """Print the players, the tables and the next step of an event."""
    event = eventlog.snapshot_event(event_id=event_id)
    state, current = event.state, event.state.current
    if as_json:
        print_json(
            {
                "event": event_id,
                "sequence": event.sequence,
                "phase": state.phase,
                "players": msgspec.to_builtins(tuple(state.players.values())),
                "round": None if current is None else msgspec.to_builtins(current, str_keys=True),
            }
        )
        return
    players = new_table("Players", "Id", "Name", "Handle", "")
    for entrant in state.players.values():
        players.add_row(entrant.id, entrant.name, entrant.handle, entrant.presence)
    print_parts(players if state.players else "No players have registered yet.")
    if current is not None:
        _show_round(state, current)
    if event.book is not None:
        step = next_step(state, event.book)
        print_parts(f"Next: {text(step.title)}. {text(step.detail)}")


def _show_round(state: LogState, current: RoundState) -> None:
    grid = new_table(
        f"Round {current.number} ({current.stage})",
        *("Table", "Players", "Scores", ""),
        numbers=("Table",),
    )
    for seated in current.tables.values():
        scores = seated.match.scores if seated.match else None
        grid.add_row(
            str(seated.number),
            " – ".join(state.name(player) for player in seated.players),
            "" if scores is None else f"{scores[0]}–{scores[1]}",
            current.status(seated),
        )
    print_parts(grid)


def show_log(event_id: str, *, as_json: bool) -> None:
    """Print who did what, when and why."""
    lines = eventlog.event_history(event_id=event_id)
    if as_json:
        print_json(
            {
                "log": [
                    {
                        "sequence": line.sequence,
                        "at": line.at.isoformat(),
                        "kind": line.kind,
                        "payload": action_payload(line.action),
                        "role": line.role,
                        "who": line.who,
                        "reason": line.reason,
                        "undone": line.undone,
                    }
                    for line in lines
                ]
            }
        )
        return
    grid = new_table("Log", "Entry", "When", "What", "Who", "Why", "", numbers=("Entry",))
    for line in lines:
        grid.add_row(
            str(line.sequence),
            f"{line.at:%Y-%m-%d %H:%M:%S}",
            line.kind,
            line.who,
            line.reason,
            "undone" if line.undone else "",
        )
    print_parts(grid)

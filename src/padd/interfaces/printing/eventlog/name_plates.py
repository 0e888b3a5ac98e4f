"""Table numbers to stand up, and name tags."""

from __future__ import annotations

from typing import Any

from padd.interfaces.printing.event_view import PrintView
from padd.presentation.names import family_first


def tables_content(view: PrintView) -> dict[str, Any]:
    """Return a plate for each table that a round of this event can have."""
    last = view.round()
    games = len(last.matches) + len(last.pods) if last else len(view.people) // 2
    tables = max([games, 1, *(game.table or 0 for game in (last.matches if last else ()))])
    return {
        "title": "Table numbers",
        "event": view.name,
        "tables": [str(number) for number in range(1, tables + 1)],
        "foot": view.foot,
    }


def tags_content(view: PrintView) -> dict[str, Any]:
    """Return a tag for each player."""
    people = sorted(view.people, key=lambda person: family_first(person[1]))
    return {
        "title": "Name tags",
        "event": view.name,
        "tags": [
            {"name": view.names[player], "handle": view.handles.get(player, "")}
            for player, _, _ in people
        ],
        "foot": view.foot,
    }

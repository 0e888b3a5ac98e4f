"""The groups of a draft on the wall, until the first round begins."""

from __future__ import annotations

from padd.presentation.eventlog.event_view import EventView
from padd.presentation.limited.group_view import GroupView, group_view, groups_at_tables
from padd.services.limited import drafts


def drafting(view: EventView) -> bool:
    """Tell whether packs are dealt and decks not yet built."""
    limited = view.state.limited if view.opened else None
    return limited is not None and limited.dealt and limited.built_at is None


def version_of(groups: tuple[GroupView, ...]) -> str:
    """Return what changes with every pick that the room can notice."""
    return " ".join(
        f"{group.pack}.{group.turn}{'p' if group.paused else ''}"
        + "".join(
            f"-{seat.number}{'x' if seat.gone else ''}"
            for seat in group.seats
            if seat.waited or seat.gone
        )
        for group in groups
    )


def groups_of(view: EventView) -> tuple[GroupView, ...]:
    """Return the groups of a draft, while they matter to the room."""
    limited = view.state.limited if view.opened else None
    if limited is None or not limited.dealt or view.state.rounds:
        return ()
    if limited.plan.real_packs:
        return groups_at_tables(view)
    tables = drafts.public_draft_groups(event_id=view.id, now=view.now)
    drafted = limited.plan.format == "draft"
    return tuple(group_view(view, table) for table in tables) if drafted else ()


def building_until(view: EventView) -> str:
    """Return when the time to build is over, while it runs."""
    limited = view.state.limited if view.opened else None
    ends = limited.building_ends if limited and not limited.built_at else None
    return ends.isoformat() if ends else ""

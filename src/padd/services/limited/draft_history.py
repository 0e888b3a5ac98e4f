"""Recent activity of a draft outside the event log: turns, and help given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.eventlog.log_cache import event_row
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import Event
from padd.store.models.limited import DraftStep

PREFIX: Final = "draft."
TURN: Final = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftMoment:
    """One thing that happened at a table: never a card."""

    at: datetime
    what: str
    """A turn, or what the director did: `let-go`, `pause` …"""
    group: int = 0
    seat: int = 0
    pack: int = 0
    turn: int = 0


def latest_moments(*, event_id: str, by: Actor, most: int) -> tuple[DraftMoment, ...]:
    """Return the last moments of a draft, the newest first."""
    row = event_row(event_id)
    require(Permission.EVENT_RUN, by, event=row)
    found = [*_turns(row, most), *_help(row, most)]
    return tuple(sorted(found, key=lambda one: one.at, reverse=True)[:most])


def _turns(row: Event, most: int) -> Iterator[DraftMoment]:
    steps = DraftStep.objects.filter(group__event=row).select_related("group")
    for one in steps.order_by("-at", "-id")[:most]:
        if one.step.get("takes"):
            yield DraftMoment(
                at=one.at,
                what=TURN,
                group=one.group.number,
                pack=one.step["pack"],
                turn=one.step["turn"],
            )


def _help(row: Event, most: int) -> Iterator[DraftMoment]:
    entries = AuditEntry.objects.filter(subject=f"event:{row.public_id}", act__startswith=PREFIX)
    for one in entries.order_by("-id")[:most]:
        yield DraftMoment(
            at=one.at,
            what=one.act.removeprefix(PREFIX),
            group=one.after.get("group", 0),
            seat=one.after.get("seat", 0),
        )

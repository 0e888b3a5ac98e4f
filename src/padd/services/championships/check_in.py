"""Use or keep a bye or a head start at check-in: ledger and log in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from padd.core.championships.ledger import EntryKind
from padd.core.eventlog.action_kinds import EarnedByeDeclared, PlayerAmended
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.services.access.permissions import Permission, require
from padd.services.access.suspensions import objection_to_entry
from padd.services.championships.right_entries import add_entry
from padd.services.championships.used_rights import usable_rights
from padd.services.database_errors import saving
from padd.services.eventlog import record
from padd.services.eventlog.log_cache import event_row
from padd.services.ratings.projection import people_of

if TYPE_CHECKING:
    from datetime import datetime

    from padd.core.eventlog.action import Action
    from padd.services.access.actors import Actor
    from padd.services.eventlog import Recorded
    from padd.store.models import Event, Right


@dataclass(frozen=True, slots=True, kw_only=True)
class RightAtCheckIn:
    """A right that a player may use at this event."""

    id: str
    rounds: tuple[int, ...]
    points: int
    origin_name: str
    kept: bool
    """Whether the player has said to keep it."""


def rights_at_check_in(*, event_id: str, player: str) -> tuple[RightAtCheckIn, ...]:
    """Return what a player may use at an event, the best first."""
    row = event_row(event_id)
    rights = _rights(row, player)
    return tuple(
        RightAtCheckIn(
            id=right.public_id,
            rounds=tuple(right.rounds),
            points=right.points,
            origin_name=right.origin.name if right.origin else "",
            kept=any(
                entry.kind == EntryKind.DECLINED and entry.event_id == row.pk
                for entry in right.entries.all()
            ),
        )
        for right in reversed(rights)
    )


def _rights(row: Event, player: str) -> list[Right]:
    person = people_of(row, [player]).get(player)
    if person is None:
        return []
    return usable_rights(row).get(person.merged_into_id or person.pk, [])


def use_right(
    *, event_id: str, player: str, right: str, by: Actor, now: datetime
) -> Recorded | Refusal:
    """Use a right: it is spent in the ledger as the log takes it, or not at all."""
    with saving(), transaction.atomic():
        row = event_row(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        found = next((r for r in _rights(row, player) if r.public_id == right), None)
        if found is None:
            return refused(
                "right-unusable",
                message("This bye or head start cannot be used here."),
                way_out=message("Look it up on the player's page."),
            )
        if kept := objection_to_entry(found.person_id, event=row):
            return kept
        last = max(entry.number for entry in found.entries.all())
        add_entry(found, EntryKind.USED, event=row, now=now, by=by.label, after=last)
        done = record(event_id=event_id, action=_action(found, player), by=by, now=now)
        if isinstance(done, Refusal):
            transaction.set_rollback(True)
        return done


def _action(right: Right, player: str) -> Action:
    if right.points:
        return PlayerAmended(
            player=PlayerId(player), head_start=right.points, right=right.public_id
        )
    return EarnedByeDeclared(
        player=PlayerId(player), rounds=tuple(right.rounds), right=right.public_id
    )


def keep_right(
    *, event_id: str, player: str, right: str, by: Actor, now: datetime
) -> Refusal | None:
    """Keep a right for another event; the ledger says so."""
    with saving(), transaction.atomic():
        row = event_row(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        found = next((r for r in _rights(row, player) if r.public_id == right), None)
        if found is None:
            return refused(
                "right-unusable",
                message("This bye or head start cannot be used here."),
                way_out=message("Look it up on the player's page."),
            )
        add_entry(found, EntryKind.DECLINED, event=row, now=now, by=by.label)
    return None

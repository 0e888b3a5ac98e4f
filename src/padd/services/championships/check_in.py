"""Use or keep a bye or a head start at check-in: ledger and log in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from padd.core.championships.ledger import EntryKind
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.players import EarnedByeDeclared, PlayerAmended
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.access.suspensions import objection_to_entry
from padd.services.championships.used_rights import usable_rights
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import Recorded, record_action, stored_event
from padd.services.ratings import matched_people
from padd.services.refusal import ActionRefused, raise_if_refused
from padd.store.models.championships import Right
from padd.store.models.events import Event
from padd.store.queries.championships.championships import local_day
from padd.store.writes.right_ledger import add_right_entry, rights_with_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class RightAtCheckIn:
    """A right that a player may use at this event."""

    id: str
    rounds: tuple[int, ...]
    points: int
    origin_name: str
    kept: bool
    """Whether the player has said to keep it."""


def rights_at_check_in(*, event_id: str, player: str, now: datetime) -> tuple[RightAtCheckIn, ...]:
    """Return what a player may use at an event, the best first."""
    row = stored_event(event_id)
    rights = _rights(row, player, now)
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


def _rights(row: Event, player: str, now: datetime) -> list[Right]:
    person = matched_people(row, [player]).get(player)
    if person is None:
        return []
    good = usable_rights(row, on=local_day(row, now))
    return good.get(person.merged_into_id or person.pk, [])


def use_right(*, event_id: str, player: str, right: str, by: Actor, now: datetime) -> Recorded:
    """Use a right: the log takes it and the ledger spends it, or neither."""
    with refuse_database_errors():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        person = matched_people(row, [player]).get(player)
        found = rights_with_entries().filter(public_id=right).first()
        if found is None or person is None:
            raise _unusable()
        raise_if_refused(objection_to_entry(person.merged_into_id or person.pk, event=row))
    return record_action(event_id=event_id, action=_action(found, player), by=by, now=now)


def _action(right: Right, player: str) -> Action:
    if right.points:
        return PlayerAmended(
            player=PlayerId(player), head_start=right.points, right=right.public_id
        )
    return EarnedByeDeclared(
        player=PlayerId(player), rounds=tuple(right.rounds), right=right.public_id
    )


def keep_right(*, event_id: str, player: str, right: str, by: Actor, now: datetime) -> None:
    """Keep a right for another event; the ledger says so."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        found = next((r for r in _rights(row, player, now) if r.public_id == right), None)
        if found is None:
            raise _unusable()
        add_right_entry(found, EntryKind.DECLINED, event=row, now=now, by=by.label)


def _unusable() -> ActionRefused:
    return ActionRefused(
        Refusal(
            "right-unusable",
            message("This bye or head start cannot be used here."),
            way_out=message("You can find it on the player’s page."),
        )
    )

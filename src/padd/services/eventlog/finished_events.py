"""What other tables say of an event's log: the listing, the finished event, its places."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import F

from padd.core import model
from padd.core.eventlog.actions.scenarios.notes import missions_of_player
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.registry import ranking_of
from padd.core.model import Event as Facts
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog.log_cache import CachedLog, cached_log, stored_event
from padd.services.leagues import clear_points, write_missions, write_points
from padd.store.models.eventlog import EventAction, FinishedEvent, Placing
from padd.store.models.events import Event, EventState
from padd.store.models.people import Person
from padd.store.models.reports import PlayerMatch

FINISHED_PHASES: Final = frozenset({Phase.FINISHED, Phase.REPORTED})


def project_finished_event(row: Event, known: CachedLog) -> None:
    """Let the tables say what the log of an event says: finished, or not."""
    FinishedEvent.objects.filter(event=row).delete()
    clear_points(row)
    state, book = known.state, known.book
    if state.phase not in FINISHED_PHASES or state.finished_at is None or book is None:
        return
    event = event_facts(state)
    finished = FinishedEvent.objects.create(
        event=row,
        sequence=known.log.sequence,
        head=known.head,
        finished_at=datetime.fromisoformat(state.finished_at),
        facts=msgspec.to_builtins(without_names(event), str_keys=True),
        missions={player: missions_of_player(state, player) for player in state.players},
    )
    order = ranking_of(event, book).order
    people = _people(row, order)
    Placing.objects.bulk_create(
        Placing(finished=finished, player=player, person_id=people.get(player), place=place)
        for place, player in enumerate(order, start=1)
    )
    write_points(row, event, book, people)
    write_missions(finished, people)


def _people(row: Event, players: Sequence[str]) -> dict[str, int]:
    """Return the persons of players; a duplicate stands for whom it was merged into."""
    people = dict(Person.objects.in_bulk(players, field_name="public_id"))
    matched = PlayerMatch.objects.filter(event=row).select_related("person")
    people |= {match.player: match.person for match in matched}
    return {player: person.merged_into_id or person.pk for player, person in people.items()}


def without_names(event: Facts) -> Facts:
    """Return an event whose players are known by their ids alone."""
    players = tuple(msgspec.structs.replace(player, name="", handle="") for player in event.players)
    return msgspec.structs.replace(event, players=players, log=None)


def rebuild_finished_events() -> int:
    """Make the tables of finished events anew from all logs; return how many.

    An event that came in without a log has only its facts, and keeps them.
    """
    with refuse_database_errors(), transaction.atomic():
        FinishedEvent.objects.filter(sequence__gt=0).delete()
        logs = EventAction.objects.filter(sequence=1)
        for event_id in list(logs.values_list("event__public_id", flat=True)):
            row = stored_event(event_id)
            project_finished_event(row, cached_log(row))
        return FinishedEvent.objects.count()


LISTED_AS: Final = {
    Phase.OPEN: EventState.RUNNING,
    Phase.FINISHED: EventState.RESULTS_ENTERED,
    Phase.REPORTED: EventState.AWAITING_PROCESSING,
}
FOLLOWED: Final = ("name", "edition", "rules", "pairing_style", "rounds_planned")
"""Settings that listing and log have under the same name."""


def update_calendar_entry(row: Event, *, before: LogState, after: LogState) -> None:
    """Let the listing say how far the event is, its settings, and its rulings."""
    if after.phase is Phase.NEW:
        return
    changes: dict[str, Any] = {}
    if before.phase is not after.phase:
        changes.update(state=LISTED_AS[after.phase], rulings=list(after.rulings))
    if before.event is not None and after.event is not None:
        changes.update(_changed_settings(before.event, after.event))
    if changes:
        Event.objects.filter(pk=row.pk).update(**changes)


def _changed_settings(before: model.Event, after: model.Event) -> dict[str, Any]:
    """Return what the listing says otherwise after settings were corrected."""
    changes: dict[str, Any] = {
        field: getattr(after, field)
        for field in FOLLOWED
        if getattr(after, field) != getattr(before, field)
    }
    if after.starts and after.starts != before.starts:
        starts = datetime.fromisoformat(after.starts)
        changes["starts_at"] = starts if starts.tzinfo else starts.replace(tzinfo=UTC)
    if changes:
        changes["version"] = F("version") + 1
    return changes

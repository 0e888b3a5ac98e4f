"""Project finished events from their logs into tables; rebuild them at will."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from django.db import transaction

from padd.core.eventlog.actions.scenarios.notes import missions_of
from padd.core.eventlog.state.event_state import Phase
from padd.core.eventlog.state.facts import facts
from padd.core.formats.ranking import ranking_of
from padd.core.model import Event as Facts
from padd.services.database_errors import saving
from padd.services.eventlog.log_cache import CachedLog, cached_log, event_row
from padd.services.leagues.points import clear_points, write_missions, write_points
from padd.store.models.eventlog import EventAction, FinishedEvent, Placing
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.models.reports import PlayerMatch

OVER: Final = frozenset({Phase.FINISHED, Phase.REPORTED})


def project(row: Event, known: CachedLog) -> None:
    """Let the tables say what the log of an event says: finished, or not."""
    FinishedEvent.objects.filter(event=row).delete()
    clear_points(row)
    state, book = known.state, known.book
    if state.phase not in OVER or state.finished_at is None or book is None:
        return
    event = facts(state)
    finished = FinishedEvent.objects.create(
        event=row,
        sequence=known.log.sequence,
        head=known.head,
        finished_at=datetime.fromisoformat(state.finished_at),
        facts=msgspec.to_builtins(nameless(event), str_keys=True),
        missions={player: missions_of(state, player) for player in state.players},
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


def nameless(event: Facts) -> Facts:
    """Return an event whose players are known by their ids alone."""
    players = tuple(msgspec.structs.replace(player, name="", handle="") for player in event.players)
    return msgspec.structs.replace(event, players=players, log=None)


def rebuild() -> int:
    """Make the tables of finished events anew from all logs; return how many.

    An event that came in without a log has only its facts, and keeps them.
    """
    with saving(), transaction.atomic():
        FinishedEvent.objects.filter(sequence__gt=0).delete()
        logs = EventAction.objects.filter(sequence=1)
        for event_id in list(logs.values_list("event__public_id", flat=True)):
            row = event_row(event_id)
            project(row, cached_log(row))
        return FinishedEvent.objects.count()

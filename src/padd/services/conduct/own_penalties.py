"""The penalties of one person, from the logs of the events they played in."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from padd.core.eventlog.actions.action import kind_of
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.store.models.eventlog import EventAction
from padd.store.models.reports import PlayerMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPenalty:
    """A penalty on one's own scorecard."""

    event: str
    event_name: str
    at: str
    level: int
    name: str
    """What the rulebook calls the level."""
    infraction: str
    what: str
    round: int | None


def own_penalties(*, by: Actor) -> tuple[OwnPenalty, ...]:
    """Return the penalties on record of whoever asks, the latest first.

    What was taken back in the log is not among them, nor what is on no scorecard.
    """
    if by.person_id is None:
        return ()
    ids = _ids(by)
    named = Q()
    for event, player in ids:
        named |= Q(payload__player=player, **({"event_id": event} if event else {}))
    events = (
        EventAction.objects.filter(named, kind=kind_of(PenaltyGiven))
        .values_list("event_id", "event__public_id", "event__name")
        .distinct()
    )
    found = [
        penalty
        for pk, event, name in events
        for penalty in _in_event(event, name, {p for e, p in ids if e in {None, pk}})
    ]
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def _ids(by: Actor) -> list[tuple[int | None, str]]:
    """Return under which ids somebody played: their own, and those of files."""
    matched = PlayerMatch.objects.filter(person=by.person_id or 0)
    return [(None, by.person), *matched.values_list("event_id", "player")]


def _in_event(event: str, name: str, players: set[str]) -> list[OwnPenalty]:
    look = eventlog.look(event_id=event)
    levels = (look.book.conduct.levels or ()) if look.book else ()
    recorded = {level.level: level.name for level in levels if level.recorded}
    return [
        OwnPenalty(
            event=event,
            event_name=name,
            at=one.at,
            level=one.level,
            name=recorded.get(one.level, ""),
            infraction=one.infraction or "",
            what=one.what,
            round=one.round,
        )
        for one in look.state.penalties
        if one.player in players and (not levels or one.level in recorded)
    ]

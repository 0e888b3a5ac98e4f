"""A person's own penalties and consents to filming, from the logs of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from padd.core.eventlog.actions.action import kind_of_action
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.setup import FilmingAgreed
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.store.models.eventlog import EventAction
from padd.store.models.reports import PlayerMatch

MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmConsent:
    """An event at which a person agreed to be filmed and published."""

    event: str
    event_name: str


def own_consents(*, by: Actor) -> tuple[FilmConsent, ...]:
    """Return where an actor has agreed to be filmed, the latest first."""
    if by.person_id is None:
        return ()
    agreed = EventAction.objects.filter(
        kind=kind_of_action(FilmingAgreed), payload__player=by.person
    )
    events = agreed.values_list("event__public_id", "event__name").distinct()
    return tuple(
        FilmConsent(event=event, event_name=name)
        for event, name in events.order_by("-event__starts_at")[:MOST]
        if by.person in eventlog.event_state(event_id=event).film_agreed
    )


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
    """Return the penalties on record of an actor, the latest first.

    What was taken back in the log is not among them, nor what is on no scorecard.
    """
    if by.person_id is None:
        return ()
    ids = _ids(by)
    named = Q()
    for event, player in ids:
        named |= Q(payload__player=player, **({"event_id": event} if event else {}))
    events = (
        EventAction.objects.filter(named, kind=kind_of_action(PenaltyGiven))
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
    """Return the ids under which a person played: their own, and those of files."""
    matched = PlayerMatch.objects.filter(person=by.person_id or 0)
    return [(None, by.person), *matched.values_list("event_id", "player")]


def _in_event(event: str, name: str, players: set[str]) -> list[OwnPenalty]:
    look = eventlog.snapshot_event(event_id=event)
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

"""Penalties of the same person in the other stages of an event (AMB-78).

Repeats count across all days and heats. A penalty records what the other stages know
when it is given, so a replay never needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.state.event_state import LogState
from padd.core.model import ChampionshipStage, PlayerId
from padd.services.eventlog.log_cache import cached_log, stored_event
from padd.store.models.championships import StageEvent
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event

BESIDE: Final = ChampionshipStage.SIDE


def penalties_in_sibling_stages(event_id: str, state: LogState, player: PlayerId, code: str) -> int:
    """Return how often a player was penalized for an infraction in sibling stages.

    People are known by their handle in all stages, else by their id.
    """
    if player not in state.players:
        return 0
    who = _handle_or_id(state, player)
    return sum(
        sentence.infraction == code and _handle_or_id(other, sentence.player) == who
        for other in _siblings(event_id, state)
        for sentence in other.penalties
    )


def _handle_or_id(state: LogState, player: PlayerId) -> str:
    return state.players[player].handle.casefold() or player


def _siblings(event_id: str, state: LogState) -> Iterator[LogState]:
    """Give the other stages run here, of a final day or of a championship."""
    others = (_of_final_day(event_id, state) | _of_championship(event_id, state)) - {event_id}
    known = Event.objects.filter(public_id__in=others, actions__sequence=1)
    for row in known:
        yield cached_log(stored_event(row.public_id)).state


def _of_final_day(event_id: str, state: LogState) -> set[str]:
    """Return the heats of a final day; final and other heats of a heat."""
    heats = {heat.event for heat in state.settings.heats if heat.event}
    finals = Event.objects.filter(
        actions__kind="heats.planned", actions__payload__icontains=event_id
    ).distinct()
    for row in finals:
        final = cached_log(stored_event(row.public_id)).state
        named = {heat.event for heat in final.settings.heats if heat.event}
        if event_id in named:
            heats |= named | {row.public_id}
    return heats


def _of_championship(event_id: str, state: LogState) -> set[str]:
    """Return the events of the same championship; what is played beside is none."""
    mine = StageEvent.objects.filter(event__public_id=event_id).exclude(stage=BESIDE)
    listed = StageEvent.objects.filter(championship__in=mine.values("championship")).exclude(
        stage=BESIDE
    )
    found = set(listed.values_list("event__public_id", flat=True))
    label = state.settings.championship
    if label is None or label.stage is BESIDE:
        return found
    opened = EventAction.objects.filter(
        sequence=1,
        payload__event__championship__id=label.id,
        payload__event__championship__kind=label.kind,
        payload__event__championship__year=label.year,
    ).exclude(payload__event__championship__stage=BESIDE)
    return found | set(opened.values_list("event__public_id", flat=True))


def heats_begun(state: LogState) -> bool:
    """Tell whether a heat that is run here has a round that was published."""
    settings = state.event
    if settings is None or not settings.heats:
        return False
    if any(heat.qualified for heat in settings.heats):
        return True
    names = {heat.event for heat in settings.heats if heat.event}
    rows = Event.objects.filter(public_id__in=names, actions__sequence=1)
    return any(cached_log(stored_event(row.public_id)).state.begun for row in rows)

"""Penalties of the same person in the other stages of an event (AMB-78).

Repeats count over all days and heats. A penalty carries what the other stages know at
the moment when it is given, so that a replay never asks them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.services.eventlog.log_cache import cached_log, event_row
from padd.store.models import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.eventlog.state import LogState
    from padd.core.model import PlayerId


def given_elsewhere(event_id: str, state: LogState, player: PlayerId, code: str) -> int:
    """Return how often somebody was penalized for it in the other stages run here.

    People are known by their handle in all stages, else by their id.
    """
    if player not in state.entrants:
        return 0
    who = _known_as(state, player)
    return sum(
        sentence.infraction == code and _known_as(other, sentence.player) == who
        for other in _siblings(event_id, state)
        for sentence in other.sentences
    )


def _known_as(state: LogState, player: PlayerId) -> str:
    return state.entrants[player].handle.casefold() or player


def _siblings(event_id: str, state: LogState) -> Iterator[LogState]:
    """Give the other stages: heats of a final day; final and other heats of a heat."""
    heats = {heat.event for heat in state.settings.heats}
    finals = Event.objects.filter(
        actions__kind="heats.planned", actions__payload__icontains=event_id
    ).distinct()
    for row in finals:
        final = cached_log(event_row(row.public_id)).state
        named = {heat.event for heat in final.settings.heats}
        if event_id in named:
            heats |= named | {row.public_id}
    known = Event.objects.filter(public_id__in=heats - {event_id, None})
    for row in known.filter(actions__sequence=1):
        yield cached_log(event_row(row.public_id)).state

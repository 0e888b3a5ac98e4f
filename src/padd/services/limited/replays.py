"""A finished draft for anyone to see: the picks of players who agreed."""

from __future__ import annotations

from dataclasses import dataclass

from padd.core.eventlog.state.event_state import LogState
from padd.core.limited.draft import Taken
from padd.core.limited.product import PackCard
from padd.core.limited.replay import ReplayedStep, replayed
from padd.core.model import PlayerId
from padd.services.eventlog.log_cache import event_row
from padd.services.limited.tables import GroupTable, group_table
from padd.services.refusal import NotFound
from padd.store.models.limited import PlayerPool


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """One group's draft, and whose picks may be told."""

    players: tuple[PlayerId, ...]
    steps: tuple[ReplayedStep, ...]
    agreed: frozenset[int]
    """The seats whose players agreed."""
    table: GroupTable

    def card(self, taken: Taken) -> PackCard:
        """Return a card of a pack as dealt."""
        return self.table.card(taken)


def replay(*, event_id: str, state: LogState, group: int) -> Replay:
    """Return the draft of a group, once the event is over and its secret is out.

    Picks are kept from everybody else until then, also from whoever runs the event.
    """
    limited = state.limited
    over = isinstance(state.settings.secret, str) and state.finished_at is not None
    if limited is None or limited.plan.format != "draft" or not over:
        raise NotFound("draft")
    if limited.plan.real_packs or not 1 <= group <= len(limited.groups):
        raise NotFound("group")
    row = event_row(event_id)
    held = group_table(row, limited, group)
    agreed = set(
        PlayerPool.objects.filter(event=row, player__in=held.players, open_picks=True).values_list(
            "player", flat=True
        )
    )
    return Replay(
        players=held.players,
        steps=tuple(replayed(held.table.rules, held.steps)),
        agreed=frozenset(
            seat for seat, player in enumerate(held.players, start=1) if player in agreed
        ),
        table=held,
    )

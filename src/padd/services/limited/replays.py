"""A draft as others see it: recent activity, and the picks of players who agreed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.core.eventlog.state.event_state import LogState
from padd.core.limited.draft import PickedCard, ReplayedStep, replay_draft
from padd.core.limited.product import PackCard
from padd.core.model import PlayerId
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import stored_event
from padd.services.limited.tables import GroupTable, group_table
from padd.services.refusal import NotFound
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import Event
from padd.store.models.limited import DraftStep, PlayerPool


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """One group's draft, and whose picks may be told."""

    players: tuple[PlayerId, ...]
    steps: tuple[ReplayedStep, ...]
    agreed: frozenset[int]
    """The seats whose players agreed."""
    table: GroupTable

    def card(self, taken: PickedCard) -> PackCard:
        """Return a card of a pack as dealt."""
        return self.table.card(taken)


def draft_replay(*, event_id: str, state: LogState, group: int) -> Replay:
    """Return the draft of a group, once the event is over and its secret is out.

    Picks are hidden until then, from the directors of the event too.
    """
    limited = state.limited
    over = isinstance(state.settings.secret, str) and state.finished_at is not None
    if limited is None or limited.plan.format != "draft" or not over:
        raise NotFound("draft")
    if limited.plan.real_packs or not 1 <= group <= len(limited.groups):
        raise NotFound("group")
    row = stored_event(event_id)
    held = group_table(row, limited, group)
    agreed = set(
        PlayerPool.objects.filter(event=row, player__in=held.players, open_picks=True).values_list(
            "player", flat=True
        )
    )
    return Replay(
        players=held.players,
        steps=tuple(replay_draft(held.table.rules, held.steps)),
        agreed=frozenset(
            seat for seat, player in enumerate(held.players, start=1) if player in agreed
        ),
        table=held,
    )


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
    row = stored_event(event_id)
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

"""One step of a finished draft, as anyone may see it."""

from __future__ import annotations

import msgspec

from padd.core.limited.draft import ReplayedTake
from padd.core.limited.seats import group_name
from padd.presentation.eventlog.event_view import EventView
from padd.services.limited.replays import Replay, draft_replay


class ReplayedCard(msgspec.Struct, frozen=True):
    """One card of a pile, and whether it was taken in this step."""

    title: str
    about: str
    taken: bool


class TakeView(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat did in a step; no card of players who did not agree."""

    seat: int
    name: str
    agreed: bool
    took: tuple[str, ...] = ()
    how: str = "player"
    pile: tuple[ReplayedCard, ...] = ()
    """The pack as it was, if all players who took from it agreed."""
    size: int


class ReplayView(msgspec.Struct, frozen=True, kw_only=True):
    """A draft at one of its steps."""

    group: int
    groups: tuple[tuple[int, str], ...]
    number: int
    steps: int
    pack: int
    turn: int
    left: str
    takes: tuple[TakeView, ...]
    agreed: int
    players: int
    packs: tuple[tuple[int, int], ...]
    """For each pack the number of its first step."""


def replay_view(view: EventView, group: int, number: int) -> ReplayView:
    """Return a draft at a step; numbers beyond the ends are those of the ends."""
    found = draft_replay(event_id=view.id, state=view.state, group=group)
    steps = found.steps
    at = max(1, min(number, len(steps)))
    step = steps[at - 1] if steps else None
    firsts: dict[int, int] = {}
    for place, one in enumerate(steps, start=1):
        firsts.setdefault(one.pack, place)
    limited = view.state.limited
    groups = range(1, len(limited.groups) + 1) if limited else ()
    return ReplayView(
        group=group,
        groups=tuple((one, group_name(one)) for one in groups),
        number=at,
        steps=len(steps),
        pack=step.pack if step else 0,
        turn=step.turn if step else 0,
        left=_name(view, found, step.left) if step and step.left else "",
        takes=tuple(_take(view, found, take) for take in step.takes) if step else (),
        agreed=len(found.agreed),
        players=len(found.players),
        packs=tuple(firsts.items()),
    )


def _name(view: EventView, found: Replay, seat: int) -> str:
    return view.name(found.players[seat - 1])


def _take(view: EventView, found: Replay, take: ReplayedTake) -> TakeView:
    agreed = take.seat in found.agreed
    whole = agreed and take.seen_by <= found.agreed
    cards = ((one, found.card(one)) for one in take.pile)
    return TakeView(
        seat=take.seat,
        name=_name(view, found, take.seat),
        agreed=agreed,
        took=tuple(found.card(one).title for one in take.taken) if agreed else (),
        how=take.how,
        pile=tuple(ReplayedCard(card.title, card.type, one in take.taken) for one, card in cards)
        if whole
        else (),
        size=len(take.pile),
    )

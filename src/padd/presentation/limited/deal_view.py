"""What the public sees of a finished draft or sealed event: every pack, every step."""

from __future__ import annotations

from itertools import chain

import msgspec

from padd.core.limited.deal import DealSource, PlacedPack, packs_for_latecomer, packs_of_group
from padd.core.limited.draft import ReplayedTake
from padd.core.limited.product import Product
from padd.core.limited.seats import group_name
from padd.core.limited.verification import verify_deal
from padd.core.model import PlayerId
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.messages import text
from padd.services.limited.replays import Replay, draft_replay


class DealtPackView(msgspec.Struct, frozen=True):
    """One pack as it was dealt."""

    title: str
    fingerprint: str
    cards: tuple[str, ...]


class SeatView(msgspec.Struct, frozen=True):
    """What one seat was dealt."""

    seat: int
    name: str
    packs: tuple[DealtPackView, ...]


class DealView(msgspec.Struct, frozen=True, kw_only=True):
    """All packs of an event, made again, and what that proves."""

    packs: int
    redeals: int
    words: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    groups: tuple[tuple[str, tuple[SeatView, ...]], ...]
    heads: tuple[tuple[str, str], ...]


def public_deal_format(view: EventView) -> str:
    """Return the format of a limited event whose packs are public; None if they are not."""
    limited = view.state.limited if view.opened else None
    if limited is None or not limited.dealt or limited.plan.real_packs:
        return ""
    return limited.plan.format if isinstance(view.state.settings.secret, str) else ""


def deal_view(view: EventView) -> DealView | None:
    """Return every pack made again; none while the secret is kept."""
    limited, secret = view.state.limited, view.state.settings.secret
    if not public_deal_format(view) or limited is None or not isinstance(secret, str):
        return None
    verdict = verify_deal(limited, secret, view.book)
    source = DealSource(
        plan=limited.plan, secret=secret, words=limited.words_fingerprint, redeals=limited.redeals
    )
    groups = [
        (
            f"Group {group_name(number)}",
            _seats(view, players, packs_of_group(source, limited.products, number, len(players))),
        )
        for number, players in enumerate(limited.groups, start=1)
    ]
    if limited.late:
        numbers = range(1, len(limited.late) + 1)
        late = (packs_for_latecomer(source, limited.products, number) for number in numbers)
        seats = _seats(view, limited.late, tuple(chain.from_iterable(late)))
        groups.append(("Too late for a seat", seats))
    return DealView(
        packs=verdict.packs,
        redeals=verdict.redeals,
        words=tuple((view.name(p), word) for p, word in limited.words.items()),
        problems=tuple(map(text, verdict.problems)),
        notes=tuple(map(text, verdict.notes)),
        groups=tuple(groups),
        heads=tuple(limited.heads.items()),
    )


def _seats(
    view: EventView, players: tuple[PlayerId, ...], dealt: tuple[PlacedPack, ...]
) -> tuple[SeatView, ...]:
    limited = view.state.limited
    products = limited.products if limited else {}
    return tuple(
        SeatView(
            seat,
            view.name(player),
            tuple(
                DealtPackView(
                    _title(one, products[one.choice.product]),
                    one.pack.fingerprint[:8],
                    tuple(card.title for card in one.pack.cards),
                )
                for one in dealt
                if one.seat == seat
            ),
        )
        for seat, player in enumerate(players, start=1)
    )


def _title(one: PlacedPack, product: Product) -> str:
    place = f"Pack {one.number}" if one.number > 0 else "Kit"
    return f"{place}, {product.packs[one.pack.kind].title}"


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

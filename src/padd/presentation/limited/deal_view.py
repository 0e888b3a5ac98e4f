"""What anyone can check once a limited event's secret is public: every pack."""

from __future__ import annotations

from itertools import chain

import msgspec

from padd.core.limited.deal import DealSource, PlacedPack, packs_for_latecomer, packs_of_group
from padd.core.limited.product import Product
from padd.core.limited.seats import group_name
from padd.core.limited.verification import verify_deal
from padd.core.model import PlayerId
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.messages import text


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

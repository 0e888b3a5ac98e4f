"""A draft table in the database: dealt packs, steps, and the picks of this turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias, TypeVar

import msgspec

from padd.core.limited.deal import LATE
from padd.core.limited.draft import (
    DraftRules,
    DraftTable,
    PickedCard,
    Step,
    Take,
    open_draft,
    seats_waited_for,
    table_after,
)
from padd.core.limited.event_state import LimitedState
from padd.core.limited.product import PackCard
from padd.core.model import PlayerId
from padd.services.refusal import NotFound
from padd.store.models.events import Event
from padd.store.models.limited import DealtPack, DraftGroup, DraftPick, DraftStep

Cards: TypeAlias = dict[tuple[int, int], tuple[PackCard, ...]]
Played: TypeAlias = tuple[tuple[Step, ...], DraftTable, dict[int, datetime]]
T = TypeVar("T")
MAX_TABLES: Final = 256
_cards: Final[dict[str, Cards]] = {}
"""By the fingerprint of the deal, which stands for all its cards."""
_tables: Final[dict[str, Played]] = {}
"""By the head of the chain, which stands for all its steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTable:
    """One group of a draft as it stands."""

    row: DraftGroup
    players: tuple[PlayerId, ...]
    cards: Cards
    """The cards of each pack and seat; kits have numbers below zero."""
    steps: tuple[Step, ...]
    table: DraftTable
    chosen: tuple[Take, ...]
    since: dict[int, datetime]
    """For each seat since when its pile lies before it."""
    seconds: int | None
    sealed: bool
    """Whether packs are opened and not passed."""

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats whose choice is missing."""
        return seats_waited_for(self.table, self.chosen)

    def due(self, seat: int) -> datetime | None:
        """Return when the time of a seat's pick is over, if it has a limit."""
        started = self.since.get(seat)
        if self.seconds is None or started is None or self.row.paused_at:
            return None
        begun = max(started, self.row.resumed_at or started)
        usual = begun + timedelta(seconds=self.seconds)
        given = self.row.grace.get(str(seat))
        return max(usual, datetime.fromisoformat(given)) if given else usual

    def card(self, taken: PickedCard) -> PackCard:
        """Return a card that a player took."""
        return self.cards[taken.pack, taken.origin][taken.card]

    def pool(self, seat: int) -> tuple[PackCard, ...]:
        """Return what a seat was given so far: kits, and what it took."""
        given = tuple(
            card
            for (pack, at), cards in self.cards.items()
            if at == seat and (pack < 0 or self.sealed)
            for card in cards
        )
        taken = () if self.sealed else self.table.taken[seat - 1]
        return (*given, *(self.card(one) for one in taken))


def group_table(
    event: Event, limited: LimitedState, number: int, *, in_turn: bool = False
) -> GroupTable:
    """Return a group; a writer locks it."""
    groups = DraftGroup.objects.filter(event=event, number=number)
    row = (groups.select_for_update() if in_turn else groups).first()
    if row is None:
        raise NotFound("group")
    players = limited.players_of(number)
    cards = _dealt_packs(row, limited)
    begun = datetime.fromisoformat(limited.dealt_at or limited.planned_at)
    rules = passing_rules(limited, players, cards)
    none: Played = ((), open_draft(rules), {})
    steps, table, since = none if number == LATE else _folded_steps(row, rules, begun)
    return GroupTable(
        row=row,
        players=players,
        cards=cards,
        steps=steps,
        table=table,
        chosen=picks_of_turn(row, table),
        since=since,
        seconds=limited.plan.seconds,
        sealed=limited.plan.format == "sealed" or number == LATE,
    )


def passing_rules(limited: LimitedState, players: tuple[PlayerId, ...], cards: Cards) -> DraftRules:
    """Return how a group passes; the packs of a sealed event are not passed."""
    plan, seats = limited.plan, range(1, len(players) + 1)
    passed = plan.format == "draft" and players != limited.late
    packs = range(1, len(plan.packs) + 1) if passed else ()
    return DraftRules(
        sizes=tuple(tuple(len(cards[pack, seat]) for seat in seats) for pack in packs),
        directions=plan.directions,
        each=plan.each,
        turns=plan.turns,
    )


def picks_of_turn(row: DraftGroup, table: DraftTable) -> tuple[Take, ...]:
    """Return what seats have said for the turn that is open."""
    picks = DraftPick.objects.filter(group=row, pack=table.pack)
    said = {(pick.seat, pick.turn): pick for pick in picks}
    return tuple(
        msgspec.convert({"seat": seat, "cards": pick.cards, "how": pick.how}, Take)
        for seat in table.holders()
        if (pick := said.get((seat, table.turn_of(seat)))) is not None
    )


def _dealt_packs(row: DraftGroup, limited: LimitedState) -> Cards:
    """Return the cards of every pack of a group; they never change."""
    deal = row.deal if row.number != LATE else "+".join(limited.late_deals)
    known = _cards.get(deal)
    if known is None:
        known = {
            (pack.pack, pack.seat): tuple(msgspec.convert(pack.cards, list[PackCard]))
            for pack in DealtPack.objects.filter(group=row)
        }
        _store(_cards, deal, known)
    return known


def _folded_steps(row: DraftGroup, rules: DraftRules, begun: datetime) -> Played:
    """Return the steps of a group folded; the head stands for all of them."""
    known = _tables.get(row.head)
    if known is not None:
        return known
    rows = list(DraftStep.objects.filter(group=row))
    steps = tuple(msgspec.convert(one.step, Step) for one in rows)
    timed = list(zip(steps, (one.at for one in rows), strict=True))
    folded = (steps, *_timed(rules, timed, begun))
    if (rows[-1].hash if rows else row.deal) == row.head:
        _store(_tables, row.head, folded)
    return folded


def _store(cache: dict[str, T], key: str, value: T) -> None:
    while len(cache) >= MAX_TABLES:
        cache.pop(next(iter(cache)), None)
    cache[key] = value


def _timed(
    rules: DraftRules, steps: list[tuple[Step, datetime]], begun: datetime
) -> tuple[DraftTable, dict[int, datetime]]:
    """Fold the steps, and note since when each seat has its pile."""
    table = open_draft(rules)
    since = dict.fromkeys(table.holders(), begun)
    for step, at in steps:
        before, table = table, table_after(table, step)
        new_pack = table.pack != before.pack
        for seat in table.holders():
            if new_pack or table.pile(seat) != before.pile(seat):
                since[seat] = at
    return table, since

"""A draft table: packs go around, and everyone picks from the one in front of them.

Seats are numbered clockwise from 1; passing left goes to the next higher seat. Each
seat has a queue of piles. Together, every player takes from the first pile and then all
piles are passed at once; in a queue, a pile goes on as soon as it was taken from.
A player who leaves keeps the picks; the piles pass over the empty seat, and the packs
that were to come there stay unopened. A pile that a turn would empty is taken whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec

from padd.core.messages import message
from padd.core.refusal import Refusal

Direction: TypeAlias = Literal["left", "right"]
Turns: TypeAlias = Literal["together", "queue"]
How: TypeAlias = Literal["player", "random", "last"]
STEPS: Final[dict[str, int]] = {"left": 1, "right": -1}
SCHEMA: Final = "padd-draft/1"


class Pile(msgspec.Struct, frozen=True):
    """What is left of the pack of one seat: places of cards in the pack as dealt."""

    origin: int
    cards: tuple[int, ...]


class Take(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards that a seat takes in a turn, by their place in the pack as dealt."""

    seat: int
    cards: tuple[int, ...]
    how: How = "player"


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One link of a draft: what was taken in a turn, or who left."""

    pack: int
    turn: int
    takes: tuple[Take, ...] = ()
    left: int | None = None


class PickedCard(msgspec.Struct, frozen=True):
    """One card in a player's picks: which pack, whose, and its place there."""

    pack: int
    origin: int
    card: int


class DraftRules(msgspec.Struct, frozen=True, kw_only=True):
    """How a table passes: sizes of packs by seat, directions, cards for each turn."""

    sizes: tuple[tuple[int, ...], ...]
    """For each pack the number of cards in it, by seat."""
    directions: tuple[Direction, ...]
    each: int = 1
    turns: Turns = "together"


class DraftTable(msgspec.Struct, frozen=True, kw_only=True):
    """A draft as it stands after its steps."""

    rules: DraftRules
    pack: int = 0
    turn: int = 1
    piles: tuple[tuple[Pile, ...], ...] = ()
    """For each seat the piles before it, the first one to take from."""
    taken: tuple[tuple[PickedCard, ...], ...] = ()
    turns_taken: tuple[int, ...] = ()
    """For each seat how often it took from this pack."""
    gone: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        """Whether every pack has been drafted, or no player is left."""
        return self.pack > len(self.rules.sizes) or len(self.gone) == len(self.taken)

    @property
    def direction(self) -> Direction:
        """Where the packs go now."""
        return self.rules.directions[min(self.pack, len(self.rules.sizes)) - 1]

    def pile(self, seat: int) -> Pile | None:
        """Return what lies before a seat to take from."""
        held = self.piles[seat - 1] if not self.over else ()
        return held[0] if held else None

    def holders(self) -> tuple[int, ...]:
        """Return the seats that have something to take from."""
        return tuple(s for s in range(1, len(self.piles) + 1) if self.pile(s))

    def turn_of(self, seat: int) -> int:
        """Return the number of the turn that a seat takes next."""
        together = self.rules.turns == "together"
        return self.turn if together else self.turns_taken[seat - 1] + 1

    def to_take(self, seat: int) -> int:
        """Return how many cards a seat takes in its turn."""
        pile = self.pile(seat)
        return 0 if pile is None else min(self.rules.each, len(pile.cards))

    def forced(self, seat: int) -> Take | None:
        """Return the take that a seat has no choice in."""
        pile = self.pile(seat)
        if pile is None or len(pile.cards) > self.rules.each:
            return None
        return Take(seat, pile.cards, "last")

    def neighbour(self, seat: int, direction: Direction) -> int:
        """Return the next seat that is still taken, in a direction."""
        count = len(self.taken)
        for _ in range(count):
            seat = (seat - 1 + STEPS[direction]) % count + 1
            if seat not in self.gone:
                return seat
        return seat


def open_draft(rules: DraftRules) -> DraftTable:
    """Return the table with the first pack before every seat."""
    seats = len(rules.sizes[0]) if rules.sizes else 0
    table = DraftTable(rules=rules, taken=((),) * seats, turns_taken=(0,) * seats)
    return _next_pack(table)


def take_objection(table: DraftTable, take: Take) -> Refusal | None:
    """Say what is wrong with a take, if anything."""
    if take.seat in table.gone:
        return Refusal("seat-left", message("This seat has left the draft."))
    pile = table.pile(take.seat)
    if pile is None:
        return Refusal(
            "nothing-to-take",
            message("You have no pack right now."),
            way_out=message("Wait until your neighbor passes one."),
        )
    if len(set(take.cards)) != table.to_take(take.seat) != 0:
        return Refusal(
            "wrong-number", message("Take {cards} in this turn.", cards=table.to_take(take.seat))
        )
    if not set(take.cards) <= set(pile.cards):
        return Refusal(
            "not-in-the-pack",
            message("This card is not in the pack in front of you."),
            way_out=message("Choose another card from your pack."),
        )
    return None


def table_after(table: DraftTable, step: Step) -> DraftTable:
    """Return the table after a step."""
    if step.left is not None:
        return _without(table, step.left)
    piles = [list(held) for held in table.piles]
    taken, counts = list(table.taken), list(table.turns_taken)
    passed: list[tuple[int, Pile]] = []
    for take in step.takes:
        at = take.seat - 1
        pile = piles[at].pop(0)
        cards = (PickedCard(table.pack, pile.origin, card) for card in take.cards)
        taken[at] = (*taken[at], *cards)
        counts[at] += 1
        rest = tuple(card for card in pile.cards if card not in take.cards)
        if rest:
            to = table.neighbour(take.seat, table.direction)
            passed.append((to, Pile(pile.origin, rest)))
    for to, pile in passed:
        piles[to - 1].append(pile)
    moved = msgspec.structs.replace(
        table,
        piles=tuple(map(tuple, piles)),
        taken=tuple(taken),
        turns_taken=tuple(counts),
        turn=table.turn + 1,
    )
    return moved if any(piles) else _next_pack(moved)


def steps_due(table: DraftTable, chosen: Sequence[Take] = ()) -> Iterator[Step]:
    """Yield the steps that are complete: closed turns, and takes without a choice.

    `chosen` is what seats have said for the turn that is open.
    """
    pending = {take.seat: take for take in chosen}
    while not table.over:
        step = _due_step(table, pending)
        if step is None:
            return
        yield step
        for take in step.takes:
            pending.pop(take.seat, None)
        table = table_after(table, step)


def seats_waited_for(table: DraftTable, chosen: Sequence[Take] = ()) -> tuple[int, ...]:
    """Return the seats whose choice is missing."""
    said = {take.seat for take in chosen}
    return tuple(
        seat for seat in table.holders() if seat not in said and table.forced(seat) is None
    )


def step_hash(previous: str, step: Step) -> str:
    """Return the hash of a step that follows another."""
    text = msgspec.json.encode(step, order="sorted")
    return sha256(f"{SCHEMA}\n{previous}\n".encode() + text).hexdigest()


def chain_head(deal: str, steps: Iterable[Step]) -> str:
    """Return the hash of the last step; the first one follows that of the deal."""
    for step in steps:
        deal = step_hash(deal, step)
    return deal


def chain_heads(rules: DraftRules, deal: str, steps: Iterable[Step]) -> tuple[str, ...]:
    """Return the hash at the end of each pack that was drafted."""
    table, heads = open_draft(rules), []
    for step in steps:
        before, deal = table.pack, step_hash(deal, step)
        table = table_after(table, step)
        if table.pack != before:
            heads.append(deal)
    return tuple(heads)


def _due_step(table: DraftTable, pending: dict[int, Take]) -> Step | None:
    if table.rules.turns == "together":
        takes = [pending.get(s) or table.forced(s) for s in table.holders()]
        complete = tuple(take for take in takes if take is not None)
        if len(complete) < len(takes):
            return None
        return Step(pack=table.pack, turn=table.turn, takes=complete)
    for seat in table.holders():
        take = pending.get(seat) or table.forced(seat)
        if take is not None:
            return Step(pack=table.pack, turn=table.turn_of(seat), takes=(take,))
    return None


def _next_pack(table: DraftTable) -> DraftTable:
    number = table.pack + 1
    seats = len(table.taken)
    piles: tuple[tuple[Pile, ...], ...] = ((),) * seats
    if number <= len(table.rules.sizes):
        sizes = table.rules.sizes[number - 1]
        piles = tuple(
            (Pile(seat, tuple(range(size))),) if seat not in table.gone else ()
            for seat, size in enumerate(sizes, start=1)
        )
    return msgspec.structs.replace(
        table, pack=number, turn=1, piles=piles, turns_taken=(0,) * seats
    )


def _without(table: DraftTable, seat: int) -> DraftTable:
    piles = list(table.piles)
    left = msgspec.structs.replace(table, gone=table.gone | {seat})
    held, piles[seat - 1] = piles[seat - 1], ()
    if left.over or not held:
        return msgspec.structs.replace(left, piles=tuple(piles))
    to = left.neighbour(seat, table.direction)
    piles[to - 1] = (*piles[to - 1], *held)
    return msgspec.structs.replace(left, piles=tuple(piles))


class ReplayedTake(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat took in a step, and from what."""

    seat: int
    pile: tuple[PickedCard, ...]
    taken: tuple[PickedCard, ...]
    how: How
    seen_by: frozenset[int]
    """The seats that took from this pile before: it tells what they left."""


class ReplayedStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a draft: the takes of a turn, or a player who left."""

    pack: int
    turn: int
    takes: tuple[ReplayedTake, ...] = ()
    left: int | None = None


def replay_draft(rules: DraftRules, steps: Iterable[Step]) -> Iterator[ReplayedStep]:
    """Yield a draft step by step."""
    table = open_draft(rules)
    took: dict[tuple[int, int], frozenset[int]] = {}
    for step in steps:
        takes = []
        for take in step.takes:
            pile = table.pile(take.seat)
            if pile is None:
                continue
            place = (table.pack, pile.origin)
            before = took.get(place, frozenset())
            takes.append(
                ReplayedTake(
                    seat=take.seat,
                    pile=tuple(PickedCard(*place, card) for card in pile.cards),
                    taken=tuple(PickedCard(*place, card) for card in take.cards),
                    how=take.how,
                    seen_by=before,
                )
            )
            took[place] = before | {take.seat}
        yield ReplayedStep(pack=step.pack, turn=step.turn, takes=tuple(takes), left=step.left)
        table = table_after(table, step)

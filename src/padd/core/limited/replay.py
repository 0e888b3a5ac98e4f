"""Replay a draft step by step: what each seat had in front of it, and what it took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from padd.core.limited.draft import DraftRules, How, PickedCard, Step, open_draft, table_after


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

"""Order by several steps, with the step that separated each from the one above."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from padd.core.rng import Rng

Value = Callable[[str, str], int]

RANDOM: Final = "random"


class OrderedPerson(msgspec.Struct, frozen=True, order=True):
    """A person in an order, and the step that put them below the one above."""

    person: str
    decided_by: str | None


def order_by_steps(
    figures: Mapping[str, Mapping[str, int]],
    steps: Sequence[str],
    *,
    chance: Rng,
    tossed: Sequence[str] = (),
) -> tuple[OrderedPerson, ...]:
    """Order people by their figures, the higher the better, step after step.

    Where a step is random, those the director tossed for come in that order, the
    rest as drawn (AMB-33).
    """
    by_hand = [person for person in tossed if person in figures]
    others = sorted(person for person in figures if person not in by_hand)
    lots = {person: -at for at, person in enumerate([*by_hand, *chance.shuffled(others)])}

    def value(person: str, step: str) -> int:
        return lots[person] if step == RANDOM else figures[person][step]

    order = sorted(figures, key=lambda person: tuple(-value(person, step) for step in steps))
    return tuple(
        OrderedPerson(person, _deciding_step(order[at - 1], person, steps, value) if at else None)
        for at, person in enumerate(order)
    )


def _deciding_step(above: str, below: str, steps: Sequence[str], value: Value) -> str | None:
    differing = (step for step in steps if value(above, step) != value(below, step))
    return next(differing, None)

"""Verify every draw of pods and of unseeded brackets, from the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from padd.core.messages import Message
from padd.core.model import Event, Round
from padd.core.pairing.verification import RoundVerdict, changes_by_hand
from padd.core.refusal import RefusalError

Redraw = Callable[[Event, Round, int], Round | None]
"""Draws a round again: from the event before it, the round on record and the seed."""


def verify_draws(
    event: Event, redraw: Redraw, problems: Iterable[tuple[str, Message]] = ()
) -> Iterator[RoundVerdict]:
    """Yield a verdict on every round; a problem is a place of the file with words."""
    known = tuple(problems)
    for index, round_ in enumerate(event.rounds):
        messages = tuple(reason for place, reason in known if place.startswith(f"rounds[{index}]"))
        yield RoundVerdict(
            number=round_.number,
            legal=not messages,
            optimal=None,
            drawn_by_seed=_drawn_by_seed(event, index, redraw),
            changed_by_hand=changes_by_hand(round_),
            problems=messages,
        )


def _drawn_by_seed(event: Event, index: int, redraw: Redraw) -> bool | None:
    round_ = event.rounds[index]
    seed = (round_.draw or {}).get("seed")
    if not isinstance(seed, int):
        return None
    before = msgspec.structs.replace(event, rounds=event.rounds[:index])
    try:
        again = redraw(before, round_, seed)
    except RefusalError:
        return False
    return again is not None and _seated_players(again) == _seated_players(round_)


def _seated_players(round_: Round) -> tuple[object, ...]:
    return (
        tuple(pod.players for pod in round_.pods),
        tuple(match.players for match in round_.matches),
        round_.byes,
    )

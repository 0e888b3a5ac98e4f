"""Round robin by the circle method: everyone meets everyone once.

One player stays, the others move on by a seat after each round; the players who sit across
is the opponent. In an odd field the seat that stays is empty and gives the bye.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from padd.core.messages import message
from padd.core.model import PlayerId, Round
from padd.core.pairing.criteria.figures import figures_of
from padd.core.pairing.field import Pair, PairingField
from padd.core.pairing.round import Pairing
from padd.core.refusal import Refusal, RefusalError
from padd.core.rng import Rng

CIRCLE: Final = "circle"
"""The key of a draw under which the seats stand, in order."""
BACK_TO_SWISS: Final = message("Choose Swiss rounds in the settings and pair again.")


def circle_of_draw(draw: Mapping[str, Any] | None) -> tuple[PlayerId, ...]:
    """Return the seats that a round was drawn from; none where it was not."""
    seats = (draw or {}).get(CIRCLE)
    named = isinstance(seats, list | tuple) and all(isinstance(s, str) for s in seats)
    return tuple(PlayerId(seat) for seat in seats) if named and seats else ()


def first_circle(players: Iterable[PlayerId], seed: int) -> tuple[PlayerId, ...]:
    """Return the seats of the first round, by lot."""
    return tuple(Rng(seed, "circle").shuffled(sorted(players)))


def rounds_of_circle(seats: Sequence[PlayerId]) -> int:
    """Return how many rounds it takes until every player has met every other."""
    return len(seats) - 1 + len(seats) % 2


def meetings_in_circle(
    seats: Sequence[PlayerId], number: int
) -> tuple[tuple[Pair, ...], tuple[PlayerId, ...]]:
    """Return the pairs of a round of the full circle, and who has the bye."""
    around: list[PlayerId | None] = [*seats]
    if len(seats) % 2:
        around.insert(0, None)
    first, moving = around[0], around[1:]
    turn = (number - 1) % len(moving)
    ring = [first, *moving[len(moving) - turn :], *moving[: len(moving) - turn]]
    half = len(ring) // 2
    across = list(zip(ring[:half], reversed(ring[half:]), strict=True))
    pairs = tuple((a, b) for a, b in across if a is not None and b is not None)
    return pairs, tuple(b for a, b in across if a is None and b is not None)


def circle_round(field: PairingField, seats: Sequence[PlayerId], seed: int) -> Pairing:
    """Return a round for those who are there; whose opponent is away has a bye."""
    here = set(field.players)
    pairs, resting = meetings_in_circle(seats, field.round_number)
    tables = tuple(pair for pair in pairs if here.issuperset(pair))
    seated = {player for pair in tables for player in pair}
    byes = tuple(
        player
        for player in (*(p for pair in pairs for p in pair), *resting)
        if player in here and player not in seated
    )
    return Pairing(
        tables=tables, byes=byes, figures=figures_of(field, tables, byes), seed=seed, optimal=None
    )


def circle_seats(rounds: Sequence[Round], field: PairingField, seed: int) -> tuple[PlayerId, ...]:
    """Return the seats of the next round: those before, with one latecomer at most.

    The empty seat of an odd field takes a latecomer, who then meets every player still
    to be met there; a second one finds no seat.
    """
    if not rounds:
        return first_circle(field.players, seed)
    seats = circle_of_draw(rounds[-1].draw)
    late = [player for player in sorted(field.players) if player not in seats]
    if not late:
        return seats
    if len(seats) % 2 == 0 or len(late) > 1:
        raise RefusalError(
            Refusal(
                "no-seat-in-circle",
                message("The round robin has no seat left for late arrivals."),
                way_out=BACK_TO_SWISS,
            )
        )
    return (late[0], *seats)

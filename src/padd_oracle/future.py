"""Whether the rounds still planned can be paired without a repeat (AMB-9)."""

from collections.abc import Iterator

from padd_oracle.field import Field
from padd_oracle.optimum import FUTURE_JUDGED, Drawn

PATIENCE = 200_000  # looked at so many states, the question stays open


class _OutOfPatienceError(Exception):
    """The search has looked at too many states."""


def future_rounds(field: Field, drawn: Drawn) -> bool | None:
    """Return whether the rest can be paired, or None if that is not judged.

    The field of this round is kept; each round to come is complete, with one bye
    for an odd field, given to anyone.
    """
    if field.rounds_left == 0:
        return True
    if len(field.active) > FUTURE_JUDGED:
        return None
    met = field.met | {frozenset(pair) for pair in drawn.pairs}
    players = list(field.active)
    odd = len(players) % 2
    size = len(players) + odd
    # Seat 0 is the bye of an odd field: it may meet everybody again and again.
    seats = [None] * odd + players
    free = tuple(
        sum(
            1 << b
            for b in range(size)
            if a != b and frozenset({seats[a], seats[b]}) not in met
        )
        for a in range(size)
    )
    try:
        return _Search(bye_seat=bool(odd)).rounds_exist(free, field.rounds_left, 0)
    except _OutOfPatienceError:
        return None


class _Search:
    """A search through all ways to pair some rounds, remembering what failed."""

    def __init__(self, *, bye_seat: bool) -> None:
        self._bye_seat = bye_seat
        self._failed: set[tuple[tuple[int, ...], int, int]] = set()
        self._looked_at = 0

    def rounds_exist(self, free: tuple[int, ...], left: int, lowest: int) -> bool:
        """Return whether so many rounds can be paired with the free pairs.

        The order of the rounds does not matter, so seat 0 meets its opponents in
        rising order.
        """
        if left == 0:
            return True
        if not self._enough(free, left) or (free, left, lowest) in self._failed:
            return False
        for pairs in _complete(free, (1 << len(free)) - 1, lowest):
            self._looked_at += 1
            if self._looked_at > PATIENCE:
                raise _OutOfPatienceError
            partner = pairs[0][1]
            if self.rounds_exist(self._without(free, pairs), left - 1, partner):
                return True
        self._failed.add((free, left, lowest))
        return False

    def _enough(self, free: tuple[int, ...], left: int) -> bool:
        """Return whether everybody has enough opponents left, byes included."""
        if not self._bye_seat:
            return all(mask.bit_count() >= left for mask in free)
        missing = (left - (mask & ~1).bit_count() for mask in free[1:])
        return sum(gap for gap in missing if gap > 0) <= left

    def _without(
        self, free: tuple[int, ...], pairs: list[tuple[int, int]]
    ) -> tuple[int, ...]:
        """Return the free pairs after a round; the bye stays free."""
        after = list(free)
        for a, b in pairs:
            if not (self._bye_seat and a == 0):
                after[a] &= ~(1 << b)
                after[b] &= ~(1 << a)
        return tuple(after)


def _complete(
    free: tuple[int, ...], unpaired: int, lowest: int
) -> Iterator[list[tuple[int, int]]]:
    """Yield each way to pair all unpaired seats; the first one's partner is given."""
    if not unpaired:
        yield []
        return
    first = (unpaired & -unpaired).bit_length() - 1
    rest = unpaired & ~(1 << first)
    for other in range(max(lowest, first + 1), len(free)):
        if rest & free[first] & (1 << other):
            for pairs in _complete(free, rest & ~(1 << other), 0):
                yield [(first, other), *pairs]

"""Whether the rounds still planned can be paired without a repeat (AMB-9)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from padd_oracle.field import Field
from padd_oracle.optimum import FUTURE_JUDGED, Drawn

PATIENCE = 1_500  # looked at so many states, the question stays open

Free = tuple[int, ...]  # for each seat the set of seats it may still meet, as bits


def future_rounds(field: Field, drawn: Drawn) -> bool | None:
    """Return whether the rest can be paired, or None if that is not judged."""
    return LookAhead(field).open_after(drawn)


class LookAhead:
    """A search through the rounds to come of one field, remembering what failed.

    The field of this round is kept; each round to come is complete, with one bye
    for an odd field, given to anyone.
    """

    def __init__(self, field: Field) -> None:
        self._field = field
        self._odd = len(field.active) % 2
        # Seat 0 is the bye of an odd field: it may meet every player again and again.
        self._seats: list[str | None] = [*([None] * self._odd), *field.active]
        self._failed: set[tuple[Free, int, int]] = set()
        self._states = 0

    def open_after(self, drawn: Drawn) -> bool | None:
        """Return whether all rounds after this pairing can be paired."""
        left = self._field.rounds_left
        if left == 0:
            return True
        if len(self._field.active) > FUTURE_JUDGED or self._field.rests_later:
            return None  # too many, or not the same field in every round to come
        met = self._field.met | {frozenset(pair) for pair in drawn.pairs}
        free = tuple(
            sum(
                1 << b
                for b, other in enumerate(self._seats)
                if one != other and frozenset({one, other}) not in met
            )
            for one in self._seats
        )
        found = self._rounds_exist(free, left, 0)
        return None if not found and self._states > PATIENCE else found

    def _rounds_exist(self, free: Free, left: int, lowest: int) -> bool:
        """Return whether so many rounds can be paired with the free pairs.

        The order of the rounds does not matter, so seat 0 meets its opponents in
        rising order.
        """
        if left == 0:
            return True
        if (free, left, lowest) in self._failed or self._states > PATIENCE:
            return False
        self._states += 1
        if self._hopeful(free, left):
            for pairs in _complete(free, (1 << len(free)) - 1, lowest):
                after = self._without(free, pairs)
                if self._rounds_exist(after, left - 1, pairs[0][1]):
                    return True
        self._failed.add((free, left, lowest))
        return False

    def _hopeful(self, free: Free, left: int) -> bool:
        """Return whether no set of players has too few ways out.

        In each round an odd set of players sends at least one of them to an opponent
        outside or to the bye. A player who has too few opponents for the rounds left
        must take byes; what then is left of the byes is open to all.
        """
        inside = sum(1 << seat for seat in range(self._odd, len(free)))
        short = [max(left - (mask & inside).bit_count(), 0) for mask in free]
        spare = (left if self._odd else 0) - sum(short[self._odd :])
        if spare < 0:
            return False
        if left == 1:
            return True  # to try is as quick
        for members, group in _odd_sets(self._odd, len(free)):
            ways = sum((free[one] & inside & ~group).bit_count() for one in members)
            byes = sum(short[one] for one in members) + spare if self._odd else 0
            if ways + min(byes, left) < left:
                return False
        return True

    def _without(self, free: Free, pairs: list[tuple[int, int]]) -> Free:
        """Return the free pairs after a round; the bye stays free."""
        after = list(free)
        for a, b in pairs:
            if not (self._odd and a == 0):
                after[a] &= ~(1 << b)
                after[b] &= ~(1 << a)
        return tuple(after)


@cache
def _odd_sets(first: int, seats: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the odd sets of three and more players, as members and as bits."""
    return [
        (members, sum(1 << one for one in members))
        for size in range(3, seats - first + 1, 2)
        for members in combinations(range(first, seats), size)
    ]


def _complete(free: Free, unpaired: int, lowest: int) -> Iterator[list[tuple[int, int]]]:
    """Yield each way to pair all unpaired seats, seat 0 first and from `lowest` on."""
    if not unpaired:
        yield []
        return
    seats = [seat for seat in range(len(free)) if unpaired & (1 << seat)]
    # The seat with the fewest ways goes first: a dead end shows sooner.
    one = 0 if seats[0] == 0 else min(seats, key=lambda s: (free[s] & unpaired).bit_count())
    rest = unpaired & ~(1 << one)
    for other in seats:
        if other >= lowest and rest & free[one] & (1 << other):
            for pairs in _complete(free, rest & ~(1 << other), 0):
                yield [(one, other), *pairs]

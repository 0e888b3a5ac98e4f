"""The Decipher systems: pair the stack from the top (SWISS-77 to SWISS-80, SWISS-99).

Players equal in points and differential lie in the stack in any order. A round is
right if some such order leads to it.
"""

from padd_oracle.field import Field, Pair
from padd_oracle.optimum import Drawn
from padd_oracle.rules import DTR96, Event

Rank = tuple[int, int]


def ranked_faults(event: Event, paired: Field, drawn: Drawn) -> list[str]:
    """Return why a round does not follow from the stack."""
    if len(drawn.byes) != len(paired.pool) % 2:
        return [f"byes-not-needed: {len(drawn.byes)} byes"]
    if paired.number == 1:  # SWISS-8: random
        return []
    literal = event["rulebook"] == DTR96  # AMB-36: nothing is forbidden
    faults = [
        f"bye-not-to-the-lowest: {one}"
        for one in drawn.byes
        if one not in bye_candidates(paired, literal=literal)
    ]
    met = frozenset[frozenset[str]]() if literal else paired.met
    left = unexplained(paired, drawn.pairs, met)
    faults += [f"not-by-rank: {a} and {b}" for a, b in left[:1]]
    return faults


def rank_of(paired: Field, one: str) -> Rank:
    """Return points, then differential (DTG step 6, DTR96 §4 step 6)."""
    return paired.totals[one], paired.differential[one]


def bye_candidates(paired: Field, *, literal: bool) -> list[str]:
    """Return who may be the one to get the bye (AMB-35; DTR96: simply the last)."""
    fresh = [one for one in paired.pool if one not in paired.had_bye]
    stack = list(paired.pool) if literal or not fresh else fresh
    lowest = min(rank_of(paired, one) for one in stack)
    return [one for one in stack if rank_of(paired, one) == lowest]


def unexplained(
    paired: Field, pairs: tuple[Pair, ...], met: frozenset[frozenset[str]]
) -> list[Pair]:
    """Return the pairs left when no more can be taken off the top of the stack.

    Taking a pair off never spoils another: with fewer players left, the others
    have fewer who come first. So any pair that can be next may be taken.
    """
    left = list(pairs)
    while left:
        stack = [one for pair in left for one in pair]
        following = [
            pair
            for pair in left
            if _may_be_next(paired, pair[0], pair[1], stack, met)
            or _may_be_next(paired, pair[1], pair[0], stack, met)
        ]
        if not following:
            return left
        left.remove(following[0])
    return []


def _may_be_next(
    paired: Field, top: str, other: str, stack: list[str], met: frozenset[frozenset[str]]
) -> bool:
    """Return whether the top player of some stack meets this one (AMB-34)."""
    if any(rank_of(paired, one) > rank_of(paired, top) for one in stack):
        return False
    fresh = [one for one in stack if one != top and frozenset({one, top}) not in met]
    # Met everyone left: the original pairing stays, that is the next in the stack.
    eligible = fresh or [one for one in stack if one != top]
    best = max(rank_of(paired, one) for one in eligible)
    return other in eligible and rank_of(paired, other) == best

"""Pairings that last several rounds, read a second time (AMB-109)."""

from typing import Any

from padd_oracle.rules import OPG, Event

# FMT-42: the scenarios whose pairings last, and for how many rounds.
LASTS = {"no-such-thing-as-luck": 2}


def opening_of(event: Event, number: int) -> int:
    """Return the round in which the pairing of a round was drawn."""
    known = event["rulebook"] in OPG and event.get("edition") != "TR"
    length = LASTS.get(event.get("scenario") or "", 1) if known else 1
    opening = 1
    while opening + length <= number:
        opening += length
    return opening


def later_openings(event: Event, number: int, last: int) -> list[int]:
    """Return the rounds after a block in which something is drawn."""
    return [later for later in range(number + 1, last + 1) if opening_of(event, later) == later]


def with_the_rest(event: Event, number: int, last: int) -> list[int]:
    """Return all rounds of the block that a round belongs to, planned or not."""
    opening = opening_of(event, number)
    return [
        other for other in range(1, max(last, number) + 3) if opening_of(event, other) == opening
    ]


def in_it(round_: dict[str, Any]) -> set[str]:
    """Return who plays or has a bye in a round."""
    seated = {one for match in round_.get("matches", []) for one in match["players"]}
    return seated | set(round_.get("byes", [])) | set(round_.get("earned_byes", []))


def repeated(
    opening: dict[str, Any], active: set[str]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return who plays again, and who is left without an opponent."""
    pairs, byes = [], [one for one in opening.get("byes", []) if one in active]
    for match in opening.get("matches", []):
        one, other = match["players"]
        if {one, other} <= active:
            pairs.append((one, other))
        else:
            byes += [left for left in (one, other) if left in active]
    return tuple(pairs), tuple(byes)


def repeat_faults(event: Event, round_: dict[str, Any], active: set[str]) -> list[str]:
    """Return how a later round of a block differs from the first."""
    number = round_["number"]
    opening = next(one for one in event["rounds"] if one["number"] == opening_of(event, number))
    tables, byes = repeated(opening, active)
    pairs = {frozenset(pair) for pair in tables}
    found = {frozenset(match["players"]) for match in round_.get("matches", [])}
    return [
        *(f"block-broken: {sorted(pair)} missing" for pair in pairs - found),
        *(f"block-broken: {sorted(pair)} is new" for pair in found - pairs),
        *(f"block-bye: {one}" for one in sorted(set(byes) ^ set(round_.get("byes", [])))),
    ]

"""Draw rounds the slow way, so that whole events can be played without padd."""

from dataclasses import replace
from random import Random
from typing import Any

from padd_oracle.blocks import opening_of, repeated
from padd_oracle.field import Field, field_of
from padd_oracle.future import LookAhead
from padd_oracle.optimum import FUTURE_JUDGED, Drawn, all_best, one_best
from padd_oracle.ranked import bye_candidates, rank_of
from padd_oracle.rules import DTR96, OPG, Event, player_ids

SPREAD = 50  # points invented to make an arbitrary pairing


def draw(event: Event, rng: Random) -> dict[str, Any]:
    """Return the next round, paired by the rulebook of the event."""
    again = _again(event)
    if again is not None:
        return again
    if event.get("pairing_style", "swiss") == "simple-swiss":
        return draw_any(event, rng)
    paired = _shuffled(_next_field(event), rng)
    if event["rulebook"] not in OPG:
        return _round(event, paired, _down_the_stack(event, paired, rng))
    if len(paired.active) > FUTURE_JUDGED:
        return _round(event, paired, one_best(paired)[1])
    best = all_best(paired)[1]
    ahead = LookAhead(paired)
    open_ones = (one for one in best if ahead.open_after(one))
    return _round(event, paired, next(open_ones, best[0]))


def draw_any(event: Event, rng: Random) -> dict[str, Any]:
    """Return a next round that is legal and otherwise arbitrary."""
    again = _again(event)
    if again is not None:
        return again
    paired = _shuffled(_next_field(event), rng)
    invented = {one: rng.randrange(SPREAD) for one in player_ids(event)}
    return _round(event, paired, one_best(replace(paired, totals=invented))[1])


def _again(event: Event) -> dict[str, Any] | None:
    """Return the round that the pairing of a block still lasts for."""
    number = len(event["rounds"]) + 1
    opening = opening_of(event, number)
    if opening == number:
        return None
    paired = field_of(event, number)
    pairs, byes = repeated(event["rounds"][opening - 1], set(paired.pool))
    return _round(event, paired, Drawn(pairs, byes))


def _next_field(event: Event) -> Field:
    """Return the field of the round after the last."""
    return field_of(event, len(event["rounds"]) + 1)


def _shuffled(paired: Field, rng: Random) -> Field:
    """Return a field whose players stand in random order."""
    return replace(paired, active=tuple(rng.sample(paired.active, len(paired.active))))


def _down_the_stack(event: Event, paired: Field, rng: Random) -> Drawn:
    """Return a Decipher round (SWISS-8, SWISS-99); the shuffle is the tie order."""
    literal = event["rulebook"] == DTR96
    stack = list(paired.pool)
    byes: list[str] = []
    if len(stack) % 2:
        byes = [rng.choice(bye_candidates(paired, literal=literal))]
        stack.remove(byes[0])
    if paired.number > 1:
        stack.sort(key=lambda one: rank_of(paired, one), reverse=True)
    pairs = []
    while stack:
        top = stack.pop(0)
        fresh = [one for one in stack if frozenset({one, top}) not in paired.met]
        other = stack[0] if literal or not fresh else fresh[0]
        stack.remove(other)
        pairs.append((top, other))
    return Drawn(tuple(pairs), tuple(byes))


def _round(event: Event, paired: Field, drawn: Drawn) -> dict[str, Any]:
    """Return a drawn round in the shape of the event file."""
    return {
        "number": paired.number,
        "matches": [
            {"table": table, "players": list(pair)}
            for table, pair in enumerate(drawn.pairs, start=1)
        ],
        "byes": list(drawn.byes),
        "earned_byes": [one for one in paired.active if one in paired.earned],
        "missed": [one for one in player_ids(event) if one not in paired.active],
    }

"""The next round, drawn by the rulebook and ready to be recorded."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.actions.rounds import (
    RoundDrafted,
    RoundRedrawn,
    RoundRepeated,
    missing_results_objection,
)
from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.rounds import next_number
from padd.core.formats.registry import format_of
from padd.core.messages import Message, message
from padd.core.model import PlayerId, Round
from padd.core.pairing.next_round import pair_in_circle, round_on_file
from padd.core.pairing.round import round_seed
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook


def redraw_count(state: LogState) -> int:
    """Return how often the round that is drawn next was drawn before."""
    draft = state.draft
    return 0 if draft is None else int((draft.draw or {}).get("redraws", 0)) + 1


def seed_of_next_round(state: LogState, secret: str, book: Rulebook) -> int:
    """Return the seed of the next draw, bound to the secret and the results."""
    number, redraws = next_number(state), redraw_count(state)
    digest = format_of(state.settings).bound_to(event_facts(state), book, number)
    return round_seed(secret, number, digest, redraws)


def propose_round(
    state: LogState, book: Rulebook, *, seed: int, pods: int | None = None
) -> RoundDrafted | RoundRedrawn | RoundRepeated | Refusal:
    """Return the action that records the next round as this seed draws it.

    While a draft is open the round is drawn again, and counted as a redraw. A later
    round of a block is not drawn: it repeats the first. A director may ask for more
    Tribbles pods than the fewest.
    """
    waiting = missing_results_objection(state, book)
    if waiting is not None:
        return waiting
    redraws = redraw_count(state)
    try:
        round_ = _next_round(state, book, seed=seed, redraws=redraws, pods=pods)
    except RefusalError as error:
        way_out = _bracket_way_out(state) or error.refusal.way_out
        return msgspec.structs.replace(error.refusal, way_out=way_out)
    if round_ is None:
        return Refusal("bracket-over", message("The bracket has no further round."))
    if "repeats" in (round_.draw or {}):
        return RoundRepeated(round=round_)
    seated = seat_at_fixed_tables(round_, state)
    if state.draft is None:
        return RoundDrafted(round=seated)
    return RoundRedrawn(round=seated)


def _next_round(
    state: LogState, book: Rulebook, *, seed: int, redraws: int, pods: int | None
) -> Round | None:
    event = event_facts(state)
    if state.round_robin:
        drawn_in_circle = pair_in_circle(event, book, seed=seed)
        return round_on_file(drawn_in_circle, event, redraws=redraws)
    return format_of(state.settings).next_round(event, book, seed=seed, redraws=redraws, pods=pods)


def _bracket_way_out(state: LogState) -> Message | None:
    """Return what helps where the director's own bracket does not fit the players."""
    if state.settings.bracket is None or state.begun:
        return None
    return message(
        "Post a bracket for the players who are here, or go back to the usual one, on "
        "the Bracket page."
    )


def seat_at_fixed_tables(round_: Round, state: LogState) -> Round:
    """Return a round in which every player with a fixed table sits there.

    The other tables keep their order and take the numbers that are left.
    """
    fixed = {e.id: e.table for e in state.players.values() if e.table is not None}
    if not fixed:
        return round_
    matches = _table_numbers([match.players for match in round_.matches], fixed)
    pods = _table_numbers([pod.players for pod in round_.pods], fixed)
    return msgspec.structs.replace(
        round_,
        matches=tuple(
            msgspec.structs.replace(match, table=number)
            for match, number in zip(round_.matches, matches, strict=True)
        ),
        pods=tuple(
            msgspec.structs.replace(pod, table=number)
            for pod, number in zip(round_.pods, pods, strict=True)
        ),
    )


def _table_numbers(seats: list[tuple[PlayerId, ...]], fixed: dict[PlayerId, int]) -> list[int]:
    numbers: dict[int, int] = {}
    for at, players in enumerate(seats):
        own = (fixed[p] for p in players if p in fixed)
        number = next((n for n in own if n not in numbers.values()), None)
        if number is not None:
            numbers[at] = number
    used = set(numbers.values())
    free = (n for n in range(1, len(seats) + len(used) + 1) if n not in used)
    return [numbers[at] if at in numbers else next(free) for at in range(len(seats))]

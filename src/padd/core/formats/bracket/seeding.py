"""Who has which seed, and how an unseeded field is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from padd.core.formats.bracket.match_winner import refuse_match
from padd.core.formats.bracket.styles import power_of_two_up_to
from padd.core.messages import message
from padd.core.model import Event, PairingStyle, Player, PlayerId
from padd.core.rng import Rng


def seeds_of(event: Event) -> dict[PlayerId, int]:
    """Return every player's seed, from 1 without gaps, or refuse the field.

    Decipher's elimination has no seeds; there the first round shows the order
    in which the names were drawn.
    """
    unseeded = all(player.seed is None for player in event.players)
    if unseeded and event.pairing_style is PairingStyle.ELIMINATION and event.rounds:
        return _read_from_first_round(event)
    seeds: dict[PlayerId, int] = {}
    holders: dict[int, PlayerId] = {}
    for index, player in enumerate(event.players):
        place = f"players[{index}].seed"
        if player.seed is None:
            refuse_match(
                "seed-missing",
                message('"{id}" has no seed.', id=player.id),
                place,
                rule="brackets.eliminated_result",
            )
        if player.seed in holders:
            other = holders[player.seed]
            reason = message(
                '"{other}" and "{id}" both have seed {seed}.',
                other=other,
                id=player.id,
                seed=player.seed,
            )
            refuse_match("seed-double", reason, place, rule="brackets.eliminated_result")
        holders[player.seed] = player.id
        seeds[player.id] = player.seed
    for seed in range(1, len(seeds) + 1):
        if seed not in holders:
            reason = message(
                "No one has seed {seed}; {seeds} players have the seeds 1 to {seeds}.",
                seed=seed,
                seeds=len(seeds),
            )
            refuse_match("seed-missing", reason, "players")
    return seeds


def without_seed_gaps(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players with the seeds 1, 2, 3 … in the order of those they have.

    The line of an absent player stays empty, and a player without a seed
    comes last, in the order of entry.
    """
    order = sorted(players, key=lambda player: (player.seed is None, player.seed or 0))
    seeds = {player.id: seed for seed, player in enumerate(order, start=1)}
    return tuple(msgspec.structs.replace(player, seed=seeds[player.id]) for player in players)


def drawn_seeds(event: Event, *, seed: int) -> dict[PlayerId, int]:
    """Draw the order of the names for Decipher's elimination (BRKT-32)."""
    names = sorted(player.id for player in event.players)
    drawn = Rng(seed, "elimination").shuffled(names)
    return {player: number for number, player in enumerate(drawn, start=1)}


def _read_from_first_round(event: Event) -> dict[PlayerId, int]:
    first = event.rounds[0]
    upper = [match.players[0] for match in first.matches]
    lower = [match.players[1] for match in first.matches]
    columns = power_of_two_up_to(len(event.players) - 1)
    if len(upper) + len(first.byes) != columns or len(lower) + columns != len(event.players):
        reason = message(
            "{players} players make {columns} brackets: {matches} matches and {byes} byes.",
            players=len(event.players),
            columns=columns,
            matches=len(event.players) - columns,
            byes=2 * columns - len(event.players),
        )
        refuse_match(
            "draw-incomplete", reason, "rounds[0]", rule="brackets.elimination.first_round_pairs"
        )
    order = (*upper, *first.byes, *lower)
    return {player: number for number, player in enumerate(order, start=1)}

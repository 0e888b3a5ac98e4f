"""From heats, lifetime points or Swiss rounds to the seeds of the final day (§9).

People enter several heats, so players are identified by what is the same in all of them
(the handle), not by the id in each event's file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

import msgspec

from padd.core.messages import Message, message
from padd.core.model import Heat, PlayerId, StrictStruct
from padd.core.refusal import refuse
from padd.core.rng import Rng

HEATS: Final = "brackets.heats.announced"
CHAMPIONS_LEAGUE: Final = "leagues.champions_league.entry_points"
FINALISTS: Final = 2


class HeatPlan(StrictStruct, frozen=True):
    """What is announced before the first heat, and fixed once it begins."""

    heats: tuple[Heat, ...]
    in_groups_of: int = 2
    begun: bool = False


class HeatRecord(StrictStruct, frozen=True):
    """One finished heat: its final ranking and who used an earned bye in it."""

    ranking: tuple[PlayerId, ...]
    earned_byes_used_by: frozenset[PlayerId] = frozenset()


class Seeded(StrictStruct, frozen=True):
    """A seed of the final day and where it was won."""

    seed: int
    player: PlayerId
    heat: int
    """The heat, counted from 1."""
    place: int
    """The place in that heat."""


def change_heat_plan(plan: HeatPlan, new: HeatPlan) -> HeatPlan:
    """Return the wanted plan, or refuse it once the first heat has begun."""
    if plan.begun and new != plan:
        reason = message(
            "The first heat has started, so heats, qualifiers and seeding can’t change."
        )
        _refuse("plan-locked", reason, "heats")
    return check_heat_plan(new)


def check_heat_plan(plan: HeatPlan) -> HeatPlan:
    """Return the plan, or refuse one that cannot be played."""
    if not plan.heats:
        _refuse("no-heats", message("There is no heat to qualify from."), "heats")
    if plan.in_groups_of < 1:
        _refuse("seed-groups", message("Seeds alternate in groups of 1 or more."), "heats")
    for index, heat in enumerate(plan.heats):
        if heat.qualifiers < 1:
            reason = message('"{name}" needs at least one qualifier.', name=heat.name)
            _refuse("no-qualifiers", reason, f"heats[{index}].qualifiers")
    return plan


def check_entries(plan: HeatPlan, records: Sequence[HeatRecord]) -> None:
    """Refuse players who play on after qualifying, or use an earned bye again."""
    qualified: dict[PlayerId, str] = {}
    entered: set[PlayerId] = set()
    for index, (heat, record) in enumerate(zip(plan.heats, records, strict=False)):
        place = f"heats[{index}]"
        for player in record.ranking:
            if player in qualified:
                reason = message(
                    '"{player}" has already qualified in "{qualified}".',
                    player=player,
                    qualified=qualified[player],
                )
                _refuse("already-qualified", reason, place)
        again = entered & record.earned_byes_used_by
        if again:
            reason = message(
                '"{player}" entered an earlier heat; an earned bye counts in the first '
                "heat entered only.",
                player=min(again),
            )
            _refuse("earned-bye-second-heat", reason, place)
        entered.update(record.ranking)
        qualified.update(dict.fromkeys(record.ranking[: heat.qualifiers], heat.name))


def deal_seeds(plan: HeatPlan, records: Sequence[HeatRecord]) -> tuple[Seeded, ...]:
    """Deal the seeds to the qualifiers, heat by heat in groups (AMB-46).

    An absent qualifier keeps the seed; no player moves up.
    """
    check_heat_plan(plan)
    if len(records) != len(plan.heats):
        reason = message(
            "{heats} heats were planned, but {records} were played.",
            heats=len(plan.heats),
            records=len(records),
        )
        _refuse("heats-open", reason, "heats")
    check_entries(plan, records)
    qualified = tuple(
        msgspec.structs.replace(heat, qualified=record.ranking[: heat.qualifiers])
        for heat, record in zip(plan.heats, records, strict=True)
    )
    return seeds_from(qualified, plan.in_groups_of)


def _dealt_in_groups(
    qualified: Sequence[Sequence[PlayerId]], size: int
) -> Iterator[tuple[int, int, PlayerId]]:
    longest = max((len(players) for players in qualified), default=0)
    for start in range(0, longest, size):
        for heat, players in enumerate(qualified, start=1):
            for at, player in enumerate(players[start : start + size], start=1):
                yield heat, start + at, player


def seeds_from(heats: Sequence[Heat], in_groups_of: int) -> tuple[Seeded, ...]:
    """Return the seeds that follow from the qualified on a final day's record."""
    dealt = _dealt_in_groups([heat.qualified for heat in heats], in_groups_of)
    return tuple(
        Seeded(seed=seed, player=player, heat=heat, place=place)
        for seed, (heat, place, player) in enumerate(dealt, start=1)
    )


def final_confrontation_players(
    ranking: Sequence[PlayerId], announced: tuple[PlayerId, PlayerId] | None = None
) -> tuple[PlayerId, PlayerId]:
    """Return the two best ranked, or the two announced beforehand (AMB-31)."""
    if announced is not None:
        for player in announced:
            if player not in ranking:
                reason = message('There is no player "{player}".', player=player)
                _refuse("unknown-player", reason, "final_confrontation.players")
        return announced
    if len(ranking) < FINALISTS:
        reason = message("A final confrontation needs two players.")
        _refuse("too-few-players", reason, "players")
    return ranking[0], ranking[1]


class LeaguePlayer(StrictStruct, frozen=True):
    """A player of the Champions League with the points that seed."""

    player: PlayerId
    lifetime_points: int
    season_points: int = 0


def champions_league_seeds(
    entrants: Sequence[LeaguePlayer],
    *,
    least: int,
    chance: Rng,
    waived: frozenset[PlayerId] = frozenset(),
) -> tuple[PlayerId, ...]:
    """Seed by lifetime league points, then season points, then the draw (AMB-74)."""
    for entrant in entrants:
        if entrant.lifetime_points < least and entrant.player not in waived:
            reason = message(
                '"{player}" has {points} lifetime league points; {least} are required.',
                player=entrant.player,
                points=entrant.lifetime_points,
                least=least,
            )
            _refuse("too-few-points", reason, "players", rule=CHAMPIONS_LEAGUE)
    drawn = chance.shuffled(sorted(entrants, key=lambda entrant: entrant.player))
    drawn.sort(key=lambda entrant: (-entrant.lifetime_points, -entrant.season_points))
    return tuple(entrant.player for entrant in drawn)


def _refuse(code: str, message: Message, place: str, *, rule: str = HEATS) -> NoReturn:
    refuse(code, message, place, rule)

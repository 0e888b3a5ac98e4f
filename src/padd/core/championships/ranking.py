"""The one ranking of a championship over all its stages (AMB-130, AMB-131)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from padd.core.championships.stages import (
    Person,
    StagePlace,
    Stages,
    attendance_of,
    stages_in_order,
)
from padd.core.model import Edition, StrictStruct
from padd.core.rng import Rng

Figure = int | float
NO_PLACE: Final = float("inf")
DRAW: Final = "draw"


class RankedPerson(StrictStruct, frozen=True):
    """A person's place in a championship, and what it rests on."""

    place: int
    person: Person
    disqualified: bool
    in_final: int | None
    """The place in the deciding stage, for those who reached it."""
    best_heat: StagePlace | None
    drawn: bool = False
    """Whether only the draw put this person below the one above."""


def rank_people(stages: Stages, *, seed: int = 0) -> tuple[RankedPerson, ...]:
    """Rank every player who took part; the disqualified stand last.

    The seed draws where final and heats say the same of two people.
    """
    order = list(_order_people(stages, seed))
    return tuple(
        RankedPerson(
            place=place,
            person=line.person,
            disqualified=line.disqualified,
            in_final=line.in_final,
            best_heat=line.best_heat,
            drawn=drawn,
        )
        for place, (line, drawn) in enumerate(order, start=1)
    )


class Attendee(StrictStruct, frozen=True):
    """The record of one person before the ranking."""

    person: Person
    disqualified: bool
    in_final: int | None
    best_heat: StagePlace | None


def _order_people(stages: Stages, seed: int) -> Iterator[tuple[Attendee, bool]]:
    rules = stages.rules.stages
    tribbles = stages.edition == Edition.TRIBBLES
    steps = [step for step in rules.order if step in FIGURES]
    if tribbles:
        steps = [step for step in rules.tribbles_order if step in FIGURES]

    def figures(line: Attendee) -> tuple[Figure, ...]:
        return (line.disqualified, *(FIGURES[step](line) for step in steps))

    lines = [line for line in _attendees(stages) if _is_ranked(line, tribbles=tribbles)]
    measured = [(figures(line), line.person, line) for line in lines]
    measured.sort(key=itemgetter(0, 1))
    for _, group in groupby(measured, key=itemgetter(0)):
        tied = [line for _, _, line in group]
        for index, line in enumerate(_draw_order(tied, seed)):
            yield line, index > 0


def _is_ranked(line: Attendee, *, tribbles: bool) -> bool:
    """Tell whether a person has a place; only the finals give one in Tribbles."""
    return line.in_final is not None or line.disqualified or not tribbles


def _attendees(stages: Stages) -> Iterator[Attendee]:
    expelled = _disqualified(stages)
    final = {row.person: row.place for row in stages.main.places}
    heats: dict[Person, list[StagePlace]] = {}
    for heat in stages.heats:
        for row in heat.places:
            if row.person in heat.attended:
                heats.setdefault(row.person, []).append(row)
    for person in attendance_of(stages):
        yield Attendee(
            person=person,
            disqualified=person in expelled,
            in_final=final.get(person),
            best_heat=min(
                heats.get(person, ()),
                key=lambda row: (row.place, -row.victory_points),
                default=None,
            ),
        )


def _disqualified(stages: Stages) -> frozenset[Person]:
    """Return who is out: of one stage is out of every stage (AMB-131)."""
    judged = [stages.main]
    if stages.rules.stages.disqualified_everywhere:
        judged = list(stages_in_order(stages))
    return frozenset(row.person for stage in judged for row in stage.places if row.disqualified)


def _final_place(line: Attendee) -> Figure:
    return NO_PLACE if line.in_final is None else line.in_final


def _heat_place(line: Attendee) -> Figure:
    if line.in_final is not None or line.best_heat is None:
        return NO_PLACE
    return line.best_heat.place


def _heat_victory_points(line: Attendee) -> Figure:
    if line.in_final is not None or line.best_heat is None:
        return 0
    return -line.best_heat.victory_points


FIGURES: Final[dict[str, Callable[[Attendee], Figure]]] = {
    "final-place": _final_place,
    "heat-place": _heat_place,
    "heat-victory-points": _heat_victory_points,
}
"""The steps by which people are ranked; the smaller figure is the better."""


def _draw_order(tied: Sequence[Attendee], seed: int) -> list[Attendee]:
    """Draw an order; the same seed draws the same order of the same people."""
    if len(tied) == 1:
        return list(tied)
    names = ",".join(line.person for line in tied)
    return Rng(seed, f"championship:{names}").shuffled(tied)

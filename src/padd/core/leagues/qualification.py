"""Who qualifies for the playoffs at the end of each half (AMB-68, AMB-73)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from padd.core.leagues.event_points import EventPoints, league_rules
from padd.core.leagues.table import events_of_parts, league_table
from padd.core.messages import message
from padd.core.model import LeaguePart, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.core.rng import Rng
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import LeagueRules, Qualifying

Value = Callable[[str, str], int]

RANDOM: Final = "random"


class OrderedPerson(msgspec.Struct, frozen=True, order=True):
    """A person in an order, and the step that put them below the one above."""

    person: str
    decided_by: str | None


def order_by_steps(
    figures: Mapping[str, Mapping[str, int]],
    steps: Sequence[str],
    *,
    chance: Rng,
    tossed: Sequence[str] = (),
) -> tuple[OrderedPerson, ...]:
    """Order people by their figures, the higher the better, step after step.

    Where a step is random, those the director tossed for come in that order, the
    rest as drawn (AMB-33).
    """
    by_hand = [person for person in tossed if person in figures]
    others = sorted(person for person in figures if person not in by_hand)
    lots = {person: -at for at, person in enumerate([*by_hand, *chance.shuffled(others)])}

    def value(person: str, step: str) -> int:
        return lots[person] if step == RANDOM else figures[person][step]

    order = sorted(figures, key=lambda person: tuple(-value(person, step) for step in steps))
    return tuple(
        OrderedPerson(person, _deciding_step(order[at - 1], person, steps, value) if at else None)
        for at, person in enumerate(order)
    )


def _deciding_step(above: str, below: str, steps: Sequence[str], value: Value) -> str | None:
    differing = (step for step in steps if value(above, step) != value(below, step))
    return next(differing, None)


HALVES: Final = (LeaguePart.FIRST_HALF, LeaguePart.SECOND_HALF)
TOTAL: Final = "league-points"


class QualifyingPlan(StrictStruct, frozen=True):
    """What is announced before the first event: how many go on, and by what."""

    first_half: int
    second_half: int | None = None
    """Nothing in a short season, which has one cut."""
    basis: Literal["half-season", "season"] = "half-season"
    replaced: bool = False
    """Whether the next one moves up for a player who had qualified before."""
    bonus_counts: bool = True
    playoff_bonus_counts: bool = False

    def number_of(self, part: LeaguePart) -> int:
        """Return how many qualify from a half."""
        return self.first_half if part is LeaguePart.FIRST_HALF else (self.second_half or 0)


class QualifyingRow(StrictStruct, frozen=True):
    """One line at the end of a half."""

    place: int
    person: str
    total: int
    decided_by: str | None
    qualified: bool
    already_in: bool
    """Qualified in the half before."""


class Qualification(StrictStruct, frozen=True):
    """The order at the end of each half, and every player who goes on."""

    halves: dict[LeaguePart, tuple[QualifyingRow, ...]]
    qualified: tuple[str, ...]
    """In the order in which they qualified."""


def usual_qualifying_plan(rules: LeagueRules, *, short: bool, number: int = 4) -> QualifyingPlan:
    """Return the plan that the rulebook calls usual; the number where it has none."""
    usual = rules.qualifying.usual or number
    return QualifyingPlan(
        first_half=usual,
        second_half=None if short else usual,
        basis=rules.qualifying.basis,
        replaced=rules.qualifying.replaced,
        bonus_counts=rules.qualifying.bonus_counts,
        playoff_bonus_counts=rules.playoffs.bonus_counts,
    )


def change_qualifying_plan(
    plan: QualifyingPlan, wanted: QualifyingPlan, *, begun: bool, book: Rulebook
) -> QualifyingPlan:
    """Return the wanted plan, or refuse it once the first event has begun (LEAG-12)."""
    early = league_rules(book).qualifying.announced == "before-first-event"
    if begun and early and wanted != plan:
        raise RefusalError(
            Refusal(
                code="plan-locked",
                message=message("The first event has started, so qualification can’t change."),
                rule=cite(book, "leagues.qualifying.announced"),
                place="qualifiers",
            )
        )
    if min(number for number in (wanted.first_half, wanted.second_half) if number is not None) < 1:
        raise RefusalError(
            Refusal(
                code="no-qualifiers",
                message=message("At least one player qualifies from each half."),
                rule=cite(book, "leagues.qualifying.announced"),
                place="qualifiers",
            )
        )
    return wanted


def qualification(
    events: Sequence[EventPoints], plan: QualifyingPlan, rules: Qualifying, *, chance: Rng
) -> Qualification:
    """Return who goes on from each half; four to eight where four and four do."""
    halves: dict[LeaguePart, tuple[QualifyingRow, ...]] = {}
    qualified: list[str] = []
    for part in HALVES:
        if plan.number_of(part):
            rows = _half(events, part, plan, rules, tuple(qualified), chance=chance)
            halves[part] = rows
            qualified += [row.person for row in rows if row.qualified and not row.already_in]
    return Qualification(halves=halves, qualified=tuple(qualified))


def _half(
    events: Sequence[EventPoints],
    part: LeaguePart,
    plan: QualifyingPlan,
    rules: Qualifying,
    earlier: tuple[str, ...],
    *,
    chance: Rng,
) -> tuple[QualifyingRow, ...]:
    running = plan.basis == "season" and part is LeaguePart.SECOND_HALF
    table = league_table(events_of_parts(events, *(HALVES if running else (part,))))
    figures = {
        row.person: {
            TOTAL: row.total if plan.bonus_counts else row.points,
            "event-victories": row.victories,
            "events-attended": row.events,
        }
        for row in table
    }
    order = order_by_steps(figures, (TOTAL, *rules.tiebreaks), chance=chance)
    room = plan.number_of(part)
    rows: list[QualifyingRow] = []
    for place, line in enumerate(order, start=1):
        person, step = line.person, line.decided_by
        inside = person in earlier
        goes_on = room > 0
        if goes_on and not (inside and plan.replaced):
            room -= 1
        rows.append(
            QualifyingRow(
                place=place,
                person=person,
                total=figures[person][TOTAL],
                decided_by=None if step == TOTAL else step,
                qualified=goes_on,
                already_in=inside,
            )
        )
    return tuple(rows)

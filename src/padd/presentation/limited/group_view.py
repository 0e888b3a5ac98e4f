"""The groups of a draft around their tables: who has not picked, but never a card."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.limited.event_state import LimitedState
from padd.core.limited.pick_clock import timed_turn, turns_in
from padd.core.limited.seats import group_name
from padd.presentation.eventlog.event_view import EventView
from padd.services.limited.tables import GroupTable


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: who sits there, and whether the pick is missing."""

    number: Annotated[int, Meta(description="The number of the seat.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    gone: Annotated[bool, Meta(description="Whether the player has left.")] = False
    waited: Annotated[bool, Meta(description="Whether the others wait for this pick.")] = False
    late: Annotated[bool, Meta(description="Whether the time for the pick is over.")] = False
    due: Annotated[
        str, Meta(description="When the time of the pick is over, if it has a limit.")
    ] = ""


class GroupView(msgspec.Struct, frozen=True, kw_only=True):
    """One group: its seats clockwise, the pack, the turn, the way packs go."""

    number: Annotated[int, Meta(description="The number of the group.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    seats: Annotated[tuple[SeatState, ...], Meta(description="The seats, clockwise.")]
    pack: Annotated[int, Meta(description="The number of the pack that is drafted.")]
    packs: Annotated[int, Meta(description="How many packs are drafted.")]
    turn: Annotated[int, Meta(description="The number of the turn.")]
    turns: Annotated[int, Meta(description="How many turns the pack has.")]
    direction: Annotated[str, Meta(description="Empty once all packs are drafted.")]
    over: Annotated[bool, Meta(description="Whether it is over.")]
    paused: Annotated[bool, Meta(description="Whether the draft is paused.")] = False
    picked_here: Annotated[
        bool,
        Meta(description="Whether players pick on their phones; real boosters are picked by hand."),
    ] = True
    time_is_up: Annotated[
        bool, Meta(description="Whether the clock of a real booster has called its last turn.")
    ] = False

    @property
    def right(self) -> tuple[SeatState, ...]:
        """The seats on the right side of the table, from the top."""
        return self.seats[: -(-len(self.seats) // 2)]

    @property
    def left(self) -> tuple[SeatState, ...]:
        """The seats on the left side, from the foot of the table."""
        return self.seats[-(-len(self.seats) // 2) :]

    @property
    def waited(self) -> tuple[SeatState, ...]:
        """The seats whose pick is missing."""
        return tuple(seat for seat in self.seats if seat.waited)

    @property
    def late(self) -> tuple[SeatState, ...]:
        """The seats whose time is over."""
        return tuple(seat for seat in self.seats if seat.late)

    @property
    def due(self) -> str:
        """When the first time of those who are waited for is over."""
        return min((seat.due for seat in self.seats if seat.due), default="")


def group_view(view: EventView, group: GroupTable) -> GroupView:
    """Return a group that picks on phones."""
    table, waited = group.table, group.waited_for
    seats = []
    for number, player in enumerate(group.players, start=1):
        due = group.due(number) if number in waited else None
        seats.append(
            SeatState(
                number=number,
                name=view.name(player),
                gone=number in table.gone,
                waited=number in waited,
                late=due is not None and due <= view.now,
                due=due.isoformat() if due else "",
            )
        )
    sizes = () if table.over else table.rules.sizes[table.pack - 1]
    return GroupView(
        number=group.row.number,
        name=group_name(group.row.number),
        seats=tuple(seats),
        pack=min(table.pack, len(table.rules.sizes)),
        packs=len(table.rules.sizes),
        turn=table.turn,
        turns=-(-max(sizes, default=0) // table.rules.each),
        direction="" if table.over else table.direction,
        over=table.over,
        paused=group.row.paused_at is not None,
    )


def groups_at_tables(view: EventView) -> tuple[GroupView, ...]:
    """Return the groups that draft real boosters by hand."""
    limited = view.state.limited
    if limited is None or not limited.plan.real_packs:
        return ()
    return tuple(_at_table(view, limited, number) for number in range(1, len(limited.groups) + 1))


def _at_table(view: EventView, limited: LimitedState, number: int) -> GroupView:
    plan, closed = limited.plan, limited.packs_closed(number)
    over = closed >= plan.number_of_packs or limited.building_at is not None
    clock = None if over else limited.clock
    timed = timed_turn(clock, plan, view.now) if clock else None
    due = timed.due.isoformat() if timed and timed.due else ""
    late = timed is not None and timed.over
    return GroupView(
        number=number,
        name=group_name(number),
        seats=tuple(
            SeatState(number=seat, name=view.name(player), due=due)
            for seat, player in enumerate(limited.groups[number - 1], start=1)
        ),
        pack=min(closed + 1, plan.number_of_packs),
        packs=plan.number_of_packs,
        turn=timed.turn if timed else 0,
        turns=0 if over else turns_in(plan, closed + 1),
        direction="" if over else plan.directions[closed],
        over=over,
        paused=clock is not None and clock.paused_at is not None,
        picked_here=False,
        time_is_up=late,
    )

"""A Standard Orbit in play: who sits where now, who goes where next, and when."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from padd.core.eventlog.scenarios.orbit import moves_in_round, ring_of
from padd.core.eventlog.state.event_state import RoundState, Stage
from padd.core.scenarios.round_blocks import scenario_of
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.rounds import RoundPlayer, players_by_name
from padd.presentation.names import family_first


class OrbitSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: whose deck lies there, who sits there now and after the next move."""

    table: int
    deck: str
    now: str
    then: str


class OrbitTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table: whose decks lie there, and their totals in this stretch if noted."""

    number: int
    decks: tuple[str, ...]
    players: tuple[str, ...]
    totals: tuple[int, ...] = ()


class OrbitView(msgspec.Struct, frozen=True, kw_only=True):
    """How far the room has moved in the round that is on."""

    round: int
    moves: int
    most: int | None
    """How often it moves in the round, where the round has a limit."""
    next: int | None
    """The number of the next move; none in the last stretch."""
    next_at: str
    minutes: int
    stretch: int
    """The stretch whose totals are asked for: the first without them all."""
    tables: tuple[OrbitTable, ...]
    seats: tuple[OrbitSeat, ...]


def orbit_view(view: EventView) -> OrbitView | None:
    """Return the moves of the round that is on; nothing in other scenarios."""
    round_ = view.current
    if round_ is None or round_.stage is not Stage.PUBLISHED:
        return None
    rules = scenario_of(view.state.settings, view.book)
    if rules is None or rules.rotation_minutes is None or not round_.tables:
        return None
    moves = view.state.scenario.moves.get(round_.number, 0)
    limit = round_.clock.minutes or view.state.minutes
    most = moves_in_round(limit, rules.rotation_minutes)
    following = moves + 1 if most is None or moves < most else None
    ring = ring_of(round_)
    now, then = ring.seated(moves), ring.seated(moves + 1)
    return OrbitView(
        round=round_.number,
        moves=moves,
        most=most,
        next=following,
        next_at=_at(view, round_, (following or 0) * rules.rotation_minutes),
        minutes=rules.rotation_minutes,
        stretch=_stretch(view, round_, moves),
        tables=tuple(_tables(view, round_, moves)),
        seats=tuple(
            OrbitSeat(
                table=seat[0],
                deck=view.name(ring.owner_at(seat)),
                now=view.name(now[seat]),
                then=view.name(then[seat]),
            )
            for seat in sorted(ring.seats)
        ),
    )


def _stretch(view: EventView, round_: RoundState, moves: int) -> int:
    noted = {
        (totals.stretch, totals.table)
        for totals in view.state.scenario.totals
        if totals.round == round_.number
    }
    return next((s for s in range(moves) if any((s, t) not in noted for t in round_.tables)), moves)


def _tables(view: EventView, round_: RoundState, moves: int) -> list[OrbitTable]:
    here = ring_of(round_).seated(moves)
    asked = (round_.number, _stretch(view, round_, moves))
    noted = {
        totals.table: totals.totals
        for totals in view.state.scenario.totals
        if (totals.round, totals.stretch) == asked
    }
    return [
        OrbitTable(
            number=number,
            decks=tuple(view.name(p) for p in table.players),
            players=tuple(view.name(here[number, at]) for at in range(len(table.players))),
            totals=noted.get(number, ()),
        )
        for number, table in sorted(round_.tables.items())
    ]


def _at(view: EventView, round_: RoundState, minutes: int) -> str:
    """Return when so many minutes of a round have been played."""
    clock = round_.clock
    if not minutes or clock.started_at is None or clock.paused_at is not None:
        return ""
    since = datetime.fromisoformat(clock.started_at)
    lost = timedelta(seconds=clock.paused_seconds)
    return view.clock(since + lost + timedelta(minutes=minutes))


def names_in_orbit(view: EventView, round_: RoundState) -> tuple[RoundPlayer, ...]:
    """Return the players of a round by family name, with their present table."""
    moves = view.state.scenario.moves.get(round_.number, 0)
    ring = ring_of(round_)
    sitting = [
        RoundPlayer(
            family_first(view.state.name(player)),
            seat[0],
            f"with {view.name(ring.owner_at(seat))}’s deck",
        )
        for seat, player in ring.seated(moves).items()
    ]
    others = [line for line in players_by_name(view, round_) if line.table is None]
    return tuple(sorted((*sitting, *others), key=lambda line: line.name))

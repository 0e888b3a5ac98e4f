"""Standard Orbit: one ring of seats; points for the person and for the deck (AMB-110).

The seats of a round form one ring around the row of tables: down one side, back up the
other. At every move everybody goes one seat on; the decks stay. With an odd field the
player with the bye sits out with the deck (AMB-139).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from padd.core.eventlog.scenarios.lottery import decks_out
from padd.core.eventlog.scenarios.play import ScenarioLine, ScenarioPlay, ranked
from padd.core.messages import Message, message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.eventlog.scenario_state import NotedTotals
    from padd.core.eventlog.state import LogState, RoundState
    from padd.core.model import PlayerId
    from padd.rulebooks.schema import Rulebook
    from padd.rulebooks.sections.registration import Scenario

Seat = tuple[int, int]
"""A table and the place at it: which of its decks lies there."""


def ring(round_: RoundState) -> list[Seat]:
    """Return the seats in the order in which everybody moves on."""
    tables = [round_.tables[number] for number in sorted(round_.tables)]
    if any(table.pod is not None for table in tables):
        return [(t.number, at) for t in tables for at in range(len(t.players))]
    there = [(table.number, 0) for table in tables]
    return [*there, *((table.number, 1) for table in reversed(tables))]


def owner_at(round_: RoundState, seat: Seat) -> PlayerId:
    """Return whose deck lies at a seat: whoever began there."""
    table, place = seat
    return round_.tables[table].players[place]


def seated(round_: RoundState, moves: int) -> dict[Seat, PlayerId]:
    """Return who sits where after so many moves."""
    seats = ring(round_)
    return {
        seat: owner_at(round_, seats[at - moves % len(seats)])
        for at, seat in enumerate(seats)
    }


def moves_in(minutes: int | None, every: int) -> int | None:
    """Return how often the room moves in a round; not in the last stretch."""
    return None if minutes is None else max(0, (minutes - 1) // every)


class StandardOrbit(ScenarioPlay):
    """Everybody moves on; the sum of own points and the deck's points ranks."""

    acts = frozenset(
        {"scenario.seats-moved", "scenario.totals-noted", "scenario.deck-returned"}
    )
    figures = (
        message("Sum"),
        message("Own points"),
        message("Points of the deck"),
    )

    def this_round(
        self, state: LogState, round_: RoundState, player: PlayerId, rules: Scenario
    ) -> Iterator[Message]:
        """Say where to sit now, behind which deck, and where to go next."""
        if player not in round_.seats:
            return
        moves = state.scenario.moves.get(round_.number, 0)
        table, place = seat_of(round_, player, moves)
        yield message(
            "Sit at table {table} now, with the deck of {owner}.",
            table=table,
            owner=state.name(owner_at(round_, (table, place))),
        )
        most = moves_in(round_.clock.minutes, rules.rotation_minutes or 1)
        if most is None or moves < most:
            following, _ = seat_of(round_, player, moves + 1)
            yield message("At the next move: table {table}.", table=following)

    def due(self, state: LogState, rules: Scenario) -> Iterator[Message]:
        """Name the tables whose totals at a move are missing, then the decks."""
        for round_ in state.played:
            stretches = range(state.scenario.moves.get(round_.number, 0))
            noted = {(t.stretch, t.table) for t in _noted(state, round_)}
            missing = sorted(
                {t for s in stretches for t in round_.tables if (s, t) not in noted}
            )
            if missing:
                yield message(
                    "Round {number}: totals at a move are missing of table {tables}.",
                    number=round_.number,
                    tables=", ".join(map(str, missing)),
                )
        del rules
        yield from decks_out(state)

    def ranking(self, state: LogState, book: Rulebook) -> tuple[ScenarioLine, ...]:
        """Add own points and points of the own deck; ties by the own points."""
        del book
        own: Counter[PlayerId] = Counter()
        deck: Counter[PlayerId] = Counter()
        for round_ in state.played:
            for player, owner, points in _points(state, round_):
                own[player] += points
                deck[owner] += points
        there = [e.id for e in state.entrants.values() if e.took_part]
        return ranked({p: (own[p] + deck[p], own[p], deck[p]) for p in there})


def seat_of(round_: RoundState, player: PlayerId, moves: int) -> Seat:
    """Return where a player sits after so many moves."""
    return next(seat for seat, p in seated(round_, moves).items() if p == player)


def _noted(state: LogState, round_: RoundState) -> list[NotedTotals]:
    return [t for t in state.scenario.totals if t.round == round_.number]


def _points(
    state: LogState, round_: RoundState
) -> Iterator[tuple[PlayerId, PlayerId, int]]:
    """Yield who made how many points with whose deck, stretch by stretch."""
    for number, table in round_.tables.items():
        before = (0,) * len(table.players)
        for noted in sorted(_noted(state, round_), key=lambda t: t.stretch):
            if noted.table != number:
                continue
            here = seated(round_, noted.stretch)
            for place, total in enumerate(noted.totals):
                made = total - before[place]
                if noted.ended is not None:
                    made = noted.ended[place] - before[place] + total
                seat = (number, place)
                yield here[seat], owner_at(round_, seat), made
            before = noted.totals


PLAY: Final = StandardOrbit()

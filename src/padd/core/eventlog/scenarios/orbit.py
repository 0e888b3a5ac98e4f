"""Standard Orbit in a running event: where to sit, what is due, who leads (AMB-110)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.lottery import decks_not_returned
from padd.core.eventlog.scenarios.scenario_play import ScenarioLine, ScenarioPlay, scenario_ranking
from padd.core.eventlog.state.event_state import LogState, RoundState, Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import TableState
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.scenarios.orbit import Ring, Seat, final_totals, points_by_player
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


def ring_of(round_: RoundState) -> Ring:
    """Return the ring of seats of a round."""
    tables = round_.tables.items()
    return Ring(
        tables={number: table.players for number, table in tables},
        in_pods=any(table.pod is not None for _, table in tables),
    )


def moves_in_round(minutes: int | None, every: int) -> int | None:
    """Return how often the room moves in a round; not in the last stretch."""
    return None if minutes is None else max(0, (minutes - 1) // every)


class StandardOrbit(ScenarioPlay):
    """Every player moves on; the sum of own points and the deck's points ranks."""

    acts = frozenset(
        {
            "scenario.seats-moved",
            "scenario.totals-noted",
            "scenario.points-noted",
            "scenario.deck-returned",
        }
    )
    figures = (message("Sum"), message("Own points"), message("Points of the deck"))

    def this_round(
        self, state: LogState, round_: RoundState, player: PlayerId, rules: Scenario
    ) -> Iterator[Message]:
        """Say where to sit now, behind which deck, and where to go next."""
        if player not in round_.seats:
            return
        moves = state.scenario.moves.get(round_.number, 0)
        table, place = seat_of(round_, player, moves)
        yield message(
            "Now sit at table {table} with {owner}’s deck.",
            table=table,
            owner=state.name(ring_of(round_).owner_at((table, place))),
        )
        most = moves_in_round(round_.clock.minutes, rules.rotation_minutes or 1)
        if most is None or moves < most:
            following, _ = seat_of(round_, player, moves + 1)
            yield message("At the next move: table {table}.", table=following)

    def due(self, state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Name the tables whose totals are missing, then the decks."""
        for round_ in state.played:
            missing = sorted(_tables_without_totals(state, round_))
            if missing:
                yield message(
                    "Round {number}: totals are missing from table {tables}.",
                    number=round_.number,
                    tables=", ".join(map(str, missing)),
                )
        yield from decks_not_returned(state)

    def ranking(self, state: LogState, _book: Rulebook) -> tuple[ScenarioLine, ...]:
        """Add own points and points of their own deck; ties by their own points."""
        points = points_by_player(event_facts(state))
        return scenario_ranking({p: (it.total, it.own, it.deck) for p, it in points.items()})


def seat_of(round_: RoundState, player: PlayerId, moves: int) -> Seat:
    """Return where a player sits after so many moves."""
    here = ring_of(round_).seated(moves)
    return next(seat for seat, seated in here.items() if seated == player)


def _tables_without_totals(state: LogState, round_: RoundState) -> set[int]:
    """Return the tables without totals: at a move, or at the end of the round.

    At the end a result with scores has them; the director's word has them all.
    """
    typed = {p.player for p in state.scenario.points if p.round == round_.number}
    if typed >= round_.seats.keys():
        return set()
    moves = state.scenario.moves.get(round_.number, 0)
    noted = {(t.stretch, t.table) for t in state.scenario.totals if t.round == round_.number}
    over = round_.stage is Stage.CLOSED
    last = {
        number
        for number, table in round_.tables.items()
        if over and not _has_totals(table) and (moves, number) not in noted
    }
    return last | {
        table
        for stretch in range(moves)
        for table in round_.tables
        if (stretch, table) not in noted
    }


def _has_totals(table: TableState) -> bool:
    played = table.match or table.pod
    return played is not None and bool(final_totals(played))


PLAY: Final = StandardOrbit()

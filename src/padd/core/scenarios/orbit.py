"""Standard Orbit: one ring of seats, and points for the person and for the deck.

The seats of a round form one ring around the row of tables: down one side, back up the
other. At every move everyone moves one seat; the decks stay. With an odd field the
player with the bye sits out with the deck (AMB-110, AMB-139).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.model import Event, Match, PlayerId, Pod, Round, StrictStruct
from padd.core.scenarios.round_blocks import scenario_of
from padd.rulebooks.schema import Rulebook

Seat = tuple[int, int]
"""A table and the place at it: which of its decks lies there."""
PLAYER_AND_DECK: Final = "player-and-deck"


class StretchTotals(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The totals of a table's decks at a move; those of a game that ended before it."""

    stretch: int
    table: int
    totals: tuple[int, ...]
    ended: tuple[int, ...] | None = None


class OrbitPoints(StrictStruct, frozen=True):
    """What a player made while seated, and what their own deck made for all players."""

    own: int = 0
    deck: int = 0

    @property
    def total(self) -> int:
        """The sum, which ranks."""
        return self.own + self.deck


class OrbitRecord(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round keeps of its moves, beside its draw in the event file."""

    moves: int = 0
    totals: tuple[StretchTotals, ...] = ()
    points: dict[PlayerId, tuple[int, int]] = msgspec.field(default_factory=dict)
    """By player, where the director typed the round: own points, the deck's points."""


class Ring(StrictStruct, frozen=True, kw_only=True):
    """The tables of a round with the players who began there."""

    tables: dict[int, tuple[PlayerId, ...]]
    in_pods: bool = False

    @property
    def seats(self) -> list[Seat]:
        """The seats in the order in which every player moves on."""
        numbers = sorted(self.tables)
        if self.in_pods:
            return [(n, at) for n in numbers for at in range(len(self.tables[n]))]
        return [*((n, 0) for n in numbers), *((n, 1) for n in reversed(numbers))]

    def owner_at(self, seat: Seat) -> PlayerId:
        """Return the owner of the deck at a seat: the player who began there."""
        table, place = seat
        return self.tables[table][place]

    def seated(self, moves: int) -> dict[Seat, PlayerId]:
        """Return who sits where after so many moves."""
        seats = self.seats
        return {
            seat: self.owner_at(seats[at - moves % len(seats)]) for at, seat in enumerate(seats)
        }


def orbit_points(event: Event, book: Rulebook) -> dict[PlayerId, OrbitPoints] | None:
    """Return what ranks in an orbit; nothing where results alone are on record."""
    rules = scenario_of(event, book)
    if rules is None or rules.ranked_by != PLAYER_AND_DECK:
        return None
    recorded = any("orbit" in (round_.draw or {}) for round_ in event.rounds)
    return points_by_player(event) if recorded else None


def points_by_player(event: Event) -> dict[PlayerId, OrbitPoints]:
    """Return every player's points over all rounds, the person's and the deck's."""
    own: Counter[PlayerId] = Counter()
    deck: Counter[PlayerId] = Counter()
    for round_ in event.rounds:
        for player, points in points_of_round(round_).items():
            own[player] += points.own
            deck[player] += points.deck
    return {p.id: OrbitPoints(own[p.id], deck[p.id]) for p in event.players}


def points_of_round(round_: Round) -> dict[PlayerId, OrbitPoints]:
    """Return the points of a round: as noted at the moves, or as the director says."""
    own: Counter[PlayerId] = Counter()
    deck: Counter[PlayerId] = Counter()
    record = record_of(round_)
    for player, owner, points in _made(round_, record):
        own[player] += points
        deck[owner] += points
    reckoned = {p: OrbitPoints(own[p], deck[p]) for p in {*own, *deck}}
    typed = {p: OrbitPoints(*points) for p, points in record.points.items()}
    return reckoned | typed


def record_of(round_: Round) -> OrbitRecord:
    """Return what a round keeps of its moves; what cannot be read is nothing."""
    try:
        kept = (round_.draw or {}).get("orbit") or {}
        return msgspec.convert(kept, OrbitRecord, strict=False)
    except msgspec.ValidationError:
        return OrbitRecord()


def _made(round_: Round, record: OrbitRecord) -> Iterator[tuple[PlayerId, PlayerId, int]]:
    """Yield who made how many points with whose deck, stretch by stretch."""
    played = _played(round_)
    ring = Ring(
        tables={number: one.players for number, one in played.items()}, in_pods=bool(round_.pods)
    )
    for number, one in played.items():
        before = (0,) * len(one.players)
        for noted in _stretches(record, number, one):
            here = ring.seated(noted.stretch)
            for place, total in enumerate(noted.totals[: len(before)]):
                made = total - before[place]
                if noted.ended is not None and place < len(noted.ended):
                    made = noted.ended[place] - before[place] + total
                seat = (number, place)
                yield here[seat], ring.owner_at(seat), made
            before = noted.totals


def _played(round_: Round) -> dict[int, Match | Pod]:
    """Return the tables by number; those without one are counted on."""
    tables: dict[int, Match | Pod] = {}
    everything: tuple[Match | Pod, ...] = (*round_.matches, *round_.pods)
    for one in everything:
        number = one.table if one.table is not None else len(tables) + 1
        while number in tables:
            number += 1
        tables[number] = one
    return tables


def _stretches(record: OrbitRecord, table: int, played: Match | Pod) -> Iterator[StretchTotals]:
    """Yield the totals of a table in order; its result is the end of the round."""
    noted = sorted(
        (one for one in record.totals if one.table == table and one.totals),
        key=lambda one: one.stretch,
    )
    size = len(played.players)
    yield from (one for one in noted if len(one.totals) == size)
    final = final_totals(played)
    if final and all(one.stretch < record.moves for one in noted):
        yield StretchTotals(stretch=record.moves, table=table, totals=final)


def final_totals(played: Match | Pod) -> tuple[int, ...]:
    """Return what the decks of a table had made when the round ended."""
    scores = played.scores
    if scores is None:
        return ()
    if isinstance(scores, dict):
        return tuple(scores.get(player, 0) for player in played.players)
    return scores

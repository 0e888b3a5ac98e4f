"""Ways to repair a round that was paired on results that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.rounds import RoundChanged, Seating, begun_tables_broken_up
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.event_state import LogState, RoundState, Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.rounds import repeated_round, to_be_paired
from padd.core.eventlog.state.table import TableState
from padd.core.formats.registry import format_of
from padd.core.model import PlayerId, StrictStruct
from padd.core.pairing.by_hand import repair_round
from padd.core.pairing.field import Pair, PairingField
from padd.core.pairing.next_round import pairing_field
from padd.core.pairing.round import Pairing
from padd.core.pairing.systems import SYSTEMS
from padd.rulebooks.schema import Rulebook


class RepairKind(StrEnum):
    """The three ways to continue after a correction."""

    LEAVE = "leave"
    REPAIR = "repair"
    RE_PAIR = "re-pair"


class RepairOption(StrictStruct, frozen=True, kw_only=True):
    """One way to continue, with its action."""

    way: Annotated[RepairKind, Meta(description="The way to do it.")]
    level: Annotated[Level, Meta(description="How much confirmation it needs.")]
    kept: Annotated[int, Meta(description="How many tables stay as they are.")]
    changed: Annotated[
        tuple[tuple[PlayerId, ...], ...], msgspec.Meta(description="The pairs that would be new.")
    ] = ()
    broken_up: Annotated[
        tuple[int, ...],
        msgspec.Meta(description="The tables that have begun and would be broken up."),
    ] = ()
    action: Annotated[
        RoundChanged | None,
        Meta(description="The action: `kind` names it, the other keys are its data."),
    ] = None


def repair_options(
    before: LogState,
    after: LogState,
    changed: frozenset[PlayerId],
    book: Rulebook,
    *,
    seed: int = 0,
) -> tuple[RepairOption, ...]:
    """Return the three ways, where the round that is on rests on what changed."""
    round_ = after.current
    if round_ is None or round_.stage is Stage.CLOSED or not changed:
        return ()
    same_round = before.current is not None and before.current.number == round_.number
    swiss = format_of(after.settings_of(round_.number)).gives_victory_points
    repeated = repeated_round(after, round_.number, book) is not None
    if not swiss or not same_round or repeated:
        return ()
    return tuple(repair_ways(after, round_, changed, book, seed=seed))


def repair_ways(
    state: LogState, round_: RoundState, changed: frozenset[PlayerId], book: Rulebook, *, seed: int
) -> Iterator[RepairOption]:
    """Yield how the pairings of a round can be dealt with, the mildest first.

    Games that have begun stay in the first two. Repairing lets go of the tables
    whose players have other points now and of no more than it must besides.
    """
    tables = [table.players for table in round_.tables.values()]
    yield RepairOption(way=RepairKind.LEAVE, level=Level.NOTE, kept=len(tables))
    field = _field(state, round_, book)
    here = set(field.players)
    free = [t for t in round_.tables.values() if here.issuperset(t.players)]
    pairs: list[tuple[Pair, bool, bool]] = [
        (
            (table.players[0], table.players[1]),
            round_.begun(table),
            changed.isdisjoint(table.players),
        )
        for table in free
    ]
    mended = repair_round(
        field,
        [pair for pair, _, untouched in pairs if untouched],
        locked=[pair for pair, begun, _ in pairs if begun],
        seed=seed,
    )
    yield _repair_option(RepairKind.REPAIR, mended.draw, round_, here)
    drawn = SYSTEMS[book.pairing.system[state.settings.pairing_style]](field, seed=seed)
    if isinstance(drawn, Pairing):
        yield _repair_option(RepairKind.RE_PAIR, drawn, round_, here)


def _field(state: LogState, round_: RoundState, book: Rulebook) -> PairingField:
    """Return who can be paired anew."""
    field = pairing_field(event_facts(state), book, round_.number)
    must, _ = to_be_paired(state, round_.number, book)
    seated = {p for table in _abandoned_tables(round_, must) for p in table.players}
    players = tuple(p for p in field.players if p in must and p not in seated)
    return msgspec.structs.replace(field, players=players)


def _abandoned_tables(round_: RoundState, must: AbstractSet[PlayerId]) -> list[TableState]:
    """Return the tables that a player left during the round; they stay as they are.

    In a draft nothing stays of a table whose player is gone.
    """
    if round_.stage is Stage.DRAFT:
        return []
    return [t for t in round_.tables.values() if not must >= set(t.players)]


def _repair_option(
    way: RepairKind, draw: Pairing, round_: RoundState, here: set[PlayerId]
) -> RepairOption:
    """Return a draw as a change of the round: kept pairs keep their tables."""
    numbers = {frozenset(t.players): t.number for t in round_.tables.values()}
    stuck = [
        Seating(table=table.number, players=table.players)
        for table in _abandoned_tables(round_, here)
    ]
    pairs = [pair for pair in draw.tables if frozenset(pair) in numbers]
    new = [pair for pair in draw.tables if frozenset(pair) not in numbers]
    seated = [*stuck, *(Seating(table=numbers[frozenset(p)], players=p) for p in pairs)]
    seated += _seat_anew(new, {seating.table for seating in seated})
    seats = tuple(seating.players for seating in seated)
    broken = tuple(table.number for table in begun_tables_broken_up(round_, seats))
    action = RoundChanged(
        number=round_.number,
        tables=tuple(sorted(seated, key=lambda seating: seating.table)),
        byes=draw.byes,
        even_begun=bool(broken),
    )
    return RepairOption(
        way=way,
        level=Level.CONFIRM_TWICE if broken else Level.CONFIRM,
        kept=len(pairs) + len(stuck),
        changed=tuple(new),
        broken_up=broken,
        action=action if new or set(draw.byes) != set(round_.byes) else None,
    )


def _seat_anew(pairs: Sequence[Pair], used: set[int]) -> list[Seating]:
    free = (n for n in range(1, len(pairs) + len(used) + 1) if n not in used)
    return [Seating(table=next(free), players=pair) for pair in pairs]

"""Preview what an action would change: the same fold on a copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.penalties import DISQUALIFICATION, PenaltyGiven
from padd.core.eventlog.actions.publication import RoundUnpublished
from padd.core.eventlog.actions.rounds import RoundChanged, begun_tables_broken_up
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log.log import Log, append_entry
from padd.core.eventlog.log.repair import RepairOption, repair_options
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.event_state import LogState, Phase, RoundState, Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.round_checks import draft_objection
from padd.core.eventlog.state.table import ResultStatus, TableState
from padd.core.formats.registry import format_of, ranking_of
from padd.core.model import PlayerId, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.core.scoring.results import score_event
from padd.rulebooks.schema import Rulebook

ASKS_FIRST: Final = frozenset(
    {
        "round.published",
        "round.redrawn",
        "round.changed",
        "round.unpublished",
        "event.finished",
        "event.reported",
        "event.reopened",
        "event.rounds-changed",
        "player.dropped",
        "penalty.given",
        "result.corrected",
        "pod.corrected",
        "action.undone",
        "action.redone",
    }
)


class PlaceChange(StrictStruct, frozen=True, kw_only=True):
    """A player who moves in the standings."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    before: Annotated[int, Meta(description="The place before it.")]
    after: Annotated[int, Meta(description="The place after it.")]


class AffectedTable(StrictStruct, frozen=True, kw_only=True):
    """A table that the action changes, or whose pairing rests on what changed."""

    round: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    status: Annotated[ResultStatus, Meta(description="Its state.")]
    playing: Annotated[bool, Meta(description="Whether it is being played.")]
    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]


class Consequences(StrictStruct, frozen=True, kw_only=True):
    """All that follows from an action."""

    level: Level
    moves: tuple[PlaceChange, ...]
    touched: tuple[AffectedTable, ...]
    choices: tuple[RepairOption, ...] = ()
    """What can be done about the pairings of the round that is on."""
    draft_stale: bool = False
    before: Phase
    after: Phase

    @property
    def playing(self) -> tuple[AffectedTable, ...]:
        """The touched tables whose game is on."""
        return tuple(table for table in self.touched if table.playing)

    def words(self) -> str:
        """Say it in a line, as the director reads it before saving."""
        moved = len(self.moves)
        many = f"moves {moved} player{'s' if moved != 1 else ''} in the standings"
        parts = [many] if moved else []
        if self.playing:
            tables = ", ".join(str(table.table) for table in self.playing)
            parts.append(f"touches table {tables}, already playing")
        if self.draft_stale:
            parts.append("requires re-pairing")
        if not parts:
            return "The standings do not change."
        return f"This {' and '.join(parts)}."


def preview_action(
    log: Log, entry: LogEntry, book: Rulebook, *, seed: int = 0
) -> Consequences | Refusal:
    """Return what an action would change, or why it is not let through."""
    after = append_entry(log, entry, book)
    if isinstance(after, Refusal):
        return after
    return consequences(log.state, after.state, entry, book, seed=seed)


def consequences(
    before: LogState, after: LogState, entry: LogEntry, book: Rulebook, *, seed: int = 0
) -> Consequences:
    """Compare two states of an event."""
    changed = _points_changed(before, after, book)
    touched = tuple(_affected_tables(before, after, changed))
    return Consequences(
        level=_confirmation_level(before, after, entry),
        moves=tuple(_moves(before, after, book)),
        touched=touched,
        choices=repair_options(before, after, changed, book, seed=seed),
        draft_stale=after.draft is not None and draft_objection(after, book) is not None,
        before=before.phase,
        after=after.phase,
    )


def _ranking_order(state: LogState, book: Rulebook) -> tuple[PlayerId, ...]:
    if state.event is None or not state.played:
        return ()
    try:
        return ranking_of(event_facts(state), book).order
    except RefusalError:
        return ()


def _moves(before: LogState, after: LogState, book: Rulebook) -> Iterator[PlaceChange]:
    old = {p: at for at, p in enumerate(_ranking_order(before, book), start=1)}
    for at, player in enumerate(_ranking_order(after, book), start=1):
        if old.get(player, at) != at:
            yield PlaceChange(player=player, before=old[player], after=at)


def _points_changed(before: LogState, after: LogState, book: Rulebook) -> frozenset[PlayerId]:
    """Return whose victory points of earlier rounds have changed."""
    current = after.current
    if current is None or before.event is None or after.event is None:
        return frozenset()
    if not format_of(after.settings_of(current.number)).gives_victory_points:
        return frozenset()
    old, new = _totals(before, current, book), _totals(after, current, book)
    return frozenset(p for p in new if p in old and old[p] != new[p])


def _totals(state: LogState, current: RoundState, book: Rulebook) -> dict[PlayerId, int]:
    """Return victory points before the round that is on."""
    event = event_facts(state)
    scored = score_event(event, book).rounds
    totals = dict.fromkeys((player.id for player in event.players), 0)
    for round_ in scored:
        if round_.number < current.number:
            for result in round_.results:
                totals[result.player] += result.vp
    return totals


def _affected_tables(
    before: LogState, after: LogState, changed: frozenset[PlayerId]
) -> Iterator[AffectedTable]:
    for round_ in after.rounds:
        old = before.round(round_.number)
        current = round_ is after.current and round_.stage is not Stage.CLOSED
        for table in round_.tables.values():
            known = None if old is None else old.tables.get(table.number)
            rests_on = current and not changed.isdisjoint(table.players)
            if rests_on or (known != table and old is not None):
                yield _affected_table(round_, table)


def _affected_table(round_: RoundState, table: TableState) -> AffectedTable:
    status = round_.status(table)
    playing = status in {ResultStatus.PLAYING, ResultStatus.REPORTED, ResultStatus.DISPUTED}
    return AffectedTable(
        round=round_.number,
        table=table.number,
        status=status,
        playing=playing,
        players=table.players,
    )


def _confirmation_level(before: LogState, after: LogState, entry: LogEntry) -> Level:
    """Return how much of a second thought an action asks for."""
    reopens = before.phase is Phase.REPORTED and after.phase is not Phase.REPORTED
    if reopens or _breaks_something(before, after, entry):
        return Level.CONFIRM_TWICE
    return Level.CONFIRM if entry.kind in ASKS_FIRST else Level.NOTE


def _breaks_something(before: LogState, after: LogState, entry: LogEntry) -> bool:
    """Tell whether games, results or a player's event would be lost."""
    match entry.action:
        case RoundChanged(tables=tables) if before.current is not None:
            seats = tuple(seating.players for seating in tables)
            return bool(begun_tables_broken_up(before.current, seats))
        case RoundUnpublished(even_begun=even_begun):
            return even_begun
        case PenaltyGiven(level=level):
            return level >= DISQUALIFICATION
        case ActionUndone() | ActionRedone():
            return _loses_results(before, after)
        case _:
            return False


def _loses_results(before: LogState, after: LogState) -> bool:
    """Tell whether results that count would count no longer."""

    def counting(state: LogState) -> int:
        return sum(t.settled for r in state.played for t in r.tables.values())

    return counting(after) < counting(before) - 1

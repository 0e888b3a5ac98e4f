"""The log of an event: its entries, and the state they fold to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

import msgspec

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.event_state import START, LogState, Phase
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook

MARK_EVERY: Final = 64
PHASE_WORDS: Final = {
    Phase.NEW: ("not-opened", message("The event has not been opened."), message("Open it first.")),
    Phase.OPEN: (
        "not-finished",
        message("The event is not finished."),
        message("Finish it first."),
    ),
    Phase.FINISHED: (
        "event-finished",
        message("The event is finished."),
        message("Reopen to change something."),
    ),
    Phase.REPORTED: (
        "event-reported",
        message("The event is reported."),
        message("Reopen it with a reason, then report it again."),
    ),
}


class LogRewrite(Action, frozen=True, kw_only=True):
    """An action about earlier actions: the log is folded again without or with them."""

    during: ClassVar[frozenset[Phase]] = frozenset(Phase)

    sequences: tuple[int, ...]

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Leave the state as it is: `rewrite` folds the log again."""
        return state

    @abstractmethod
    def undone_after(self, undone: frozenset[int]) -> frozenset[int]:
        """Return the entries that do not count after this action."""

    @abstractmethod
    def rewrite(self, log: Log, entry: LogEntry, book: Rulebook) -> Log | Refusal:
        """Return the log with this action, or why it is refused."""


class Log(msgspec.Struct, frozen=True):
    """Everything that happened in an event, and how the event stands now.

    `marks` are states on the way, so that taking back something recent does not
    fold the whole day again; each belongs to the entries before its index.
    """

    entries: tuple[LogEntry, ...] = ()
    state: LogState = START
    undone: frozenset[int] = frozenset()
    marks: tuple[tuple[int, LogState], ...] = ()

    @property
    def sequence(self) -> int:
        """The number of the last entry; 0 while there is none."""
        return len(self.entries)

    def since(self, sequence: int) -> tuple[LogEntry, ...]:
        """Return the entries after a known entry."""
        return self.entries[sequence:]


def fold_log(entries: Iterable[LogEntry], book: Rulebook) -> Log:
    """Return the log of entries that were taken up before; no rule is asked again."""
    known = tuple(entries)
    undone = _undone(known)
    state, marks = START, []
    for index, entry in enumerate(known):
        if index % MARK_EVERY == 0:
            marks.append((index, state))
        if entry.sequence not in undone:
            state = entry.action.change(state, entry, book)
    return Log(known, state, undone, tuple(marks))


def _undone(entries: Sequence[LogEntry]) -> frozenset[int]:
    undone: frozenset[int] = frozenset()
    for entry in entries:
        if isinstance(entry.action, LogRewrite):
            undone = entry.action.undone_after(undone)
    return undone


def state_at(log: Log, sequence: int, book: Rulebook) -> LogState:
    """Return the event as it stood after an entry."""
    return fold_log(log.entries[:sequence], book).state


def apply_entry(state: LogState, entry: LogEntry, book: Rulebook) -> LogState | Refusal:
    """Return the state after an action, or why the rules do not let it through."""
    refusal = action_objection(state, entry, book)
    return entry.action.change(state, entry, book) if refusal is None else refusal


def action_objection(state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
    """Return why the rules do not let an action through, if they do not."""
    action = entry.action
    if state.phase not in action.during:
        code, reason, way_out = PHASE_WORDS[state.phase]
        return Refusal(code, reason, way_out=way_out)
    if not entry.by.is_staff and not action.by_players:
        return Refusal(
            "not-yours",
            message("Only the event’s staff can do this."),
            way_out=message("Ask the director."),
        )
    if action.needs_reason and not entry.reason.strip():
        return Refusal(
            "reason-missing",
            message("{needs_reason}, so give a reason.", needs_reason=action.needs_reason),
            way_out=message("Say why in a few words."),
        )
    return action.objection(state, entry, book)


def append_entry(log: Log, entry: LogEntry, book: Rulebook) -> Log | Refusal:
    """Return the log with one more entry, or why it is not taken up."""
    if entry.sequence != log.sequence + 1:
        later = tuple(known.sequence for known in log.since(entry.sequence - 1))
        return Refusal(
            "changed-meanwhile",
            message("Something changed just before you did this."),
            way_out=message("Check what changed, then try again."),
            actions=later,
        )
    if isinstance(entry.action, LogRewrite):
        return entry.action.rewrite(log, entry, book)
    state = apply_entry(log.state, entry, book)
    return state if isinstance(state, Refusal) else _extended(log, entry, state)


def _extended(log: Log, entry: LogEntry, state: LogState) -> Log:
    marks = log.marks
    if log.sequence % MARK_EVERY == 0:
        marks = (*marks, (log.sequence, log.state))
    return msgspec.structs.replace(log, entries=(*log.entries, entry), state=state, marks=marks)


def refold(
    log: Log, undone: frozenset[int], first: int, book: Rulebook
) -> tuple[LogState, tuple[int, ...], tuple[tuple[int, LogState], ...]]:
    """Fold again from an entry on, asking the rules; return the entries they refuse."""
    marks = [mark for mark in log.marks if mark[0] < first]
    index, state = marks[-1] if marks else (0, START)
    barred: list[int] = []
    for at in range(index, len(log.entries)):
        entry = log.entries[at]
        if at % MARK_EVERY == 0 and at > index:
            marks.append((at, state))
        if entry.sequence in undone or isinstance(entry.action, LogRewrite):
            continue
        if entry.sequence >= first and action_objection(state, entry, book) is not None:
            barred.append(entry.sequence)
        else:
            state = entry.action.change(state, entry, book)
    return state, tuple(barred), tuple(marks)

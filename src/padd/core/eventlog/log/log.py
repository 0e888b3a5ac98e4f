"""The log of an event: its entries, their fold, and how entries are undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.event_state import START, LogState, Phase
from padd.core.messages import message
from padd.core.refusal import Refusal, refused
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


@dataclass(frozen=True, slots=True)
class Log:
    """Everything that happened in an event, and how the event stands now.

    `marks` are states on the way, so that taking back something recent does not
    fold the whole day again; each belongs to the entries before its index.
    """

    entries: tuple[LogEntry, ...] = ()
    state: LogState = START
    undone: frozenset[int] = frozenset()
    marks: tuple[tuple[int, LogState], ...] = field(default=(), compare=False)

    @property
    def sequence(self) -> int:
        """The number of the last entry; 0 while there is none."""
        return len(self.entries)

    def since(self, sequence: int) -> tuple[LogEntry, ...]:
        """Return what was done after an entry that somebody has seen."""
        return self.entries[sequence:]


def fold(entries: Iterable[LogEntry], book: Rulebook) -> Log:
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
    gone: set[int] = set()
    for entry in entries:
        match entry.action:
            case ActionUndone(sequences=sequences):
                gone.update(sequences)
            case ActionRedone(sequences=sequences):
                gone.difference_update(sequences)
            case _:
                pass
    return frozenset(gone)


def state_at(log: Log, sequence: int, book: Rulebook) -> LogState:
    """Return the event as it stood after an entry."""
    return fold(log.entries[:sequence], book).state


def apply(state: LogState, entry: LogEntry, book: Rulebook) -> LogState | Refusal:
    """Return the state after an action, or why the rules do not let it through."""
    refusal = objection(state, entry, book)
    return entry.action.change(state, entry, book) if refusal is None else refusal


def objection(state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
    """Return why the rules do not let an action through, if they do not."""
    action = entry.action
    if state.phase not in action.during:
        code, reason, way_out = PHASE_WORDS[state.phase]
        return refused(code, reason, way_out=way_out)
    if not entry.by.is_staff and not action.by_players:
        return refused(
            "not-yours",
            message("Only the event’s staff can do this."),
            way_out=message("Ask the director."),
        )
    if action.needs_reason and not entry.reason.strip():
        return refused(
            "reason-missing",
            message("{needs_reason}, so give a reason.", needs_reason=action.needs_reason),
            way_out=message("Say why in a few words."),
        )
    return action.objection(state, entry, book)


def append(log: Log, entry: LogEntry, book: Rulebook) -> Log | Refusal:
    """Return the log with one more entry, or why it is not taken up."""
    if entry.sequence != log.sequence + 1:
        later = tuple(known.sequence for known in log.since(entry.sequence - 1))
        return refused(
            "changed-meanwhile",
            message("Something changed just before you did this."),
            way_out=message("Check what changed, then try again."),
            actions=later,
        )
    match entry.action:
        case ActionUndone():
            return _undo(log, entry, entry.action, book)
        case ActionRedone():
            return _redo(log, entry, entry.action, book)
        case _:
            state = apply(log.state, entry, book)
            return state if isinstance(state, Refusal) else _longer(log, entry, state)


def _longer(log: Log, entry: LogEntry, state: LogState) -> Log:
    marks = log.marks
    if log.sequence % MARK_EVERY == 0:
        marks = (*marks, (log.sequence, log.state))
    return replace(log, entries=(*log.entries, entry), state=state, marks=marks)


def dependents(log: Log, sequences: Iterable[int], book: Rulebook) -> tuple[int, ...]:
    """Return the later actions that would not have been possible without these."""
    gone = frozenset(sequences)
    return _without(log, log.undone | gone, min(gone, default=1), book)[1]


def _without(
    log: Log, undone: frozenset[int], first: int, book: Rulebook
) -> tuple[LogState, tuple[int, ...], tuple[tuple[int, LogState], ...]]:
    """Fold again from an entry on, asking the rules; return who was refused."""
    marks = [mark for mark in log.marks if mark[0] < first]
    index, state = marks[-1] if marks else (0, START)
    barred: list[int] = []
    for at in range(index, len(log.entries)):
        entry = log.entries[at]
        if at % MARK_EVERY == 0 and at > index:
            marks.append((at, state))
        if entry.sequence in undone or _rewrites(entry.action):
            continue
        if entry.sequence >= first and objection(state, entry, book) is not None:
            barred.append(entry.sequence)
        else:
            state = entry.action.change(state, entry, book)
    return state, tuple(barred), tuple(marks)


def _rewrites(action: Action) -> bool:
    return isinstance(action, ActionUndone | ActionRedone)


def _rewriting_objection(log: Log, entry: LogEntry, sequences: tuple[int, ...]) -> Refusal | None:
    if not entry.by.is_staff:
        return refused("not-yours", message("Only the event’s staff can do this."))
    known = range(1, log.sequence + 1)
    if not sequences or any(number not in known for number in sequences):
        return refused("no-such-action", message("There is no such action in the log."))
    if log.state.phase is Phase.REPORTED and not _follow_the_end(log, sequences):
        code, reason, way_out = PHASE_WORDS[Phase.REPORTED]
        return refused(code, reason, way_out=way_out)
    kept = (log.entries[number - 1].action.lasting for number in sequences)
    lasting = next(filter(None, kept), "")
    if lasting:
        reason = message("{lasting}, so it can’t be undone.", lasting=lasting)
        return refused("lasting", reason)
    return None


def _undo(log: Log, entry: LogEntry, action: ActionUndone, book: Rulebook) -> Log | Refusal:
    sequences = action.sequences
    refusal = _rewriting_objection(log, entry, sequences)
    if refusal is not None:
        return refusal
    again = [n for n in sequences if _rewrites(log.entries[n - 1].action)]
    if again:
        return refused(
            "undo-of-undo",
            message("Use redo to restore what was undone."),
            way_out=message("Redo the action itself."),
        )
    if log.undone.intersection(sequences):
        return refused("already-undone", message("This is already undone."))
    if not _opens_again(log, sequences):
        code, reason, way_out = PHASE_WORDS[Phase.FINISHED]
        return refused(code, reason, way_out=way_out)
    undone = log.undone.union(sequences)
    state, barred, marks = _without(log, undone, min(sequences), book)
    if barred:
        return refused(
            "others-depend",
            message("Depends on it: {barred} made later.", barred=_count(barred)),
            way_out=message("Undo them together, or correct it instead."),
            actions=barred,
        )
    return Log((*log.entries, entry), state, undone, marks)


def _opens_again(log: Log, sequences: tuple[int, ...]) -> bool:
    """Tell whether a finished event is opened, or only what may follow it touched."""
    if log.state.phase is not Phase.FINISHED or _follow_the_end(log, sequences):
        return True
    ends = [
        known.sequence
        for known in log.entries
        if known.kind == "event.finished" and known.sequence not in log.undone
    ]
    return ends[-1] in sequences


def _follow_the_end(log: Log, sequences: tuple[int, ...]) -> bool:
    """Tell whether these can be done before the end and after it: a prize, a note."""
    phases = {Phase.OPEN, Phase.FINISHED, log.state.phase}
    actions = (log.entries[number - 1].action for number in sequences)
    return all(action.during >= phases for action in actions)


def _redo(log: Log, entry: LogEntry, action: ActionRedone, book: Rulebook) -> Log | Refusal:
    sequences = action.sequences
    refusal = _rewriting_objection(log, entry, sequences)
    if refusal is not None:
        return refusal
    if not log.undone.issuperset(sequences):
        return refused("not-undone", message("Only what was undone can be redone."))
    finished = log.state.phase is Phase.FINISHED
    if finished and not _follow_the_end(log, sequences):
        code, reason, way_out = PHASE_WORDS[Phase.FINISHED]
        return refused(code, reason, way_out=way_out)
    undone = log.undone.difference(sequences)
    state, barred, marks = _without(log, undone, min(sequences), book)
    if barred:
        return refused(
            "in-the-way",
            message("Conflicts with it: {barred} made later.", barred=_count(barred)),
            way_out=message("Do it again instead."),
            actions=barred,
        )
    return Log((*log.entries, entry), state, undone, marks)


def _count(actions: tuple[int, ...]) -> str:
    return "1 action" if len(actions) == 1 else f"{len(actions)} actions"

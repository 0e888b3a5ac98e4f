"""Undo and redo: which entries of the log count, and which later ones prevent a change."""

from __future__ import annotations

from collections.abc import Iterable

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.log.log import PHASE_WORDS, Log, LogRewrite, refold
from padd.core.eventlog.state.event_state import Phase
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook


class ActionUndone(LogRewrite, frozen=True, kw_only=True, tag="action.undone"):
    """These actions count as not done."""

    def undone_after(self, undone: frozenset[int]) -> frozenset[int]:
        """Return the entries that do not count any more."""
        return undone.union(self.sequences)

    def rewrite(self, log: Log, entry: LogEntry, book: Rulebook) -> Log | Refusal:
        """Return the log without these actions, or the later ones that need them."""
        sequences = self.sequences
        refusal = _rewriting_objection(log, entry, sequences)
        if refusal is not None:
            return refusal
        again = [n for n in sequences if isinstance(log.entries[n - 1].action, LogRewrite)]
        if again:
            return Refusal(
                "undo-of-undo",
                message("Use redo to restore what was undone."),
                way_out=message("Redo the action itself."),
            )
        if log.undone.intersection(sequences):
            return Refusal("already-undone", message("This is already undone."))
        if not _reopens_event(log, sequences):
            code, reason, way_out = PHASE_WORDS[Phase.FINISHED]
            return Refusal(code, reason, way_out=way_out)
        undone = self.undone_after(log.undone)
        state, barred, marks = refold(log, undone, min(sequences), book)
        if barred:
            return Refusal(
                "others-depend",
                message("Depends on it: {barred} made later.", barred=_count(barred)),
                way_out=message("Undo them together, or correct it instead."),
                actions=barred,
            )
        return Log((*log.entries, entry), state, undone, marks)


class ActionRedone(LogRewrite, frozen=True, kw_only=True, tag="action.redone"):
    """These actions, undone before, count again where they stood."""

    def undone_after(self, undone: frozenset[int]) -> frozenset[int]:
        """Return the entries that still do not count."""
        return undone.difference(self.sequences)

    def rewrite(self, log: Log, entry: LogEntry, book: Rulebook) -> Log | Refusal:
        """Return the log with these actions, or the later ones in their way."""
        sequences = self.sequences
        refusal = _rewriting_objection(log, entry, sequences)
        if refusal is not None:
            return refusal
        if not log.undone.issuperset(sequences):
            return Refusal("not-undone", message("Only what was undone can be redone."))
        finished = log.state.phase is Phase.FINISHED
        if finished and not _may_follow_end(log, sequences):
            code, reason, way_out = PHASE_WORDS[Phase.FINISHED]
            return Refusal(code, reason, way_out=way_out)
        undone = self.undone_after(log.undone)
        state, barred, marks = refold(log, undone, min(sequences), book)
        if barred:
            return Refusal(
                "in-the-way",
                message("Conflicts with it: {barred} made later.", barred=_count(barred)),
                way_out=message("Do it again instead."),
                actions=barred,
            )
        return Log((*log.entries, entry), state, undone, marks)


def dependents(log: Log, sequences: Iterable[int], book: Rulebook) -> tuple[int, ...]:
    """Return the later actions that would not have been possible without these."""
    gone = frozenset(sequences)
    return refold(log, log.undone | gone, min(gone, default=1), book)[1]


def _rewriting_objection(log: Log, entry: LogEntry, sequences: tuple[int, ...]) -> Refusal | None:
    if not entry.by.is_staff:
        return Refusal("not-yours", message("Only the event’s staff can do this."))
    known = range(1, log.sequence + 1)
    if not sequences or any(number not in known for number in sequences):
        return Refusal("no-such-action", message("There is no such action in the log."))
    if log.state.phase is Phase.REPORTED and not _may_follow_end(log, sequences):
        code, reason, way_out = PHASE_WORDS[Phase.REPORTED]
        return Refusal(code, reason, way_out=way_out)
    kept = (log.entries[number - 1].action.lasting for number in sequences)
    lasting = next(filter(None, kept), "")
    if lasting:
        reason = message("{lasting}, so it can’t be undone.", lasting=lasting)
        return Refusal("lasting", reason)
    return None


def _reopens_event(log: Log, sequences: tuple[int, ...]) -> bool:
    """Tell whether a finished event is opened, or only what may follow it touched."""
    if log.state.phase is not Phase.FINISHED or _may_follow_end(log, sequences):
        return True
    ends = [
        known.sequence
        for known in log.entries
        if known.kind == "event.finished" and known.sequence not in log.undone
    ]
    return ends[-1] in sequences


def _may_follow_end(log: Log, sequences: tuple[int, ...]) -> bool:
    """Tell whether these can be done before the end and after it: a prize, a note."""
    phases = {Phase.OPEN, Phase.FINISHED, log.state.phase}
    actions = (log.entries[number - 1].action for number in sequences)
    return all(action.during >= phases for action in actions)


def _count(actions: tuple[int, ...]) -> str:
    return "1 action" if len(actions) == 1 else f"{len(actions)} actions"

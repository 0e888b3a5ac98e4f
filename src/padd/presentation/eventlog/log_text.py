"""What was done, in a sentence: for the latest actions, the log and the toast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.actions.limited import PackClosed
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.model import PlayerId
from padd.presentation import page_words as words
from padd.presentation.eventlog.action_text import ROLES, action_sentence
from padd.presentation.eventlog.event_view import EventView
from padd.services.eventlog import HistoryLine
from padd.services.eventlog.log_actor import UNNAMED

REWRITING: Final = (ActionUndone, ActionRedone)


class LogLineText(msgspec.Struct, frozen=True):
    """One entry of the log in words."""

    sequence: int
    at: str
    who: str
    role: str
    words: str
    reason: str
    undone: bool
    undoable: bool
    redoable: bool


def log_line_text(line: HistoryLine, view: EventView, words: str = "") -> LogLineText:
    """Return an entry of the log in words; known words are reused."""
    rewrites = isinstance(line.action, REWRITING)
    return LogLineText(
        sequence=line.sequence,
        at=view.clock(line.at),
        who=_called(line, view),
        role="" if line.who in UNNAMED else ROLES[line.role],
        words=words or _sentence(line, view),
        reason=line.reason,
        undone=line.undone,
        undoable=_undoable(line),
        redoable=line.undone and not rewrites,
    )


def _sentence(line: HistoryLine, view: EventView) -> str:
    """Return what an entry did; an undo names the action, not its number."""
    action = line.action
    if isinstance(action, REWRITING) and len(action.sequences) == 1:
        verb = "undid" if isinstance(action, ActionUndone) else "redid"
        return f"{verb}: {entries_text(view, action.sequences)}"
    return action_sentence(action, view.state)


def _called(line: HistoryLine, view: EventView) -> str:
    """Return the name of the person who acted, also of a player known by the id alone."""
    if isinstance(line.action, PackClosed) and line.action.head:
        return "The draft"
    if line.who in UNNAMED:
        return words.capitalised(line.who)
    player = view.state.players.get(PlayerId(line.who))
    return words.isolated(line.who) if player is None else view.name(player.id)


def latest_lines(view: EventView, *, most: int) -> tuple[LogLineText, ...]:
    """Return the last acts, the newest first."""
    return tuple(log_line_text(line, view) for line in view.recent[: -most - 1 : -1])


def last_undoable(view: EventView) -> LogLineText | None:
    """Return the entries that the next undo reverts."""
    first = next((line for line in reversed(view.recent) if _undoable(line)), None)
    if first is None and len(view.recent) < view.sequence:
        first = next((line for line in reversed(view.lines) if _undoable(line)), None)
    return None if first is None else log_line_text(first, view)


def last_undone(view: EventView) -> tuple[tuple[int, ...], str] | None:
    """Return the entries that the last undo reverted, with their words, for a redo."""
    if not view.recent or not isinstance(view.recent[-1].action, ActionUndone):
        return None
    sequences = view.recent[-1].action.sequences
    return sequences, entries_text(view, sequences)


def entries_text(view: EventView, sequences: tuple[int, ...]) -> str:
    """Return the sentences of some entries."""
    lines = (line for line in view.lines if line.sequence in sequences)
    return "; ".join(log_line_text(line, view).words for line in lines)


def _undoable(line: HistoryLine) -> bool:
    rewrites = isinstance(line.action, REWRITING)
    lasting = bool(line.action.lasting)
    return not (line.undone or rewrites or lasting or line.sequence == 1)


def all_lines(view: EventView) -> Iterator[LogLineText]:
    """Yield the whole log, the newest entry first."""
    for line in reversed(view.lines):
        yield log_line_text(line, view)
